"""How many expressions a grammar has, by size, without listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pdedsl.language.grammar import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Template,
    Variable,
)

WORK = 300_000
"""Steps after which no larger size is counted, about a second."""

FOLLOWED_IN_A_STEP = 4
"""Templates that are followed to rules, or compared, in the time of one step."""

State = frozenset[int]
"""Numbers of the templates that an expression can be made from; two alike need no telling."""


def expression_counts(grammar: Grammar, most: int) -> tuple[int, ...]:
    """How many distinct expressions have each size: 1, 2, ... up to `most`.

    The size of an expression is its operations, functions, names and numbers. A constant that
    is fitted is one number, whatever its value; t + u and u + t are two expressions, and so are
    (t + u) + x and t + (u + x), which read differently. An expression that a grammar makes in
    several ways counts once: what is counted are not derivations but the states of the
    deterministic tree automaton of the grammar.

    Args:
        grammar: whose rules all end.
        most: the largest size; fewer are counted for a grammar that would take too long.

    Source: Comon and others, Tree Automata Techniques and Applications, section 1.1 (the
    subset construction).

    >>> from pdedsl.language.grammar import Rule
    >>> e = Reference("e")
    >>> rule = Rule("e", (Apply("+", (e, e)), Variable("t"), Variable("u")))
    >>> expression_counts(Grammar(("t", "u"), (rule,)), 5)
    (2, 0, 4, 0, 16)
    """
    automaton = _Automaton(grammar)
    table: list[dict[State, int]] = []
    left = WORK
    for size in range(1, most + 1):
        row: Counter[State] = Counter()
        for state, count in automaton.leaves() if size == 1 else automaton.grown(table):
            row[state] += count
            left -= 1
            if left < automaton.followed // FOLLOWED_IN_A_STEP:
                return _of_start(automaton, grammar, table)
        table.append({state: count for state, count in row.items() if state})
    return _of_start(automaton, grammar, table)


def _of_start(
    automaton: _Automaton, grammar: Grammar, table: Sequence[dict[State, int]]
) -> tuple[int, ...]:
    start = automaton.number[Reference(grammar.start)]
    return tuple(sum(n for state, n in row.items() if start in state) for row in table)


_NONE: State = frozenset()


class _Automaton:
    """What an expression can be, from what its operands can be.

    Attributes:
        number: of every rule and every part of an alternative.
        followed: how many templates were followed to rules, or compared, up to now.
    """

    def __init__(self, grammar: Grammar) -> None:
        alternatives = [a for rule in grammar.rules for a in rule.alternatives]
        parts = dict.fromkeys(p for a in alternatives for p in _parts(a))
        names = dict.fromkeys(Reference(rule.name) for rule in grammar.rules)
        self.number = {t: k for k, t in enumerate((names | parts).keys())}
        self._parts = tuple(parts)
        self._heads: dict[int, set[int]] = {}
        for rule in grammar.rules:
            for a in rule.alternatives:
                head = self.number[Reference(rule.name)]
                self._heads.setdefault(self.number[a], set()).add(head)
        applied: list[Apply] = [p for p in parts if isinstance(p, Apply)]
        self._operands = {
            (self.number[p], place): self.number[a]
            for p in applied
            for place, a in enumerate(p.arguments)
        }
        self._patterns: dict[str, list[int]] = {}
        for p in applied:
            self._patterns.setdefault(p.operator, []).append(self.number[p])
        self._unary = {p.operator for p in applied if len(p.arguments) == 1}
        self._wanted = {self.number[Reference(grammar.start)], *self._operands.values()}
        self.followed = 0
        self._fitting: dict[tuple[str, int, State], set[int]] = {}
        self._moves: dict[tuple[str, State, State], State] = {}

    def leaves(self) -> Iterator[tuple[State, int]]:
        """States of single names and numbers."""
        ranges = [p for p in self._parts if isinstance(p, Integer)]
        numbers = dict.fromkeys(p.value for p in self._parts if isinstance(p, Number))
        numbers.update(dict.fromkeys(n for r in ranges for n in range(r.lower, r.upper + 1)))
        for part in self._parts:
            if isinstance(part, Variable | Constant):
                yield self._closed({self.number[part]}), 1
        for value in numbers:
            inside = {r for r in ranges if r.lower <= value <= r.upper and value == int(value)}
            alike: list[Template] = [Number(value), *inside]
            yield self._closed({self.number[t] for t in alike if t in self.number}), 1

    def grown(self, table: Sequence[dict[State, int]]) -> Iterator[tuple[State, int]]:
        """States of expressions one larger than those of a table, with their counts."""
        size = len(table) + 1
        for operator in self._patterns:
            if operator in self._unary:
                for state, count in table[size - 2].items():
                    yield self._applied(operator, state), count
                continue
            for left in range(1, size - 1):
                for first, m in table[left - 1].items():
                    for second, n in table[size - 2 - left].items():
                        yield self._applied(operator, first, second), m * n

    def _applied(self, operator: str, first: State, second: State = _NONE) -> State:
        found = self._moves.get((operator, first, second))
        if found is None:
            matched = set(self._fit(operator, 0, first))
            if operator not in self._unary:
                matched &= self._fit(operator, 1, second)
            found = self._closed(matched)
            self._moves[operator, first, second] = found
        return found

    def _fit(self, operator: str, place: int, operand: State) -> set[int]:
        """The patterns whose operand at a place may be in a state."""
        key = (operator, place, operand)
        if key not in self._fitting:
            patterns = self._patterns[operator]
            self.followed += len(patterns)
            self._fitting[key] = {p for p in patterns if self._operands[p, place] in operand}
        return self._fitting[key]

    def _closed(self, matched: set[int]) -> State:
        """What is matched, and the rules that may become it, as far as it matters."""
        reached, waiting = set(matched), list(matched)
        while waiting:
            new = self._heads.get(waiting.pop(), set()) - reached
            reached |= new
            waiting.extend(new)
        self.followed += len(reached)
        return frozenset(reached & self._wanted)


def _parts(template: Template) -> Iterator[Template]:
    yield template
    if isinstance(template, Apply):
        for argument in template.arguments:
            yield from _parts(argument)
