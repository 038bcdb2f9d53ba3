"""Stock search grammars: `.pde` fragments that stand in for a grammar block."""

from __future__ import annotations

from functools import cache

from pdedsl.language import syntax
from pdedsl.language.grammar import Apply, Grammar, Reference, Rule, Template
from pdedsl.language.locate import stock_grammars
from pdedsl.language.parser import read_statements
from pdedsl.language.scope import Scope
from pdedsl.language.source import clean
from pdedsl.language.templates import read_grammar

DEFAULT = "elementary"


def stock_grammar(name: str, arguments: tuple[str, ...], taken: tuple[str, ...] = ()) -> Grammar:
    """A stock grammar over some arguments.

    Args:
        name: the stem of a file in the folder of grammars.
        arguments: names of the coordinates and fields that g may depend on.
        taken: declared names, to which its rules give way.
    """
    grammar = read_grammar(_rules(name), arguments, name, Scope())
    renamed = {rule.name: _free(rule.name, taken) for rule in grammar.rules}
    rules = tuple(
        Rule(renamed[rule.name], tuple(_rename(a, renamed) for a in rule.alternatives))
        for rule in grammar.rules
    )
    return Grammar(arguments, rules, name)


def _free(name: str, taken: tuple[str, ...]) -> str:
    return _free(f"{name}_", taken) if name in taken else name


def _rename(template: Template, renamed: dict[str, str]) -> Template:
    if isinstance(template, Reference):
        return Reference(renamed[template.name])
    if isinstance(template, Apply):
        return Apply(template.operator, tuple(_rename(a, renamed) for a in template.arguments))
    return template


@cache
def _rules(name: str) -> tuple[syntax.Rule, ...]:
    text = stock_grammars()[name].read_text(encoding="utf-8")
    statements, mistakes = read_statements(clean(text))
    assert not mistakes, f"the stock grammar {name} is broken"
    return tuple(e for e in statements[0].entries or () if isinstance(e, syntax.Rule))
