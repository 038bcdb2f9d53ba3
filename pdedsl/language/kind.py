"""What kind of equation a specification expects, as far as it can be told in a moment."""

from __future__ import annotations

import sympy

from pdedsl.errors import Span
from pdedsl.form import JetSpace, Problem, VariationalReadyPDE, classify
from pdedsl.language.jets import bounded, derived
from pdedsl.language.lone_equation import describe
from pdedsl.language.mistaken import Mistaken
from pdedsl.language.scope import Scope

_NOWHERE = Span(1, 1, 1, 2)


def describe_expected(pde: VariationalReadyPDE, problem: Problem) -> list[str]:
    """The kind of an equation over a problem, a line each; one line where it is too long."""
    scope = Scope.of(problem)
    try:
        whole = _carried_out(pde, scope)
    except Mistaken as error:
        return [f"kind: not told; {error.mistakes[0].message}"]
    return describe(classify(whole, JetSpace(scope.coordinates, scope.fields)), scope)


def _carried_out(pde: VariationalReadyPDE, scope: Scope) -> sympy.Expr:
    """Left side minus right side in jets; Mistaken where it has too many summands."""
    summands = [
        b * term.a * derived(term.h, term.alpha, scope, _NOWHERE)
        for b, term in zip(pde.beta, pde.dictionary, strict=True)
        if b != 0
    ]
    return bounded(sympy.Add(*summands, -pde.g), _NOWHERE)
