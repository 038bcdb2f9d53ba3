"""What the names of an equation may stand for, where nothing declares them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pdedsl.form import make_symbol
from pdedsl.language import limits, syntax
from pdedsl.language.mistaken import wrong
from pdedsl.language.nodes import all_nodes, children
from pdedsl.language.scope import RESERVED, Scope
from pdedsl.language.vector_calculus import TIME, VECTOR_CALCULUS

_SHORT = re.compile(r"([A-Za-z]\w*?)_([a-z]+)")  # u_xx


def guess_scope(equation: syntax.Equation) -> Scope:
    """Names sorted into coordinates, fields and constants, each in order of appearance.

    - Coordinates are the letters of u_xx and d_tx( ), what stands in the brackets of d[theta, 2],
      and what follows the first comma of laplacian(u, x, y). The one called t or time comes first.
    - Fields are u in u_xx, d_x(u), laplacian(u), grad(u), and the components of a divergence;
      where nothing in a derivative is one of these, all that it holds but coordinates and
      exponents.
    - All other names are constants.

    Raises:
        Mistaken: no derivative, or too many coordinates.
    """
    nodes = [n for side in (equation.left, equation.right) for n in all_nodes(side)]
    coordinates = dict.fromkeys(name for node in nodes for name in _coordinates(node))
    if not coordinates:
        remedy = "write at least one derivative of a field, such as u_t or d_xx(u)"
        raise wrong("an equation without a derivative", equation.span, remedy)
    if len(coordinates) > limits.COORDINATES:
        raise wrong(f"more than {limits.COORDINATES} coordinates", equation.span, "use fewer")
    fields = dict.fromkeys(
        name for node in nodes for name in _direct_fields(node) if name not in coordinates
    )
    for node in nodes:
        inside = [name for n in _differentiated(node) for name in _names(n)]
        if fields.keys().isdisjoint(inside):
            fields.update(dict.fromkeys(name for name in inside if name not in coordinates))
    taken = {*coordinates, *fields, *RESERVED}
    names = [node.name for node in nodes if isinstance(node, syntax.Name)]
    constants = dict.fromkeys(n for n in names if n not in taken and not _SHORT.fullmatch(n))
    ordered = sorted(coordinates, key=lambda name: name not in TIME)
    return Scope(
        tuple(make_symbol(name) for name in ordered),
        tuple(make_symbol(name) for name in fields),
        {name: make_symbol(name) for name in constants},
    )


def _coordinates(node: syntax.Node) -> Iterator[str]:
    if isinstance(node, syntax.Name):
        short = _SHORT.fullmatch(node.name)
        yield from short[2] if short else ()
    elif isinstance(node, syntax.Bracket):
        yield from (index.name for index in node.indices if isinstance(index, syntax.Name))
    elif isinstance(node, syntax.Call) and node.name.name.startswith("d_"):
        yield from node.name.name[2:]
    elif isinstance(node, syntax.Call) and node.name.name == "laplacian":
        yield from (a.name for a in node.arguments[1:] if isinstance(a, syntax.Name))


def _direct_fields(node: syntax.Node) -> Iterator[str]:
    """What a node differentiates by its name."""
    short = _SHORT.fullmatch(node.name) if isinstance(node, syntax.Name) else None
    if short:
        yield short[1]
    names = [n.name for n in _differentiated(node) if isinstance(n, syntax.Name)]
    yield from (name for name in names if not _SHORT.fullmatch(name))


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


def _names(node: syntax.Node) -> Iterator[str]:
    """Names in an expression outside of exponents; of u_xx it is u."""
    if isinstance(node, syntax.Name):
        short = _SHORT.fullmatch(node.name)
        yield short[1] if short else node.name
    inner = (node.base,) if isinstance(node, syntax.Power) else children(node)
    for child in inner:
        yield from _names(child)
