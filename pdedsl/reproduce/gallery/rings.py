"""Waves and reactions on a line, each with the dictionary of ten terms that serves them all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pdedsl.experiments.textbook import simulate, textbook
from pdedsl.reproduce.gallery.entry import PLANE_POINTS, Entry, Law

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
"""The dictionary with which all 17 equations of the paper's table can be written."""

REACTION, FORCE = "reaction(u)", "potential(u)"

_NOTHING = "Known: g = 0. Searched: which of ten terms are there, and with what coefficients."
_REACTION = (
    "Known: g depends on u alone. Searched: which of ten terms are there, and the reaction g(u), "
    "in the grammar of reactions."
)
_FORCE = (
    "Known: g depends on u alone. Searched: which of ten terms are there, and the force g(u), in "
    "the grammar of potentials."
)

_WORDS: Mapping[str, tuple[str, str]] = {
    "fisher": (
        "A favorable gene spreads in a population along a shore: u is its share, which grows by "
        "inheritance up to saturation and wanders by migration.",
        _REACTION,
    ),
    "chafee_infante": (
        "A quantity that diffuses and is driven away from 0 towards one of two states, 1 and -1; "
        "fronts between them move slowly.",
        _REACTION,
    ),
    "porous_medium": (
        "Gas of density u seeps through sand: its pressure drives it, so that it spreads the "
        "faster the denser it is.",
        _NOTHING,
    ),
    "kdv": (
        "Long waves on shallow water, written so that they are troughs: deep ones run faster, and "
        "dispersion keeps them from breaking. Solitons come out of a random start.",
        _NOTHING,
    ),
    "bbm": (
        "Long waves on shallow water. A mixed derivative, d_txx, makes short waves run slower than "
        "long ones.",
        _NOTHING,
    ),
    "boussinesq": (
        "Long waves on shallow water that run both ways, and along chains of nonlinear springs: a "
        "wave equation with a nonlinear and a dispersive term.",
        _NOTHING,
    ),
    "klein_gordon": (
        "A string on an elastic bed, or a scalar field with mass: every point is pulled back in "
        "proportion to u.",
        _FORCE,
    ),
    "sine_gordon": (
        "A chain of pendulums coupled by springs, or the phase across a long Josephson junction: "
        "gravity pulls back by sin(u).",
        _FORCE,
    ),
    "sinh_gordon": (
        "A relativistic field on a line, t and x being coordinates along the light rays to either "
        "side: the force is sinh(u).",
        _FORCE,
    ),
}

_LAWS: Mapping[str, tuple[Law, int]] = {
    "fisher": (
        Law({"d_t(u)": 1, "d_xx(u)": -0.1}, "c1*u + c2*u^2", (2, -2), REACTION),
        PLANE_POINTS,
    ),
    "chafee_infante": (
        Law({"d_t(u)": 1, "d_xx(u)": -0.2}, "c1*u + c2*u^3", (3, -3), REACTION),
        PLANE_POINTS,
    ),
    "porous_medium": (Law({"d_t(u)": 1, "d_xx(u^2)": -1}), 32),
    "kdv": (Law({"d_t(u)": 1, "d_x(u^2)": -3, "d_xxx(u)": 1}), 40),
    "bbm": (Law({"d_t(u)": 1, "d_x(u)": 1, "d_x(u^2)": 0.5, "d_txx(u)": -1}), 32),
    "boussinesq": (Law({"d_tt(u)": 1, "d_xx(u)": -1, "d_xx(u^2)": 1, "d_xxxx(u)": 1}), 32),
    "klein_gordon": (Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*u", (-2,), FORCE), PLANE_POINTS),
    "sine_gordon": (
        Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*sin(c2*u)", (-1, 1), FORCE),
        PLANE_POINTS,
    ),
    "sinh_gordon": (
        Law({"d_tx(u)": 1}, "c1*sinh(c2*u)", (1, 1), FORCE),
        PLANE_POINTS,
    ),
}


def rings() -> tuple[Entry, ...]:
    """Those of the paper's table that are solved on a ring, of which a part is measured."""
    found = textbook()
    return tuple(
        Entry(
            name,
            found[name].title,
            *_WORDS[name],
            partial(simulate, name),
            (("t", found[name].end), ("x", found[name].width)),
            ("u",),
            TEN,
            law,
            points,
        )
        for name, (law, points) in _LAWS.items()
    )
