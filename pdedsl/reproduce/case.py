"""What a table or figure is made of: subjects, cases of them, and sweeps of cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pdedsl.experiments import PaperMethod, Simulation

METHODS = ("calibrated", "paper", "ablated")

Measure = Callable[["Case", str, int], Mapping[str, Any]]
"""What a method gives on a case with a seed: some columns of a row by name."""

Reading = Callable[["Case", str, int], Mapping[str, float]]
"""What the text of an equation found with a seed tells besides: numbers for the table by name."""


def is_of_family(method: str, family: str) -> bool:
    """Whether a method is a variant of another.

    >>> is_of_family("wsindy-ssr", "wsindy"), is_of_family("wsindy", "wsindy")
    (True, False)
    """
    return method.startswith(f"{family}-")


@dataclass(frozen=True)
class Template:
    """The true g with a name for each of its numbers.

    Attributes:
        text: in the language of `.pde` files, numbers named c1, c2, ...; "0" for no g.
        values: of c1, c2, ... where the coefficients on the left have unit L1 norm.
    """

    text: str = "0"
    values: tuple[float, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """c1, c2, ..."""
        return tuple(f"c{i + 1}" for i in range(len(self.values)))


@dataclass(frozen=True)
class Target:
    """The equation that should be found.

    Attributes:
        bound: shape (P,), the true coefficient of each dictionary term, unit L1 norm.
        free: the true g that belongs to them.
    """

    bound: tuple[float, ...]
    free: Template = Template()


@dataclass(frozen=True)
class Subject:
    """A problem as it is put to a method.

    Attributes:
        name: of the problem.
        simulate: makes data from (seed, samples, points, noise).
        coordinates: pairs (name, end); every range starts at 0.
        fields: the N fields.
        dictionary: the P terms, as text.
        target: what should be found, None where there is nothing to find.
        searched: whether g is searched for.
        grammar: in which stock grammar, with its arguments if it is not for all variables.
        known: the part of g that is told, "" for none.
        estimator: of the fields, "" for the default.
        population: candidates of a generation of our search.
        generations: of our search.
        method: settings of the paper's own.
        silent: verdicts that are right where there is nothing to find.
    """

    name: str
    simulate: Callable[[int, int, int, float], Simulation]
    coordinates: tuple[tuple[str, float], ...]
    fields: tuple[str, ...]
    dictionary: tuple[str, ...]
    target: Target | None = None
    searched: bool = True
    grammar: str = "elementary"
    known: str = ""
    estimator: str = ""
    population: int = 500
    generations: int = 20
    method: PaperMethod = field(default_factory=PaperMethod)
    silent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Published:
    """The paper's numbers for a setting, None where it has none.

    Attributes:
        success: fraction of runs in which g has the right form.
        success_error: its standard error.
        rmse: mean over runs of the root mean square error of the coefficients.
        rmse_error: its standard error.
        loss_error: mean relative error of the inner problem's loss.
        tail_error: the 99th percentile of these errors.
    """

    success: float | None = None
    success_error: float | None = None
    rmse: float | None = None
    rmse_error: float | None = None
    loss_error: float | None = None
    tail_error: float | None = None


@dataclass(frozen=True)
class Case:
    """One setting: a point of a figure or a column of a table.

    Attributes:
        subject: the problem in which an equation is searched for; None where none is.
        problem: its name in rows.
        noise: standard deviation of the noise over that of the field.
        samples: number of repetitions.
        points: grid points an axis.
        variant: what else sets it apart, "" if nothing.
        terms: of the dictionary.
        published: the paper's numbers by method.
        measure: does a run where no equation is searched for; None where one is.
        reading: what the text of an equation tells when the table is made, None for nothing.
    """

    subject: Subject | None
    problem: str
    noise: float
    samples: int
    points: int
    variant: str = ""
    terms: int = 0
    published: tuple[tuple[str, Published], ...] = ()
    measure: Measure | None = None
    reading: Reading | None = None

    @property
    def key(self) -> tuple[str, str, float, int, int]:
        """What tells cases apart."""
        return self.problem, self.variant, self.noise, self.samples, self.points

    def paper(self, method: str) -> Published:
        """The numbers to show beside a method.

        Its own; those of its family, as of "wsindy" beside "wsindy-ssr"; or those of the paper's
        main method.
        """
        numbers = dict(self.published)
        families = [name for name in numbers if is_of_family(method, name)]
        if method in numbers or families:
            return numbers[method if method in numbers else families[0]]
        return Published() if method == "ablated" else numbers.get("paper", Published())


def setting(axis: str, case: Case) -> str:
    """A case by what its sweep varies, as the table names it.

    >>> setting("points", Case(None, "heat", 0.05, 10, 30))
    '30 points'
    """
    values = {
        "noise": f"noise {case.noise:g}",
        "points": f"{case.points} points",
        "samples": f"{case.samples} samples",
        "terms": f"{case.terms} terms",
        "variant": case.variant,
    }
    return values.get(axis, case.problem)


@dataclass(frozen=True)
class Sweep:
    """Cases that differ in one respect.

    Attributes:
        title: what they have in common.
        axis: in what they differ: noise, points, samples, terms, variant, or "" for the problem.
        cases: in order.
    """

    title: str
    axis: str
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class ReproductionSet:
    """All that is run for one table or figure.

    Attributes:
        name: on the command line.
        source: the table or figure.
        sweeps: its parts; a case may be in several.
        methods: that can be asked for.
        default: those that are run if none is asked for.
        note: what to know about the numbers, shown below the tables.
    """

    name: str
    source: str
    sweeps: tuple[Sweep, ...]
    methods: tuple[str, ...] = METHODS
    default: tuple[str, ...] = METHODS[:1]
    note: str = ""

    @property
    def cases(self) -> tuple[Case, ...]:
        """Every case once, in the order of the sweeps."""
        unique = {case.key: case for sweep in self.sweeps for case in sweep.cases}
        return tuple(unique.values())

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of all settings, each once."""
        return tuple(dict.fromkeys(setting(s.axis, c) for s in self.sweeps for c in s.cases))

    def only(self, wanted: Collection[str]) -> ReproductionSet:
        """The settings with these names."""
        kept = (
            replace(s, cases=tuple(c for c in s.cases if setting(s.axis, c) in wanted))
            for s in self.sweeps
        )
        return replace(self, sweeps=tuple(s for s in kept if s.cases))
