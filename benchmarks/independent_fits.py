"""The measured laws fitted without pdedsl: `python benchmarks/independent_fits.py [FOLDER]`.

The form is given, and its numbers are fitted to what examples/measured/prepare.py wrote to FOLDER:
by solving the equation with finite differences from the first profile on, and for the
population by least squares. docs/measured.md compares these numbers with those that were found.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solve_banded
from scipy.optimize import least_squares, minimize_scalar

HERE = Path(__file__).parents[1] / "examples" / "measured"
NODES, STEPS = 81, 4

Arrays = Mapping[str, np.ndarray]


def soil(data: Arrays) -> None:
    """Diffusivity between two sensors, whose temperatures are the boundary values."""
    z, step = data["z"], float(data["t"][1] - data["t"][0])
    for top, bottom in ((0.2, 2.25), (0.2, 1.0), (1.0, 2.25)):
        part = (z >= top) & (z <= bottom)
        samples = data["u"][:, part]

        def misfit(d: float, z: np.ndarray = z[part], samples: np.ndarray = samples) -> float:
            gaps = [(conducted(d, z, u, step) - u)[1:-1, 20:] for u in samples]
            return float(np.mean(np.square(gaps)))

        best = minimize_scalar(misfit, bounds=(0.5, 8.0), method="bounded")
        print(f"soil, {top} to {bottom} m: D = {best.x:.2f}, residual {best.fun**0.5:.3f} K")


def conducted(d: float, z: np.ndarray, u: np.ndarray, step: float) -> np.ndarray:
    """Crank and Nicolson's solution at the sensors, from u(z, 0), u at both ends given."""
    x = np.linspace(z[0], z[-1], NODES)
    share = d * step / STEPS / (x[1] - x[0]) ** 2 / 2
    bands = np.zeros((3, NODES))
    bands[1], bands[0, 2:], bands[2, :-2] = 1 + 2 * share, -share, -share
    bands[1, [0, -1]] = 1.0
    days = np.arange(u.shape[1])
    fine = np.arange((u.shape[1] - 1) * STEPS + 1) / STEPS
    ends = np.array([np.interp(fine, days, u[0]), np.interp(fine, days, u[-1])])
    now = np.interp(x, z, u[:, 0])
    found = [np.interp(z, x, now)]
    for k in range(1, len(fine)):
        right = now.copy()
        right[1:-1] += share * (now[2:] - 2 * now[1:-1] + now[:-2])
        right[[0, -1]] = ends[:, k]
        now = solve_banded((1, 1), bands, right)
        if k % STEPS == 0:
            found.append(np.interp(z, x, now))
    return np.transpose(found)


def scratch(data: Arrays) -> None:
    """Diffusion with D or D u, and logistic growth, on the mean of three replicates."""
    t, x = data["t"], data["x"]
    means = data["u"].reshape(-1, 3, len(x), len(t)).mean(axis=1)
    for first in (0, 1):
        for power, name in ((0, "D"), (1, "D u")):

            def misfit(p: np.ndarray, first: int = first, power: int = power) -> np.ndarray:
                gaps = [grown(p, power, x, u[:, first], t[first:]) - u[:, first:] for u in means]
                return np.ravel(gaps)

            fit = least_squares(misfit, [0.03, 1.0, 1.8], bounds=([0, 0, 0.5], [1, 5, 5]))
            used = fit.fun.reshape(len(means), len(x), -1)[..., 1:]
            numbers = ", ".join(f"{p:.3f}" for p in fit.x)
            print(
                f"scratch from {t[first]}, {name}: D, r, K = {numbers}, residual {used.std():.3f}"
            )


def grown(p: np.ndarray, power: int, x: np.ndarray, u: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The density at all t, no cells passing the ends."""
    spread, rate, capacity = p
    gap = x[1] - x[0]

    def change(_: float, u: np.ndarray) -> np.ndarray:
        wide = np.r_[u[0], u, u[-1]]
        flux = spread * ((wide[1:] + wide[:-1]) / 2) ** power * np.diff(wide) / gap
        return np.diff(flux) / gap + rate * u * (1 - u / capacity)

    return solve_ivp(change, (t[0], t[-1]), u, t_eval=t, method="LSODA").y


def population(data: Arrays) -> None:
    """A mortality exp(p + q a + r t), from deaths, and from losses along life lines."""
    a, t = np.meshgrid(data["a"], data["t"], indexing="ij")
    u, deaths = data["u"], data["deaths"]

    def middle(values: np.ndarray) -> np.ndarray:
        return (values[1:, 1:] + values[:-1, :-1]) / 2

    lost = (u[:-1, :-1] - u[1:, 1:]) / (data["a"][1] - data["a"][0])
    for name, wanted in (("deaths", middle(deaths)), ("losses", lost)):

        def misfit(p: np.ndarray, wanted: np.ndarray = wanted) -> np.ndarray:
            rate = np.exp(p[0] + p[1] * (middle(a) - 8) + p[2] * (middle(t) - 4))
            return np.ravel(rate * middle(u) - wanted)

        fit = least_squares(misfit, [-1.0, 1.1, -0.25])
        print(f"population, {name}: {fit.x[1]:.3f} a decade of age, {fit.x[2]:.3f} of time")


def main() -> None:
    """Fit what is there."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    fits = {"soil_temperature": soil, "scratch_assay": scratch, "mortality_japan": population}
    for name, fit in fits.items():
        path = folder / f"{name}.npz"
        if path.exists():
            with np.load(path) as data:
                fit(dict(data))
        else:
            print(f"{path} is not here")


if __name__ == "__main__":
    main()
