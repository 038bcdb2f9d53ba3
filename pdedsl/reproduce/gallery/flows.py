"""What is carried by wind and water: a tracer, and the equations of Navier and Stokes."""

from __future__ import annotations

from pdedsl.experiments import modes, navier_stokes
from pdedsl.reproduce.gallery.entry import SPACE_POINTS, Entry, Law

_NOTHING = "Known: g = 0. Searched: which of {} terms are there, and with what coefficients."


def flows() -> tuple[Entry, ...]:
    """From a uniform wind to one that carries itself."""
    plane = ("t", navier_stokes.END), ("x", navier_stokes.WIDTH), ("y", navier_stokes.WIDTH)
    return (
        Entry(
            "drift",
            "Drift and diffusion of a tracer",
            "A tracer in the air over a plain: a uniform wind carries it, and it spreads equally "
            "fast in both directions.",
            _NOTHING.format("seven") + " Two of them are the wind.",
            modes.drift,
            (("t", 2.0), ("x", 3.0), ("y", 3.0)),
            ("u",),
            ("u", "d_t(u)", "d_x(u)", "d_y(u)", "d_xx(u)", "d_xy(u)", "d_yy(u)"),
            Law({"d_t(u)": 1, "d_x(u)": 0.8, "d_y(u)": -0.5, "d_xx(u)": -0.1, "d_yy(u)": -0.1}),
            SPACE_POINTS,
        ),
        Entry(
            "navier_stokes_vorticity",
            "Navier-Stokes equations, vorticity",
            "Whirls in a plane liquid that cannot be compressed: the flow carries the vorticity w, "
            "and friction spreads it. The velocities u and v are measured as well; a mean flow "
            "differs between samples, the viscosity is 0.1.",
            _NOTHING.format("eight"),
            navier_stokes.simulate_vorticity,
            plane,
            ("w", "u", "v"),
            (
                "d_t(w)",
                "d_x(u*w)",
                "d_y(v*w)",
                "d_x(w)",
                "d_y(w)",
                "d_xx(w)",
                "d_xy(w)",
                "d_yy(w)",
            ),
            Law({"d_t(w)": 1, "d_x(u*w)": 1, "d_y(v*w)": 1, "d_xx(w)": -0.1, "d_yy(w)": -0.1}),
            SPACE_POINTS,
        ),
        Entry(
            "navier_stokes_momentum",
            "Navier-Stokes equations, momentum along x",
            "Whirls of a liquid in a plane, by the balance of momentum along x: the pressure p "
            "over the density is measured beside the velocities, and its slope accelerates the "
            "liquid.",
            _NOTHING.format("ten"),
            navier_stokes.simulate_momentum,
            plane,
            ("u", "v", "p"),
            (
                "d_t(u)",
                "d_x(u^2)",
                "d_y(u*v)",
                "d_x(p)",
                "d_y(p)",
                "d_x(u)",
                "d_y(u)",
                "d_xx(u)",
                "d_xy(u)",
                "d_yy(u)",
            ),
            Law(
                {
                    "d_t(u)": 1,
                    "d_x(u^2)": 1,
                    "d_y(u*v)": 1,
                    "d_x(p)": 1,
                    "d_xx(u)": -0.1,
                    "d_yy(u)": -0.1,
                }
            ),
            SPACE_POINTS,
        ),
    )
