"""Numbers that the paper prints or draws, to be shown beside ours.

Source: Kacprzyk, Qian, van der Schaar 2023; figures read off the authors' published files.
"""

from __future__ import annotations

from collections.abc import Mapping

from pdedsl.reproduce.case import Published

Numbers = tuple[tuple[str, Published], ...]

# Ours and the ablated method's (success, its standard error, RMSE, its standard error).
_HEAT = {  # Table 3
    0.05: ((0.64, 0.07, 0.15, 0.009), (0.46, 0.07, 0.18, 0.009)),
    0.1: ((0.42, 0.07, 0.21, 0.007), (0.20, 0.06, 0.24, 0.008)),
    0.2: ((0.12, 0.05, 0.24, 0.005), (0.04, 0.03, 0.27, 0.007)),
}
_SLM = {  # Table 8
    0.001: ((0.6, 0.15, 0.007, 0.0008), (0.2, 0.13, 0.017, 0.0009)),
    0.01: ((0.5, 0.16, 0.008, 0.0011), (0.2, 0.13, 0.017, 0.0008)),
}

# Figure 4, 50 runs each: success and RMSE of the paper's method, then of the ablated one.
_OSCILLATOR_NOISE = {
    0.001: (0.80, 0.0026, 0.68, 0.0067),
    0.005: (0.72, 0.0035, 0.54, 0.0097),
    0.01: (0.82, 0.0054, 0.50, 0.0127),
    0.1: (0.32, 0.0161, 0.12, 0.0160),
    0.2: (0.38, 0.0339, 0.22, 0.0267),
    0.5: (0.20, 0.0777, 0.18, 0.0569),
}
_OSCILLATOR_POINTS = {
    25: (0.80, 0.0044, 0.62, 0.0104),
    20: (0.82, 0.0054, 0.50, 0.0127),
    15: (0.66, 0.0070, 0.30, 0.0148),
    10: (0.28, 0.0122, 0.08, 0.0176),
    5: (0.0, 0.0471, 0.0, 0.0706),
}
_OSCILLATOR_SAMPLES = {
    1: (0.02, 0.1091, 0.02, 0.1187),
    2: (0.30, 0.0318, 0.14, 0.0391),
    5: (0.72, 0.0079, 0.42, 0.0156),
    10: (0.82, 0.0054, 0.50, 0.0127),
    15: (0.76, 0.0050, 0.56, 0.0125),
}
_OSCILLATOR = {
    "noise": _OSCILLATOR_NOISE,
    "points": _OSCILLATOR_POINTS,
    "samples": _OSCILLATOR_SAMPLES,
}

# Figure 3, 10 runs each: RMSE at these noise ratios.
_RATIOS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.2)
_LINEAR = {
    "heat": {
        "paper": (0.0015, 0.0049, 0.0106, 0.0410, 0.0537, 0.0669),
        "pde-find": (0.0192, 0.0291, 0.0518, 0.0991, 0.1023, 0.1040),
        "wsindy": (0.0194, 0.0385, 0.0643, 0.0997, 0.1019, 0.1022),
    },
    "burgers": {
        "paper": (0.0885, 0.0904, 0.1006, 0.1751, 0.2254, 0.2549),
        "pde-find": (0.1902, 0.1906, 0.1917, 0.2116, 0.2291, 0.2444),
        "wsindy": (0.3426, 0.3426, 0.3426, 0.3429, 0.3442, 0.3688),
    },
    "kuramoto_sivashinsky": {
        "paper": (0.0121, 0.0119, 0.0118, 0.0144, 0.0242, 0.0494),
        "pde-find": (0.2105, 0.2105, 0.2105, 0.2112, 0.2131, 0.2198),
        "wsindy": (0.0413, 0.0413, 0.0413, 0.0415, 0.0421, 0.0448),
    },
}

WAVE_NOTE = (
    "Forward error: the equation found and the true one, solved from the same initial shapes; "
    "root mean square of the difference over that of the motion, as is the error of the data. "
    "Beyond: for as long again after them, median. Solved: equations found that are those of a "
    "driven string. The paper draws absolute differences."
)
LINEAR_NOTE = (
    "RMSE in products is that of the coefficients of u d_x^k(u) in place of d_x^k(u^2), at unit L1 "
    "norm of their own: so the paper takes that of PDE-FIND and WSINDy, whose published numbers "
    "belong beside it. Those of the paper's own method belong beside RMSE."
)

# Figure 2, 1000 problems each: mean relative error of CoLLie's loss, and its 99th percentile.
_COLLIE = {
    2: (0.00053, 0.0001),
    3: (0.0017, 0.057),
    4: (0.0018, 0.061),
    5: (0.0027, 0.072),
    6: (0.0039, 0.083),
    7: (0.0051, 0.11),
}
COLLIE_NOTE = (
    "Loss errors are relative to CVXOPT's 2^P quadratic programs, over all problems of all runs; "
    "so are the median and the 99th percentile of the seconds of one solve, Z being prepared. In "
    "the paper the bulk of CoLLie's errors is below 1e-7 and the largest are 0.11 to 0.19; it is "
    "orders of magnitude faster than CVXOPT there."
)

OSCILLATOR_POINTS = tuple(_OSCILLATOR_POINTS)
OSCILLATOR_SAMPLES = tuple(_OSCILLATOR_SAMPLES)
COLLIE_TERMS = tuple(_COLLIE)


def heat_source(noise: float) -> Numbers:
    """Table 3, 50 runs each."""
    return _of_table(_HEAT, noise)


def slm(noise: float) -> Numbers:
    """Table 8, 10 runs each."""
    return _of_table(_SLM, noise)


def oscillator(axis: str, value: float) -> Numbers:
    """Figure 4, one of its sweeps: axis "noise", "points" or "samples"."""
    found = _OSCILLATOR[axis].get(value)
    if found is None:
        return ()
    success, rmse, ablated_success, ablated_rmse = found
    return (
        ("paper", Published(success, rmse=rmse)),
        ("ablated", Published(ablated_success, rmse=ablated_rmse)),
    )


def linear(problem: str, noise: float) -> Numbers:
    """Figure 3: the paper's method, and the better variants of PDE-FIND and WSINDy.

    The RMSE of those two is taken on a dictionary of their own, with u u_x for (u^2)_x.
    """
    if noise not in _RATIOS:
        return ()
    position = _RATIOS.index(noise)
    values = _LINEAR[problem]
    return tuple((method, Published(rmse=each[position])) for method, each in values.items())


def estimators(problem: str, noise: float, estimator: str) -> Numbers:
    """Figure 12: with the Gaussian process its runs are those of Figure 3; others are not read."""
    if estimator != "gaussian_process":
        return ()
    return tuple(pair for pair in linear(problem, noise) if pair[0] == "paper")


def collie(terms: int) -> Numbers:
    """Figure 2: relative error of CoLLie's loss, by the number of terms."""
    mean, tail = _COLLIE[terms]
    return (("collie", Published(loss_error=mean, tail_error=tail)),)


def _of_table(table: Mapping[float, tuple[tuple[float, ...], ...]], noise: float) -> Numbers:
    if noise not in table:
        return ()
    main, ablated = table[noise]
    return (("paper", Published(*main)), ("ablated", Published(*ablated)))
