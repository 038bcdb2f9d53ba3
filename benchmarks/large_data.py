"""Large fields made of known solutions, each with the text that should find its law again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

NOISE = 0.02
"""Of the standard deviation of the field."""

Arrays = dict[str, np.ndarray]

LINE = "coordinates t, x\nfields u\n"
TERMS = "dictionary { d_t(u), d_x(u), d_xx(u), d_x(u^2) }\ngrammar none\n"


@dataclass(frozen=True)
class Case:
    """A field of n_1 x ... x n_M points.

    Attributes:
        shape: of the field.
        make: arrays of a shape, without noise; the field is `u`.
        text: of the problem, without its data.
        truth: the law, as text.
    """

    shape: tuple[int, ...]
    make: Callable[[tuple[int, ...]], Arrays]
    text: str
    truth: str

    @property
    def points(self) -> int:
        """How many there are."""
        return prod(self.shape)

    def arrays(self, seed: int) -> Arrays:
        """With noise of `NOISE` standard deviations of the field."""
        made = self.make(self.shape)
        u = made["u"]
        sd = NOISE * float(u.std())
        rng = np.random.default_rng(seed)
        for k, layer in enumerate(u):  # no second array of that size
            u[k] += sd * rng.standard_normal(layer.shape)
        return made


def heat(shape: tuple[int, ...]) -> Arrays:
    """u_t = 0.05 u_xx: superposed modes on a rod of length 2, from t = 0 to 1."""
    t, x = np.linspace(0, 1, shape[0]), np.linspace(0, 2, shape[1])
    u = np.zeros(shape)
    for k, a in ((1, 1.0), (2, -0.8), (3, 0.6), (5, 0.5)):
        wave = k * np.pi / 2
        u += a * np.multiply.outer(np.exp(-0.05 * wave**2 * t), np.cos(wave * x + 0.3 * k))
    return {"t": t, "x": x, "u": u}


def burgers(shape: tuple[int, ...]) -> Arrays:
    """u_t + u u_x = 0.1 u_xx by Cole and Hopf: u = -0.2 phi_x / phi, phi a sum of heat modes."""
    nu = 0.1
    t, x = np.linspace(0, 2, shape[0]), np.linspace(0, 2 * np.pi, shape[1])
    phi, slope = np.ones(shape), np.zeros(shape)
    for k, a in ((1, 0.55), (2, -0.3), (3, 0.1)):
        decay = a * np.exp(-nu * k**2 * t)
        phi += np.multiply.outer(decay, np.cos(k * x + 0.5 * k))
        slope -= k * np.multiply.outer(decay, np.sin(k * x + 0.5 * k))
    return {"t": t, "x": x, "u": -2 * nu * slope / phi}


def heat_on_plate(shape: tuple[int, ...]) -> Arrays:
    """u_t = 0.05 (u_xx + u_yy): superposed modes on a plate, from t = 0 to 1."""
    t, x, y = np.linspace(0, 1, shape[0]), np.linspace(0, 2, shape[1]), np.linspace(0, 2, shape[2])
    u = np.zeros(shape)
    for k, l, a in ((1, 1, 1.0), (2, 1, 0.8), (1, 3, -0.7), (3, 2, 0.5)):
        wx, wy = k * np.pi / 2, l * np.pi / 2
        decay = a * np.exp(-0.05 * (wx**2 + wy**2) * t)
        sheet = np.multiply.outer(np.cos(wx * x + 0.3 * k), np.sin(wy * y + 0.2 * l))
        u += np.multiply.outer(decay, sheet)
    return {"t": t, "x": x, "y": y, "u": u}


def oscillator(shape: tuple[int, ...]) -> Arrays:
    """u_tt + 0.2 u_t + 4 u = 0 from t = 0 to 20."""
    t = np.linspace(0, 20, shape[0])
    return {"t": t, "u": np.exp(-0.1 * t) * np.cos(np.sqrt(3.99) * t + 0.4)}


PLATE = (
    "coordinates t, x, y\nfields u\n"
    "dictionary { d_t(u), d_xx(u), d_yy(u), d_x(u), d_y(u) }\ngrammar none\n"
)
SERIES = "coordinates t\nfields u\ndictionary { u, d_t(u), d_tt(u) }\ngrammar none\n"
HEAT = "d_t(u) - 0.05 * d_xx(u) = 0"
BURGERS = "d_t(u) - 0.1 * d_xx(u) + 0.5 * d_x(u^2) = 0"
SPREADING = "d_t(u) - 0.05 * d_xx(u) - 0.05 * d_yy(u) = 0"
SWINGING = "d_tt(u) + 0.2 * d_t(u) + 4 * u = 0"

CASES: Mapping[str, Case] = {
    "heat_512x201": Case((512, 201), heat, LINE + TERMS, HEAT),
    "burgers_1024x251": Case((1024, 251), burgers, LINE + TERMS, BURGERS),
    "burgers_1024x1024": Case((1024, 1024), burgers, LINE + TERMS, BURGERS),
    "plate_128x128x128": Case((128, 128, 128), heat_on_plate, PLATE, SPREADING),
    "heat_3200x3200": Case((3200, 3200), heat, LINE + TERMS, HEAT),
    "burgers_3200x3200": Case((3200, 3200), burgers, LINE + TERMS, BURGERS),
    "oscillator_20000": Case((20_000,), oscillator, SERIES, SWINGING),
}
