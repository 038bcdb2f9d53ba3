"""How derivatives are written: d_tx(u), d[theta, 2](u), u_xx."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import sympy

from pdedsl.form import Jet, MultiIndex, make_symbol
from pdedsl.language import limits, syntax
from pdedsl.language.mistaken import wrong
from pdedsl.language.nearest import nearest, shown
from pdedsl.language.scope import Scope


def from_letters(letters: str, scope: Scope) -> MultiIndex | None:
    """The multi-index of letters such as `txx`, None if one is not a one-letter coordinate."""
    names = [x.name for x in scope.coordinates]
    if not letters or not all(letter in names and is_letter(letter) for letter in letters):
        return None
    return MultiIndex(tuple(letters.count(n) if len(n) == 1 else 0 for n in names))


def from_name(name: str, scope: Scope) -> tuple[MultiIndex, sympy.Symbol] | None:
    """What `u_xx` abbreviates, of a field or an input; None if it is no abbreviation."""
    for field in sorted(scope.functions, key=lambda u: -len(u.name)):
        if name.startswith(f"{field.name}_"):
            alpha = from_letters(name[len(field.name) + 1 :], scope)
            if alpha is not None:
                return alpha, field
    return None


def derivative_text(name: str, scope: Scope) -> str | None:
    """The derivative that everybody reads `u_x` as, d_x(u), if that is not what it is declared as.

    A field may have the name of the derivative that it is the measurement of.
    """
    found = from_name(name, scope)
    if found is None:
        return None
    alpha, field = found
    measured = scope.definitions.get(field, Jet(field, MultiIndex((0,) * len(scope.coordinates))))
    if Jet(measured.field, measured.alpha + alpha) == scope.definitions.get(make_symbol(name)):
        return None
    return f"{operator_text(alpha, scope.coordinates)}({field.name})"


def from_call(node: syntax.Call, scope: Scope) -> MultiIndex:
    """The multi-index of `d_tx(...)`; Mistaken if the letters are no coordinates."""
    name, span = node.name.name, node.name.span
    if len(node.arguments) != 1:
        raise wrong(f"{shown(name)} takes one argument", node.span, f"write {shown(name)}(u)")
    letters = name.removeprefix("d_")
    if len(letters) > limits.ORDER and set(letters) <= {x.name for x in scope.coordinates}:
        raise wrong(f"a derivative of order above {limits.ORDER}", span, "lower its order")
    alpha = from_letters(letters, scope)
    if alpha is not None:
        return alpha
    names = [x.name for x in scope.coordinates]
    parts = in_names(letters, names)
    if parts is None:
        remedy = f"coordinates are {', '.join(names)}"
    else:
        long = shown(max(parts, key=len))
        remedy = f"write {in_brackets(parts)}( ), since {long} is no single letter"
    raise wrong(f"{shown(name)} is not a derivative in declared coordinates", span, remedy)


def spelled_out(name: str, scope: Scope) -> str | None:
    """What somebody means by `h_time`, which no abbreviation is: d[time](h); None if nothing."""
    names = [x.name for x in scope.coordinates]
    for field in sorted(scope.functions, key=lambda u: -len(u.name)):
        if name.startswith(f"{field.name}_"):
            parts = in_names(name[len(field.name) + 1 :], names)
            if parts is not None:
                return f"{in_brackets(parts)}({field.name})"
    return None


def in_names(letters: str, names: Iterable[str]) -> tuple[str, ...] | None:
    """The names that stand behind each other in a word, the longest taken first; None for others.

    >>> in_names("tthetatheta", ["t", "theta"])
    ('t', 'theta', 'theta')
    """
    known = sorted(names, key=len, reverse=True)
    found, at = list[str](), 0
    while at < len(letters):
        name = next((n for n in known if letters.startswith(n, at)), None)
        if name is None or len(found) == limits.ORDER:
            return None
        found.append(name)
        at += len(name)
    return tuple(found) or None


def in_brackets(names: Iterable[str]) -> str:
    """d[t, theta, 2] for the names of coordinates, one after the other."""
    runs = [(name, len(tuple(same))) for name, same in groupby(names)]
    return f"d[{', '.join(name if n == 1 else f'{name}, {n}' for name, n in runs)}]"


def from_bracket(node: syntax.Bracket, scope: Scope) -> MultiIndex:
    """The multi-index of `d[x, 2, t](...)`: a number repeats the coordinate before it."""
    if node.name.name != "d":
        remedy = "a derivative in brackets begins with d, as in d[x, 2](u)"
        raise wrong(f"{shown(node.name.name)}[ ] has no meaning", node.name.span, remedy)
    orders = {x.name: 0 for x in scope.coordinates}
    last: str | None = None
    for index in node.indices:
        if isinstance(index, syntax.Number):
            orders[_repeated(index, last)] += _repetitions(index) - 1
            last = None
        else:
            last = _coordinate(index, orders)
            orders[last] += 1
    if not 0 < sum(orders.values()) <= limits.ORDER:
        raise wrong(f"a derivative of order above {limits.ORDER}", node.span, "lower its order")
    return MultiIndex(tuple(orders.values()))


def operator_text(alpha: MultiIndex, coordinates: Iterable[sympy.Symbol]) -> str:
    """d_tx, or d[theta, 2] where a coordinate is no single letter."""
    taken = [(x.name, n) for x, n in zip(coordinates, alpha.orders, strict=True) if n]
    if all(is_letter(name) for name, _ in taken):
        return "d_" + "".join(name * n for name, n in taken)
    return in_brackets(name for name, n in taken for _ in range(n))


def is_letter(name: str) -> bool:
    """Whether a coordinate may be written as a letter of d_tx."""
    return len(name) == 1 and name.isalpha()


def _coordinate(index: syntax.Name, orders: dict[str, int]) -> str:
    if index.name not in orders:
        near = nearest(index.name, orders)
        remedy = f"did you mean {near}?" if near else f"coordinates are {', '.join(orders)}"
        raise wrong(f"{shown(index.name)} is not a coordinate", index.span, remedy)
    return index.name


def _repeated(index: syntax.Number, last: str | None) -> str:
    if last is None:
        raise wrong("a number with no coordinate before it", index.span, "write d[x, 2](u)")
    return last


def _repetitions(index: syntax.Number) -> int:
    if not index.text.isdigit() or len(index.text) > 2 or int(index.text) < 1:
        remedy = f"a whole number from 1 to {limits.ORDER}"
        raise wrong(f"{shown(index.text)} is not an order of a derivative", index.span, remedy)
    return int(index.text)
