"""Maxwell's equations for light in a plane, one part of the field at a time."""

from __future__ import annotations

from pdedsl.experiments import modes
from pdedsl.reproduce.gallery.entry import SPACE_POINTS, Entry, Law

_ABOUT = (
    "Light in a plane: the electric field e is perpendicular to the plane, the magnetic field has "
    "the parts hx and hy in it. The units are those in which light has the speed 1. {}"
)
_TOLD = "Known: g = 0. Searched: which of {} terms are there, and with what coefficients."


def light() -> tuple[Entry, ...]:
    """The law of Ampere and Maxwell, and both parts of that of Faraday."""
    return (
        _of(
            "maxwell_e",
            "Maxwell's equations, the electric field",
            "The rotation of the magnetic field changes the electric one.",
            ("e", "d_t(e)", "d_x(e)", "d_y(e)", "d_y(hx)", "d_x(hy)"),
            Law({"d_t(e)": 1, "d_x(hy)": -1, "d_y(hx)": 1}),
        ),
        _of(
            "maxwell_hx",
            "Maxwell's equations, the magnetic field along x",
            "The slope of the electric field along y changes it.",
            ("hx", "d_t(hx)", "d_x(e)", "d_y(e)"),
            Law({"d_t(hx)": 1, "d_y(e)": 1}),
        ),
        _of(
            "maxwell_hy",
            "Maxwell's equations, the magnetic field along y",
            "The slope of the electric field along x changes it.",
            ("hy", "d_t(hy)", "d_x(e)", "d_y(e)"),
            Law({"d_t(hy)": 1, "d_x(e)": -1}),
        ),
    )


def _of(name: str, title: str, what: str, dictionary: tuple[str, ...], law: Law) -> Entry:
    number = {4: "four", 6: "six"}[len(dictionary)]
    return Entry(
        name,
        title,
        _ABOUT.format(what),
        _TOLD.format(number),
        modes.maxwell,
        (("t", 3.0), ("x", 3.0), ("y", 3.0)),
        ("e", "hx", "hy"),
        dictionary,
        law,
        SPACE_POINTS,
    )
