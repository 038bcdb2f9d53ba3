"""A candidate g as a sum of terms, each with a linear coefficient that need not be searched for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pdedsl.language import Apply as Template
from pdedsl.language import Constant, Grammar, Reference
from pdedsl.optimize.expression import (
    Node,
    constant,
    is_chosen,
    number,
    with_constants,
)
from pdedsl.optimize.once import once
from pdedsl.optimize.operations import FUNCTIONS, function_of
from pdedsl.optimize.ranges import Interval, Ranged, joined, ranged, ranged_terms, within

NESTED = 2

ONE = number(1.0)


@dataclass(frozen=True)
class Terms:
    """g = sum_k c_k f_k, the c_k to be solved for, constants inside the f_k to be fitted.

    Attributes:
        features: the f_k, expressions without a leading free factor.
    """

    features: tuple[Node, ...]

    @once
    def key(self) -> str:
        """Equal for sums equal up to constants and order."""
        return " ; ".join(sorted(f.structure for f in self.features))

    @once
    def size(self) -> int:
        """Complexity: nodes of the sum, and `NESTED` more for every function inside a function.

        sin(exp(t)) is as short as sin(t) * t, yet hardly ever what nature does.
        """
        nodes = sum(f.size + NESTED * f.nesting for f in self.features)
        return max(0, nodes + len(self.features) - 1)

    @once
    def numbers(self) -> int:
        """Linear coefficients, constants inside, and constants that are hidden in a unit."""
        return len(self.features) + len(self.inner) + sum(hidden(f) for f in self.features)

    @once
    def inner(self) -> tuple[Node, ...]:
        """All constants inside the features, in order."""
        return tuple(c for f in self.features for c in f.constants)

    @once
    def owners(self) -> tuple[int, ...]:
        """For each constant inside, which feature it is in."""
        return tuple(k for k, f in enumerate(self.features) for _ in f.constants)

    @once
    def variables(self) -> frozenset[str]:
        """Names of the coordinates and fields that occur."""
        return frozenset().union(*(f.variables for f in self.features))

    def with_theta(self, theta: Sequence[float]) -> Terms:
        """The same sum with other constants; what does not depend on them is taken over."""
        values = iter(theta)
        found = Terms(tuple(with_constants(f, values) for f in self.features))
        vars(found).update({name: getattr(self, name) for name in ("key", "size", "numbers")})
        return found


UNITLESS = frozenset(FUNCTIONS) - {"log", "sqrt", "abs"}
"""Functions whose argument has to be without a unit; that of the others can be taken out."""


def hidden(node: Node) -> int:
    """How many functions have an argument without a constant.

    exp(t) is exp(t / 1 s): the one second is a number that the expression does not show, and a
    coincidence if it is right. In other units of t the same law has a constant there.
    """
    here = node.op in UNITLESS and node.args[0].is_given
    return here + sum(hidden(a) for a in node.args)


def split(node: Node, *, scalable: bool) -> Terms:
    """Split a candidate into its additive terms; those that are 0 are left out.

    Args:
        node: the candidate.
        scalable: whether the grammar lets every additive term have a factor of its own. If
            not, terms without a free factor stay together in one feature.
    """
    free: dict[str, Node] = {}
    fixed: list[Node] = []
    for sign, term in _summands(node, 1.0):
        has_factor, rest = _strip(term)
        if rest == number(0.0):
            continue
        if has_factor or scalable:
            rest = _without_numbers(rest)
            found = ranged(rest)
            rest = rest if found is None else found.rest
            free.setdefault(_identity(rest, len(free)), rest)
        else:
            rest = _without_ones(term)
            fixed.append(rest if sign > 0 else Node("neg", (rest,)))
    features = [*free.values(), *_fixed(fixed, free)]
    return Terms(tuple(features))


def _fixed(terms: Sequence[Node], free: Mapping[str, Node]) -> Iterator[Node]:
    """Terms without a free factor: apart if each has a coefficient of given range, else as one.

    The one has the free scale of the equation as its coefficient.
    """
    found = [ranged_terms(term) for term in terms]
    if all(found):
        yield from _ranged([r for row in found for r in row or ()], free)
    elif terms:
        lump = terms[0]
        for term in terms[1:]:
            lump = Node("+", (lump, term))
        if _identity(lump, len(free)) not in free:
            yield lump


def _ranged(terms: Sequence[Ranged], free: Mapping[str, Node]) -> Iterator[Node]:
    """One feature for equal terms, the ranges of their coefficients added."""
    kept: dict[str, Ranged] = {}
    for term in terms:
        key = _identity(term.rest, len(kept))
        same = kept.get(key)
        total = term.interval if same is None else same.interval + term.interval
        kept[key] = Ranged(total, term.rest)
    for key, term in kept.items():
        if key not in free and term.interval != NOTHING:
            yield within(term)


NOTHING = Interval(0.0, 0.0)


def _identity(node: Node, position: int) -> str:
    """Terms with constants are never the same: sin(c t) + sin(c t) has two frequencies."""
    return f"{node.structure} {position}" if not node.is_given else node.structure


def is_scalable(grammar: Grammar) -> bool:
    """Whether the start rule may multiply itself by a constant without bounds."""
    scalar = _free_scalars(grammar)
    for alternative in grammar.rules[0].alternatives:
        if isinstance(alternative, Template) and alternative.operator == "*":
            left, right = alternative.arguments
            for factor, rest in ((left, right), (right, left)):
                if rest == Reference(grammar.start) and _is_scalar(factor, scalar):
                    return True
    return False


def _free_scalars(grammar: Grammar) -> set[str]:
    """Rules that can become a constant without bounds."""
    found: set[str] = set()
    while True:
        new = {
            r.name
            for r in grammar.rules
            if r.name not in found and any(_is_scalar(a, found) for a in r.alternatives)
        }
        if not new:
            return found
        found |= new


def _is_scalar(template: object, scalars: set[str]) -> bool:
    if isinstance(template, Reference):
        return template.name in scalars
    return template == Constant(None, None)


def _summands(node: Node, sign: float) -> list[tuple[float, Node]]:
    """Additive terms with their signs; a free factor is multiplied out."""
    if node.op == "*" and _is_free(node.args[0]) and node.args[1].op in ("+", "-"):
        c = node.args[0]
        return [(s, Node("*", (c, t))) for s, t in _summands(node.args[1], sign)]
    if node.op in ("+", "-"):
        second = sign if node.op == "+" else -sign
        return _summands(node.args[0], sign) + _summands(node.args[1], second)
    if node.op == "neg":
        return _summands(node.args[0], -sign)
    return [(sign, node)]


def _strip(node: Node) -> tuple[bool, Node]:
    """Take free factors off a product or quotient; the rest is what has to be fitted."""
    if _is_free(node):
        return True, number(1.0)
    if node.op == "neg":
        return _strip(node.args[0])
    if node.op in ("*", "/"):
        return _strip_product(node)
    if node.op == "exp" and node.args[0].op == "+" and _is_constant(node.args[0].args[0]):
        return True, Node("exp", (node.args[0].args[1],))
    return False, node


def _strip_product(node: Node) -> tuple[bool, Node]:
    (left_free, left), (right_free, right) = _strip(node.args[0]), _strip(node.args[1])
    return left_free or right_free, joined(node.op, left, right)


def _without_ones(node: Node) -> Node:
    """A product or quotient without factors of 1, its sign as it is."""
    if node.op not in ("*", "/"):
        return node
    left, right = (_without_ones(a) for a in node.args)
    return joined(node.op, left, right)


def _without_numbers(node: Node) -> Node:
    """A product or quotient without given numbers, which its coefficient takes up."""
    if _is_given(node) and node.value:
        return ONE
    if node.op == "neg":
        return _without_numbers(node.args[0])
    if node.op in ("*", "/"):
        return joined(node.op, *(_without_numbers(a) for a in node.args))
    return node


def _is_given(node: Node) -> bool:
    """Whether it is a number of the grammar, or that an operation came to."""
    return node.op == "num" and node.bounds == (None, None) and not is_chosen(node)


def _is_free(node: Node) -> bool:
    """Whether an expression is made of constants without bounds alone, so takes any value."""
    if node.op == "const":
        return node.bounds == (None, None)
    if node.op in ("+", "-", "*", "/", "neg"):
        return any(_is_free(a) for a in node.args) and all(
            _is_free(a) or a.op == "num" for a in node.args
        )
    return False


def folded(node: Node) -> Node:
    """Write an expression in the fewest ways: what only has free constants in it is one constant.

    c * c, c + c, sin(c) become c; x / c becomes c * x and x - c becomes x + c; nested shifts
    and scalings merge; log(exp(x)), exp(log(x)), x - x and x / x are carried out, and then
    exp(0), 0 * x, 1 * x and the like, but for whole numbers that the search chose.
    """
    return fold(node.op, tuple(folded(a) for a in node.args)) if node.args else node


def fold(op: str, args: tuple[Node, ...]) -> Node:
    """The same for an operation on folded operands."""
    if all(_is_number(a) for a in args) and any(a.op == "const" for a in args):
        return constant(_value(op, args))
    settled = _settled(op, args)
    if settled is not None:
        return settled
    if op in ("-", "/"):
        return _inverse(op, args)
    if op in ("*", "+"):
        return _commuted(op, args)
    if (op, args[0].op) in (("log", "exp"), ("exp", "log")):
        return args[0].args[0]
    return Node(op, args)


def _settled(op: str, args: tuple[Node, ...]) -> Node | None:
    """What an operation on given numbers, or with 0 or 1, comes to; None for any other."""
    given = [a.value if _is_given(a) else None for a in args]
    if None not in given:
        value = _carried_out(op, args)
        return None if value is None else number(value)
    if len(args) == 1:
        return None
    for value, other, is_first in ((given[0], args[1], True), (given[1], args[0], False)):
        if value == 0.0 and (op == "*" or (op == "/" and is_first)):
            return number(0.0)
        if value == 0.0 and (op == "+" or (op == "-" and not is_first)):
            return other
        if value == 1.0 and (op == "*" or (op == "/" and not is_first)):
            return other
    return None


def _inverse(op: str, args: tuple[Node, ...]) -> Node:
    if args[0] == args[1] and args[0].is_given:
        return number(0.0 if op == "-" else 1.0)
    if _is_constant(args[1]):
        inverse = constant(_value("neg", args[1:]) if op == "-" else _value("/", (ONE, args[1])))
        return _commuted("+" if op == "-" else "*", (inverse, args[0]))
    return Node(op, args)


def _commuted(op: str, args: tuple[Node, ...]) -> Node:
    """A sum or product with its constant, if there is one, in front and alone."""
    first, second = (args[1], args[0]) if _is_constant(args[1]) else args
    if _is_constant(first) and second.op == op and _is_constant(second.args[0]):
        merged = constant(_value(op, (first, second.args[0])))
        return Node(op, (merged, second.args[1]))
    return Node(op, (first, second))


def _is_constant(node: Node) -> bool:
    return node.op == "const" and node.bounds == (None, None)


def _is_number(node: Node) -> bool:
    return node.op == "num" or _is_constant(node)


def _value(op: str, args: tuple[Node, ...]) -> float:
    """Of an operation on free constants, 1 where there is none: any will do."""
    found = _carried_out(op, args)
    return 1.0 if found is None else found


def _carried_out(op: str, args: tuple[Node, ...]) -> float | None:
    with np.errstate(all="ignore"):
        value = float(function_of(op)(*(np.float64(a.value) for a in args)))
    return value if np.isfinite(value) else None
