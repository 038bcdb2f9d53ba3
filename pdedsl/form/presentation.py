"""How terms are written: numbers before, like terms as one, or each as simple as can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy

from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.jet import JetSpace
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.vanishing import exponentials_merged, multiplied_out


def gathered(
    pieces: Iterable[tuple[MultiIndex, sympy.Expr, sympy.Expr]], space: JetSpace
) -> tuple[ExtendedDerivative, ...]:
    """One term for each alpha and a (up to a number), by falling order; pieces are (alpha, a, h).

    Factors of h that the derivative does not touch stand in a.
    """
    total: dict[tuple[MultiIndex, sympy.Expr], sympy.Expr] = {}
    for alpha, a, h in pieces:
        number, factor = a.as_coeff_Mul()
        before = total.get((alpha, factor))
        total[alpha, factor] = number * h if before is None else multiplied_out(before + number * h)
    terms = []
    for (alpha, factor), h in total.items():
        moving = [x for x, n in zip(space.coordinates, alpha.orders, strict=True) if n]
        number, rest = _coefficient(h, (*space.fields, *moving))
        if h != 0:
            terms.append(ExtendedDerivative(alpha, exponentials_merged(number * factor), rest))
    return tuple(sorted(terms, key=_place))


def simple_terms(terms: Iterable[ExtendedDerivative]) -> tuple[ExtendedDerivative, ...]:
    """The same sum with each h a single product: d_x(u + u^2) is d_x(u) and d_x(u^2).

    >>> u = sympy.Symbol("u", real=True)
    >>> [e.h for e in simple_terms([ExtendedDerivative(MultiIndex((1,)), sympy.S(1), u + u**2)])]
    [u, u**2]
    """
    found = []
    for term in terms:
        for summand in sorted(sympy.Add.make_args(term.h), key=sympy.default_sort_key):
            number, h = summand.as_coeff_Mul()
            found.append(ExtendedDerivative(term.alpha, number * term.a, h))
    return tuple(found)


def _coefficient(h: sympy.Expr, variables: Sequence[sympy.Symbol]) -> tuple[sympy.Expr, sympy.Expr]:
    """A factor without variables and the rest; of a sum the number of its shortest summand.

    The sign is the one that most summands have, plus if they are divided.
    """
    if not h.is_Add:
        return h.as_independent(*variables, as_Add=False)
    numbers = [s.as_coeff_Mul()[0] for s in sorted(h.args, key=_length_of_rest)]
    number = abs(numbers[0]) * (-1 if sum(map(sympy.sign, numbers)) < 0 else 1)
    return number, sympy.Add(*(summand / number for summand in h.args))


def _length_of_rest(summand: sympy.Expr) -> tuple[int, object]:
    rest = summand.as_coeff_Mul()[1]
    return int(sympy.count_ops(rest)), sympy.default_sort_key(rest)


def _place(term: ExtendedDerivative) -> tuple[int, tuple[int, ...]]:
    return -term.alpha.order, tuple(-n for n in term.alpha.orders)
