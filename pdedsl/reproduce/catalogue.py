"""Every table and figure by the name it has on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pdedsl.experiments import PaperProblem, problems
from pdedsl.reproduce import derivatives, inner, published, rates
from pdedsl.reproduce.baselines import NAMES
from pdedsl.reproduce.case import METHODS, Case, Reading, ReproductionSet, Subject, Sweep
from pdedsl.reproduce.forward import forward_errors
from pdedsl.reproduce.gallery import entries, gallery
from pdedsl.reproduce.gallery.wide import wide
from pdedsl.reproduce.reread import in_products
from pdedsl.reproduce.subjects import (
    growing,
    of_problem,
    outside,
    unrelated_fields,
    white_noise,
)

Noises = tuple[float, ...] | None
Numbers = Callable[[float], published.Numbers]

_ESTIMATORS = ("gaussian_process", "cubic", "linear", "nearest")
_LINEAR_PROBLEMS = ("heat", "burgers", "kuramoto_sivashinsky")


def sets(noises: Noises = None) -> Mapping[str, ReproductionSet]:
    """Every set under its name; cannot be changed.

    Args:
        noises: noise ratios to run instead of the paper's. Sweeps along another axis are then
            left out, and sets without noise are as they were.
    """
    found = (
        _heat(noises),
        _slm(noises),
        _wave(noises),
        _oscillator(noises),
        _linear(noises),
        _systems("cauchy-riemann", "cauchy_riemann", noises),
        _systems("laplace", "laplace", noises),
        _dictionary(noises),
        _derivatives(noises),
        _estimators(noises),
        _collie(),
        _nothing(noises),
        _gallery(noises),
        _wide(noises),
        _rates(noises),
    )
    return MappingProxyType({each.name: each for each in found})


def _heat(noises: Noises) -> ReproductionSet:
    """The paper's three noise ratios, and 1 % for a figure that it does not have."""
    problem = problems()["heat_source"]
    ratios = noises or (0.01, *problem.noise_ratios)
    sweep = _noise_sweep(problem, ratios, published.heat_source)
    return ReproductionSet("heat", "Table 3", (sweep,))


def _slm(noises: Noises) -> ReproductionSet:
    problem = problems()["slm"]
    sweep = _noise_sweep(problem, noises or problem.noise_ratios, published.slm)
    return ReproductionSet("slm", "Table 8", (sweep,))


def _wave(noises: Noises) -> ReproductionSet:
    problem = problems()["wave_source"]
    ratios = noises or problem.noise_ratios
    sweep = _noise_sweep(problem, ratios, lambda _: (), reading=forward_errors)
    return ReproductionSet("wave", "Figure 5", (sweep,), note=published.WAVE_NOTE)


def _oscillator(noises: Noises) -> ReproductionSet:
    """Around the paper's default of 1 % noise, 20 points and 10 samples."""
    problem = problems()["oscillator"]
    ratios = noises or problem.noise_ratios
    sweeps = [_noise_sweep(problem, ratios, lambda r: published.oscillator("noise", r))]
    if noises is None:
        base = _case(problem, of_problem(problem))
        points = tuple(
            replace(base, points=n, published=published.oscillator("points", n))
            for n in published.OSCILLATOR_POINTS
        )
        samples = tuple(
            replace(base, samples=n, published=published.oscillator("samples", n))
            for n in published.OSCILLATOR_SAMPLES
        )
        sweeps.append(Sweep(problem.title, "points", points))
        sweeps.append(Sweep(problem.title, "samples", samples))
    return ReproductionSet("oscillator", "Figure 4", tuple(sweeps))


def _linear(noises: Noises) -> ReproductionSet:
    """g = 0 is known; baselines of other packages can be asked for."""
    sweeps = tuple(
        _noise_sweep(
            problems()[name],
            noises or problems()[name].noise_ratios,
            lambda r, name=name: published.linear(name, r),
            reading=in_products,
        )
        for name in _LINEAR_PROBLEMS
    )
    methods, note = (*METHODS, *NAMES), published.LINEAR_NOTE
    return ReproductionSet("linear", "Figure 3", sweeps, methods, note=note)


def _systems(name: str, prefix: str, noises: Noises) -> ReproductionSet:
    chosen = [p for n, p in problems().items() if n.startswith(prefix)]
    sweeps = tuple(_noise_sweep(p, noises or p.noise_ratios, lambda _: ()) for p in chosen)
    return ReproductionSet(name, "Figure 7", sweeps)


def _dictionary(noises: Noises) -> ReproductionSet:
    """g is told, as in the authors' runs; noise 0.1 %."""
    problem = problems()["slm"]
    bases = [_case(problem, subject) for subject in growing(problem)]
    sweeps = tuple(
        Sweep(
            f"{problem.title}, growing dictionary, noise {noise:g}",
            "terms",
            tuple(replace(base, noise=noise, variant=f"terms {base.terms}") for base in bases),
        )
        for noise in noises or (0.001,)
    )
    return ReproductionSet("dictionary", "Figures 8 and 9", sweeps)


def _derivatives(noises: Noises) -> ReproductionSet:
    """The paper draws these errors, and neither prints nor publishes a number of them."""
    sweeps = derivatives.sweeps(noises or derivatives.NOISES)
    methods, default = derivatives.METHODS, derivatives.DEFAULT
    return ReproductionSet("derivatives", "Figures 10 and 11", sweeps, methods, default)


def _estimators(noises: Noises) -> ReproductionSet:
    sweeps = tuple(
        _noise_sweep(
            problems()[name],
            noises or (0.001, 0.01, 0.1),
            lambda r, n=name, e=estimator: published.estimators(n, r, e),
            estimator=estimator,
        )
        for name in _LINEAR_PROBLEMS
        for estimator in _ESTIMATORS
    )
    return ReproductionSet("estimators", "Figure 12", sweeps)


def _collie() -> ReproductionSet:
    base = Case(None, "inner_problem", 0.0, 1, 1000, measure=inner.measured)
    cases = tuple(
        replace(base, variant=f"terms {n}", terms=n, published=published.collie(n))
        for n in published.COLLIE_TERMS
    )
    sweep = Sweep("Inner problem, random", "terms", cases)
    methods, note = inner.SOLVERS, published.COLLIE_NOTE
    return ReproductionSet("collie", "Figure 2", (sweep,), methods, methods, note)


def _nothing(noises: Noises) -> ReproductionSet:
    """No table of the paper: what is claimed where there is no equation to be found."""
    cases = (
        Case(white_noise(), "white_noise", 1.0, 10, 20),
        *(Case(unrelated_fields(), "unrelated_fields", r, 2, 20) for r in noises or (0.05,)),
        *(Case(outside(), "outside", r, 10, 20) for r in noises or (0.01,)),
    )
    sweep = Sweep("Nothing to find", "", cases)
    return ReproductionSet("nothing", "not in the paper", (sweep,))


def _gallery(noises: Noises) -> ReproductionSet:
    """Every equation that the paper ran, lists or discusses."""
    cases = gallery()
    ratios = noises or (0.01,)
    sweeps = tuple(
        Sweep(f"Equations of the paper, noise {r:g}", "", tuple(replace(c, noise=r) for c in cases))
        for r in ratios
    )
    return ReproductionSet("gallery", "Section 9, Appendices B and F", sweeps)


def _wide(noises: Noises) -> ReproductionSet:
    """The gallery with dictionaries that nobody has chosen."""
    cases = [replace(wide(e).case, variant="all derivatives up to order 4") for e in entries()]
    sweeps = tuple(
        Sweep(
            f"Equations of the paper, all derivatives up to order 4, noise {r:g}",
            "",
            tuple(replace(c, noise=r) for c in cases),
        )
        for r in noises or (0.01,)
    )
    return ReproductionSet("wide", "Appendix F.12", sweeps, note=_WIDE_NOTE)


_WIDE_NOTE = (
    "Another law of the same fields counts as wrong here: with all derivatives of both functions "
    "in one dictionary Cauchy and Riemann's first equation is as true as their second, and none of "
    "them is claimed."
)


def _rates(noises: Noises) -> ReproductionSet:
    """A derivative that is measured, and the same problems without it."""
    return ReproductionSet("rates", "Appendix F.13", rates.sweeps(noises))


def _noise_sweep(
    problem: PaperProblem,
    ratios: Sequence[float],
    numbers: Numbers,
    *,
    estimator: str = "",
    reading: Reading | None = None,
) -> Sweep:
    base = replace(_case(problem, of_problem(problem, estimator=estimator)), reading=reading)
    variant = f"estimate {estimator}" if estimator else ""
    cases = (replace(base, noise=r, variant=variant, published=numbers(r)) for r in ratios)
    title = f"{problem.title}, {variant}" if variant else problem.title
    return Sweep(title, "noise", tuple(cases))


def _case(problem: PaperProblem, subject: Subject) -> Case:
    """The paper's default setting."""
    setting = (problem.noise, problem.samples, problem.points)
    return Case(subject, problem.name, *setting, terms=len(subject.dictionary))
