"""Grammar blocks: from the nodes of their rules to templates, with every check of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import inf

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.language import grammar as g
from pdedsl.language import limits, syntax
from pdedsl.language.arithmetic import literal, reciprocal
from pdedsl.language.derivatives import derivative_text
from pdedsl.language.evaluate import evaluate_free, evaluate_number
from pdedsl.language.familiar import function_remedy
from pdedsl.language.mistaken import Mistaken, attempt, each, wrong
from pdedsl.language.nearest import nearest, shown
from pdedsl.language.scope import FUNCTION_NAMES, GRAMMAR_WORDS, Scope
from pdedsl.language.vector_calculus import VECTOR_OPERATORS


@dataclass(frozen=True)
class _Names:
    """What names mean in a rule; `words` stand for several arguments each."""

    scope: Scope
    arguments: tuple[str, ...]
    rules: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]


def read_grammar(
    rules: Sequence[syntax.Rule],
    arguments: tuple[str, ...],
    name: str | None,
    scope: Scope,
    words: Mapping[str, tuple[str, ...]],
) -> g.Grammar:
    """The grammar of some rules over some arguments.

    Args:
        rules: of the block.
        arguments: coordinates and fields that g may depend on.
        name: of g, or of the stock grammar.
        scope: what is declared.
        words: the arguments that each word stands for, such as those of `variable`. It stands
            for all of them, one after the other, wherever it is written.

    Raises:
        Mistaken: all that is wrong in it.
    """
    mistakes = [m for p in _rule_names(rules, scope) for m in p.mistakes]
    names = _Names(scope, arguments, tuple(rule.name.name for rule in rules), words)
    read = [attempt(mistakes, lambda r: _read_rule(r, names), rule) for rule in rules]
    if mistakes:
        raise Mistaken(*mistakes)
    grammar = g.Grammar(arguments, tuple(rule for rule in read if rule is not None), name)
    mistakes.extend(_shape_mistakes(grammar, {rule.name.name: rule.name.span for rule in rules}))
    if mistakes:
        raise Mistaken(*mistakes)
    return grammar


def _rule_names(rules: Sequence[syntax.Rule], scope: Scope) -> Iterable[Mistaken]:
    seen: dict[str, Span] = {}
    taken = (*scope.names, *FUNCTION_NAMES, *GRAMMAR_WORDS)
    for rule in rules:
        name, span = rule.name.name, rule.name.span
        if name in seen:
            remedy = f"add its alternatives to the rule in line {seen[name].line}, after a |"
            yield wrong(f"a second rule for {shown(name)}", span, remedy)
        elif name in taken:
            yield wrong(
                f"the name {shown(name)} is taken", span, "choose another name for the rule"
            )
        elif (derivative := derivative_text(name, scope)) is not None:
            remedy = f"it is {shown(derivative)}: choose another name for the rule"
            yield wrong(f"the name {shown(name)} is that of a derivative", span, remedy)
        seen.setdefault(name, span)


def _shape_mistakes(grammar: g.Grammar, spans: dict[str, Span]) -> Iterable[Mistake]:
    endless = g.never_ending(grammar)
    for name in endless:
        remedy = "give it an alternative without rules that need it, such as const"
        yield Mistake(f"the rule {shown(name)} never ends", spans[name], remedy)
    for name in g.unreachable(grammar):
        remedy = f"use it in {shown(grammar.start)} or in a rule that does, or take it out"
        yield Mistake(f"the rule {shown(name)} is never used", spans[name], remedy)
    for name in g.unit_cycles(grammar):
        if name not in endless:
            remedy = "take out the alternative that is nothing but a way back to the rule"
            yield Mistake(f"the rule {shown(name)} can become itself", spans[name], remedy)
    if not endless:
        yield from _size_mistakes(grammar, spans)


def _size_mistakes(grammar: g.Grammar, spans: dict[str, Span]) -> Iterable[Mistake]:
    """Rules that a search could not write out."""
    too_large = [name for name, size in g.sizes(grammar).items() if size > limits.OPERATIONS]
    if too_large:
        name = too_large[0]
        message = f"the rule {shown(name)} makes nothing of fewer than {limits.OPERATIONS} parts"
        remedy = "give it, or a rule that it uses, an alternative that ends at once, such as const"
        yield Mistake(message, spans[name], remedy)
    too_high = [name for name, high in g.heights(grammar).items() if high > limits.CHAIN]
    if too_high and not too_large:
        name = too_high[0]
        message = f"the rule {shown(name)} ends only after {limits.CHAIN} rules and operations"
        remedy = "give it, or a rule that it uses, an alternative that ends at once, such as const"
        yield Mistake(message, spans[name], remedy)
    ranges = {r for rule in grammar.rules for a in rule.alternatives for r in g.integers(a)}
    if sum(r.upper - r.lower + 1 for r in ranges) > limits.WHOLE_NUMBERS:
        message = f"ranges of int with more than {limits.WHOLE_NUMBERS:,} numbers in all"
        yield Mistake(message, spans[grammar.start], _FEWER_NUMBERS)


_FEWER_NUMBERS = "choose among fewer, such as int in 1..3, or write const in [0, 5] for any number"


def _read_rule(rule: syntax.Rule, names: _Names) -> g.Rule:
    alternatives: list[g.Template] = []
    for choices in each(lambda node: _checked(node, names), rule.alternatives):
        alternatives.extend(choices)
    if len(alternatives) > limits.ALTERNATIVES:
        message = f"a rule of more than {limits.ALTERNATIVES} alternatives"
        raise wrong(message, rule.name.span, "make several rules of it")
    return g.Rule(rule.name.name, tuple(alternatives))


def _checked(node: syntax.Node, names: _Names) -> list[g.Template]:
    """The template of an alternative, if what it holds has a value and is not too much."""
    found = _alternatives(node, names)
    if max(map(g.operands, found)) > limits.OPERANDS:
        message = f"an alternative with more than {limits.OPERANDS} rules to choose in it"
        raise wrong(message, node.span, "make several rules of it")
    if max(map(g.height, found)) > limits.HEIGHT:
        message = f"an alternative with more than {limits.HEIGHT} operations within each other"
        raise wrong(message, node.span, "make several rules of it, or shorten it")
    _check_values(node, replace(names.scope, terms={}, definitions={}))
    return found


def _check_values(node: syntax.Node, scope: Scope) -> None:
    """Refuse what has no finite real value whatever is searched, such as 1/(t - t)."""
    if _is_fixed(node, scope):
        evaluate_free(node, scope, "g")
        return
    match node:
        case syntax.Negative(operand, _):
            _check_values(operand, scope)
        case syntax.Sum(items, _) | syntax.Product(items, _):
            each(lambda item: _check_values(item[1], scope), items)
            each(
                lambda n: reciprocal(evaluate_free(n, scope, "g"), n.span), _divisors(items, scope)
            )
        case syntax.Power(base, exponent, _):
            each(lambda n: _check_values(n, scope), (base, exponent))
        case syntax.Call(_, arguments, _):
            each(lambda n: _check_values(n, scope), arguments)


def _divisors(items: tuple[tuple[str, syntax.Node], ...], scope: Scope) -> list[syntax.Node]:
    """The fixed factors that a product is divided by."""
    return [node for operator, node in items if operator == "/" and _is_fixed(node, scope)]


def _is_fixed(node: syntax.Node, scope: Scope) -> bool:
    """Whether coordinates, fields and numbers are all that a node holds."""
    parts: tuple[syntax.Node, ...] = ()
    match node:
        case syntax.Name(name, _):
            return scope.find(name) is not None
        case syntax.Negative(operand, _):
            parts = (operand,)
        case syntax.Sum(items, _) | syntax.Product(items, _):
            parts = tuple(item for _, item in items)
        case syntax.Power(base, exponent, _):
            parts = (base, exponent)
        case syntax.Call(_, arguments, _):
            parts = arguments
    return isinstance(node, syntax.Number) or (
        bool(parts) and all(_is_fixed(part, scope) for part in parts)
    )


def _alternatives(node: syntax.Node, names: _Names) -> list[g.Template]:
    """The template of a node; several where a word stands for several arguments."""
    match node:
        case syntax.Number(text, span):
            found: list[g.Template] = [_number(literal(text, span))]
        case syntax.Name(name, span):
            found = _name(name, span, names)
        case syntax.Negative(syntax.Number(text, span), _):
            found = [_number(-literal(text, span))]
        case syntax.Negative(operand, _):
            found = [g.Apply("neg", (t,)) for t in _alternatives(operand, names)]
        case syntax.Sum(items, _) | syntax.Product(items, _):
            found = _chain(items, names)
        case syntax.Power(base, exponent, _):
            found = _combined("^", each(lambda n: _alternatives(n, names), (base, exponent)))
        case syntax.Call():
            found = _call(node, names)
        case syntax.RealRange():
            found = [_real_range(node, names.scope)]
        case syntax.WholeRange():
            found = [_whole_range(node)]
        case syntax.Bracket(_, _, _, span):
            raise _derivative(span)
    return found


def _chain(items: tuple[tuple[str, syntax.Node], ...], names: _Names) -> list[g.Template]:
    choices = each(lambda item: _alternatives(item[1], names), items)
    result = choices[0]
    for (operator, _), more in zip(items[1:], choices[1:], strict=True):
        result = _combined(operator, [result, more])
    return result


def _combined(operator: str, choices: list[list[g.Template]]) -> list[g.Template]:
    every = islice(product(*choices), limits.ALTERNATIVES + 1)
    return [g.Apply(operator, arguments) for arguments in every]


def _name(name: str, span: Span, names: _Names) -> list[g.Template]:
    if name in names.words:
        if not names.words[name]:
            message = f"g has no {name} for this word to stand for"
            raise wrong(message, span, f"take it out, or write a {name} among the arguments of g")
        return [g.Variable(argument) for argument in names.words[name]]
    if name in names.rules:
        return [g.Reference(name)]
    if name in names.arguments:
        return [g.Variable(name)]
    if name in names.scope.constants:
        return [_number(names.scope.constants[name])]
    if name == "const":
        return [g.Constant()]
    raise _unknown(name, span, names)


def _unknown(name: str, span: Span, names: _Names) -> Mistaken:
    if name == "int":
        return wrong("int needs a range", span, "write int in 1..3")
    if names.scope.find(name) is not None:
        arguments = ", ".join((*names.arguments, name))
        remedy = f"write grammar g({arguments}) to let g depend on it"
        return wrong(f"{shown(name)} is not an argument of g", span, remedy)
    if name in FUNCTION_NAMES:
        return wrong(f"{name} is a function", span, f"write {name}( )")
    known = (*names.rules, *names.arguments, *names.scope.constants, "const", "int", *names.words)
    near = nearest(name, known)
    remedy = f"did you mean {near}?" if near else f"add a rule {shown(name)} ::= ..."
    return wrong(f"{shown(name)} is neither a rule nor declared", span, remedy)


def _call(node: syntax.Call, names: _Names) -> list[g.Template]:
    name = node.name.name
    if name.startswith("d_") or name in ("derivatives", *VECTOR_OPERATORS):
        raise _derivative(node.span)
    if name in (*names.rules, *names.scope.names):
        remedy = f"write {shown(name)} alone, or {shown(name)} * ( ) for a product"
        raise wrong(f"{shown(name)} is not a function", node.name.span, remedy)
    if name not in FUNCTION_NAMES:
        raise wrong(f"there is no function {shown(name)}", node.name.span, function_remedy(name))
    if len(node.arguments) != 1:
        raise wrong(f"{name} takes one argument", node.span, f"write {name}( ) without commas")
    return [g.Apply(name, (t,)) for t in _alternatives(node.arguments[0], names)]


def _derivative(span: Span) -> Mistaken:
    remedy = "g is derivative-free: list the derivative in the dictionary"
    return wrong("a derivative inside g", span, remedy)


def _number(value: sympy.Expr) -> g.Number:
    return g.Number(int(value) if value.is_Integer else float(value))


def _real_range(node: syntax.RealRange, scope: Scope) -> g.Constant:
    if node.name.name != "const":
        remedy = "write const in [0, 5], or int in 1..3"
        raise wrong(f"{shown(node.name.name)} has no range here", node.name.span, remedy)
    lower, upper = read_interval(node.interval, scope)
    return g.Constant(lower, upper)


def _whole_range(node: syntax.WholeRange) -> g.Integer:
    if node.name.name != "int":
        remedy = "write int in 1..3, or const in [0, 5]"
        raise wrong(f"{shown(node.name.name)} has no range here", node.name.span, remedy)
    bounds = [literal(n.text, n.span) for n in (node.lower, node.upper)]
    if not all(b.is_Integer and abs(b) <= 10**6 for b in bounds):
        raise wrong("bounds of int are whole numbers up to 1000000", node.span, "write int in 1..3")
    if bounds[0] > bounds[1]:
        raise wrong("an empty range", node.span, "put the smaller bound first")
    if bounds[1] - bounds[0] >= limits.WHOLE_NUMBERS:
        message = f"a range of more than {limits.WHOLE_NUMBERS:,} whole numbers"
        raise wrong(message, node.span, _FEWER_NUMBERS)
    return g.Integer(int(bounds[0]), int(bounds[1]))


def read_interval(
    node: syntax.Interval, scope: Scope, *, single: bool = False
) -> tuple[float | None, float | None]:
    """The bounds of [lower, upper]; None for -inf and inf.

    Mistaken if it is empty, or holds one number where no `single` one is meant.
    """
    lower, upper = each(lambda side: _bound(*side, scope), ((node.lower, -1), (node.upper, 1)))
    if lower > upper:
        raise wrong("an empty range", node.span, "put the smaller bound first")
    if lower == upper and not single:
        raise wrong("a range of one number", node.span, "give it bounds that differ")
    return (None if lower == -inf else lower), (None if upper == inf else upper)


def _bound(node: syntax.Node, side: int, scope: Scope) -> float:
    infinite = node.operand if isinstance(node, syntax.Negative) else node
    if isinstance(infinite, syntax.Name) and infinite.name == "inf":
        if (infinite is node) != (side > 0):
            remedy = "-inf stands on the left, inf on the right, as in [0, inf]"
            raise wrong("no number lies in this range", node.span, remedy)
        return side * inf
    return float(evaluate_number(node, scope))
