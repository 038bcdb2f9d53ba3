"""Search grammars: which expressions the derivative-free part g may be, as BNF over templates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

OPERATORS = ("+", "-", "*", "/", "^", "neg")


@dataclass(frozen=True)
class Reference:
    """A nonterminal: whatever the rule of this name may become."""

    name: str


@dataclass(frozen=True)
class Variable:
    """A coordinate or a field, by its declared name."""

    name: str


@dataclass(frozen=True)
class Constant:
    """A real number to be fitted, between bounds where they are given."""

    lower: float | None = None
    upper: float | None = None


@dataclass(frozen=True)
class Integer:
    """A whole number to be chosen from lower to upper, both included."""

    lower: int
    upper: int


@dataclass(frozen=True)
class Number:
    """A number that is given: a literal, or the value of a declared constant."""

    value: float


@dataclass(frozen=True)
class Apply:
    """An operation on templates.

    Attributes:
        operator: one of `OPERATORS`, "neg" being unary minus, or the name of a function.
        arguments: two for the operators "+", "-", "*", "/" and "^", otherwise one.
    """

    operator: str
    arguments: tuple[Template, ...]


Template = Reference | Variable | Constant | Integer | Number | Apply


@dataclass(frozen=True)
class Rule:
    """name ::= alternatives. Each alternative is a whole expression, nonterminals included."""

    name: str
    alternatives: tuple[Template, ...]


@dataclass(frozen=True)
class Grammar:
    """A context-free grammar of expressions; the first rule is the start.

    Attributes:
        arguments: names of the coordinates and fields that g may depend on.
        rules: at least one, with distinct names.
        name: what the user calls g, or the name of the stock grammar.
    """

    arguments: tuple[str, ...]
    rules: tuple[Rule, ...]
    name: str | None = None

    @property
    def start(self) -> str:
        """Name of the rule that a derivation starts from."""
        return self.rules[0].name

    def rule(self, name: str) -> Rule:
        """The rule of a name; KeyError if there is none."""
        for rule in self.rules:
            if rule.name == name:
                return rule
        raise KeyError(name)


def references(template: Template) -> Iterator[str]:
    """Names of the nonterminals in a template, left to right, repetitions included."""
    if isinstance(template, Reference):
        yield template.name
    elif isinstance(template, Apply):
        for argument in template.arguments:
            yield from references(argument)


def minimum_depths(grammar: Grammar) -> dict[str, int]:
    """The least height of a derivation tree under each rule.

    An alternative without nonterminals has depth 1, any other 1 + the deepest of its
    nonterminals. Rules that never end are left out.

    >>> expr = Rule("expr", (Apply("sin", (Reference("atom"),)),))
    >>> minimum_depths(Grammar(("t",), (expr, Rule("atom", (Variable("t"),)))))
    {'atom': 1, 'expr': 2}
    """
    needs = {r.name: [set(references(a)) for a in r.alternatives] for r in grammar.rules}
    depths: dict[str, int] = {}
    height = 0
    while True:
        height += 1
        ready = [
            name
            for name, alternatives in needs.items()
            if name not in depths and any(a <= depths.keys() for a in alternatives)
        ]
        if not ready:
            return depths
        depths.update(dict.fromkeys(ready, height))


def never_ending(grammar: Grammar) -> tuple[str, ...]:
    """Names of the rules from which no finite expression can be derived."""
    ending = minimum_depths(grammar)
    return tuple(rule.name for rule in grammar.rules if rule.name not in ending)


def unreachable(grammar: Grammar) -> tuple[str, ...]:
    """Names of the rules that no derivation from the start can use."""
    uses = {r.name: {n for a in r.alternatives for n in references(a)} for r in grammar.rules}
    reached, waiting = {grammar.start}, [grammar.start]
    while waiting:
        new = uses.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(sorted(new))
    return tuple(rule.name for rule in grammar.rules if rule.name not in reached)


def unit_cycles(grammar: Grammar) -> tuple[str, ...]:
    """Names of the rules that can become themselves with nothing added, as in `a ::= b`, `b ::= a`.

    Such a rule derives every expression in infinitely many ways.
    """
    units = {
        rule.name: {a.name for a in rule.alternatives if isinstance(a, Reference)}
        for rule in grammar.rules
    }
    return tuple(name for name in units if name in _closure(name, units))


def _closure(start: str, edges: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = edges.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    return reached
