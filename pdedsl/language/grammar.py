"""Search grammars: which expressions the derivative-free part g may be, as BNF over templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

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
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> Mapping[str, Rule]:
        return {rule.name: rule for rule in self.rules}

    @cached_property
    def _minimum_depths(self) -> Mapping[str, int]:
        return _minimum_depths(self)


def leaves(template: Template) -> Iterator[Template]:
    """What a template's operations are applied to, left to right, repetitions included."""
    waiting = [template]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Apply):
            waiting.extend(reversed(part.arguments))
        else:
            yield part


def height(template: Template) -> int:
    """How many operations are within each other; t + u + x has two, as (t + u) + x."""
    count, level = 0, [template]
    while level := [part for one in level if isinstance(one, Apply) for part in one.arguments]:
        count += 1
    return count


def references(template: Template) -> Iterator[str]:
    """Names of the nonterminals in a template, left to right, repetitions included."""
    return (leaf.name for leaf in leaves(template) if isinstance(leaf, Reference))


def variables(grammar: Grammar) -> frozenset[str]:
    """Names of the coordinates and fields that its alternatives hold."""
    return frozenset(v for rule in grammar.rules for a in rule.alternatives for v in held(a))


def held(template: Template) -> Iterator[str]:
    """Names of the coordinates and fields in a template, left to right, repetitions included."""
    return (leaf.name for leaf in leaves(template) if isinstance(leaf, Variable))


def minimum_depths(grammar: Grammar) -> dict[str, int]:
    """The least height of a derivation tree under each rule.

    An alternative without nonterminals has depth 1, any other 1 + the deepest of its
    nonterminals. Rules that never end are left out.

    >>> expr = Rule("expr", (Apply("sin", (Reference("atom"),)),))
    >>> minimum_depths(Grammar(("t",), (expr, Rule("atom", (Variable("t"),)))))
    {'atom': 1, 'expr': 2}
    """
    return dict(grammar._minimum_depths)


def _minimum_depths(grammar: Grammar) -> dict[str, int]:
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


def sizes(grammar: Grammar) -> dict[str, int]:
    """The nodes of the largest expression of the least height under each rule.

    It is what a derivation ends in that has no height left. Rules that never end are left out.

    >>> pair = Rule("pair", (Apply("*", (Reference("leaf"), Reference("leaf"))),))
    >>> sizes(Grammar(("t",), (pair, Rule("leaf", (Variable("t"),)))))
    {'leaf': 1, 'pair': 3}
    """
    return _of_least_height(grammar, _size)


def heights(grammar: Grammar) -> dict[str, int]:
    """The rules and operations within each other in that expression of each rule.

    >>> pair = Rule("pair", (Apply("*", (Reference("leaf"), Reference("leaf"))),))
    >>> heights(Grammar(("t",), (pair, Rule("leaf", (Variable("t"),)))))
    {'leaf': 0, 'pair': 2}
    """
    return _of_least_height(grammar, _reach)


def _of_least_height(
    grammar: Grammar, measure: Callable[[Template, Mapping[str, int]], int]
) -> dict[str, int]:
    depths = minimum_depths(grammar)
    found: dict[str, int] = {}
    for name in sorted(depths, key=depths.__getitem__):
        lower = {other for other, depth in depths.items() if depth < depths[name]}
        found[name] = max(
            measure(alternative, found)
            for alternative in grammar.rule(name).alternatives
            if lower.issuperset(references(alternative))
        )
    return found


def _reach(template: Template, rules: Mapping[str, int]) -> int:
    """Operations of a template within each other, with its rules as high as given."""
    if isinstance(template, Apply):
        return 1 + max(_reach(argument, rules) for argument in template.arguments)
    return 1 + rules[template.name] if isinstance(template, Reference) else 0


def _size(template: Template, rules: Mapping[str, int]) -> int:
    """Nodes of a template, its rules as large as given."""
    if isinstance(template, Reference):
        return rules[template.name]
    if isinstance(template, Apply):
        return 1 + sum(_size(argument, rules) for argument in template.arguments)
    return 1


def operands(template: Template) -> int:
    """How many rules and whole numbers are to be chosen in a template."""
    if isinstance(template, Apply):
        return sum(operands(argument) for argument in template.arguments)
    return isinstance(template, Reference | Integer)


def integers(template: Template) -> Iterator[Integer]:
    """The ranges of whole numbers in a template, repetitions included."""
    if isinstance(template, Integer):
        yield template
    elif isinstance(template, Apply):
        for argument in template.arguments:
            yield from integers(argument)


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
