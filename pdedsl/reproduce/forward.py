"""The wave equation found, solved forward beside the true one (the paper's Figure 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from numpy.polynomial import Chebyshev
from numpy.typing import NDArray

from pdedsl.errors import SpecificationError
from pdedsl.experiments.wave import END, Response, response_to, solve
from pdedsl.language import parse, parse_equation
from pdedsl.reproduce.case import Case
from pdedsl.reproduce.text import text_of

Array = NDArray[np.float64]

SHAPE = 18
"""Degree of the polynomial through an initial shape, of length scale 0.4 on 30 points."""


@dataclass(frozen=True)
class Motion:
    """How a string moves whose equation was found.

    Attributes:
        speed: c of u_tt - c^2 u_xx = g(t).
        response: of a free string to g, as long as data are taken.
        later: the same for twice as long, None where g does not exist then.
    """

    speed: float
    response: Response
    later: Response | None


def forward_errors(case: Case, equation: str, seed: int) -> Mapping[str, float]:
    """How far the motion found is from the true one, and how far the noisy data are.

    Both equations are solved from the clean initial shapes of the seed's data. An error is the
    root mean square of the difference over that of the motion, u(t, x) - u(0, x): at the times of
    the data, and for as long again after them, where nothing has been measured. Nothing is told
    of an equation that is not that of a driven string, whose g depends on more than t.

    Args:
        case: of the wave equation.
        equation: that was found.
        seed: of the data.

    Source: Kacprzyk, Qian, van der Schaar 2023, Figure 5, which draws absolute differences.
    """
    assert case.subject is not None, "a case without a subject has no equation"
    motion = motion_of(equation, text_of(case.subject))
    if motion is None:
        return {}
    data = case.subject.simulate(seed, case.samples, case.points, case.noise)
    t, x = data.axes
    degree = min(SHAPE, len(x) - 1)
    shapes = [Chebyshev.fit(x, u[0, 0], degree, domain=[0.0, END]) for u in data.clean]
    error, size = _compared(shapes, t, x, motion.speed, motion.response)
    told = {"forward_error": error, "data_error": _rms(data.noisy - data.clean) / size}
    if motion.later is not None:
        told["beyond_error"], _ = _compared(shapes, END + t[1:], x, motion.speed, motion.later)
    return told


def _compared(
    shapes: Sequence[Chebyshev], t: Array, x: Array, speed: float, response: Response
) -> tuple[float, float]:
    """The error at some times, and the size of the true motion then."""
    truth = np.array([solve(shape, t, x) for shape in shapes])
    ours = np.array([solve(shape, t, x, speed=speed, response=response) for shape in shapes])
    size = _rms(truth - np.array([shape(x) for shape in shapes])[:, None])
    return _rms(ours - truth) / size, size


def motion_of(equation: str, specification: str) -> Motion | None:
    """The motion that an equation describes, None unless it is that of a driven string.

    >>> text = 'coordinates t, x\\nfields u\\ndata "a.npz"\\n'
    >>> text += "dictionary { d_tt(u), d_xx(u) }\\ngrammar none\\n"
    >>> round(motion_of("0.5*d_tt(u) - 2*d_xx(u) = t", text).speed, 3)
    2.0
    >>> motion_of("d_tt(u) + d_xx(u) = 0", text)
    """
    problem = parse(specification).problem
    try:
        pde = parse_equation(equation, problem)
    except SpecificationError:
        return None
    orders = {e.alpha.orders: b for e, b in zip(pde.dictionary, pde.beta, strict=True) if b}
    t = problem.coordinate_symbols[0]
    if set(orders) != {(2, 0), (0, 2)} or not pde.g.free_symbols <= {t}:
        return None
    stiffness = -orders[0, 2] / orders[2, 0]
    if stiffness <= 0:
        return None
    force = sympy.lambdify(t, pde.g / orders[2, 0], "numpy")
    response, later = (_response(force, end) for end in (END, 2.0 * END))
    return None if response is None else Motion(float(np.sqrt(stiffness)), response, later)


def _response(force: Callable[[Array], Any], end: float) -> Response | None:
    """How a free string moves under a force, None where that is not real and finite to the end."""
    with np.errstate(all="ignore"):
        values = force(np.linspace(0.0, end, 101))
    if not (np.isrealobj(values) and np.all(np.isfinite(values))):
        return None
    return response_to(lambda s: force(s) + 0.0 * s, end)


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))
