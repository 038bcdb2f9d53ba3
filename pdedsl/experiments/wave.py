"""The wave equation on a string with fixed ends and a source, by d'Alembert and reflections."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.random import Generator

from pdedsl.experiments.initial_condition import draw_gaussian_process
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

SOURCE = 2.0
FREQUENCY = 3.0
END = 2.0
LENGTH_SCALE = 0.4
DEGREE = 60

Response = Callable[[Array], Array]
TRUTH = "d_tt(u) - d_xx(u) = 2*exp(t)*sin(3*t)"


def simulate(seed: int = 0, samples: int = 10, points: int = 30, noise: float = 0.01) -> Simulation:
    """Displacements u(t, x) on [0, 2] x [0, 2], starting from rest, both ends held.

    The initial shape is std * GP + mean with length scale 0.4, mean uniform on (-10, 10) and
    std on (0.5, 4); u(t, 0) and u(t, 2) keep their initial values. Exact to rounding. Where the
    initial shape is bent at an end, its second derivatives jump along the characteristic from
    there: the set-up, not the solver, is that rough. `clean` has shape (samples, 1, points,
    points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix E, theta = (1, 2, 3).
    """
    t = x = make_axis(END, points)

    def draw(rng: Generator) -> Array:
        return solve(draw_shape(rng), t, x)[None]

    return simulate_experiment(Experiment(("t", "x"), (t, x), TRUTH), draw, seed, samples, noise)


def draw_shape(rng: Generator) -> Chebyshev:
    """A random initial shape u(0, x) on [0, 2]."""
    mean, std = rng.uniform(-10.0, 10.0), rng.uniform(0.5, 4.0)
    return mean + std * draw_gaussian_process(rng, END, LENGTH_SCALE)


def solve(
    initial: Chebyshev,
    t: Array,
    x: Array,
    *,
    speed: float = 1.0,
    response: Response | None = None,
) -> Array:
    """Solve u_tt - c^2 u_xx = g(t), u_t(0, x) = 0, ends held at u(0, x), shape (t, x).

    Args:
        initial: u(0, x), a polynomial on [0, X]; its domain is the string.
        t: instants from 0 on.
        x: places on the string.
        speed: c.
        response: F with F'' = g, F(0) = F'(0) = 0, and 0 before; see `response_to`. That of
            2 e^t sin(3 t) if none is given.
    """
    end = float(initial.domain[1])
    t, x = t[:, None], x[None, :]
    left, right = initial(0.0), initial(end)
    rest = left + (right - left) * x / end
    way = speed * t
    travelling = 0.5 * (_odd_extension(initial, x + way) + _odd_extension(initial, x - way))
    return rest + travelling + _forced(t, x / speed, end / speed, response or _free_response)


def response_to(force: Callable[[Array], Array], end: float) -> Response:
    """How a free string moves under a force g(t) on [0, end] that is as smooth as a polynomial.

    Exact to rounding for forces that a polynomial of degree 60 represents.
    """
    twice = Chebyshev.interpolate(force, DEGREE, domain=[0.0, end]).integ(2, lbnd=0.0)
    return lambda t: twice(np.maximum(t, 0.0))


def _odd_extension(initial: Chebyshev, y: Array) -> Array:
    """The initial shape less its chord, continued oddly about both ends (period 2 X)."""
    end = float(initial.domain[1])
    left, right = initial(0.0), initial(end)
    y = (y + end) % (2.0 * end) - end
    place = np.abs(y)
    return np.sign(y) * (initial(place) - left - (right - left) * place / end)


def _forced(t: Array, x: Array, end: float, response: Response) -> Array:
    """What the source makes of a string at rest whose ends are held at 0, at unit speed.

    A free string would move as F(t). Each end answers with the wave -F(t - distance), and each
    answer is reflected with the opposite sign, as long as there has been time for it.
    """
    field = response(t) + np.zeros_like(x)
    for n in range(int(np.max(t) / end) + 1):
        for place in (x, end - x):
            field = field - response(t - 2 * n * end - place)
            field = field + response(t - 2 * (n + 1) * end + place)
    return field


def _free_response(t: Array) -> Array:
    """F with F'' = 2 e^t sin(3 t), F(0) = F'(0) = 0 for t > 0, and 0 before."""
    rate = 1.0 + 1j * FREQUENCY
    after = np.maximum(t, 0.0)
    return SOURCE * ((np.exp(rate * after) - 1.0 - rate * after) / rate**2).imag
