"""How wide the test functions of a weak form should be, read off the spectrum of the data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SPREAD = 2.0
"""Where the corner of the data's spectrum lies in that of a test function, in its deviations."""

WIDEST = 0.3
"""Of an axis, for the half width: wider subdomains would all cover the same points."""

CELLS = 2.5
"""The least half width, so that a subdomain has five points."""


def half_widths(fields: Array, lengths: tuple[float, ...], degree: int) -> tuple[float, ...]:
    """Half the width of the test functions (1 - s^2)^degree along each axis.

    The spectrum of such a function is nearly a Gaussian. It is made so narrow that the wave number
    from which on the data's spectrum is flat, hence noise, lies two deviations out.

    Args:
        fields: shape (samples, *grid), with noise.
        lengths: of the axes of the grid.
        degree: of the test functions.

    Source: Messenger, Bortz 2021 (Weak SINDy for partial differential equations), appendix on
    the supports of test functions; there the degree is chosen too.
    """
    return tuple(
        _half_width(fields, axis, length, degree) for axis, length in enumerate(lengths, start=1)
    )


def corner(spectrum: Array) -> int:
    """Where the sum of a spectrum has its corner: two straight lines that meet there fit it best.

    Args:
        spectrum: shape (K,), absolute values by wave number, K at least 3.

    >>> corner(np.array([5.0, 5.0, 5.0, 5.0, 0.1, 0.1, 0.1, 0.1, 0.1]))
    3
    """
    total = np.cumsum(spectrum)
    places = np.arange(total.size)

    def misfit(j: int) -> float:
        last = total.size - 1
        lines = np.interp(places, [0, j, last], [total[0], total[j], total[last]])
        return float(np.sum((total - lines) ** 2))

    return min(range(1, total.size - 1), key=misfit)


def _half_width(fields: Array, axis: int, length: float, degree: int) -> float:
    spectrum = np.abs(np.fft.rfft(fields, axis=axis))
    others = tuple(i for i in range(fields.ndim) if i != axis)
    wave_number = 2.0 * np.pi * corner(spectrum.mean(axis=others)) / length
    width = SPREAD * np.sqrt(2 * degree + 3) / wave_number
    step = length / (fields.shape[axis] - 1)
    return float(min(max(width, CELLS * step), WIDEST * length))
