"""What in a text is no mistake but worth a word: where, and what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pdedsl.errors import Mistake, Span
from pdedsl.language import syntax
from pdedsl.language.equation_text import format_term
from pdedsl.language.grammar import variables
from pdedsl.language.grammar_notes import notes_by_rule
from pdedsl.language.parser import read_statements
from pdedsl.language.source import piece
from pdedsl.language.specification import Specification
from pdedsl.language.statements import Statements


def notes(specification: Specification) -> tuple[Mistake, ...]:
    """Rewritten terms, idle alternatives of the grammar, inputs without use, and data not named.

    Each is a `Mistake` only in its shape: message, span and perhaps a remedy.
    """
    each = [note for part in specification.parts for note in (*_rewritten(part), *_idle(part))]
    found = (*each, *unused_inputs(specification), *_unnamed(specification))
    return tuple(sorted(found, key=lambda m: (m.span.line, m.span.column) if m.span else (0, 0)))


def rewriting_text(specification: Specification, position: int) -> str:
    """What a rewritten entry of the first equation's dictionary is, as a sentence."""
    found = specification.rewritings[position]
    coordinates = specification.problem.coordinate_symbols
    terms = [format_term(term, coordinates) for term in found.terms]
    written = piece(specification.source, found.span)
    many = ", each with a coefficient of its own" if len(terms) > 1 else ""
    return f"{written} is {', '.join(terms)}{many}"


def _rewritten(specification: Specification) -> Iterator[Mistake]:
    for position, found in enumerate(specification.rewritings):
        yield Mistake(rewriting_text(specification, position), found.span)


def _idle(specification: Specification) -> Iterator[Mistake]:
    if specification.grammar is None:
        return
    keyword, rules = _places(specification)
    for name, text in notes_by_rule(specification.grammar):
        yield Mistake(f"{name}: {text}", rules.get(name, keyword))


def own_statements(specification: Specification) -> Sequence[syntax.Statement]:
    """The statements of a specification, or of the block of its first equation if it has blocks."""
    statements = read_statements(specification.source)[0]
    if not specification.equations:
        return statements
    name = specification.equation_name
    blocks = [s for s in statements if isinstance(s.head, syntax.Name) and s.head.name == name]
    return next(s.inner for s in blocks if s.keyword.name == "equation")


def _places(specification: Specification) -> tuple[Span | None, dict[str, Span]]:
    """Where the grammar of an equation stands, and the name of each of its rules."""
    for statement in own_statements(specification):
        if statement.keyword.name == "grammar":
            rules = [e for e in statement.entries or () if isinstance(e, syntax.Rule)]
            return statement.keyword.span, {rule.name.name: rule.name.span for rule in rules}
    return None, {}


def unused_inputs(specification: Specification) -> Iterator[Mistake]:
    """Inputs that no equation has a use for."""
    used = set[str]()
    for part in specification.parts:
        used |= set() if part.grammar is None else variables(part.grammar)
        terms = (term.h for term in part.problem.dictionary)
        used |= {s.name for e in (*terms, part.problem.known) for s in e.free_symbols}
    inputs = specification.problem.inputs
    lost = [q.symbol.name for q in inputs if q.symbol.name not in used]
    nodes = Statements(read_statements(specification.source)[0]).heads("inputs", syntax.Input)
    spans = {node.name.name: node.name.span for node in nodes}
    for name in lost:
        remedy = f"give g the argument {name} and an alternative with it, or take it out of inputs"
        yield Mistake(f"the input {name} has no use: g cannot hold it", spans.get(name), remedy)


def _unnamed(specification: Specification) -> Iterator[Mistake]:
    if specification.data is None:
        remedy = 'write data "FILE.npz", or pass data= from Python'
        yield Mistake("the specification names no data", None, remedy)
