"""Expressions of a grammar drawn by chance, and whether an expression is one of a grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pdedsl.language.grammar import (
    Apply,
    Grammar,
    Integer,
    Number,
    Reference,
    Template,
    minimum_depths,
    references,
)

Choice = Callable[[Sequence[Any]], Any]
"""Picks one of several, at random."""


def derive(grammar: Grammar, choice: Choice, depth: int) -> Template:
    """A random expression of a grammar: a template without rules and ranges of whole numbers.

    Args:
        grammar: whose rules all end.
        choice: picks an alternative, or a whole number.
        depth: most rules from the start to any end; more only where the grammar needs more.
    """
    depths = minimum_depths(grammar)
    return _derived(Reference(grammar.start), grammar, choice, depth, depths)


def _derived(
    template: Template, grammar: Grammar, choice: Choice, depth: int, depths: Mapping[str, int]
) -> Template:
    if isinstance(template, Integer):
        return Number(choice(range(template.lower, template.upper + 1)))
    if isinstance(template, Apply):
        parts: list[Template] = []
        for argument in template.arguments:  # in a loop, since a generator doubles the frames
            parts.append(_derived(argument, grammar, choice, depth, depths))
        return Apply(template.operator, tuple(parts))
    if not isinstance(template, Reference):
        return template
    alternatives = grammar.rule(template.name).alternatives
    heights = [1 + max((depths[n] for n in references(a)), default=0) for a in alternatives]
    most = max(depth, min(heights))
    fitting = [a for a, height in zip(alternatives, heights, strict=True) if height <= most]
    return _derived(choice(fitting), grammar, choice, depth - 1, depths)


def derivable(grammar: Grammar, expression: Template) -> bool:
    """Whether a grammar makes an expression, its operands in the order as written.

    Args:
        grammar: whose rules all end and become themselves only with something added.
        expression: a template without rules and ranges of whole numbers.
    """
    known: dict[tuple[Template, Template], bool] = {}
    return _matches(expression, Reference(grammar.start), grammar, known)


def _matches(
    expression: Template,
    template: Template,
    grammar: Grammar,
    known: dict[tuple[Template, Template], bool],
) -> bool:
    key = (expression, template)
    if key not in known:
        known[key] = any(
            all(_matches(e, t, grammar, known) for e, t in pairs)
            for pairs in _conditions(expression, template, grammar)
        )
    return known[key]


def _conditions(
    expression: Template, template: Template, grammar: Grammar
) -> Iterator[list[tuple[Template, Template]]]:
    """Lists of what has to match what, any one of which is enough."""
    match template:
        case Reference(name):
            for alternative in grammar.rule(name).alternatives:
                yield [(expression, alternative)]
        case Integer(lower, upper):
            value = expression.value if isinstance(expression, Number) else 0.5
            if value == int(value) and lower <= value <= upper:
                yield []
        case Apply(operator, arguments):
            if isinstance(expression, Apply) and expression.operator == operator:
                yield list(zip(expression.arguments, arguments, strict=True))
        case _:
            if expression == template:
                yield []
