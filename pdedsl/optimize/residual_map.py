"""Where an equation fails: its weak residual against every B-spline, in units of its noise."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pdedsl.optimize.evidence import covariance
from pdedsl.optimize.model import Library, Model, stacks_of
from pdedsl.optimize.symmetric import unpacked
from pdedsl.weak.testfunctions import TestFunctions

DIGITS = 4


@dataclass(frozen=True, eq=False)
class ResidualMap:
    """The residual of an equation seen by K test functions.

    Neighbours overlap, so that their residuals go together; each alone has mean 0 and variance 1
    where the equation holds.

    Attributes:
        names: of the M coordinates.
        samples: which sample, counted from 0, shape (K,).
        centres: of the supports, shape (K, M).
        values: residual over its standard deviation at the noise of the data, shape (K,).
    """

    names: tuple[str, ...]
    samples: np.ndarray
    centres: np.ndarray
    values: np.ndarray

    def table(self) -> str:
        """As CSV, one line a test function: sample, coordinates of the centre, residual."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["sample", *self.names, "residual"])
        for sample, centre, value in zip(self.samples, self.centres, self.values, strict=True):
            numbers = [f"{v:.{DIGITS}g}" for v in (*centre, value)]
            rows.writerow([int(sample), *numbers])
        return out.getvalue()

    def worst(self) -> str:
        """Where the residual is largest, in words."""
        k = int(np.argmax(np.abs(self.values)))
        place = ", ".join(
            f"{name} = {x:.3g}" for name, x in zip(self.names, self.centres[k], strict=True)
        )
        size = in_short(abs(float(self.values[k])))
        return f"{size} standard deviations at {place} of sample {self.samples[k]}"


def in_short(size: float) -> str:
    """A positive number as it is said: 2.8, but 4.65e+12.

    >>> in_short(2.84), in_short(4654280009317.9)
    ('2.8', '4.65e+12')
    """
    return f"{size:.1f}" if size < 1e4 else f"{size:.3g}"


def residual_map(library: Library, model: Model) -> ResidualMap:
    """Take an equation's residual apart by place and sample.

    Args:
        library: the weak system; a noise level that was raised is set back to that of the data.
        model: the equation.
    """
    samples, centres, values = [], [], []
    stacks = stacks_of(library, model.support, model.features)
    system = library.system
    each = zip(stacks, system.groups, system.functions, system.places, strict=True)
    for s, group, functions, places in each:
        to_splines = reduce(np.kron, [axis.to_splines for axis in functions.axes])
        at = _centres(functions)
        if group.kept is not None:
            to_splines, at = group.kept.made, at[group.kept.splines]
        r = np.tensordot(model.psi, s.z, 1) @ to_splines.T
        c = unpacked(covariance(s, model.psi)) / library.inflation
        variance = np.einsum("ij,djk,ik->di", to_splines, c, to_splines, optimize=True)
        values.append((r / np.sqrt(np.maximum(variance, np.finfo(float).tiny))).ravel())
        centres.append(np.tile(at, (len(places), 1)))
        samples.append(np.repeat(places, len(at)))
    order = np.argsort(np.concatenate(samples), kind="stable")
    return ResidualMap(
        library.names.coordinates,
        np.concatenate(samples)[order],
        np.concatenate(centres)[order],
        np.concatenate(values)[order],
    )


def _centres(functions: TestFunctions) -> np.ndarray:
    """Middles of the supports, shape (S, M), in the order of the test functions."""
    each = np.meshgrid(*(a.starts + a.width / 2 for a in functions.axes), indexing="ij")
    return np.stack([a.ravel() for a in each], axis=-1)
