"""What in a grammar is no mistake, yet hardly meant: said by `pdedsl check`, refused by nothing.

That `expr + expr` makes t + u + x in two ways is not among it: every grammar of arithmetic does,
and a search scores equal expressions once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pdedsl.language.grammar import (
    Apply,
    Constant,
    Grammar,
    Number,
    Reference,
    Rule,
    Template,
    held,
    references,
)
from pdedsl.language.settled import settled
from pdedsl.language.template_text import format_template


def grammar_notes(grammar: Grammar) -> tuple[str, ...]:
    """Sentences on alternatives that say nothing or say it twice, in the order of the rules.

    >>> t = Variable("t")
    >>> rule = Rule("e", (t, t, Apply("-", (t, t))))
    >>> for note in grammar_notes(Grammar(("t",), (rule,))):
    ...     print(note)
    e: t is there twice, and is drawn twice as often
    e: t - t is always 0
    """
    return tuple(f"{name}: {text}" for name, text in notes_by_rule(grammar))


def notes_by_rule(grammar: Grammar) -> Iterator[tuple[str, str]]:
    """The same sentences, each with the name of its rule apart."""
    varying = _varying(grammar)
    for rule in grammar.rules:
        yield from ((rule.name, text) for text in _repeated(rule))
        yield from ((rule.name, text) for text in _reached_twice(rule, grammar))
        for alternative in dict.fromkeys(rule.alternatives):
            yield from ((rule.name, text) for text in _idle(alternative, grammar, varying))


def _repeated(rule: Rule) -> Iterator[str]:
    for alternative in dict.fromkeys(rule.alternatives):
        count = rule.alternatives.count(alternative)
        if count > 1:
            times = "twice" if count == 2 else f"{count} times"
            yield f"{format_template(alternative)} is there {times}, and is drawn {times} as often"


def _reached_twice(rule: Rule, grammar: Grammar) -> Iterator[str]:
    """Alternatives that a rule has itself and through another rule that may stand for it."""
    ways: dict[Template, list[str]] = {}
    for alternative in dict.fromkeys(rule.alternatives):
        if isinstance(alternative, Reference):
            for inner in _stood_for(alternative.name, grammar):
                ways.setdefault(inner, []).append(f"by way of {alternative.name}")
        else:
            ways.setdefault(alternative, []).append("on its own")
    for alternative, routes in ways.items():
        if len(routes) > 1:
            yield f"{format_template(alternative)} is reached twice, {' and '.join(routes[:2])}"


def _stood_for(name: str, grammar: Grammar) -> dict[Template, None]:
    """What a rule may become, rules that are whole alternatives followed to their ends."""
    found: dict[Template, None] = {}
    waiting, seen = [name], {name}
    while waiting:
        for alternative in grammar.rule(waiting.pop(0)).alternatives:
            if not isinstance(alternative, Reference):
                found[alternative] = None
            elif alternative.name not in seen:
                seen.add(alternative.name)
                waiting.append(alternative.name)
    return found


def _idle(template: Template, grammar: Grammar, varying: frozenset[str]) -> Iterator[str]:
    """The largest parts of a template that are always the same, or no more than a constant."""
    if not isinstance(template, Apply):
        return
    text, value = format_template(template), settled(template)
    if value is not None and not _is_literal(template):
        yield f"{text} is {_always(value)}"
    elif value is None and _is_constant(template, grammar, varying):
        yield f"{text} can only be a constant, as const alone is"
    else:
        for argument in template.arguments:
            yield from _idle(argument, grammar, varying)


def _always(value: float) -> str:
    return "never defined" if math.isnan(value) else f"always {value:.6g}"


def _is_literal(template: Template) -> bool:
    """Whether a template is written with numbers alone, so that its value is meant."""
    if isinstance(template, Apply):
        return all(_is_literal(a) for a in template.arguments)
    return isinstance(template, Number)


def _varying(grammar: Grammar) -> frozenset[str]:
    """Rules that can become something with a coordinate or field in it."""
    found: set[str] = set()
    while True:
        new = {
            rule.name
            for rule in grammar.rules
            if rule.name not in found and any(_varies(a, found) for a in rule.alternatives)
        }
        if not new:
            return frozenset(found)
        found |= new


def _varies(template: Template, rules: set[str]) -> bool:
    return any(held(template)) or not rules.isdisjoint(references(template))


def _is_constant(template: Template, grammar: Grammar, varying: frozenset[str]) -> bool:
    """Whether a template has no variable and somewhere a constant without bounds."""
    if _varies(template, set(varying)):
        return False
    reached = set(references(template))
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        new = {n for a in grammar.rule(name).alternatives for n in references(a)} - reached
        reached |= new
        waiting.extend(new)
    templates = [template, *(a for name in reached for a in grammar.rule(name).alternatives)]
    return any(_has_free_constant(t) for t in templates)


def _has_free_constant(template: Template) -> bool:
    if isinstance(template, Apply):
        return any(_has_free_constant(a) for a in template.arguments)
    return template == Constant()
