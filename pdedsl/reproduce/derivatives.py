"""How far derivatives of noisy fields are off, by their order: why there is a weak form.

The error of a method is the root mean square of what its derivative, or its integrals against
test functions, differ from the true ones, over the root mean square of the true ones; samples
and points, or samples and test functions, taken together. So it can be compared between orders,
and 1 is what 0 in place of the derivative would give. Of u itself the average over the grid is
left out of the true values, as it is in the noise ratio. Points on which a derivative does not
exist are left out; the integrals exist all the same.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix "Challenges of derivative estimation".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from pdedsl.experiments import Simulation, problems
from pdedsl.experiments.simulation import ExactField
from pdedsl.fields import FieldEstimate, estimate
from pdedsl.language import Specification, parse
from pdedsl.loading import load_data
from pdedsl.reproduce.case import Case, Sweep
from pdedsl.reproduce.derivative_estimates import by_differences, by_spline, of_gaussian_process
from pdedsl.reproduce.derivative_subjects import SUBJECTS, Orders, name_of
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of
from pdedsl.reproduce.weak_integrals import Integrals, weak_integrals

Array = NDArray[np.float64]

METHODS = ("differences", "spline", "gaussian_process", "weak", "weak-data")
DEFAULT = METHODS[:4]
NOISES = (0.01, 0.05, 0.1)


def sweeps(noises: Sequence[float]) -> tuple[Sweep, ...]:
    """Over all derivatives at every noise ratio, and over the noise for d_tt."""
    return tuple(sweep for name in SUBJECTS for sweep in _sweeps(name, noises))


def _sweeps(name: str, noises: Sequence[float]) -> list[Sweep]:
    title = problems()[name].title
    cases = [[_case(name, noise, orders) for orders in SUBJECTS[name].orders] for noise in noises]
    second = tuple(next(case for case in each if case.variant == "d_tt") for each in cases)
    pairs = zip(noises, cases, strict=True)
    return [
        *(Sweep(f"{title}, noise {noise:g}", "variant", tuple(each)) for noise, each in pairs),
        Sweep(f"{title}, d_tt", "noise", second),
    ]


def _case(name: str, noise: float, orders: Orders) -> Case:
    samples, points = problems()[name].samples, problems()[name].points
    variant, measure = name_of(name, orders), DerivativeError(orders)
    return Case(None, name, noise, samples, points, variant, measure=measure)


@dataclass(frozen=True)
class DerivativeError:
    """The error of one derivative, as a `Measure`.

    Attributes:
        orders: of the derivative, one for each coordinate.
    """

    orders: Orders

    def __call__(self, case: Case, method: str, seed: int) -> Mapping[str, float]:
        """The column `rmse` of a run."""
        setting = _made(case.problem, seed, case.samples, case.points, case.noise)
        return {"rmse": setting.error(method, self.orders)}


@dataclass(frozen=True, eq=False)
class Setting:
    """Data of a problem, and what all derivatives of them have in common.

    Attributes:
        problem: its name.
        data: D samples.
        exact: their D fields.
    """

    problem: str
    data: Simulation
    exact: tuple[ExactField, ...]

    def error(self, method: str, orders: Orders) -> float:
        """The error of a derivative, or of its integrals, by one of `METHODS`."""
        if method.startswith("weak"):
            return self._weak_error(method, orders)
        axes, noisy = self.data.axes, self.data.noisy[:, 0]
        if method == "gaussian_process":
            curves = [each.curves[0] for each in self.estimates]
            found = [of_gaussian_process(curve, axes, orders) for curve in curves]
        else:
            way = by_spline if method == "spline" else by_differences
            found = [way(values, axes, orders) for values in noisy]
        true = np.stack([field(orders, axes) for field in self.exact])
        known = SUBJECTS[self.problem].exists(*axes)
        wrong = np.stack(found) - true
        level = self._average.reshape(-1, *(1,) * len(axes)) if not any(orders) else 0.0
        return _ratio(wrong[:, known], (true - level)[:, known])

    def _weak_error(self, method: str, orders: Orders) -> float:
        integrals = self.integrals[orders]
        found = integrals.data if method == "weak-data" else integrals.estimate
        level = self._average[:, None] * integrals.one if not any(orders) else 0.0
        return _ratio(found - integrals.true, integrals.true - level)

    @cached_property
    def _average(self) -> Array:
        """Of every sample's true field over the grid, shape (D,)."""
        clean = self.data.clean[:, 0]
        return clean.reshape(len(clean), -1).mean(axis=1)

    @cached_property
    def estimates(self) -> tuple[FieldEstimate, ...]:
        """By Gaussian processes."""
        return estimate(load_data(self._specification, self.data.measurements()))

    @cached_property
    def integrals(self) -> Mapping[Orders, Integrals]:
        """Of every derivative by its orders."""
        found = weak_integrals(self._specification.problem, self.estimates, self.exact)
        return dict(zip(SUBJECTS[self.problem].orders, found, strict=True))

    @cached_property
    def _specification(self) -> Specification:
        """All derivatives as a dictionary."""
        names = [name_of(self.problem, orders) for orders in SUBJECTS[self.problem].orders]
        terms = tuple(name if name == "u" else f"{name}(u)" for name in names)
        subject = of_problem(problems()[self.problem])
        return parse(text_of(replace(subject, dictionary=terms, searched=False)))


@lru_cache(maxsize=8)
def _made(problem: str, seed: int, samples: int, points: int, noise: float) -> Setting:
    """The same for all derivatives and methods; the runs of a seed share it, to save time alone."""
    data = problems()[problem].run(seed, samples=samples, points=points, noise=noise)
    return Setting(problem, data, SUBJECTS[problem].exact(seed, samples))


def _ratio(wrong: Array, true: Array) -> float:
    return float(np.linalg.norm(wrong) / np.linalg.norm(true))
