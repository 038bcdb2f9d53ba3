"""What in a grammar is no mistake, yet hardly meant: said by `pdedsl check`, refused by nothing.

That `expr + expr` makes t + u + x in two ways is not among it: every grammar of arithmetic does,
and a search scores equal expressions once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pdedsl.language.grammar import (
    Apply,
    Constant,
    Grammar,
    Reference,
    Rule,
    Template,
    held,
    leaves,
    references,
)
from pdedsl.language.settled import Judged, judged
from pdedsl.language.template_text import format_template


def grammar_notes(grammar: Grammar) -> tuple[str, ...]:
    """Sentences on alternatives that say nothing or say it twice, in the order of the rules.

    >>> from pdedsl.language import Variable
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
    varying = _reaching(grammar, lambda template: any(held(template)))
    free = _reaching(grammar, _has_free_constant)
    for rule in grammar.rules:
        yield from ((rule.name, text) for text in _repeated(rule))
        yield from ((rule.name, text) for text in _reached_twice(rule, grammar))
        for alternative in dict.fromkeys(rule.alternatives):
            yield from ((rule.name, text) for text in _idle(judged(alternative), varying, free))


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


def _idle(part: Judged, varying: frozenset[str], free: frozenset[str]) -> Iterator[str]:
    """The largest parts of a template that are always the same, or no more than a constant."""
    if not isinstance(part.template, Apply):
        return
    if part.value is not None and not part.is_literal:
        yield f"{format_template(part.template)} is {_always(part.value)}"
    elif part.value is None and _is_constant(part.template, varying, free):
        yield f"{format_template(part.template)} can only be a constant, as const alone is"
    else:
        for inner in part.parts:
            yield from _idle(inner, varying, free)


def _always(value: float) -> str:
    return "never defined" if math.isnan(value) else f"always {value:.6g}"


def _is_constant(template: Template, varying: frozenset[str], free: frozenset[str]) -> bool:
    """Whether a template has no variable and somewhere a constant without bounds."""
    if any(held(template)) or not varying.isdisjoint(references(template)):
        return False
    return _has_free_constant(template) or not free.isdisjoint(references(template))


def _has_free_constant(template: Template) -> bool:
    return Constant() in leaves(template)


def _reaching(grammar: Grammar, holds: Callable[[Template], bool]) -> frozenset[str]:
    """Rules that can become something with an alternative of which this holds in it."""
    users: dict[str, list[str]] = {}
    for rule in grammar.rules:
        for name in {n for a in rule.alternatives for n in references(a)}:
            users.setdefault(name, []).append(rule.name)
    waiting = [rule.name for rule in grammar.rules if any(map(holds, rule.alternatives))]
    found = set(waiting)
    while waiting:
        new = [user for user in users.get(waiting.pop(), ()) if user not in found]
        found.update(new)
        waiting.extend(new)
    return frozenset(found)
