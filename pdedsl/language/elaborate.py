"""From statements to a specification, with every mistake on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.form import (
    Coordinate,
    Dictionary,
    ExtendedDerivative,
    Field,
    MultiIndex,
    Problem,
    VariationalReadyPDE,
    make_symbol,
    zero_order_overlap,
)
from pdedsl.language import declarations, limits, syntax
from pdedsl.language.data_block import read_data
from pdedsl.language.equation import read_equation
from pdedsl.language.evaluate import evaluate_free
from pdedsl.language.grammar import Grammar
from pdedsl.language.grammar_choice import choose_grammar
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import did_you_mean, shown
from pdedsl.language.options import Options, defaults
from pdedsl.language.scope import Scope
from pdedsl.language.settings import names_set, read_options
from pdedsl.language.specification import DataSource, Export, Rewritten, Specification
from pdedsl.language.statements import Statements
from pdedsl.language.terms import Placed, read_terms

V = TypeVar("V", Coordinate, Field)

_START = Span(1, 1, 1, 2)  # where something is said to be missing from the whole text
_EXPORTS = ("latex", "table", "csv", "json")


def elaborate(read: Sequence[syntax.Statement], mistakes: list[Mistake]) -> Specification:
    """The specification that statements make; it has a meaning only if no mistake was found.

    Args:
        read: the statements, in the order of the text.
        mistakes: found so far; what is found here is added.

    Raises:
        Mistaken: the text cannot be elaborated. Everything else wrong is in `mistakes`.
    """
    complete = not mistakes
    statements = Statements(read)
    mistakes.extend(statements.mistakes)
    scope, coordinates, measured = _declare(statements, mistakes, complete)
    placed = _dictionary(statements, scope, mistakes)
    terms = tuple(dict.fromkeys(p.term for p in placed))
    written = len(terms)
    grammar = attempt(mistakes, lambda s: choose_grammar(s, scope), statements)
    expected = _expected(statements, _with_terms(scope, placed, statements), terms, mistakes)
    if not terms and expected is not None:
        terms = expected.dictionary.terms
    elif not terms:
        terms = _absent(statements, scope, mistakes, complete)
    _check_overlap(placed, grammar, scope, mistakes)
    known = attempt(mistakes, lambda s: _known(s, scope), statements)
    title = attempt(mistakes, _title, statements)
    problem = Problem(coordinates, measured, Dictionary(terms), known or sympy.S.Zero, title or "")
    constants = tuple((name, float(value)) for name, value in scope.constants.items())
    options, given = _options(statements, len(coordinates), mistakes)
    return Specification(
        problem=problem,
        grammar=grammar,
        constants=constants,
        data=attempt(mistakes, lambda s: _data(s, scope), statements),
        options=options,
        expected=expected,
        exports=_exports(statements, mistakes),
        given=given,
        rewritings=_rewritings(placed),
        places=tuple({p.term: p.span for p in reversed(placed)}[term] for term in terms[:written]),
    )


def _rewritings(placed: Sequence[Placed]) -> tuple[Rewritten, ...]:
    """What was rewritten, by where it stands."""
    terms: dict[Span, list[ExtendedDerivative]] = {}
    for p in placed:
        if p.rewritten:
            terms.setdefault(p.span, []).append(p.term)
    return tuple(Rewritten(span, tuple(found)) for span, found in terms.items())


def _declare(
    statements: Statements, mistakes: list[Mistake], complete: bool
) -> tuple[Scope, tuple[Coordinate, ...], tuple[Field, ...]]:
    """Names and what they stand for. Nothing else can be understood if these are broken."""
    if statements.is_broken("coordinates", "fields", "constants"):
        raise Mistaken()
    xs = statements.head("coordinates", tuple) or ()
    us = statements.head("fields", tuple) or ()
    cs = statements.heads("constants", syntax.Constant)
    missing = [_missing(k) for k in ("coordinates", "fields") if k not in statements]
    mistakes.extend(missing if complete else ())
    mistakes.extend(declarations.name_mistakes([node.name for node in (*xs, *us, *cs)]))
    if len(xs) > limits.COORDINATES:
        span = xs[limits.COORDINATES].name.span
        mistakes.append(Mistake(f"more than {limits.COORDINATES} coordinates", span, "use fewer"))
    constants = declarations.read_constants(cs, mistakes)
    coordinates = [
        attempt(mistakes, lambda n: declarations.read_coordinate(n, Scope((), (), constants)), x)
        or Coordinate(make_symbol(x.name.name))
        for x in xs
    ]
    measured = [
        attempt(mistakes, declarations.read_field, u) or Field(make_symbol(u.name.name)) for u in us
    ]
    coordinates = _distinct(coordinates)
    measured = _distinct(measured, [x.symbol for x in coordinates])
    if not coordinates or not measured or len(xs) > limits.COORDINATES:
        raise Mistaken()
    scope = Scope(
        tuple(x.symbol for x in coordinates), tuple(u.symbol for u in measured), constants
    )
    return scope, tuple(coordinates), tuple(measured)


def _distinct(declared: Iterable[V], taken: Iterable[sympy.Symbol] = ()) -> list[V]:
    """The first declaration of every name that is not taken; others have been reported."""
    found: dict[sympy.Symbol, V] = {}
    for each in declared:
        found.setdefault(each.symbol, each)
    return [each for symbol, each in found.items() if symbol not in set(taken)]


def _missing(keyword: str) -> Mistake:
    example = {"coordinates": "t in [0, 2], x in [0, 1]", "fields": "u"}[keyword]
    remedy = f"add a line such as {keyword} {example}"
    return Mistake(f"no {keyword} are declared", _START, remedy)


def _dictionary(
    statements: Statements, scope: Scope, mistakes: list[Mistake]
) -> tuple[Placed, ...]:
    entries = statements.entries("dictionary", syntax.Term)
    if entries is not None and not entries and not statements.is_broken("dictionary"):
        remedy = "write the terms that may occur, such as d_t(u), d_xx(u)"
        span = statements.span("dictionary")
        mistakes.append(Mistake("the dictionary has no terms", span, remedy))
    return read_terms(entries or [], scope, mistakes)


def _absent(
    statements: Statements, scope: Scope, mistakes: list[Mistake], complete: bool
) -> tuple[ExtendedDerivative, ...]:
    """Some term in place of a dictionary that is not there, so that the rest can be checked."""
    if complete and "dictionary" not in statements and "expect" not in statements:
        remedy = "add dictionary { ... } with the terms that may occur, such as d_t(u), d_xx(u)"
        mistakes.append(Mistake("there is no dictionary", _START, remedy))
    assert mistakes, "a dictionary without terms must have been reported"
    return (_anything(scope),)


def _anything(scope: Scope) -> ExtendedDerivative:
    first = MultiIndex((1,) + (0,) * (len(scope.coordinates) - 1))
    return ExtendedDerivative(first, sympy.S.One, scope.fields[0])


def _with_terms(scope: Scope, placed: Sequence[Placed], statements: Statements) -> Scope:
    """The scope with named terms; names of terms that were mistaken stand for some derivative."""
    entries = statements.entries("dictionary", syntax.Term) or []
    terms = {entry.name.name: _anything(scope) for entry in entries if entry.name is not None}
    terms.update({p.term.name: p.term for p in placed if p.term.name is not None})
    return replace(scope, terms=terms)


def _expected(
    statements: Statements,
    scope: Scope,
    terms: tuple[ExtendedDerivative, ...],
    mistakes: list[Mistake],
) -> VariationalReadyPDE | None:
    node = statements.head("expect", syntax.Equation)
    dictionary = Dictionary(terms) if terms else None
    if node is None:
        return None
    return attempt(mistakes, lambda n: read_equation(n, scope, dictionary), node)


def _check_overlap(
    placed: Sequence[Placed], grammar: Grammar | None, scope: Scope, mistakes: list[Mistake]
) -> None:
    """A zero-order term may stand in the dictionary only where g cannot contain it."""
    if grammar is None:
        return
    arguments = tuple(make_symbol(name) for name in grammar.arguments)
    for p in placed:
        if not zero_order_overlap(Dictionary((p.term,)), arguments):
            continue
        fewer = [a for a in arguments if a not in scope.fields]
        head = f"grammar g({', '.join(a.name for a in fewer)})" if fewer else "grammar none"
        remedy = f"take it out of the dictionary, or out of g with {head}"
        message = "a term without a derivative, which g could contain as well"
        mistakes.append(Mistake(message, p.span, remedy))


def _known(statements: Statements, scope: Scope) -> sympy.Expr:
    node = statements.expression("known")
    if node is not None:
        return evaluate_free(node, scope, "the known part of g")
    if "known" in statements and not statements.is_broken("known"):
        raise wrong("known is empty", statements.span("known"), "write known { -0.5 * u }")
    return sympy.S.Zero


def _title(statements: Statements) -> str:
    text = statements.head("title", syntax.Text)
    return "" if text is None else declarations.read_quoted(text)


def _data(statements: Statements, scope: Scope) -> DataSource | None:
    path = statements.head("data", syntax.Text)
    if path is None:
        return None
    bound = statements.entries("data", syntax.DataEntry) or []
    sliced = statements.entries("data", syntax.Slice) or []
    return read_data(path, [*bound, *sliced], scope)


def _options(
    statements: Statements, dimension: int, mistakes: list[Mistake]
) -> tuple[Options, frozenset[str]]:
    """The options, and by "group.option" those that the text sets.

    The method is read first: the defaults of all others follow from it.
    """
    options, given = Options(), set[str]()
    for keyword in (f.name for f in fields(Options)):
        method = statements.head(keyword, syntax.Name)
        settings = statements.entries(keyword, syntax.Setting) or []
        group = getattr(options, keyword)
        try:
            changed: Any = read_options(group, keyword, method, settings, dimension)
        except Mistaken as error:
            mistakes.extend(error.mistakes)
            continue
        options = replace(options, **{keyword: changed})
        given |= {f"{keyword}.{name}" for name in names_set(group, method, settings)}
        if keyword == "method":
            options = defaults(options.method.method)
    return options, frozenset(given)


def _exports(statements: Statements, mistakes: list[Mistake]) -> tuple[Export, ...]:
    read = [attempt(mistakes, _export, e) for e in statements.heads("export", syntax.Export)]
    return tuple(export for export in read if export is not None)


def _export(node: syntax.Export) -> Export:
    if node.kind.name not in _EXPORTS:
        remedy = did_you_mean(node.kind.name, _EXPORTS) or f"one of {', '.join(_EXPORTS)}"
        raise wrong(f"there is no export {shown(node.kind.name)}", node.kind.span, remedy)
    if not node.path.value.strip():
        raise wrong("an empty file name", node.path.span, 'write export latex "heat.tex"')
    return Export(node.kind.name, declarations.read_quoted(node.path), node.path.span)
