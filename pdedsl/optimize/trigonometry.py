"""Sine and cosine from the tangent of half the angle, where that is quicker.

NumPy computes tangents, exponentials and logarithms many at a time on processors that can, but
sine and cosine one by one, ten times as slowly. Both are rational in the tangent of half the
angle, t: sin x = 2 t / (1 + t^2) and cos x = 2 / (1 + t^2) - 1.
"""

from __future__ import annotations

import numpy as np
from numpy.lib import introspect

Array = np.ndarray


def _is_quick() -> bool:
    """Whether NumPy has code for tangents that is made for this processor."""
    told = introspect.opt_func_info(func_name="^tan$", signature="^float64$")
    return any(
        not kind["current"].startswith("baseline") for f in told.values() for kind in f.values()
    )


QUICK = _is_quick()


def sine(x: Array) -> Array:
    """The sine of angles in radians, to two units in the last place of 1.

    nan where an angle is infinite.
    """
    t = _tangent_of_half(x)
    if t is None:
        return np.sin(x)
    below = np.multiply(t, t)
    below += 1.0
    t += t
    t /= below
    return t


def cosine(x: Array) -> Array:
    """The cosine of angles in radians, to two units in the last place of 1.

    nan where an angle is infinite.
    """
    t = _tangent_of_half(x)
    if t is None:
        return np.cos(x)
    t *= t
    t += 1.0
    np.divide(2.0, t, out=t)
    t -= 1.0
    return t


def _tangent_of_half(x: Array) -> Array | None:
    """An array to be written into; None where NumPy's own way is taken."""
    if not QUICK or np.ndim(x) == 0:
        return None
    t = np.multiply(x, 0.5)
    return np.tan(t, out=t)
