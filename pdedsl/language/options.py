"""Options of the three steps: their defaults, and what values each of them takes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from pdedsl.language.checks import ByField, Check, Choice, PerCoordinate, PerField, Real, Whole


def _option(default: Any, check: Check) -> Any:
    return field(default=default, metadata={"check": check})


@dataclass(frozen=True)
class MethodOptions:
    """By which method the equation is found; the defaults of all other options follow from it.

    Attributes:
        method: "calibrated", ours; "paper", the algorithm of Kacprzyk, Qian and van der Schaar
            (2023) as it stands; "ablated", the same with finite differences in place of the
            weak form, as they ablate it.
    """

    method: str = _option("calibrated", Choice(("calibrated", "paper", "ablated")))


@dataclass(frozen=True)
class EstimateOptions:
    """How fields are estimated from samples.

    Attributes:
        method: the estimator.
        noise: standard deviation of the noise in units of the field, None to fit it; for one field
            `noise u = 0.1`, for each of its samples, in their order, `noise u = (0.1, fit)`.
    """

    method: str = _option(
        "gaussian_process",
        Choice(("gaussian_process", "spline", "cubic", "linear", "nearest")),
    )
    noise: float | ByField | None = _option(  # noqa: RUF009, None is immutable
        None, PerField(Real(0.0, 1e12, unset="fit"))
    )


@dataclass(frozen=True)
class TestOptions:
    """The test functions of the weak form and how their integrals are taken.

    Attributes:
        family: the shape of a test function.
        degree: degree of its splines, None to choose it from the data.
        count: how many along each axis, one number for all axes or one for each coordinate.
        support: width as a fraction of the axis, one number or one for each coordinate.
        quadrature: exact integrals of splines, or Riemann sums on a fine grid.
        points: points along each axis of that fine grid.
    """

    __test__ = False

    family: str = _option("bsplines", Choice(("bsplines",)))
    degree: int | None = _option(None, Whole(1, 30, unset="auto"))
    count: int | tuple[int, ...] | None = _option(None, PerCoordinate(Whole(1, 1000), unset="auto"))
    support: float | tuple[float, ...] | None = _option(
        None, PerCoordinate(Real(0.0, 1.0, above=True), unset="auto")
    )
    quadrature: str = _option("splines", Choice(("splines", "riemann")))
    points: int = _option(200, Whole(4, 100_000))


@dataclass(frozen=True)
class SolveOptions:
    """How the inner problem, least squares on the L1 sphere, is solved."""

    method: str = _option("exact", Choice(("exact", "collie", "cvxopt")))


@dataclass(frozen=True)
class SearchOptions:
    """The search for the derivative-free part.

    Attributes:
        method: the kind of search.
        population: candidates of a generation.
        generations: how many follow the first; with the paper's method, how many there are.
        seed: decides every random choice.
        length: most nodes an expression may have.
        parsimony: by how much of itself a loss is raised for every node of an expression.
        tournament: how many candidates compete to be a parent, with the paper's method.
    """

    method: str = _option("genetic", Choice(("genetic",)))
    population: int = _option(500, Whole(2, 100_000))
    generations: int = _option(20, Whole(0, 10_000))
    seed: int = _option(0, Whole(0, 2**32 - 1))
    length: int = _option(20, Whole(1, 1000))
    parsimony: float = _option(0.05, Real(0.0, 1e3))
    tournament: int = _option(20, Whole(1, 10_000))


@dataclass(frozen=True)
class SelectOptions:
    """By what the equation is chosen among the candidates."""

    method: str = _option("evidence", Choice(("evidence", "loss")))


@dataclass(frozen=True)
class Options:
    """All options of a specification, one group for each statement that sets them."""

    method: MethodOptions = MethodOptions()
    estimate: EstimateOptions = EstimateOptions()
    test: TestOptions = TestOptions()
    solve: SolveOptions = SolveOptions()
    search: SearchOptions = SearchOptions()
    select: SelectOptions = SelectOptions()


OptionGroup = (
    MethodOptions | EstimateOptions | TestOptions | SolveOptions | SearchOptions | SelectOptions
)

_AS_PUBLISHED = Options(
    test=TestOptions(degree=3, count=10, support=0.1, quadrature="riemann", points=200),
    solve=SolveOptions("collie"),
    search=SearchOptions(population=15_000, generations=20, length=100),
    select=SelectOptions("loss"),
)


def defaults(method: str) -> Options:
    """What options are where a text does not set them.

    For "paper" and "ablated" they are those of the paper's appendix E: one cubic spline in each
    of ten cells an axis, Riemann sums on 200 points, CoLLie, 15 000 candidates. The paper has 20
    generations for heat and wave, which is the default, and 30 for the oscillator. It bounds no
    expression's length; 100 nodes are far more than its parsimony leaves alive.
    """
    base = Options() if method == "calibrated" else _AS_PUBLISHED
    return replace(base, method=MethodOptions(method))


def option_checks(group: OptionGroup | type[OptionGroup]) -> dict[str, Check]:
    """What each option of a group takes; the first is the one that stands after the keyword."""
    return {f.name: f.metadata["check"] for f in fields(group)}
