"""Calls of functions that do not exist."""

from __future__ import annotations

from pdedsl.language import syntax
from pdedsl.language.familiar import derivative_of_call, function_remedy
from pdedsl.language.mistaken import Mistaken, wrong
from pdedsl.language.nearest import shown
from pdedsl.language.vector_calculus import VECTOR_CALCULUS


def no_function(node: syntax.Call) -> Mistaken:
    """The mistake of such a call, with what is written instead."""
    name = node.name.name
    meant = meant_derivative(node)
    remedy = meant or function_remedy(name, ("derivatives", *VECTOR_CALCULUS))
    return wrong(f"there is no function {shown(name)}", node.name.span, remedy)


def meant_derivative(node: syntax.Call) -> str | None:
    """The remedy for diff(u, t) and u_t(t); None for what is no such call."""
    return derivative_of_call(node.name.name, tuple(map(_word, node.arguments)))


def _word(node: syntax.Node) -> str | None:
    if isinstance(node, syntax.Number):
        return node.text
    return node.name if isinstance(node, syntax.Name) else None
