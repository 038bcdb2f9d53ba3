"""What the names of an equation may stand for, where nothing declares them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from string import ascii_lowercase

from pdedsl.errors import Span
from pdedsl.form import make_symbol
from pdedsl.language import limits, syntax
from pdedsl.language.abbreviations import USUAL, Abbreviation, abbreviations, as_abbreviation
from pdedsl.language.derivatives import in_names
from pdedsl.language.mistaken import wrong
from pdedsl.language.no_function import meant_derivative, no_function
from pdedsl.language.nodes import all_nodes, children, rebuilt
from pdedsl.language.scope import FUNCTION_NAMES, RESERVED, Scope
from pdedsl.language.vector_calculus import TIME, VECTOR_CALCULUS

_WORDS = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
    *("lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi"),
    *("psi", "omega", "time", "age", "lat", "lon", "depth", "height", "radius", "angle"),
    *("distance", "position"),
)
"""Names of coordinates that are read as one in u_theta, and not as five letters."""

_IN_SPACE = {
    "laplacian": "name those of space, as in laplacian(u, x), or write single derivatives, u_xx",
    "grad": "write single derivatives, such as u_x",
    "div": "write single derivatives, such as d_x(D*u_x)",
    "divergence": "write single derivatives, such as d_x(u) + d_y(v)",
}
"""What to write where no coordinate can be one of space."""

_DIFFERENTIAL = re.compile(rf"(?:d|del|partial)([A-Za-z]|{'|'.join(_WORDS)})")

Abbreviations = Mapping[str, Abbreviation]


def spell_out(equation: syntax.Equation) -> syntax.Equation:
    """The equation with d[theta](u) in place of u_theta and of d_theta(u).

    So it is with names of Greek letters, others that are common, and those that the equation has
    in brackets or after the first comma of laplacian(u, x, y). Read from the left, the longest of
    these names is taken wherever one begins, else a letter: u_rtheta is d[r, theta](u).
    """
    sides = (equation.left, equation.right)
    own = [name for side in sides for node in all_nodes(side) for name in _named(node)]
    names = (*ascii_lowercase, *_WORDS, *own)
    in_short = (*USUAL, *_WORDS, *own)

    def spelled(node: syntax.Node) -> syntax.Node:
        short = as_abbreviation(node.name) if isinstance(node, syntax.Name) else None
        if short is not None:
            field = syntax.Name(short.field, node.span)
            return _bracket(short.letters, field, in_short) or node
        if isinstance(node, syntax.Call) and node.name.name.startswith("d_"):
            inner = node.arguments[0] if len(node.arguments) == 1 else None
            return (inner and _bracket(node.name.name[2:], inner, names, node.span)) or node
        return node

    left, right = (rebuilt(side, spelled) for side in sides)
    return replace(equation, left=left, right=right)


def _bracket(
    letters: str, argument: syntax.Node, names: Iterable[str], span: Span | None = None
) -> syntax.Bracket | None:
    """The derivative of an argument in brackets, None where it is one in letters."""
    span = argument.span if span is None else span
    parts = in_names(letters, names)
    if parts is None or all(len(part) == 1 for part in parts):
        return None
    indices = tuple(syntax.Name(part, span) for part in parts)
    return syntax.Bracket(syntax.Name("d", span), indices, argument, span)


def guess_scope(equation: syntax.Equation) -> Scope:
    """Names sorted into coordinates, fields and constants, each in order of appearance.

    - Coordinates are the letters of d_tx( ), and of u_xx where that is one (see `abbreviations`),
      what stands in the brackets of d[theta, 2], and what follows the first comma of
      laplacian(u, x, y). The one called t or time comes first. Names such as theta are one
      coordinate in u_theta, once `spell_out` has been there.
    - Fields are u in u_xx, d_x(u), laplacian(u), grad(u), and the components of a divergence;
      where nothing in a derivative is one of these, all that it holds but coordinates and
      exponents.
    - All other names are constants.

    Raises:
        Mistaken: no derivative, or too many coordinates.
    """
    nodes = [n for side in (equation.left, equation.right) for n in all_nodes(side)]
    _check_fractions(nodes)
    _check_calls(nodes)
    short = _abbreviations(nodes)
    coordinates = dict.fromkeys(name for node in nodes for name in _coordinates(node, short))
    _check_space(nodes, coordinates)
    if not coordinates:
        remedy = "write at least one derivative of a field, such as u_t or d_xx(u)"
        raise wrong("an equation without a derivative", equation.span, remedy)
    if len(coordinates) > limits.COORDINATES:
        raise wrong(f"more than {limits.COORDINATES} coordinates", equation.span, "use fewer")
    fields = dict.fromkeys(
        name for node in nodes for name in _direct_fields(node, short) if name not in coordinates
    )
    _check_names(nodes, short)
    for node in nodes:
        inside = [name for n in _differentiated(node) for name in _names(n, short)]
        if fields.keys().isdisjoint(inside):
            fields.update(dict.fromkeys(name for name in inside if name not in coordinates))
    taken = {*coordinates, *fields, *RESERVED}
    names = [node.name for node in nodes if isinstance(node, syntax.Name)]
    constants = dict.fromkeys(n for n in names if n not in taken and n not in short)
    ordered = sorted(coordinates, key=lambda name: name not in TIME)
    return Scope(
        tuple(make_symbol(name) for name in ordered),
        tuple(make_symbol(name) for name in fields),
        {name: make_symbol(name) for name in constants},
    )


def has_derivative(node: syntax.Node) -> bool:
    """Whether an expression has what is read as a derivative, and is more than a name."""
    if isinstance(node, syntax.Name):
        return False
    nodes = list(all_nodes(node))
    short = _abbreviations(nodes)
    return any(any(_coordinates(n, short)) or any(_differentiated(n)) for n in nodes)


def _abbreviations(nodes: Iterable[syntax.Node]) -> Abbreviations:
    coordinates = {name for node in nodes for name in _coordinates(node, {})}
    fields = {n.name for node in nodes for n in _differentiated(node) if isinstance(n, syntax.Name)}
    return abbreviations(nodes, coordinates, fields)


def _check_space(nodes: Iterable[syntax.Node], coordinates: Iterable[str]) -> None:
    """Refuse a laplacian, divergence or gradient where no coordinate can be one of space."""
    if not set(coordinates) <= set(TIME):
        return
    for node in nodes:
        is_set = isinstance(node, syntax.Call) and node.name.name in (*VECTOR_CALCULUS, "grad")
        if isinstance(node, syntax.Call) and is_set and not any(_named(node)):
            remedy = _IN_SPACE[node.name.name]
            message = f"{node.name.name}( ) needs a coordinate of space"
            raise wrong(message, node.span, remedy)


def _check_calls(nodes: Iterable[syntax.Node]) -> None:
    """Refuse diff(u, t) and u_t(t), whose names would else be sorted in."""
    for node in nodes:
        called = isinstance(node, syntax.Call) and not node.name.name.startswith("d_")
        if isinstance(node, syntax.Call) and called and meant_derivative(node) is not None:
            raise no_function(node)


def _check_names(nodes: Iterable[syntax.Node], short: Abbreviations) -> None:
    """Refuse sin_t and d[const](u), as a file refuses to declare such names."""
    for node in nodes:
        for name in (*_coordinates(node, short), *_direct_fields(node, short)):
            if name in RESERVED:
                what = "a function" if name in FUNCTION_NAMES else "a word of the language"
                raise wrong(f"{name} is {what}", node.span, "choose another name")


def _check_fractions(nodes: Iterable[syntax.Node]) -> None:
    """Refuse du/dt, which nobody means as a fraction of two constants."""
    for node in nodes:
        items = node.items if isinstance(node, syntax.Product) else ()
        for (_, above), (sign, below) in pairwise(items):
            names = (above, below) if sign == "/" else ()
            found = [_DIFFERENTIAL.fullmatch(n.name) for n in names if isinstance(n, syntax.Name)]
            if len(found) == 2 and found[0] and found[1]:
                u, x = found[0][1], found[1][1]
                remedy = f"write {u}_{x}" if len(x) == 1 else f"write d[{x}]({u})"
                first, last = above.span, below.span
                span = Span(first.line, first.column, last.end_line, last.end_column)
                raise wrong("a derivative is not written as a fraction", span, remedy)


def _coordinates(node: syntax.Node, short: Abbreviations) -> Iterator[str]:
    if isinstance(node, syntax.Name):
        yield from short[node.name].letters if node.name in short else ()
    elif isinstance(node, syntax.Call) and node.name.name.startswith("d_"):
        yield from node.name.name[2:]
    yield from _named(node)


def _named(node: syntax.Node) -> Iterator[str]:
    """Coordinates that a node has as whole names."""
    if isinstance(node, syntax.Bracket):
        yield from (index.name for index in node.indices if isinstance(index, syntax.Name))
    elif isinstance(node, syntax.Call) and node.name.name == "laplacian":
        yield from (a.name for a in node.arguments[1:] if isinstance(a, syntax.Name))


def _direct_fields(node: syntax.Node, short: Abbreviations) -> Iterator[str]:
    """What a node differentiates by its name."""
    if isinstance(node, syntax.Name) and node.name in short:
        yield short[node.name].field
    names = [n.name for n in _differentiated(node) if isinstance(n, syntax.Name)]
    yield from (name for name in names if name not in short)


def _differentiated(node: syntax.Node) -> tuple[syntax.Node, ...]:
    """The expressions that a node takes the derivative of."""
    if isinstance(node, syntax.Bracket):
        return (node.argument,)
    if not isinstance(node, syntax.Call):
        return ()
    name = node.name.name
    if name.startswith("d_") or name in ("laplacian", "grad"):
        return node.arguments[:1]
    return node.arguments if name in VECTOR_CALCULUS else ()


def _names(node: syntax.Node, short: Abbreviations) -> Iterator[str]:
    """Names in an expression outside of exponents; of u_xx it is u."""
    if isinstance(node, syntax.Name):
        yield short[node.name].field if node.name in short else node.name
    inner = (node.base,) if isinstance(node, syntax.Power) else children(node)
    for child in inner:
        yield from _names(child, short)
