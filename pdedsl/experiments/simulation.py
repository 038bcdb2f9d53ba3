"""Simulated measurements: fields that solve an equation, and the noise laid over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from pdedsl.errors import DataError, ShapeError

Array = NDArray[np.float64]
ExactField = Callable[[tuple[int, ...], tuple[Array, ...]], Array]
"""The field of one sample everywhere: from M orders and M axes (n_i,) its derivative of these
orders on the tensor grid of the axes, shape (n_1, ..., n_M)."""


@dataclass(frozen=True, eq=False)
class Experiment:
    """What is measured where, and the law behind it.

    Attributes:
        names: the M coordinates, for example ("t", "x").
        axes: M increasing arrays, the sampling grid.
        truth: the equation in the language of `.pde` files; a system has one equation a line.
        fields: the N fields.
    """

    names: tuple[str, ...]
    axes: tuple[Array, ...]
    truth: str
    fields: tuple[str, ...] = ("u",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", tuple(read_only(axis) for axis in self.axes))


@dataclass(frozen=True, eq=False)
class Simulation:
    """Samples of an experiment, without and with noise. Arrays are read-only copies.

    Attributes:
        names: the M coordinates, in the order of the grid's dimensions.
        axes: M increasing arrays, the sampling grid.
        clean: shape (samples, fields, *grid), the fields themselves.
        noisy: the same shape, what would be measured.
        noise_sd: shape (samples, fields), standard deviation of `noisy - clean`.
        truth: the equation in the language of `.pde` files; a system has one equation a line.
        fields: the N fields, in the order of the second dimension.
    """

    names: tuple[str, ...]
    axes: tuple[Array, ...]
    clean: Array
    noisy: Array
    noise_sd: Array
    truth: str
    fields: tuple[str, ...] = ("u",)

    def __post_init__(self) -> None:
        expected = (len(self.fields), *(axis.size for axis in self.axes))
        for what, array in (("clean", self.clean), ("noisy", self.noisy)):
            if array.shape[1:] != expected:
                raise ShapeError(what, expected=("samples", *expected), got=array.shape)
        object.__setattr__(self, "axes", tuple(read_only(axis) for axis in self.axes))
        for name in ("clean", "noisy", "noise_sd"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def measurements(self) -> dict[str, NDArray[Any]]:
        """What an observer would have, ready for `numpy.savez`.

        Every coordinate under its name, shape (points,); the numbers `sample`; every field with
        its noise, shape (samples, *grid); and under NAME_dims what its dimensions are.
        """
        arrays: dict[str, NDArray[Any]] = dict(zip(self.names, self.axes, strict=True))
        arrays["sample"] = np.arange(len(self.noisy))
        for i, field in enumerate(self.fields):
            arrays[field] = self.noisy[:, i]
            arrays[f"{field}_dims"] = np.array(["sample", *self.names])
        return arrays


def simulate(
    experiment: Experiment,
    draw: Callable[[Generator], Array],
    seed: int,
    samples: int,
    noise: float,
) -> Simulation:
    """Draw fields and measure them with Gaussian noise.

    Fields and noise have random streams of their own, both from `seed`: another noise ratio
    keeps the fields and scales the noise, and more samples keep the first ones.

    Args:
        experiment: coordinates, grid and law.
        draw: one solution of the law on the grid, shape (fields, *grid), from a generator.
        seed: decides everything random.
        samples: number of solutions, at least 1.
        noise: standard deviation of the noise over that of the sample's field on the grid.

    Raises:
        DataError: no samples, or a noise ratio that is negative or not finite.
    """
    if samples < 1:
        raise DataError(f"{samples} samples", where="samples", remedy="Ask for at least 1.")
    if not (np.isfinite(noise) and noise >= 0):
        raise DataError(f"noise ratio {noise}", where="noise", remedy="Use 0, 0.01 or the like.")
    field_stream, noise_stream = streams(seed)
    clean = np.stack([draw(field_stream) for _ in range(samples)])
    grid = tuple(range(2, clean.ndim))
    noise_sd = noise * clean.std(axis=grid)
    errors = noise_stream.standard_normal(clean.shape) * np.expand_dims(noise_sd, grid)
    noisy = clean + errors
    parts = (experiment.names, experiment.axes, clean, noisy, noise_sd)
    return Simulation(*parts, experiment.truth, experiment.fields)


def streams(seed: int) -> tuple[Generator, Generator]:
    """The random streams of fields and of noise that belong to a seed."""
    field_stream, noise_stream = np.random.default_rng(seed).spawn(2)
    return field_stream, noise_stream


def make_axis(end: float, points: int) -> Array:
    """A uniform axis from 0 to `end` with both ends, shape (points,).

    Raises:
        DataError: fewer than 2 points.
    """
    if points < 2:
        raise DataError(f"{points} points", where="points", remedy="Ask for at least 2 an axis.")
    return np.linspace(0.0, end, points)


def read_only(values: ArrayLike) -> Array:
    """A copy as 64-bit floats that cannot be written to."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
