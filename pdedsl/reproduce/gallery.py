"""Equations that the paper lists and did not run, as subjects.

Where the equation is in the paper's table of 17 equations, its dictionary of ten terms is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pdedsl.experiments import hunter_saxton, liouville, modes
from pdedsl.experiments.simulation import Simulation
from pdedsl.experiments.textbook import simulate, textbook
from pdedsl.reproduce.case import Case, Subject, Target, Template

Simulate = Callable[[int, int, int, float], Simulation]

TEN = (
    "d_t(u)",
    "d_x(u)",
    "d_tx(u)",
    "d_tt(u)",
    "d_xx(u)",
    "d_txx(u)",
    "d_xxx(u)",
    "d_xxxx(u)",
    "d_x(u^2)",
    "d_xx(u^2)",
)
"""The dictionary with which all 17 equations can be written."""

SAMPLES = 3
PLANE_POINTS, SPACE_POINTS = 24, 14


@dataclass(frozen=True)
class _Law:
    """What should be found.

    Attributes:
        bound: coefficients by term, in any scale.
        free: g in the same scale, its numbers named c1, c2, ...
        numbers: their values.
        grammar: in which g is searched for, "" where g = 0 is known.
    """

    bound: Mapping[str, float]
    free: str = "0"
    numbers: tuple[float, ...] = ()
    grammar: str = ""

    def target(self, dictionary: Sequence[str]) -> Target:
        """The same with coefficients of unit L1 norm, the first one positive.

        Numbers that stand outside of all functions are scaled with them, those inside are not.
        """
        size = sum(abs(c) for c in self.bound.values())
        first = next(self.bound[term] for term in dictionary if term in self.bound)
        scale = 1.0 / size if first > 0 else -1.0 / size
        bound = tuple(scale * self.bound.get(term, 0.0) for term in dictionary)
        numbers = (
            number * (scale if _is_outside(self.free, f"c{k}") else 1.0)
            for k, number in enumerate(self.numbers, 1)
        )
        return Target(bound, Template(self.free, tuple(numbers)))


def _is_outside(text: str, name: str) -> bool:
    """Whether a name stands outside of all parentheses."""
    before = text[: text.index(name)]
    return before.count("(") == before.count(")")


def gallery() -> tuple[Case, ...]:
    """Every problem at 1 % noise."""
    return (*_on_rings(), *_in_closed_form())


REACTION, FORCE = "reaction(u)", "potential(u)"

_RINGS: Mapping[str, tuple[_Law, int]] = {
    "fisher": (
        _Law({"d_t(u)": 1, "d_xx(u)": -0.1}, "c1*u + c2*u^2", (2, -2), REACTION),
        PLANE_POINTS,
    ),
    "chafee_infante": (
        _Law({"d_t(u)": 1, "d_xx(u)": -0.2}, "c1*u + c2*u^3", (3, -3), REACTION),
        PLANE_POINTS,
    ),
    "porous_medium": (_Law({"d_t(u)": 1, "d_xx(u^2)": -1}), PLANE_POINTS),
    "kdv": (_Law({"d_t(u)": 1, "d_x(u^2)": -3, "d_xxx(u)": 1}), 40),
    "bbm": (_Law({"d_t(u)": 1, "d_x(u)": 1, "d_x(u^2)": 0.5, "d_txx(u)": -1}), 32),
    "boussinesq": (_Law({"d_tt(u)": 1, "d_xx(u)": -1, "d_xx(u^2)": 1, "d_xxxx(u)": 1}), 32),
    "klein_gordon": (_Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*u", (-2,), FORCE), PLANE_POINTS),
    "sine_gordon": (
        _Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*sin(c2*u)", (-1, 1), FORCE),
        PLANE_POINTS,
    ),
    "sinh_gordon": (
        _Law({"d_tx(u)": 1}, "c1*exp(c2*u) + c3*exp(c4*u)", (0.5, 1, -0.5, -1), FORCE),
        PLANE_POINTS,
    ),
}


def _on_rings() -> tuple[Case, ...]:
    """Those of the table that are solved on a ring."""
    found = textbook()
    return tuple(
        _case(
            name,
            partial(simulate, name),
            ((("t", found[name].end), ("x", found[name].width)), ("u",)),
            TEN,
            law,
            points,
        )
        for name, (law, points) in _RINGS.items()
    )


def _in_closed_form() -> tuple[Case, ...]:
    """Liouville, waves with friction and a source, and fields of more coordinates or parts."""
    plane, square = (("t", 2.0), ("x", 2.0)), (("x", 2.0), ("y", 2.0))
    cube = (("t", 3.0), ("x", 3.0), ("y", 3.0))
    box = (("x", 2.0), ("y", 2.0), ("z", 2.0))
    light = ("e", "hx", "hy")
    return (
        _case(
            "liouville",
            liouville.simulate,
            (square, ("u",)),
            ("d_x(u)", "d_y(u)", "d_xx(u)", "d_xy(u)", "d_yy(u)"),
            _Law({"d_xx(u)": 1, "d_yy(u)": 1}, "c1*exp(c2*u)", (1.5, 0.8), FORCE),
        ),
        _case(
            "liouville_waves",
            liouville.simulate_waves,
            (plane, ("u",)),
            TEN,
            _Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*exp(c2*u)", (1.5, 0.8), FORCE),
        ),
        _case(
            "damped_wave",
            modes.damped_wave,
            ((("t", 4.0), ("x", 4.0)), ("u",)),
            TEN,
            _Law(
                {"d_t(u)": 0.6, "d_tt(u)": 1, "d_xx(u)": -1.5},
                "c1*exp(c2*t)*sin(c3*x)",
                (4, -1, 2),
                "elementary(t, x)",
            ),
            30,
        ),
        _case(
            "hunter_saxton",
            hunter_saxton.simulate,
            ((("t", 1.0), ("x", 4.0)), ("u", "v")),
            ("d_t(u)", "d_tt(u)", "d_tx(u)", "d_xx(u)", "d_xxx(u)", "d_xx(u^2)"),
            _Law({"d_tx(u)": 1, "d_xx(u^2)": 0.5}, "c1*v^2", (0.5,), "polynomial(u, v)"),
        ),
        _case(
            "drift",
            modes.drift,
            ((("t", 2.0), ("x", 3.0), ("y", 3.0)), ("u",)),
            ("u", "d_t(u)", "d_x(u)", "d_y(u)", "d_xx(u)", "d_xy(u)", "d_yy(u)"),
            _Law({"d_t(u)": 1, "d_x(u)": 0.8, "d_y(u)": -0.5, "d_xx(u)": -0.1, "d_yy(u)": -0.1}),
            SPACE_POINTS,
        ),
        _case(
            "maxwell_e",
            modes.maxwell,
            (cube, light),
            ("e", "d_t(e)", "d_x(e)", "d_y(e)", "d_y(hx)", "d_x(hy)"),
            _Law({"d_t(e)": 1, "d_x(hy)": -1, "d_y(hx)": 1}),
            SPACE_POINTS,
        ),
        _case(
            "maxwell_hx",
            modes.maxwell,
            (cube, light),
            ("hx", "d_t(hx)", "d_x(e)", "d_y(e)"),
            _Law({"d_t(hx)": 1, "d_y(e)": 1}),
            SPACE_POINTS,
        ),
        _case(
            "maxwell_hy",
            modes.maxwell,
            (cube, light),
            ("hy", "d_t(hy)", "d_x(e)", "d_y(e)"),
            _Law({"d_t(hy)": 1, "d_x(e)": -1}),
            SPACE_POINTS,
        ),
        _case(
            "gauss",
            modes.gauss,
            (square, ("ex", "ey")),
            ("d_x(ex)", "d_y(ex)", "d_x(ey)", "d_y(ey)"),
            _Law(
                {"d_x(ex)": 1, "d_y(ey)": 1},
                "c1*exp(c2*x^2 + c3*y^2)",
                (4, -1, -1),
                "elementary(x, y)",
            ),
        ),
        _case(
            "gauss_layer",
            modes.gauss_layer,
            (box, ("ex", "ey", "ez")),
            ("d_x(ex)", "d_y(ey)", "d_z(ez)", "d_x(ez)", "d_z(ex)"),
            _Law(
                {"d_x(ex)": 1, "d_y(ey)": 1, "d_z(ez)": 1},
                "c1*exp(c2*z)",
                (3, -2),
                "elementary(x, y, z)",
            ),
            SPACE_POINTS,
        ),
    )


Where = tuple[tuple[tuple[str, float], ...], tuple[str, ...]]
"""Coordinates with their ends, and fields."""


def _case(
    name: str,
    simulate: Simulate,
    where: Where,
    dictionary: tuple[str, ...],
    law: _Law,
    points: int = PLANE_POINTS,
) -> Case:
    """A problem as it is run."""
    subject = Subject(
        name=name,
        simulate=simulate,
        coordinates=where[0],
        fields=where[1],
        dictionary=dictionary,
        target=law.target(dictionary),
        searched=bool(law.grammar),
        grammar=law.grammar or "elementary",
        population=300,
        generations=10,
    )
    return Case(subject, name, 0.01, SAMPLES, points, terms=len(dictionary))
