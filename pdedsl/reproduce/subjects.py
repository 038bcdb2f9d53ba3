"""The problems of the tables as subjects: what is told, and what should be found."""

from __future__ import annotations

from dataclasses import replace

from pdedsl.experiments import PaperProblem
from pdedsl.experiments.no_equation import simulate_noise, simulate_unrelated
from pdedsl.experiments.oscillator import simulate as simulate_oscillator
from pdedsl.reproduce.case import Subject, Target, Template

_PLANE = (("t", 2.0), ("x", 2.0))

# The true g with its numbers named, in the scale of `PaperProblem.target_free`.
_TEMPLATES = {
    "oscillator": Template("c1*u + c2*sin(c3*t)", (-3.2, 1.0, 3.0)),
    "heat_source": Template("c1*exp(c2*t)", (1.0, 1.8)),
    "slm": Template("c1*exp(c2*a)*u", (-1.0, 1.5)),
    "wave_source": Template("c1*exp(c2*t)*sin(c3*t)", (1.0, 1.0, 3.0)),
}

# Population and generations of the search, as in the examples; (500, 20) elsewhere.
_SEARCHES = {"oscillator": (150, 10)}

_GROWING = (  # Appendix F.3; the first dictionary has two terms
    "d_t(u)",
    "d_a(u)",
    "d_aa(u)",
    "d_tt(u)",
    "d_ta(u)",
    "d_a(u^2)",
    "d_aa(u^2)",
    "d_t(u^2)",
    "d_tt(u^2)",
    "d_t(u^3)",
    "d_a(u^3)",
)


def of_problem(problem: PaperProblem, *, estimator: str = "") -> Subject:
    """A problem of the paper with its own dictionary."""
    population, generations = _SEARCHES.get(problem.name, (500, 20))
    return Subject(
        name=problem.name,
        simulate=problem.simulate,
        coordinates=problem.coordinates,
        fields=problem.fields,
        dictionary=problem.dictionary,
        target=Target(problem.target_bound, _TEMPLATES.get(problem.name, Template())),
        searched=problem.target_free != "0",
        estimator=estimator,
        population=population,
        generations=generations,
        method=problem.method,
    )


def growing(problem: PaperProblem) -> tuple[Subject, ...]:
    """The population model with 2 to 11 terms, its g told.

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix F.3.
    """
    whole = of_problem(problem)
    bound = (0.5, 0.5, *(0.0,) * (len(_GROWING) - 2))
    return tuple(
        replace(
            whole,
            dictionary=_GROWING[:n],
            target=Target(bound[:n], _TEMPLATES[problem.name]),
            searched=False,
            known=problem.target_free,
        )
        for n in range(2, len(_GROWING) + 1)
    )


def white_noise() -> Subject:
    """White noise, to which no equation belongs."""
    return Subject(
        name="white_noise",
        simulate=simulate_noise,
        coordinates=_PLANE,
        fields=("u",),
        dictionary=("d_t(u)", "d_x(u)", "d_xx(u)"),
        silent=("not identified",),
    )


def unrelated_fields() -> Subject:
    """Two smooth fields that have nothing to do with each other."""
    return Subject(
        name="unrelated_fields",
        simulate=simulate_unrelated,
        coordinates=_PLANE,
        fields=("u", "v"),
        dictionary=("d_t(u)", "d_x(u)", "d_xx(u)", "d_t(v)", "d_x(v)", "d_xx(v)"),
        silent=("not identified",),
    )


def outside() -> Subject:
    """The oscillator without its second derivative: no u' = g(t, u) holds for all starts.

    An equation may come out as the best of its rivals, since something is there to be seen; it
    must not be called identified.
    """
    return Subject(
        name="outside",
        simulate=simulate_oscillator,
        coordinates=(("t", 2.0),),
        fields=("u",),
        dictionary=("d_t(u)",),
        population=150,
        generations=10,
        silent=("not identified", "best of rivals"),
    )
