"""How noise in the data gets into the weak residual: its Jacobian L and covariance C.

The residual of a sample is a sum of columns, one for each dictionary term and each additive
term of g, times their coefficients psi. Linearised at the field estimate it is affine in the
data, and so is its covariance quadratic in psi:

    r = sum_j psi_j z_j,   C = sum_jk psi_j psi_k G_jk,   G_jk = sum over fields sigma^2 B_j B_k^T

with B_j the Jacobian of column j by that field. With the field's prior covariance K in place of
sigma^2 the same sum gives the spread M_jk that the residual of any smooth field has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pdedsl.weak.functions import Function
from pdedsl.weak.integrator import TermIntegrator, integrate
from pdedsl.weak.jacobian import Jacobian, Response
from pdedsl.weak.masked import Kept, Masked
from pdedsl.weak.prior_modes import PriorModes
from pdedsl.weak.quadrature import AxisQuadrature


@dataclass(frozen=True, eq=False)
class Excess:
    """Observed minus estimated field where the nodes are the data's own; both are kept anyway."""

    observed: np.ndarray
    mean: np.ndarray

    def __getitem__(self, place: tuple[slice | int, ...]) -> np.ndarray:
        """The difference at some places."""
        return self.observed[place] - self.mean[place]


@dataclass(frozen=True, eq=False)
class SampleGroup:
    """Samples on one sampling grid, their field estimates at the quadrature nodes.

    Attributes:
        quadrature: one rule for each of the M axes.
        mean: field estimate at the nodes, shape (D, N, q_1, ..., q_M).
        excess: observed minus estimated field, interpolated to the nodes, the same shape; it may
            be made of the two where it is asked for.
        noise_sd: shape (D, N).
        prior: for each field the modes of its prior at the nodes.
        inputs: Q quantities that are known, at the nodes, each of shape (D or 1, q_1, ..., q_M)
            with length 1 along axes on which it does not change.
        kept: combinations of test functions beside holes of the data, None for all functions.
    """

    quadrature: tuple[AxisQuadrature, ...]
    mean: np.ndarray
    excess: np.ndarray | Excess
    noise_sd: np.ndarray
    prior: tuple[PriorModes, ...]
    inputs: tuple[np.ndarray, ...] = ()
    kept: Kept | None = None

    @cached_property
    def coordinates(self) -> list[np.ndarray]:
        """The M coordinates at the nodes, each of shape (1, ..., q_i, ..., 1)."""
        return list(np.meshgrid(*(q.nodes for q in self.quadrature), indexing="ij", sparse=True))

    @cached_property
    def fields(self) -> list[np.ndarray]:
        """The N field estimates at the nodes, each of shape (D, q_1, ..., q_M)."""
        return [self.mean[:, j] for j in range(self.mean.shape[1])]


@dataclass(frozen=True, eq=False)
class Column:
    """One term's share of the residual, and how noise and field get into it.

    Attributes:
        values: z, shape (D, S).
        signal: the same of the field estimate alone, without what the data differ from it.
        noise: for each field B, or None where the term has no such field.
        reach: likewise for steps as large as the field's own spread, see `_limited`.
        modes: of the prior of each field.
    """

    values: np.ndarray
    signal: np.ndarray
    noise: tuple[Response | None, ...]
    reach: tuple[Response | None, ...]
    modes: tuple[PriorModes, ...]

    @cached_property
    def prior(self) -> tuple[np.ndarray | None, ...]:
        """For each field B F of shape (D, S, rank), or None; computed when first asked for."""
        pairs = zip(self.reach, self.modes, strict=True)
        return tuple(None if b is None else b.through(f) for b, f in pairs)


def column(group: SampleGroup, term: TermIntegrator) -> Column:
    """Integrate a term over every sample, with the Jacobians of what comes out."""
    values, slopes = linearised(group, term)
    noise = tuple(None if s is None else jacobian(group, term, s) for s in slopes)
    reach = tuple(
        None if s is None or b is None else reaching(group, term, j, s, b)
        for j, (s, b) in enumerate(zip(slopes, noise, strict=True))
    )
    depends = any(s is not None for s in slopes)
    signal = values - excess_of(group, term, slopes) if depends else values
    return Column(values, signal, _masked(group, noise), _masked(group, reach), group.prior)


def _masked(
    group: SampleGroup, responses: tuple[Response | None, ...]
) -> tuple[Response | None, ...]:
    """Those of the kept combinations of test functions, where not all are kept."""
    if group.kept is None:
        return responses
    return tuple(None if b is None else Masked(b, group.kept.rows) for b in responses)


def linearised(
    group: SampleGroup, term: TermIntegrator
) -> tuple[np.ndarray, list[np.ndarray | None]]:
    """A term integrated over every sample, linearised at the field estimate.

    Returns:
        z of shape (D, S), and for each field the derivative of h at the nodes, or None; the
        derivative has length 1 along axes where nothing changes.
    """
    slopes = [slope_at(group, term, j) for j in range(len(group.fields))]
    h = _evaluated(term.h, group, group.fields) + _moved(group, slopes)
    return _integral(group, term, h), slopes


def slope_at(group: SampleGroup, term: TermIntegrator, place: int) -> np.ndarray | None:
    """The derivative of h by a field at the nodes, or None."""
    f = term.h_u[place]
    return None if f is None else _on_grid(_evaluated(f, group, group.fields), group)


def excess_of(
    group: SampleGroup, term: TermIntegrator, slopes: list[np.ndarray | None]
) -> np.ndarray:
    """What the data add to a column beyond the field estimate, shape (D, S)."""
    return _integral(group, term, _moved(group, slopes))


def _moved(group: SampleGroup, slopes: list[np.ndarray | None]) -> np.ndarray:
    """How much the data move h from where it is at the field estimate."""
    each = (s * group.excess[:, j] for j, s in enumerate(slopes) if s is not None)
    return sum(each, start=np.zeros(()))


def _integral(group: SampleGroup, term: TermIntegrator, h: np.ndarray) -> np.ndarray:
    x = group.coordinates
    values = sum(
        integrate(group.quadrature, p.gamma, _on_grid(p.coefficient(*x) * h, group))
        for p in term.parts
    )
    if group.kept is not None:
        values = values @ group.kept.rows.T
    return np.broadcast_to(values, (group.mean.shape[0], values.shape[-1]))


def noise_gram(left: Column, right: Column, noise_sd: np.ndarray) -> np.ndarray:
    """G_jk = sum over fields of sigma^2 B_j B_k^T.

    Args:
        left, right: columns j and k.
        noise_sd: shape (D, N).

    Returns:
        Shape (D, S, S), or (1, S, S) where it is the same for all samples, as for terms linear
        in the fields.
    """
    size = left.values.shape[1]
    total = np.zeros((1, size, size))
    for j, (a, b) in enumerate(zip(left.noise, right.noise, strict=True)):
        if a is not None and b is not None:
            variance = noise_sd[:, j] ** 2
            variance = variance[:1] if np.all(variance == variance[0]) else variance
            total = total + variance[:, None, None] * a.noise_gram(b)
    return total


def prior_gram(left: Column, right: Column) -> np.ndarray:
    """M_jk = sum over fields of B_j K B_k^T, shape (D, S, S)."""
    samples, size = left.values.shape
    total = np.zeros((samples, size, size))
    for a, b in zip(left.prior, right.prior, strict=True):
        if a is not None and b is not None:
            total += np.matmul(a, np.swapaxes(b, 1, 2))
    return total


def reaching(
    group: SampleGroup, term: TermIntegrator, place: int, slope: np.ndarray, noise: Jacobian
) -> Jacobian:
    """The Jacobian by a field for steps of its own spread: slopes no steeper than chords.

    A bounded function of the field, such as sin(4 u) of a field that spans many periods, moves
    far less over the prior than its slope says. Were the slope taken, the evidence would reward
    it for a spread that no field gives it.
    """
    if slope.size == slope.shape[0]:
        return noise
    step = group.prior[place].signal_sd.reshape(-1, *(1,) * len(group.quadrature))
    moved = [
        [v + (sign * step if j == place else 0.0) for j, v in enumerate(group.fields)]
        for sign in (1, -1)
    ]
    with np.errstate(all="ignore"):
        up, down = (_on_grid(_evaluated(term.h, group, v), group) for v in moved)
        chord = (up - down) / (2 * step)
        shorter = np.isfinite(chord) & (np.abs(chord) < np.abs(slope))
    return jacobian(group, term, np.where(shorter, chord, slope))


def jacobian(group: SampleGroup, term: TermIntegrator, slope: np.ndarray) -> Jacobian:
    """The Jacobian of a term by a field, from the derivative of h by it at the nodes."""
    x = group.coordinates
    parts = ((p.gamma, _on_grid(p.coefficient(*x), group) * slope) for p in term.parts)
    return Jacobian(group.quadrature, tuple(parts))


def _evaluated(function: Function, group: SampleGroup, u: list[np.ndarray]) -> np.ndarray:
    return np.asarray(function(*group.coordinates, *u, *group.inputs), dtype=float)


def _on_grid(values: np.ndarray, group: SampleGroup) -> np.ndarray:
    """Give values a sample axis in front and one axis for every coordinate."""
    values = np.asarray(values, dtype=float)
    wanted = 1 + len(group.quadrature)
    return values.reshape((1,) * (wanted - values.ndim) + values.shape)
