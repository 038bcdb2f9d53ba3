"""Equations of physics and biology in one space dimension, on part of a ring.

Every problem is a law, a ring, and random initial states; the fields are accurate to about 1e-8 of
their size, as `tests/experiments/test_textbook.py` shows by refining space and time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.ring import Rates, Ring, Spectrum, evolve, random_waves
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

Start = Callable[[Generator, Ring], Sequence[Array]]


@dataclass(frozen=True)
class Textbook:
    """An equation for u(t, x).

    Attributes:
        name: what `textbook()` lists it under.
        title: the name of the equation.
        truth: in the language of `.pde` files.
        ring: where it is solved.
        rates: the law, for u or for u and its time derivative.
        start: initial values of what `rates` moves.
        end: of time.
        width: of the part of the ring that is measured.
        rotated: whether u(t, x) is the solution at the time x - t + end and the place x + t.
        points: of the grid, an axis.
        samples: number of repetitions.
    """

    name: str
    title: str
    truth: str
    ring: Ring
    rates: Rates
    start: Start
    end: float
    width: float
    rotated: bool = False
    points: int = 32
    samples: int = 6

    def simulate(
        self,
        seed: int = 0,
        samples: int | None = None,
        points: int | None = None,
        noise: float = 0.01,
    ) -> Simulation:
        """u on [0, end] x [0, width], the same number of points in time and space.

        `clean` has shape (samples, 1, points, points).

        Raises:
            DataError: no samples, fewer than 2 points, or a negative noise ratio.
        """
        count = self.points if points is None else points
        t, x = make_axis(self.end, count), make_axis(self.width, count)
        experiment = Experiment(("t", "x"), (t, x), self.truth)
        repetitions = self.samples if samples is None else samples
        return simulate_experiment(
            experiment, lambda rng: self.draw(rng, t, x), seed, repetitions, noise
        )

    def draw(self, rng: Generator, t: Array, x: Array, *, refine: int = 1) -> Array:
        """One solution on a grid, shape (1, t, x).

        Args:
            rng: draws the initial state, which does not depend on `refine`.
            t: instants from 0 on.
            x: places.
            refine: multiplies the nodes; time steps are a hundred times as exact where it is not 1.
        """
        start = self.start(rng, self.ring)
        ring, accuracy = self.ring, 1e-10
        if refine > 1:
            ring, accuracy = Ring(ring.period, refine * ring.nodes), 1e-12
            start = [self.ring.at(self.ring.spectrum(s), ring.x) for s in start]
        if self.rotated:
            return self._rotated(ring, start, t, x, accuracy)
        spectra = evolve(ring, start, self.rates, t, accuracy=accuracy)
        return ring.at(spectra[:, 0], x)[None]

    def _rotated(
        self, ring: Ring, start: Sequence[Array], t: Array, x: Array, accuracy: float
    ) -> Array:
        """The solution in characteristic coordinates: u_tx = w_XX - w_TT."""
        times = x[None, :] - t[:, None] + t[-1]
        instants, places = np.unique(np.append(times.round(12), 0.0), return_inverse=True)
        spectra = evolve(ring, start, self.rates, instants, accuracy=accuracy)[:, 0]
        each = spectra[places[:-1].reshape(times.shape)]
        waves = np.exp(1j * np.multiply.outer(x[None, :] + t[:, None], ring.k))
        waves[..., 1:] *= 2.0
        return np.sum(each * waves, axis=-1).real[None]


def simulate(name: str, seed: int, samples: int, points: int, noise: float) -> Simulation:
    """`Textbook.simulate` of the problem with this name, for other processes."""
    return textbook()[name].simulate(seed, samples, points, noise)


def textbook() -> Mapping[str, Textbook]:
    """Every problem under its name; cannot be changed."""
    found = (*_parabolic(), *_dispersive(), *_hyperbolic())
    return MappingProxyType({problem.name: problem for problem in found})


# ------------------------------------------------------------------------- first order in time


def _parabolic() -> tuple[Textbook, ...]:
    """Reaction and diffusion."""
    return (
        Textbook(
            "fisher",
            "Fisher's equation",
            "d_t(u) - 0.1*d_xx(u) = 2*u*(1 - u)",
            Ring(8.0),
            lambda r, s: [0.1 * r.derivative(s[0], 2) + r.of_values(lambda u: 2 * u * (1 - u), *s)],
            lambda rng, r: [random_waves(rng, r, waves=4, size=0.2, mean=0.45)],
            end=2.0,
            width=4.0,
        ),
        Textbook(
            "chafee_infante",
            "Chafee-Infante equation",
            "d_t(u) - 0.2*d_xx(u) = 3*u - 3*u^3",
            Ring(8.0),
            lambda r, s: [
                0.2 * r.derivative(s[0], 2) + r.of_values(lambda u: 3 * u - 3 * u**3, *s)
            ],
            lambda rng, r: [random_waves(rng, r, waves=3, size=0.6)],
            end=1.0,
            width=4.0,
        ),
        Textbook(
            "porous_medium",
            "Porous medium equation",
            "d_t(u) - d_xx(u^2) = 0",
            Ring(8.0),
            lambda r, s: [r.derivative(r.of_values(np.square, *s), 2)],
            lambda rng, r: [random_waves(rng, r, waves=4, size=0.6, mean=1.4)],
            end=0.3,
            width=4.0,
        ),
    )


def _dispersive() -> tuple[Textbook, ...]:
    """Long waves on water and their kin."""
    return (
        Textbook(
            "kdv",
            "Korteweg-de Vries equation",
            "d_t(u) - 3*d_x(u^2) + d_xxx(u) = 0",
            Ring(24.0, 96),
            lambda r, s: [3 * r.derivative(r.of_values(np.square, *s)) - r.derivative(s[0], 3)],
            lambda rng, r: [random_waves(rng, r, waves=3, size=0.35)],
            end=1.5,
            width=16.0,
            points=40,
        ),
        Textbook(
            "bbm",
            "Benjamin-Bona-Mahony equation",
            "d_t(u) + d_x(u) + 0.5*d_x(u^2) - d_txx(u) = 0",
            Ring(16.0, 192),
            _bbm,
            lambda rng, r: [random_waves(rng, r, waves=4, size=0.8)],
            end=5.0,
            width=10.0,
            points=40,
        ),
        Textbook(
            "boussinesq",
            "Boussinesq equation",
            "d_tt(u) - d_xx(u) + d_xx(u^2) + d_xxxx(u) = 0",
            Ring(16.0, 64),
            _boussinesq,
            lambda rng, r: [random_waves(rng, r, waves=3, size=0.35), np.zeros(r.nodes)],
            end=3.0,
            width=12.0,
            points=40,
        ),
    )


def _bbm(r: Ring, s: Sequence[Spectrum]) -> Sequence[Spectrum]:
    (u,) = s
    return [-r.derivative(u + 0.5 * r.of_values(np.square, u)) / (1 + r.k**2)]


def _boussinesq(r: Ring, s: Sequence[Spectrum]) -> Sequence[Spectrum]:
    u, v = s
    squares = r.derivative(r.of_values(np.square, u), 2)
    return [v, r.derivative(u, 2) - squares - r.derivative(u, 4)]


# ------------------------------------------------------------------------ second order in time


def _hyperbolic() -> tuple[Textbook, ...]:
    """Waves with a force."""
    return (
        _wave(
            "klein_gordon",
            "Klein-Gordon equation",
            "d_tt(u) - d_xx(u) = -2*u",
            lambda u: -2.0 * u,
            size=1.0,
        ),
        _wave(
            "sine_gordon",
            "Sine-Gordon equation",
            "d_tt(u) - d_xx(u) = -sin(u)",
            lambda u: -np.sin(u),
            size=1.2,
        ),
        Textbook(
            "sinh_gordon",
            "Sinh-Gordon equation",
            "d_tx(u) = sinh(u)",
            Ring(10.0),
            lambda r, s: [s[1], r.derivative(s[0], 2) - r.of_values(np.sinh, s[0])],
            lambda rng, r: [
                random_waves(rng, r, waves=4, size=1.8),
                random_waves(rng, r, waves=3, size=1.8),
            ],
            end=2.0,
            width=2.0,
            rotated=True,
        ),
    )


def _wave(
    name: str, title: str, truth: str, force: Callable[[Array], Array], *, size: float
) -> Textbook:
    """u_tt = u_xx + force(u)."""
    return Textbook(
        name,
        title,
        truth,
        Ring(10.0),
        lambda r, s: [s[1], r.derivative(s[0], 2) + r.of_values(force, s[0])],
        lambda rng, r: [
            random_waves(rng, r, waves=4, size=size),
            random_waves(rng, r, waves=3, size=size),
        ],
        end=3.0,
        width=6.0,
    )
