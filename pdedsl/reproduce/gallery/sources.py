"""Sources in closed form: Liouville's equations, a string with friction, fields of charges."""

from __future__ import annotations

from pdedsl.experiments import hunter_saxton, liouville, modes
from pdedsl.reproduce.gallery.entry import SPACE_POINTS, Entry, Law
from pdedsl.reproduce.gallery.rings import FORCE, TEN

_SQUARE = (("x", 2.0), ("y", 2.0))


def sources() -> tuple[Entry, ...]:
    """In the order of the paper's tables."""
    return (
        Entry(
            "liouville",
            "Liouville's equation",
            "The logarithm of the scale of a map of a surface with constant negative curvature, "
            "or the potential of a charged gas between walls: its Laplacian is an exponential.",
            "Known: g depends on u alone. Searched: which of all five derivatives up to the second "
            "order are there, and g(u).",
            liouville.simulate,
            _SQUARE,
            ("u",),
            ("d_x(u)", "d_y(u)", "d_xx(u)", "d_xy(u)", "d_yy(u)"),
            Law({"d_xx(u)": 1, "d_yy(u)": 1}, "c1*exp(c2*u)", (1.5, 0.8), FORCE),
        ),
        Entry(
            "liouville_waves",
            "Liouville's equation for waves",
            "Waves that an exponential of u drives: Liouville's equation with time in place of one "
            "of the coordinates.",
            "Known: g depends on u alone. Searched: which of ten terms are there, and the force "
            "g(u).",
            liouville.simulate_waves,
            (("t", 2.0), ("x", 2.0)),
            ("u",),
            TEN,
            Law({"d_tt(u)": 1, "d_xx(u)": -1}, "c1*exp(c2*u)", (1.5, 0.8), FORCE),
        ),
        Entry(
            "damped_wave",
            "Damped wave equation with a source",
            "A string in air that something shakes: the shaking has one shape along the string "
            "and dies away.",
            "Known: the source does not depend on u. Searched: which of ten terms are there, and "
            "the source g(t, x), in the grammar of elementary functions.",
            modes.damped_wave,
            (("t", 4.0), ("x", 4.0)),
            ("u",),
            TEN,
            Law(
                {"d_t(u)": 0.6, "d_tt(u)": 1, "d_xx(u)": -1.5},
                "c1*exp(c2*t)*sin(c3*x)",
                (4, -1, 2),
                "elementary(t, x)",
            ),
            30,
            search=(500, 10),
        ),
        Entry(
            "hunter_saxton",
            "Hunter-Saxton equation",
            "Waves of the direction of molecules in a liquid crystal. The law has the square of a "
            "slope in it, so that the slope v = d_x(u) is measured as a field of its own.",
            "Known: g is a polynomial in u and v. Searched: which of six terms are there, and "
            "g(u, v).",
            hunter_saxton.simulate,
            (("t", 1.0), ("x", 4.0)),
            ("u", "v = d_x(u)"),
            ("d_t(u)", "d_tt(u)", "d_tx(u)", "d_xx(u)", "d_xxx(u)", "d_xx(u^2)"),
            Law({"d_tx(u)": 1, "d_xx(u^2)": 0.5}, "c1*v^2", (0.5,), "polynomial(u, v)"),
        ),
        Entry(
            "gauss",
            "Gauss' law, a round cloud of charge",
            "The electric field about a cloud of charge in a plane, beside fields without "
            "divergence that changing magnets make and that differ between samples.",
            "Known: the charge is the same in all samples. Searched: which first derivatives of "
            "the two parts of the field are there, and the charge g(x, y), in the grammar of "
            "exponentials.",
            modes.gauss,
            _SQUARE,
            ("ex", "ey"),
            ("d_x(ex)", "d_y(ex)", "d_x(ey)", "d_y(ey)"),
            Law(
                {"d_x(ex)": 1, "d_y(ey)": 1},
                "c1*exp(c2*x^2 + c3*y^2)",
                (4, -1, -1),
                "exponential(x, y)",
            ),
        ),
        Entry(
            "gauss_layer",
            "Gauss' law, the charge before a wall",
            "The electric field over a charged wall in a salt solution: the charge that screens "
            "the wall falls with the distance z. Beside it are fields without divergence that "
            "differ between samples.",
            "Known: the charge is the same in all samples. Searched: which of five first "
            "derivatives of the three parts of the field are there, and the charge g(x, y, z).",
            modes.gauss_layer,
            (*_SQUARE, ("z", 2.0)),
            ("ex", "ey", "ez"),
            ("d_x(ex)", "d_y(ey)", "d_z(ez)", "d_x(ez)", "d_z(ex)"),
            Law(
                {"d_x(ex)": 1, "d_y(ey)": 1, "d_z(ez)": 1},
                "c1*exp(c2*z)",
                (3, -2),
                "elementary(x, y, z)",
            ),
            SPACE_POINTS,
        ),
    )
