"""What to say of an expression that is not Variational-Ready, or not known to be."""

from __future__ import annotations

from dataclasses import replace

import sympy

from pdedsl.errors import FormError
from pdedsl.form import ExtendedDerivative, Kind, Obstruction, Undecided
from pdedsl.form.antiderivative import without_absolute_logarithms
from pdedsl.language.derivatives import operator_text
from pdedsl.language.equation_text import format_term
from pdedsl.language.jets import readable
from pdedsl.language.nearest import shown
from pdedsl.language.printing import format_expression
from pdedsl.language.scope import Scope

_SOUGHT = ("h", "f", "F", "H", *(f"h{i}" for i in range(1, 100)))
"""What the function is called that a term would be the derivative of; the first that is free."""

_NO_FORM = "this has no weak form"
_FEW = 4  # constants that a remedy names
_MOST = 80  # characters of an expanded term that are shown


def refusal(found: Obstruction | Undecided, written: sympy.Expr, scope: Scope) -> tuple[str, str]:
    """The message and the remedy, for what was written, in jets."""
    if found is Undecided.INTEGRAL:
        return _without_integral(written, scope)
    if isinstance(found, Undecided):
        return _UNDECIDED[found]
    if found.kind is Kind.PRODUCT:
        return _product(found, scope)
    known = [scope.functions[i] for i in found.pair if scope.functions[i] in scope.inputs]
    if found.kind is Kind.CURL and known:
        return _beside_input(known[0])
    return _curl(found, scope) if found.kind is Kind.CURL else _function(found)


_UNDECIDED = {
    Undecided.ZERO: (
        "it was not found out whether this has a weak form",
        "write it in terms a(x) d^alpha[h(x, u)], such as d_x(u^2), or simplify it",
    ),
    Undecided.SIZE: (
        "this is too long to be rewritten",
        "write it in terms a(x) d^alpha[h(x, u)], such as d_xx(u^3)",
    ),
}


def _without_integral(written: sympy.Expr, scope: Scope) -> tuple[str, str]:
    """Of an h that was not found; signs of constants may be what it depends on."""
    unknown = sorted({s.name for s in written.free_symbols} & set(scope.constants))
    values = f"give {' and '.join(unknown[:_FEW])} a value, whose sign h may depend on;\n"
    remedy = (
        "it is a(x) d^alpha[h(x, u)] for an h that is no function of the language, or a long one;\n"
        "if you know h, write it, such as d_x(u^2) for 2*u*u_x"
    )
    message = "this has a weak form, but what to differentiate was not found"
    return message, f"{values if unknown else ''}{remedy}"


def _product(found: Obstruction, scope: Scope) -> tuple[str, str]:
    first = sympy.Add.make_args(found.left_over)[0]
    power = len(scope.space.derivatives(first)) == 1
    what = "a power of a derivative" if power else "a product of derivatives"
    if not found.taken:
        lone = in_words(first, scope)
        remedy = (
            f"no sum of a(x) d^alpha[h(x, u)] has {lone} without a higher derivative beside it,\n"
            "as 1/2 d_xx(u^2) = u*u_xx + u_x^2 has"
        )
        return f"{what}, which has no weak form", remedy
    left = in_words(found.left_over, scope)
    lines = [_expanded(term, scope) for term in found.taken]
    return (
        "this is no sum of derivatives a(x) d^alpha[h(x, u)]",
        "\n".join([*lines, f"what is then left over, {left}, is {what}: {_NO_FORM}"]),
    )


def _expanded(term: ExtendedDerivative, scope: Scope) -> str:
    text = format_term(term, scope.coordinates)
    smooth = replace(term, h=without_absolute_logarithms(term.h))
    expanded = in_words(sympy.expand(scope.space.expand(smooth)), scope)
    return f"{text} is {expanded}"


def _curl(found: Obstruction, scope: Scope) -> tuple[str, str]:
    j, k = found.pair
    u, v = scope.functions[j], scope.functions[k]
    first, second = found.gradient[j], found.gradient[k]
    crossed = (sympy.diff(first, v), sympy.diff(second, u))
    names = {s.name for s in (*scope.coordinates, *scope.fields)} | set(scope.constants)
    h = next(letter for letter in _SOUGHT if letter not in names)
    operator = "d" if found.alpha is None else operator_text(found.alpha, scope.coordinates)
    remedy = (
        f"{operator}({h}) has it only if d{h}/d{u.name} = {in_words(first, scope)} and "
        f"d{h}/d{v.name} = {in_words(second, scope)};\nthe mixed derivatives of {h} would be "
        f"{in_words(crossed[0], scope)} and {in_words(crossed[1], scope)}, which differ: {_NO_FORM}"
    )
    return f"this is no derivative of any {h}(x, u)", remedy


def _beside_input(known: sympy.Symbol) -> tuple[str, str]:
    """What to say of q*u_x, whose q has no derivative that is known."""
    name = known.name
    remedy = (
        f"a(x) in a(x) d^alpha[h] holds coordinates only: derivatives of {name} are not known;"
        f"\nan input may stand beside a field in h, as in d_x({name}*u), or in g"
    )
    return f"the input {shown(name)} in front of a derivative, or with one of its own", remedy


def _function(found: Obstruction) -> tuple[str, str]:
    remedy = f"a sum of a(x) d^alpha[h(x, u)] is a polynomial in the derivatives: {_NO_FORM}"
    if not found.left_over.is_Pow:
        return "a derivative inside a function", remedy
    if found.left_over.exp.is_Integer:
        return "division by a derivative", remedy
    return "a power of a derivative that is not whole", remedy


def in_words(expression: sympy.Expr, scope: Scope, longest: int = _MOST) -> str:
    """The expression in the language's words; three dots for what it cannot write."""
    try:
        return shown(format_expression(readable(expression, scope)), longest)
    except FormError:
        return "..."
