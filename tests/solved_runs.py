"""Runs that were never run: equations of which a solution is known, with that as their data."""

import numpy as np

from pdedsl.discovery import Discovery
from pdedsl.records import EquationRecord
from pdedsl.run_fields import RunFields, RunSample

NOISE = 0.01


def made(text, equations, axes, fields, *, noise=NOISE):
    """A run whose estimate is the exact solution; several fields dictionaries, several samples."""
    samples = fields if isinstance(fields, list) else [fields]
    kept = tuple(
        RunSample(
            number,
            {name: np.asarray(a, dtype=float) for name, a in axes.items()},
            {name: np.asarray(u, dtype=float) for name, u in own.items()},
            dict.fromkeys(own, noise),
            {
                name: u + noise * np.random.default_rng(number).normal(size=np.shape(u))
                for name, u in own.items()
            },
        )
        for number, own in enumerate(samples)
    )
    records = tuple(
        EquationRecord(name=name, text=e, latex=e, bound=(), free="0")
        for name, e in equations.items()
    )
    return Discovery(
        verdict="identified",
        reason="made",
        specification=text,
        seed=0,
        seconds=0.0,
        equations=records,
        fields=RunFields(kept, len(kept), dict.fromkeys(axes, 1)),
    )


def one(dictionary, equation, axes, u, *, fields="u", **options):
    """A run of one equation; `u` is an array, or fields by name."""
    text = (
        f"coordinates {', '.join(axes)}\nfields {fields}\n"
        f"dictionary {{ {dictionary} }}\ngrammar none\n"
    )
    own = u if isinstance(u, dict | list) else {"u": u}
    return made(text, {"equation": equation}, axes, own, **options)


def off(simulation, number=0, name="u"):
    """The largest error against the exact solution."""
    sample = simulation.samples[number]
    return np.abs(sample.fields[name] - sample.measured.estimate[name]).max()


T = np.linspace(0.0, 1.0, 21)
X = np.linspace(0.0, 3.0, 25)


def modes(x, diffusivity=0.5):
    """Two modes of heat."""
    t = T[:, None]
    slow = np.exp(-diffusivity * t) * np.sin(x)
    return slow + 0.5 * np.exp(-4 * diffusivity * t) * np.cos(2 * x)


def heat(x=X):
    """Heat in a rod whose edges are at no rest."""
    return one("d_t(u), d_xx(u)", "d_t(u) - 0.5*d_xx(u) = 0", {"t": T, "x": x}, modes(x))


def ring(points=32):
    """Heat in a ring."""
    return heat(np.linspace(0.0, 2 * np.pi, points, endpoint=False))


def oscillator(samples=1):
    """A damped one; sample k is k + 1 times as high."""
    t = np.linspace(0.0, 2.0, 41)
    w = np.sqrt(15.75)
    u = np.exp(-0.5 * t) * np.cos(w * t)
    many = [{"u": (k + 1) * u} for k in range(samples)]
    return one("d_t(u), d_tt(u)", "d_tt(u) + d_t(u) = -16*u", {"t": t}, many)
