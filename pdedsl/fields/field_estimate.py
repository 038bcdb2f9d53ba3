"""The field estimate: what step 2 hands on to the weak form, whichever way it was made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float, check_axis, read_only
from pdedsl.fields.curve import Curve
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.inputs import Known
from pdedsl.fields.prior import GaussianPrior


@dataclass(frozen=True, eq=False)
class FieldEstimate:
    """The N fields of one sample without their noise, and what is known about that noise.

    Attributes:
        grid: the sample's own grid, or one made for a scattered sample.
        observed: v, the data on that grid, shape (N, n_1, ..., n_M). For a scattered sample the
            mean takes their place.
        mean: u_hat, the estimate on that grid, same shape.
        noise_sd: sigma of each field, shape (N,), in the field's unit. For a scattered sample of
            n points this is sqrt(grid.size / n) times the noise of one point: as much noise per
            volume as the points have.
        prior: "just a smooth field", N of them.
        curves: N functions that can be read off anywhere in the range.
        notes: what to know about this estimate, for people to read.
        between: N functions that `on` reads off in place of the curves; none for these.
        holes: where on the grid there are no data nearby, shape (n_1, ..., n_M); None for nowhere.
        inputs: Q quantities that are known, none of them estimated.
        scattered: whether the sample is, so that `observed` is the mean, without the noise.
    """

    grid: SamplingGrid
    observed: Array
    mean: Array
    noise_sd: Array
    prior: tuple[GaussianPrior, ...]
    curves: tuple[Curve, ...]
    notes: tuple[str, ...] = ()
    between: tuple[Curve, ...] = ()
    inputs: tuple[Known, ...] = ()
    holes: Array | None = None
    scattered: bool = False

    def __post_init__(self) -> None:
        """Copy the arrays."""
        for name in ("observed", "mean", "noise_sd"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def on(self, axes: tuple[Array, ...]) -> Array:
        """The estimate on another grid within the sample's range.

        Args:
            axes: M increasing arrays (m_i,).

        Returns:
            shape (N, m_1, ..., m_M).

        Raises:
            DataError: a wrong number of axes, or one that leaves the range.
        """
        if len(axes) != len(self.grid.axes):
            raise DataError(
                f"{len(axes)} axes for {len(self.grid.axes)} coordinates",
                where="field estimate",
                remedy="give one axis each for " + ", ".join(self.grid.names),
            )
        checked = tuple(
            self._inside(name, axis, limits)
            for name, axis, limits in zip(self.grid.names, axes, self.grid.ranges, strict=True)
        )
        return np.stack([curve.on(checked) for curve in self.between or self.curves])

    @staticmethod
    def _inside(name: str, axis: Array, limits: tuple[float, float]) -> Array:
        values = as_float(name, axis)
        check_axis(name, values)
        low, high = limits
        slack = 1e-9 * (high - low)
        if values[0] < low - slack or values[-1] > high + slack:
            raise DataError(
                f"[{values[0]:g}, {values[-1]:g}] leaves the measured range [{low:g}, {high:g}]",
                where=name,
                remedy="a field estimate does not extrapolate: stay within the range",
            )
        return np.clip(values, low, high)
