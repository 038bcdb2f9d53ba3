"""Problems that the paper ran, in the same form, for those who want to try them."""

from __future__ import annotations

from collections.abc import Mapping

from pdedsl.experiments.problems import PaperProblem, problems
from pdedsl.reproduce.gallery.entry import Entry, Law

_TERMS = "Known: g = 0. Searched: which of {} terms are there, and with what coefficients."

_PAIR = (
    "Potential u1 and stream function u2 of a flow in a plane that neither gathers nor turns. Four "
    "equations hold for them: two of first order, by Cauchy and Riemann, and Laplace's for each, "
    "which follow."
)
_FIRST = (
    "Known: g = 0. Searched: which of the first and second derivatives of {} are there, and with "
    "what coefficients."
)
_ALONE = (
    "The {} of a flow in a plane that neither gathers nor turns, from the same data as the "
    "Cauchy-Riemann equations."
)

_ENTRIES: Mapping[str, tuple[str, str, Law]] = {
    "oscillator": (
        "A mass on a spring, in a liquid that brakes it, is driven by a force in time. It starts "
        "from different places with different speeds.",
        "Known: the force of spring and drive is a function of time and place. Searched: whether "
        "speed and acceleration occur, and g(t, u), in the grammar of elementary functions.",
        Law(
            {"d_t(u)": 4, "d_tt(u)": 1},
            "c1*u + c2*sin(c3*t)",
            (-16, 5, 3),
            "elementary",
        ),
    ),
    "heat": (
        "Temperatures of rods with insulated ends, which start from different temperatures and "
        "even out.",
        _TERMS.format("six"),
        Law({"d_t(u)": 1, "d_xx(u)": -0.25}),
    ),
    "burgers": (
        "A gas in a pipe, at rest at both ends: what is fast catches up with what is slow, and "
        "friction keeps the front from breaking.",
        _TERMS.format("six"),
        Law({"d_t(u)": 1, "d_x(u^2)": 0.5, "d_xx(u)": -0.2}),
    ),
    "kuramoto_sivashinsky": (
        "A flame front that is unstable for long waves, is held by short ones, and never comes to "
        "rest; one field on a ring.",
        _TERMS.format("ten"),
        Law({"d_t(u)": 1, "d_x(u^2)": 0.5, "d_xx(u)": 1, "d_xxxx(u)": 1}),
    ),
    "heat_source": (
        "A rod with insulated ends is warmed everywhere alike by a source that grows.",
        "Known: nothing of the source. Searched: which of five derivatives are there, and the "
        "source g(t, x, u), in the grammar of elementary functions.",
        Law(
            {"d_t(u)": 1, "d_xx(u)": -0.25},
            "c1*exp(c2*t)",
            (1.25, 1.8),
            "elementary",
        ),
    ),
    "wave_source": (
        "A string that is held at both ends is shaken everywhere alike, ever harder.",
        "Known: nothing of the source. Searched: which of five derivatives are there, and the "
        "source g(t, x, u), in the grammar of elementary functions.",
        Law(
            {"d_tt(u)": 1, "d_xx(u)": -1},
            "c1*exp(c2*t)*sin(c3*t)",
            (2, 1, 3),
            "elementary",
        ),
    ),
    "slm": (
        "A population by age: everyone grows older, the old die sooner, and births depend on how "
        "many there are of each age.",
        "Known: nothing of the death rate. Searched: which of five derivatives are there, and "
        "g(t, a, u), in the grammar of elementary functions.",
        Law(
            {"d_t(u)": 1, "d_a(u)": 1},
            "c1*exp(c2*a)*u",
            (-2, 1.5),
            "elementary",
        ),
    ),
    "cauchy_riemann_1": (
        _PAIR,
        _FIRST.format("u1 by x, u2 by y"),
        Law({"d_x(u1)": 1, "d_y(u2)": -1}),
    ),
    "cauchy_riemann_2": (
        _PAIR,
        _FIRST.format("u2 by x, u1 by y"),
        Law({"d_x(u2)": 1, "d_y(u1)": 1}),
    ),
    "laplace_1": (
        _ALONE.format("potential"),
        _TERMS.format("four"),
        Law({"d_xx(u1)": 1, "d_yy(u1)": 1}),
    ),
    "laplace_2": (
        _ALONE.format("stream function"),
        _TERMS.format("four"),
        Law({"d_xx(u2)": 1, "d_yy(u2)": 1}),
    ),
}


def papers() -> tuple[Entry, ...]:
    """With the grids and numbers of samples of the paper."""
    found = problems()
    return tuple(_of(found[name], *parts) for name, parts in _ENTRIES.items())


def _of(problem: PaperProblem, about: str, told: str, law: Law) -> Entry:
    return Entry(
        problem.name,
        problem.title,
        about,
        told,
        problem.simulate,
        problem.coordinates,
        problem.fields,
        problem.dictionary,
        law,
        problem.points,
        problem.samples,
        (150, 10) if problem.name == "oscillator" else (500, 20),
    )
