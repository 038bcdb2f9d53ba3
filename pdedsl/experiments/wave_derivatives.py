"""Derivatives of the waves of `wave`, in closed form.

The solution is a sum of travelling shapes, p(x + t), p(x - t), F(t), F(t - x) and so on, and so
is every derivative of it. Shapes and F are smooth but for the points where they are continued: F
begins at 0 with a jump of its third derivative, and the odd extension of the initial shape has
a jump of its second one at the ends. What jumps travels along two lines, the characteristics
from the corners (0, 0) and (0, 2). There second derivatives have no value, and those of a higher
order in t and x together are no functions: they have a part that sits on the lines alone.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Chebyshev

from pdedsl.experiments.simulation import Array, ExactField, streams
from pdedsl.experiments.wave import END, FREQUENCY, SOURCE, draw_shape

ON_THE_LINE = 1e-9
"""How near to a characteristic a point is taken to lie on it."""


def exact_fields(seed: int, samples: int) -> tuple[ExactField, ...]:
    """The fields that `wave.simulate` samples, with their derivatives, see `differentiate`."""
    rng, _ = streams(seed)
    return tuple(_exact_field(draw_shape(rng)) for _ in range(samples))


def differentiate(initial: Chebyshev, t: Array, x: Array, orders: tuple[int, int]) -> Array:
    """d_t^i d_x^j of what `wave.solve` returns with its own source and c = 1, shape (t, x).

    Exact to rounding off the characteristics, see `is_off_characteristics`; on them it is the
    value on one side, where there are two.

    Args:
        initial: u(0, x), a polynomial on [0, 2].
        t: instants from 0 to 2.
        x: places on the string.
        orders: i and j.
    """
    i, j = orders
    t, x = t[:, None], x[None, :]
    chord = _chord(initial)
    swing = (initial - chord).deriv(i + j)
    ahead, behind = (_odd_extension(swing, y, i + j) for y in (x + t, x - t))
    travelling = 0.5 * (ahead + (-1) ** i * behind)
    rest = chord.deriv(j)(x) if i == 0 else np.zeros_like(x)
    return rest + travelling + _forced(t, x, i, j)


def is_off_characteristics(t: Array, x: Array) -> np.ndarray:
    """Where every derivative exists: not on t = x nor on t = 2 - x; shape (t, x)."""
    t, x = t[:, None], x[None, :]
    return (np.abs(t - x) > ON_THE_LINE) & (np.abs(t + x - END) > ON_THE_LINE)


def _exact_field(initial: Chebyshev) -> ExactField:
    return lambda orders, axes: differentiate(initial, axes[0], axes[1], (orders[0], orders[1]))


def _chord(initial: Chebyshev) -> Chebyshev:
    """The straight line through the ends of the initial shape."""
    left, right = initial(0.0), initial(END)
    return Chebyshev([0.5 * (left + right), 0.5 * (right - left)], domain=initial.domain)


def _odd_extension(derivative: Chebyshev, y: Array, order: int) -> Array:
    """A derivative on [0, 2] continued as that of a shape that is odd about both ends."""
    y = (y + END) % (2.0 * END) - END
    values = derivative(np.abs(y))
    return values if order % 2 else np.sign(y) * values


def _forced(t: Array, x: Array, i: int, j: int) -> Array:
    """What the source makes of a string at rest: its own motion and the answers of the ends.

    The answer of an end at a distance d is -F(t - d), which the other end reflects as
    F(t - 4 + d); later ones have no time.
    """
    order = i + j
    field = _response(t, order) + np.zeros_like(x) if j == 0 else np.zeros((t.size, x.size))
    for distance, slope in ((x, 1), (END - x, -1)):
        field = field - (-slope) ** j * _response(t - distance, order)
        field = field + slope**j * _response(t - 2.0 * END + distance, order)
    return field


def _response(t: Array, order: int) -> Array:
    """A derivative of F, for which F'' = 2 e^t sin(3 t), F(0) = F'(0) = 0, and 0 before 0."""
    rate = 1.0 + 1j * FREQUENCY
    after = np.maximum(t, 0.0)
    straight = (1.0 + rate * after, rate, 0.0)[min(order, 2)]
    curved = (rate**order * np.exp(rate * after) - straight) / rate**2
    return np.where(t >= 0.0, SOURCE * curved.imag, 0.0)
