"""Which grammar a text asks for: its own rules, a stock grammar, or none."""

from __future__ import annotations

from collections.abc import Sequence

from pdedsl.errors import Mistake
from pdedsl.language import syntax
from pdedsl.language.grammar import Grammar, variables
from pdedsl.language.locate import stock_grammars
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import nearest, shown
from pdedsl.language.scope import Scope
from pdedsl.language.statements import Statements
from pdedsl.language.stock import DEFAULT, lacking, stock_grammar, words_of
from pdedsl.language.templates import read_grammar


def choose_grammar(statements: Statements, scope: Scope) -> Grammar | None:
    """The grammar of a text, the stock one if it does not say, None for `grammar none`."""
    if statements.is_broken("grammar"):
        return None
    everything = tuple(s.name for s in scope.variables)
    head = statements.head("grammar", syntax.GrammarHead)
    if head is None:
        return stock_grammar(DEFAULT, everything, scope.names, _fields(scope))
    mistakes = [] if head.arguments is None else _argument_mistakes(head.arguments, scope)
    written = dict.fromkeys(name.name for name in head.arguments or ())
    arguments = everything if head.arguments is None else tuple(written)
    rules = statements.entries("grammar", syntax.Rule)
    try:
        if rules is None:
            grammar = _named(head, arguments, statements, scope)
        else:
            grammar = _written(head, arguments, rules, scope, statements)
    except Mistaken as error:
        mistakes.extend(error.mistakes)
    if mistakes:
        raise Mistaken(*mistakes)
    return grammar


def _argument_mistakes(names: Sequence[syntax.Name], scope: Scope) -> list[Mistake]:
    mistakes: list[Mistake] = []
    seen: set[str] = set()
    for name in names:
        attempt(mistakes, lambda n: _argument(n, scope), name)
        if name.name in seen:
            message = f"{shown(name.name)} is an argument twice"
            mistakes.append(Mistake(message, name.span, "take one of them out"))
        seen.add(name.name)
    return mistakes


def _argument(name: syntax.Name, scope: Scope) -> str:
    variables = tuple(s.name for s in scope.variables)
    if name.name not in variables:
        near = nearest(name.name, variables)
        remedy = f"did you mean {near}?" if near else f"arguments are among {', '.join(variables)}"
        raise wrong(f"{shown(name.name)} is no coordinate, field or input", name.span, remedy)
    return name.name


def _named(
    head: syntax.GrammarHead, arguments: tuple[str, ...], statements: Statements, scope: Scope
) -> Grammar | None:
    """The stock grammar that a head without a block names."""
    stock = stock_grammars()
    if not head.names:
        remedy = f"write its rules in a block, or one of none, {', '.join(stock)}"
        raise wrong("a grammar without a block", statements.span("grammar"), remedy)
    first = head.names[0]
    if first.name == "none":
        if head.arguments is not None or len(head.names) > 1:
            raise wrong("grammar none stands alone", first.span, "g is zero: write grammar none")
        return None
    if first.name not in stock:
        near = nearest(first.name, stock)
        choices = f"stock grammars are none, {', '.join(stock)}"
        remedy = f"did you mean {near}?" if near else f"write its rules in a block; {choices}"
        raise wrong(f"there is no stock grammar {shown(first.name)}", first.span, remedy)
    fields = _fields(scope)
    missing = lacking(first.name, arguments, fields)
    if missing is not None:
        message = f"the stock grammar {first.name} needs a {missing} among the arguments of g"
        every = fields if missing == "field" else (x.name for x in scope.coordinates)
        more = ", ".join((*arguments, next(iter(every))))
        raise wrong(message, first.span, f"write grammar {first.name} g({more})")
    grammar = stock_grammar(first.name, arguments, scope.names, fields)
    if head.arguments is None:
        arguments = tuple(name for name in arguments if name in variables(grammar))
    return Grammar(arguments, grammar.rules, head.names[-1].name)


def _fields(scope: Scope) -> tuple[str, ...]:
    """What the word `field` stands for: fields, and inputs, which are functions as they are."""
    return tuple(symbol.name for symbol in scope.functions)


def _written(
    head: syntax.GrammarHead,
    arguments: tuple[str, ...],
    rules: Sequence[syntax.Rule],
    scope: Scope,
    statements: Statements,
) -> Grammar:
    """The grammar of a block of rules."""
    if len(head.names) > 1:
        remedy = f"write grammar {shown(head.names[1].name)} {{ ... }}, or leave the block out"
        if head.names[0].name not in (*stock_grammars(), "none"):
            remedy = f"write grammar {shown(head.names[1].name)} {{ ... }}"
            raise wrong("a grammar of rules has one name", head.names[0].span, remedy)
        raise wrong("a stock grammar with a block of its own", head.names[0].span, remedy)
    name = head.names[0].name if head.names else None
    if name == "none":
        raise wrong("grammar none has no rules", head.names[0].span, "leave the block out")
    if not rules:
        remedy = "write rules such as expr ::= expr + expr | t | const, or grammar none"
        raise wrong("a grammar without rules", statements.span("grammar"), remedy)
    taken = (*scope.names, *(rule.name.name for rule in rules))
    words = {w: of for w, of in words_of(arguments, _fields(scope)).items() if w not in taken}
    grammar = read_grammar(rules, arguments, name, scope, words)
    if name in stock_grammars() and not _is_stock(grammar, scope):
        remedy = (
            f"leave the block out to have its rules, or name yours, as in grammar g {{ ... }};\n"
            f"to have more than it makes, write out its rules as well: they are in {name}.pde"
        )
        raise wrong(f"{name} is a stock grammar, with rules of its own", head.names[0].span, remedy)
    return grammar


def _is_stock(grammar: Grammar, scope: Scope) -> bool:
    """Whether these are the rules of the stock grammar of that name, as canonical text has them."""
    fields, name = _fields(scope), grammar.name or ""
    if lacking(name, grammar.arguments, fields) is not None:
        return False
    return grammar.rules == stock_grammar(name, grammar.arguments, scope.names, fields).rules
