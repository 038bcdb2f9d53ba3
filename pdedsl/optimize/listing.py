"""The shortest terms a grammar can make, listed rather than bred.

Sums are left out: additive terms are combined by the search, their coefficients solved for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product

from pdedsl.language import Apply
from pdedsl.optimize.expression import Node
from pdedsl.optimize.likeness import NOWHERE, Places, Ranges
from pdedsl.optimize.primitives import Primitives, Production, filled
from pdedsl.optimize.terms import Terms, fold, split

LARGEST = 10
"""Largest derivation that is listed."""

ROW = 2500
"""Most distinct derivations of one size that larger ones are built from."""

FACTORS = 80
"""How many factors are multiplied with each other, the simplest first."""

Derivation = list[Production]


@dataclass(frozen=True, eq=False)
class Listed:
    """A derivation and the expression it stands for, folded."""

    derivation: Derivation
    expression: Node


def shortest(
    primitives: Primitives, most: int, *, scalable: bool, ranges: Ranges | None = None
) -> list[Derivation]:
    """Derivations of single terms, by complexity: at most `most`, and as many products again.

    The products are of two factors that hold one variable each, such as u * exp(c * a), which
    plain listing would reach only after thousands of less likely terms. Functions of functions
    are left to the search. Expressions that are equal up to constants and a linear coefficient
    are listed once, those without a value anywhere never.

    Args:
        primitives: of the grammar.
        most: how many.
        scalable: whether a term may have a coefficient of its own, see `terms.split`.
        ranges: of variables in the data, where terms that have equal values are the same.
    """
    places = Places(ranges or {})
    terms = _by_complexity(_listed(primitives, places), places, scalable=scalable)
    factors = [entry for t, entry in terms.values() if _is_factor(t.features[0])]
    products = _by_complexity(_products(primitives, factors), places, scalable=scalable)
    chosen = dict(islice(terms.items(), most))
    for key, found in islice(products.items(), most):
        chosen.setdefault(key, found)
    return [entry.derivation for _, entry in chosen.values()]


def _by_complexity(
    listed: Iterable[Listed], places: Places, *, scalable: bool
) -> dict[bytes, tuple[Terms, Listed]]:
    """Those that are single terms, each once, the simplest first, under their likeness."""
    by_key: dict[str, tuple[Terms, Listed]] = {}
    for entry in listed:
        terms = split(entry.expression, scalable=scalable)
        if len(terms.features) == 1:
            by_key.setdefault(terms.key, (terms, entry))
    by_values: dict[bytes, tuple[Terms, Listed]] = {}
    for terms, entry in sorted(by_key.values(), key=_complexity):
        key = places.likeness(terms.features[0], scaled=scalable)
        by_values.setdefault(key, (terms, entry))
    by_values.pop(NOWHERE, None)
    return by_values


def _complexity(pair: tuple[Terms, Listed]) -> tuple[int, int]:
    """Size, and of equal ones how many variables."""
    terms, _ = pair
    return terms.size, len(terms.variables)


def _combined(production: Production, parts: Sequence[Listed]) -> Listed:
    derivation = [production, *(node for part in parts for node in part.derivation)]
    operands = [part.expression for part in parts]
    return Listed(derivation, filled(production.template, operands, fold))


def _products(primitives: Primitives, factors: Sequence[Listed]) -> Iterator[Listed]:
    times = [p for p in primitives.joins() if p.template.operator == "*"][:1]
    for production in times:
        for pair in combinations_with_replacement(factors[:FACTORS], 2):
            yield _combined(production, pair)


def _is_factor(node: Node) -> bool:
    """Whether an expression holds one variable, as it is or shifted or scaled."""
    return _occurrences(node) == 1 and not _operators(node) & {"-", "/"}


def _occurrences(node: Node) -> int:
    """How many times variables occur."""
    return (node.op == "var") + sum(_occurrences(a) for a in node.args)


def _operators(node: Node) -> set[str]:
    return {node.op}.union(*(_operators(a) for a in node.args))


def _listed(primitives: Primitives, places: Places) -> Iterator[Listed]:
    """All derivations of the start type by size, nested functions left out."""
    table: list[list[list[Listed]]] = [[] for _ in primitives.by_type]
    seen: list[set[str | bytes]] = [{NOWHERE} for _ in primitives.by_type]
    by_type = (_without_sums(primitives), *primitives.by_type[1:])
    for size in range(1, LARGEST + 1):
        rows = [
            _distinct(_derivations(row, table, size), places, old)
            for row, old in zip(by_type, seen, strict=True)
        ]
        for entry, row in zip(table, rows, strict=True):
            entry.append(row)
        yield from rows[0]


def _without_sums(primitives: Primitives) -> Sequence[Production]:
    """The start's productions; without sums, where these stand inside nothing but sums."""
    start, *others = primitives.by_type
    terms = [p for p in start if not _is_sum(p)]
    inner = (p for row in (terms, *others) for p in row)
    return start if any(0 in p.args for p in inner) else terms


def _is_sum(production: Production) -> bool:
    return isinstance(production.template, Apply) and production.template.operator in ("+", "-")


def _derivations(
    productions: Sequence[Production], table: Sequence[Sequence[list[Listed]]], size: int
) -> Iterator[Listed]:
    """All derivations of a size from rows of smaller ones; `table[kind][n - 1]` holds size n."""
    for production in productions:
        for sizes in _partitions(size - 1, len(production.args)):
            rows = [table[k][n - 1] for k, n in zip(production.args, sizes, strict=True)]
            for parts in product(*rows):
                yield _combined(production, parts)


def _partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Ways to write a total as an ordered sum of positive numbers."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(1, total - parts + 2):
        for rest in _partitions(total - first, parts - 1):
            yield (first, *rest)


def _distinct(row: Iterator[Listed], places: Places, seen: set[str | bytes]) -> list[Listed]:
    """Those that are not among the smaller ones, each once; they are added to these."""
    kept: list[Listed] = []
    for entry in row:
        key = entry.expression.structure
        if key in seen or entry.expression.nesting != 0:
            continue
        values = places.likeness(entry.expression, scaled=False)
        if values not in seen:
            kept.append(entry)
        seen.update((key, values))
        if len(kept) >= ROW:
            break
    return kept
