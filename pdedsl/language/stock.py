"""Stock search grammars: `.pde` fragments that stand in for a grammar block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pdedsl.errors import FormError
from pdedsl.language import syntax
from pdedsl.language.grammar import Apply, Grammar, Reference, Rule, Template
from pdedsl.language.locate import stock_grammars
from pdedsl.language.parser import read_statements
from pdedsl.language.scope import Scope
from pdedsl.language.source import clean
from pdedsl.language.templates import read_grammar

DEFAULT = "elementary"


def stock_grammar(
    name: str,
    arguments: tuple[str, ...],
    taken: tuple[str, ...] = (),
    fields: tuple[str, ...] = (),
) -> Grammar:
    """A stock grammar over some arguments.

    Alternatives that need a field, or a coordinate, are left out where there is none.

    Args:
        name: the stem of a file in the folder of grammars.
        arguments: names of the coordinates and fields that g may depend on.
        taken: declared names, to which its rules give way.
        fields: which names are those of fields.

    Raises:
        FormError: it is of a field, or of a coordinate, and there is none.
    """
    missing = lacking(name, arguments, fields)
    if missing is not None:
        raise FormError(f"the stock grammar {name} needs a {missing} among its arguments")
    words = words_of(arguments, fields)
    rules = _possible(_read(name)[1], {word for word, standing in words.items() if not standing})
    grammar = read_grammar(rules, arguments, name, Scope(), words)
    renamed = {rule.name: _free(rule.name, taken) for rule in grammar.rules}
    return Grammar(
        arguments,
        tuple(
            Rule(renamed[rule.name], tuple(_rename(a, renamed) for a in rule.alternatives))
            for rule in grammar.rules
        ),
        name,
    )


def words_of(arguments: tuple[str, ...], fields: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The words of a grammar that stand for arguments, and for which."""
    return {
        "variable": arguments,
        "field": tuple(a for a in arguments if a in fields),
        "coordinate": tuple(a for a in arguments if a not in fields),
    }


def lacking(name: str, arguments: tuple[str, ...], fields: tuple[str, ...]) -> str | None:
    """The word, "field" or "coordinate", in the head of a stock grammar that stands for nothing.

    The arguments in that head are what the grammar cannot be without.
    """
    words = words_of(arguments, fields)
    return next((word for word in _read(name)[0] if not words[word]), None)


def _possible(rules: tuple[syntax.Rule, ...], absent: set[str]) -> tuple[syntax.Rule, ...]:
    """The rules that the start can use and that end, without alternatives that need what is absent.

    Args:
        rules: the first is the start.
        absent: words that stand for nothing.
    """
    names = {rule.name.name for rule in rules}
    ending, before = set[str](), -1
    while len(ending) > before:
        before = len(ending)
        possible = {
            rule.name.name: tuple(
                a for a in rule.alternatives if not (absent | names - ending) & set(_in(a))
            )
            for rule in rules
        }
        ending |= {name for name, alternatives in possible.items() if alternatives}
    used, waiting = set[str](), [rules[0].name.name]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting.extend(n for a in possible[name] for n in _in(a) if n in names)
    return tuple(
        replace(r, alternatives=possible[r.name.name]) for r in rules if r.name.name in used
    )


def _in(node: syntax.Node) -> Iterator[str]:
    """The names in an expression that may be rules or words."""
    match node:
        case syntax.Name(name, _):
            yield name
        case syntax.Negative(operand, _):
            yield from _in(operand)
        case syntax.Sum(items, _) | syntax.Product(items, _):
            for _, item in items:
                yield from _in(item)
        case syntax.Power(base, exponent, _):
            yield from _in(base)
            yield from _in(exponent)
        case syntax.Call(_, arguments, _):
            for argument in arguments:
                yield from _in(argument)


def _free(name: str, taken: tuple[str, ...]) -> str:
    return _free(f"{name}_", taken) if name in taken else name


def _rename(template: Template, renamed: dict[str, str]) -> Template:
    if isinstance(template, Reference):
        return Reference(renamed[template.name])
    if isinstance(template, Apply):
        return Apply(template.operator, tuple(_rename(a, renamed) for a in template.arguments))
    return template


@cache
def _read(name: str) -> tuple[tuple[str, ...], tuple[syntax.Rule, ...]]:
    """The words in the head of a stock grammar, and its rules."""
    text = stock_grammars()[name].read_text(encoding="utf-8")
    statements, mistakes = read_statements(clean(text))
    assert not mistakes, f"the stock grammar {name} is broken"
    head = statements[0].head
    assert isinstance(head, syntax.GrammarHead)
    rules = tuple(e for e in statements[0].entries or () if isinstance(e, syntax.Rule))
    return tuple(word.name for word in head.arguments or ()), rules
