"""Fields on a ring: Fourier series in space, an adaptive Runge-Kutta method of order 8 in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from pdedsl.errors import PdedslError
from pdedsl.experiments.simulation import Array

Spectrum = NDArray[np.complex128]
Rates = Callable[["Ring", Sequence[Spectrum]], Sequence[Spectrum]]
"""Time derivatives of the spectra of all fields, from the spectra."""

ACCURACY = 1e-10
"""Relative error that each time step is allowed."""


@dataclass(frozen=True)
class Ring:
    """A ring with even nodes.

    Attributes:
        period: its length.
        nodes: how many; products of two fields are made on half as many again.
    """

    period: float
    nodes: int = 128

    @property
    def x(self) -> Array:
        """The nodes, shape (nodes,)."""
        return self.period / self.nodes * np.arange(self.nodes)

    @property
    def k(self) -> Array:
        """The wavenumbers of a spectrum, shape (nodes / 2 + 1,)."""
        return 2.0 * np.pi / self.period * np.arange(self.nodes // 2 + 1)

    def spectrum(self, values: Array) -> Spectrum:
        """Of values on the nodes."""
        found = np.fft.rfft(values) / self.nodes
        found[-1] = 0.0
        return found

    def derivative(self, spectrum: Spectrum, order: int = 1) -> Spectrum:
        """Of a field by x, as a spectrum."""
        return (1j * self.k) ** order * spectrum

    def of_values(self, function: Callable[..., Array], *spectra: Spectrum) -> Spectrum:
        """The spectrum of a function of fields at a point, on twice as many nodes."""
        fine = 2 * self.nodes
        values = [np.fft.irfft(s, fine) * fine for s in spectra]
        found = np.fft.rfft(function(*values))[: self.nodes // 2 + 1] / fine
        found[-1] = 0.0
        return found

    def at(self, spectrum: Spectrum, x: Array) -> Array:
        """Values of a field at any places, spectra (..., modes) give (..., places)."""
        waves = np.exp(1j * np.multiply.outer(self.k, x))
        waves[1:] *= 2.0
        return (spectrum @ waves).real


def evolve(
    ring: Ring, start: Sequence[Array], rates: Rates, t: Array, *, accuracy: float = ACCURACY
) -> Spectrum:
    """Solve in time from values on the nodes.

    Args:
        ring: in space.
        start: of every field at t[0], values on the nodes.
        rates: the law.
        t: increasing instants.
        accuracy: of each time step, relative.

    Returns:
        Spectra of shape (instants, fields, modes).

    Raises:
        PdedslError: the solution does not reach the last instant.
    """
    first = np.concatenate([ring.spectrum(values) for values in start])
    count = len(start)

    def slopes(_: float, flat: Spectrum) -> Spectrum:
        return np.concatenate(list(rates(ring, np.split(flat, count))))

    size = float(np.max(np.abs(first)))
    done = solve_ivp(
        slopes,
        (t[0], t[-1]),
        first,
        method="DOP853",
        t_eval=t,
        rtol=accuracy,
        atol=1e-3 * accuracy * size,
    )
    if not done.success or not np.all(np.isfinite(done.y)):
        raise PdedslError(f"no solution up to t = {t[-1]:g}: {done.message}")
    return done.y.T.reshape(t.size, count, -1)


def random_waves(
    rng: Generator, ring: Ring, *, waves: int, size: float, mean: float = 0.0
) -> Array:
    """A sum of the ring's longest waves with random amplitudes and phases, on the nodes.

    Args:
        rng: draws them.
        ring: whose waves.
        waves: how many.
        size: root mean square of the field about its mean.
        mean: of the field.
    """
    amplitudes, phases = rng.normal(size=waves), rng.uniform(0.0, 2.0 * np.pi, waves)
    field = sum(
        a * np.cos(k * ring.x + p)
        for a, k, p in zip(amplitudes, ring.k[1 : waves + 1], phases, strict=True)
    )
    return np.asarray(mean + size * field / np.std(field))
