"""Antiderivatives in a field, and functions with a given gradient in all fields.

By rules that are sure to end soon; SymPy's own integration may take minutes over acos(2 u + 1)/u.
Every result is differentiated again before it is given out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import sympy

from pdedsl.form.exponentials import of_exponentials
from pdedsl.form.fractions import (
    by_parts,
    of_exponential,
    of_fraction,
    of_quadratic_root,
    of_root,
    of_tangents,
)
from pdedsl.form.simplify import expanded_size
from pdedsl.form.singular import no_more_singular
from pdedsl.form.slope import algebraic_slope
from pdedsl.form.substitution import by_inner
from pdedsl.form.vanishing import exponentials_merged, is_zero, multiplied_out

MAX_OPERATIONS = 60  # of what is made simpler before it is looked at
MAX_EXPANDED = 150  # terms of what is multiplied out
_OUTER: dict[tuple[type[sympy.Expr], sympy.Expr | int], Callable[..., sympy.Expr]] = {
    (sympy.exp, 1): sympy.exp,
    (sympy.sin, 1): lambda w: -sympy.cos(w),
    (sympy.cos, 1): sympy.sin,
    (sympy.sinh, 1): sympy.cosh,
    (sympy.cosh, 1): sympy.sinh,
    (sympy.tan, 1): lambda w: -sympy.log(sympy.Abs(sympy.cos(w))),
    (sympy.tanh, 1): lambda w: sympy.log(sympy.cosh(w)),
    (sympy.erf, 1): lambda w: w * sympy.erf(w) + sympy.exp(-(w**2)) / sympy.sqrt(sympy.pi),
    (sympy.tanh, 2): lambda w: w - sympy.tanh(w),
    (sympy.cosh, -2): sympy.tanh,
    (sympy.cosh, -1): lambda w: 2 * sympy.atan(sympy.exp(w)),
    (sympy.cos, -2): sympy.tan,
}


def potential(gradient: Sequence[sympy.Expr], fields: Sequence[sympy.Symbol]) -> sympy.Expr | None:
    """h with dh/du_j = gradient[j] for all j; None if none is found among elementary functions.

    It is singular nowhere but where the gradient is.

    The gradient must satisfy d gradient[j] / du_k = d gradient[k] / du_j. An exponent that is a
    constant without value is taken not to be -1.

    >>> u, v = sympy.symbols("u v", real=True)
    >>> potential((2 * u * v, u**2 + 1), (u, v))
    u**2*v + v
    """
    summed = _by_summands(gradient, fields)
    if summed is not None:
        return summed if no_more_singular(summed, gradient, fields) else None
    h = sympy.S.Zero
    for position, u in enumerate(fields):
        rest = multiplied_out(gradient[position] - algebraic_slope(h, u))
        if rest.free_symbols & set(fields[:position]):
            rest = sympy.cancel(sympy.together(rest)) if rest.is_rational_function() else rest
            rest = rest.xreplace(dict.fromkeys(fields[:position], sympy.S.One))
        part = antiderivative(rest, u)
        if part is None:
            return None
        h += part
    if not no_more_singular(h, gradient, fields):
        return None
    checks = (is_zero(algebraic_slope(h, u) - c) for u, c in zip(fields, gradient, strict=True))
    return h if all(checks) else None


def _by_summands(
    gradient: Sequence[sympy.Expr], fields: Sequence[sympy.Symbol]
) -> sympy.Expr | None:
    """Of a sum in a single field, where each summand has one; looked at one by one.

    Their differences are short, where that of the whole may be too long to be told to be zero.
    """
    concerned = [(c, u) for c, u in zip(gradient, fields, strict=True) if c != 0]
    summands = [(s, u) for c, u in concerned for s in sympy.Add.make_args(multiplied_out(c))]
    if len(concerned) != 1 or len(summands) == 1:
        return None
    found = []
    for summand, u in summands:
        part = antiderivative(summand, u)
        if part is None or not is_zero(algebraic_slope(part, u) - summand):
            return None
        found.append(part)
    return sympy.Add(*found)


def without_absolute_logarithms(h: sympy.Expr) -> sympy.Expr:
    """log(w) for log|w|: all derivatives are the same."""
    logarithms = {f for f in h.atoms(sympy.log) if isinstance(f.args[0], sympy.Abs)}
    return h.xreplace({f: sympy.log(f.args[0].args[0]) for f in logarithms})


def antiderivative(expression: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """An antiderivative in u, zero constant of integration; None if none is found."""
    found = _by_rules(expression, u)
    return by_inner(expression, u, _by_rules) if found is None else found


def _by_rules(expression: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Summand by summand, or of the whole by the chain rule."""
    result = sympy.S.Zero
    for summand in sympy.Add.make_args(multiplied_out(expression)):
        factor, f = summand.as_independent(u, as_Add=False)
        part = _first(f, u, _RULES)
        if part is None:
            return _by_substitution(expression, u)
        result += exponentials_merged(factor * part)
    return result


_Rule: TypeAlias = Callable[[sympy.Expr, sympy.Symbol], sympy.Expr | None]


def _first(f: sympy.Expr, u: sympy.Symbol, rules: Sequence[_Rule]) -> sympy.Expr | None:
    """What the first rule that applies makes of f."""
    found = (rule(f, u) for rule in rules)
    return next((result for result in found if result is not None), None)


def _by_rule(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a power of w or of a function of w, where w is of first degree in u."""
    if f == 1:
        return u
    base, exponent = (f, sympy.S.One) if isinstance(f, sympy.exp) else f.as_base_exp()
    found = _OUTER.get((base.func, exponent))
    if found is not None:
        rate = _rate(base.args[0], u)
        return None if rate is None else found(base.args[0]) / rate
    return None if isinstance(f, sympy.exp) else _of_powers(f, u)


def _of_powers(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a product of powers of w and |w|."""
    powers = [factor.as_base_exp() for factor in sympy.Mul.make_args(f)]
    bases = {_bare(base) for base, _ in powers}
    if len(bases) != 1:
        return None
    (w,) = bases
    exponent = sympy.Add(*(exponent for _, exponent in powers))
    rate = None if u in exponent.free_symbols else _rate(w, u)
    absolute = f.has(sympy.Abs)
    if rate is None or (absolute and exponent == -1):
        return None
    if exponent == -1:
        return sympy.log(sympy.Abs(w)) / rate
    grown = w ** (exponent + 1)
    if absolute:  # |w|^p w^j is |w| w^(p + j - 1) where p is odd
        grown = sympy.Abs(w) * w**exponent if exponent.is_Integer else f * w
    return grown / (rate * (exponent + 1))


def _bare(base: sympy.Expr) -> sympy.Expr:
    return base.args[0] if isinstance(base, sympy.Abs) else base


def _of_logarithm(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of log(w) or log|w|, where w is of first degree in u."""
    w = _bare(f.args[0]) if isinstance(f, sympy.log) else None
    rate = None if w is None else _rate(w, u)
    return None if rate is None else (w * f - w) / rate


def _by_shift(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a product with |w|, where w is of first degree in u, by way of w in place of u."""
    inner = {a.args[0] for a in f.atoms(sympy.Abs) if u in a.free_symbols}
    if len(inner) != 1 or u in inner:
        return None
    (w,) = inner
    rate = _rate(w, u)
    if rate is None:
        return None
    y = sympy.Dummy("y", real=True)
    by_y = f.xreplace({w: y}).xreplace({u: (y - w.xreplace({u: sympy.S.Zero})) / rate})
    found = antiderivative(by_y, y)
    return None if found is None else found.xreplace({y: w}) / rate


def _by_substitution(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of c phi(w) dw/du, where phi(w) is a function or power in f and c does not depend on u."""
    w = sympy.Dummy("w", real=True)
    for outer in sorted(f.atoms(sympy.Function, sympy.Pow), key=sympy.default_sort_key):
        inner = outer.args[0]
        simple = u not in inner.free_symbols or inner == u
        if simple or (outer.is_Pow and u in outer.exp.free_symbols):
            continue
        ratio = f / (outer * sympy.diff(inner, u))
        ratio = sympy.factor_terms(ratio) if sympy.count_ops(ratio) <= MAX_OPERATIONS else ratio
        if ratio.is_rational_function(u) and sympy.count_ops(ratio) <= MAX_OPERATIONS:
            ratio = sympy.cancel(ratio)
        phi = None if u in ratio.free_symbols else _by_rule(_at(outer, w), w)
        if phi is not None:
            return ratio * phi.xreplace({w: inner})
    return None


def _at(outer: sympy.Expr, w: sympy.Symbol) -> sympy.Expr:
    return outer.func(w, *outer.args[1:])


def _rate(w: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """dw/du if that does not depend on u."""
    rate = sympy.diff(w, u)
    if expanded_size(rate) > MAX_EXPANDED:
        return None
    rate = sympy.expand(rate)
    return None if u in rate.free_symbols or rate == 0 else rate


def _by_parts(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    return by_parts(f, u, lambda left, y: _first(left, y, _RULES))


_RULES: Sequence[_Rule] = (
    *(_by_rule, _of_logarithm, of_tangents, _by_substitution, _by_shift, of_exponentials),
    *(of_fraction, of_root, of_quadratic_root, of_exponential, _by_parts),
)
