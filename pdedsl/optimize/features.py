"""Additive terms of g as columns of the weak system, with the noise that gets into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.optimize.expression import Node
from pdedsl.optimize.values import evaluate, with_slopes
from pdedsl.weak import Column, LeibnizPart, SampleGroup, TermIntegrator, column, linearised


@dataclass(frozen=True)
class Names:
    """Names of the M coordinates, N fields and Q inputs, in the problem's order."""

    coordinates: tuple[str, ...]
    fields: tuple[str, ...]
    inputs: tuple[str, ...] = ()


def inputs_of(group: SampleGroup, names: Names) -> dict[str, np.ndarray]:
    """Arrays that a candidate is evaluated on: coordinates and inputs keep length 1 elsewhere."""
    x = {n: a[None] for n, a in zip(names.coordinates, group.coordinates, strict=True)}
    x |= dict(zip(names.fields, group.fields, strict=True))
    return x | dict(zip(names.inputs, group.inputs, strict=True))


def ranges_of(groups: Sequence[SampleGroup], names: Names) -> dict[str, tuple[float, float]]:
    """Least and largest value of every coordinate, field and input."""
    found: dict[str, tuple[float, float]] = {}
    for group in groups:
        for name, values in inputs_of(group, names).items():
            low, high = found.get(name, (np.inf, -np.inf))
            found[name] = min(low, float(np.min(values))), max(high, float(np.max(values)))
    return found


def feature_column(group: SampleGroup, feature: Node, names: Names) -> Column:
    """The column of an expression, linearised at the field estimate.

    Source: the linearisation is that of Bortz, Messenger, Dukic 2023, section 3.
    """
    with np.errstate(all="ignore"):
        return column(group, _integrator(group, feature, names))


def feature_values(group: SampleGroup, feature: Node, names: Names) -> np.ndarray:
    """The values of that column alone, shape (D, S), at a fraction of its cost."""
    with np.errstate(all="ignore"):
        return linearised(group, _integrator(group, feature, names))[0]


def _integrator(group: SampleGroup, feature: Node, names: Names) -> TermIntegrator:
    used = [name for name in names.fields if name in feature.variables]
    inputs = inputs_of(group, names)
    value, slopes = with_slopes(feature, inputs, used)
    by_field = dict(zip(used, slopes[len(slopes) - len(used) :], strict=True))

    def h(*arguments: np.ndarray) -> np.ndarray:
        fields = arguments[len(names.coordinates) :][: len(names.fields)]
        moved = dict(zip(names.fields, fields, strict=True))
        same = all(moved[name] is inputs[name] for name in used)
        return value if same else evaluate(feature, inputs | moved)

    return TermIntegrator(
        parts=(LeibnizPart(MultiIndex((0,) * len(names.coordinates)), _one),),
        h=h,
        h_u=tuple(None if by_field.get(n) is None else _given(by_field[n]) for n in names.fields),
    )


def _one(*_: np.ndarray) -> np.float64:
    return np.float64(1.0)


def _given(values: np.ndarray):
    return lambda *_: values


def unresolved(feature: Node, inputs: Mapping[str, np.ndarray]) -> float:
    """How far a feature is from the mean of its neighbours half way between the nodes.

    The largest ratio over the axes of the root mean square of that distance to the feature's
    standard deviation. A sine of frequency w on nodes h apart has 1 - cos(w h / 2): 0.5 at two
    thirds of the Nyquist frequency, 1 at it. What varies faster than the nodes can show is not
    known between them, and may stand for another frequency.

    Args:
        feature: the expression.
        inputs: as `inputs_of` gives them.
    """
    with np.errstate(all="ignore"):
        values = np.asarray(evaluate(feature, inputs))
        scale = float(np.std(values))
        if not scale > 0 or not np.isfinite(scale):
            return 0.0
        worst = 0.0
        for axis in range(1, values.ndim):
            if values.shape[axis] > 1:
                between = evaluate(feature, {n: _halfway(a, axis) for n, a in inputs.items()})
                gap = np.asarray(between) - _halfway(values, axis)
                worst = max(worst, float(np.sqrt(np.mean(gap**2))) / scale)
    return worst


def _halfway(values: np.ndarray, axis: int) -> np.ndarray:
    """Means of neighbours along an axis; values without such neighbours as they are."""
    if values.shape[axis] == 1:
        return values
    moved = np.moveaxis(values, axis, 0)
    return np.moveaxis((moved[1:] + moved[:-1]) / 2, 0, axis)


def curvature(
    feature: Node, inputs: Mapping[str, np.ndarray], fields: Sequence[str], sd: np.ndarray
) -> float:
    """How far a feature bends over one standard deviation of noise, relative to its slope.

    The largest ratio over the fields of the mean square of f(u + sd) - f(u) - sd f'(u) to that
    of sd f'(u); 0 for a feature linear in the fields, about 0.1 where the linearised covariance
    starts to mislead.
    """
    with np.errstate(all="ignore"):
        return _curvature(feature, inputs, fields, sd)


def _curvature(
    feature: Node, inputs: Mapping[str, np.ndarray], fields: Sequence[str], sd: np.ndarray
) -> float:
    worst = 0.0
    for j, name in enumerate(fields):
        if name not in feature.variables:
            continue
        value, slopes = with_slopes(feature, inputs, [name])
        slope = slopes[-1]
        if slope is None:
            continue
        shape = (-1,) + (1,) * (inputs[name].ndim - 1)
        step = sd[:, j].reshape(shape)
        for sign in (1.0, -1.0):
            moved = dict(inputs) | {name: inputs[name] + sign * step}
            bent = with_slopes(feature, moved)[0] - value - sign * step * slope
            scale = float(np.mean((step * slope) ** 2))
            ratio = float(np.sqrt(np.mean(bent**2) / scale)) if scale > 0 else np.inf
            worst = max(worst, ratio) if np.isfinite(ratio) else np.inf
    return worst
