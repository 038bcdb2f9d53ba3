"""Whether an expression is zero: yes, no, or not decided. No guess is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import sympy
from mpmath import workdps

from pdedsl.form.digits import value, values
from pdedsl.form.simplify import expanded_size
from pdedsl.form.slope import without_signs

Point: TypeAlias = dict[sympy.Symbol, sympy.Rational]

MAX_SIZE = 400  # summands that multiplying out may make
DIGITS = 40
NEGLIGIBLE = 1e-30  # relative to the largest summand, which is known to 40 digits
LARGEST_MULTIPLE = 100  # cos(n x), which it may write in powers of cos(x)
SPREAD = 6  # points that are tried where the first three give no real value
REWRITTEN = 300  # operations of what is tried in other forms
SMALL_ENOUGH = 60  # operations that SymPy's general simplification is tried on


def is_zero(expression: sympy.Expr) -> bool | None:
    """True if it is zero wherever it is defined, False if it is not; None if neither is proved.

    No is proved by a value at one of a few fixed points, computed with 40 digits; yes by algebra.

    >>> x = sympy.Symbol("x", real=True)
    >>> is_zero(sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1), is_zero(sympy.sin(x) - x)
    (True, False)
    """
    if expanded_size(expression) > MAX_SIZE:
        return False if has_value(expression) else None
    expanded = multiplied_out(expression)
    if expanded == 0:
        return True
    if _is_power_product(expanded) or _has_value(expanded, _near_a_diagonal):
        return False
    if sympy.count_ops(expanded) <= REWRITTEN and any(form == 0 for form in _forms(expanded)):
        return True
    return False if _has_value(expanded, _spread_out) else None


def multiplied_out(expression: sympy.Expr) -> sympy.Expr:
    """The expression as a sum of products, powers of one base merged in each; |w|/w for signs."""
    expanded = sympy.expand(without_signs(expression))
    if not any(p.exp.free_symbols for p in expanded.atoms(sympy.Pow)):
        return expanded
    return sympy.Add(*map(_merged, sympy.Add.make_args(expanded)))


def _merged(summand: sympy.Expr) -> sympy.Expr:
    """u^k u^-1 as u^(k - 1), which SymPy leaves apart."""
    exponents: dict[sympy.Expr, sympy.Expr] = {}
    others = []
    for factor in sympy.Mul.make_args(summand):
        if factor.is_number or isinstance(factor, sympy.exp):
            others.append(factor)
            continue
        base, exponent = factor.as_base_exp()
        exponents[base] = exponents.get(base, sympy.S.Zero) + exponent
    return sympy.Mul(*others, *(base**exponent for base, exponent in exponents.items()))


def exponentials_merged(expression: sympy.Expr) -> sympy.Expr:
    """exp(a) exp(b) as exp(a + b) in each summand, lest one overflow that the other holds down."""
    summands = []
    for summand in sympy.Add.make_args(expression):
        parts = sympy.Mul.make_args(summand)
        exponents = [part.args[0] for part in parts if isinstance(part, sympy.exp)]
        if len(exponents) < 2:
            summands.append(summand)
            continue
        others = (part for part in parts if not isinstance(part, sympy.exp))
        summands.append(sympy.Mul(*others, sympy.exp(sympy.expand(sympy.Add(*exponents)))))
    return sympy.Add(*summands)


def _is_power_product(expression: sympy.Expr) -> bool:
    """A product of numbers and powers of symbols, which is never the zero function."""
    factors = (f.as_base_exp()[0] for f in sympy.Mul.make_args(expression))
    return all(base.is_Symbol or (base.is_Rational and base != 0) for base in factors)


def has_value(expression: sympy.Expr) -> bool:
    """Whether it is proved by a value that it is not zero."""
    return _has_value(expression, _near_a_diagonal) or _has_value(expression, _spread_out)


def _has_value(
    expression: sympy.Expr, points: Callable[[Sequence[sympy.Symbol]], Iterator[Point]]
) -> bool:
    """Whether it has a real value other than zero at one of a few points."""
    symbols = sorted(expression.free_symbols, key=lambda s: s.name)
    return any(_is_value(expression, point) for point in points(symbols))


def vanishes_nearby(expression: sympy.Expr) -> bool | None:
    """Whether it is zero, to 40 digits, at those of a few points where it is real; None without.

    >>> u = sympy.Symbol("u", real=True)
    >>> vanishes_nearby((u + 1) ** 2 - u**2 - 2 * u - 1), vanishes_nearby(u)
    (True, False)
    """
    symbols = sorted(expression.free_symbols, key=lambda s: s.name)
    found = [_is_value(expression, point) for point in _near_a_diagonal(symbols)]
    known = [answer for answer in found if answer is not None]
    return not any(known) if known else None


def seems_zero(expression: sympy.Expr) -> bool:
    """Whether a sum is zero at all points that are tried, and real at one; no proof.

    >>> x = sympy.Symbol("x", real=True)
    >>> seems_zero(sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1), seems_zero(x**2 - x)
    (True, False)
    """
    if not expression.is_Add:
        return False
    return not has_value(expression) and bool(vanishes_nearby(expression))


def _is_value(expression: sympy.Expr, point: Point) -> bool | None:
    """Whether the value at a point is another than zero; None where there is no real one."""
    real = []
    for found in values(sympy.Add.make_args(expression), point):
        if found is None or found.imag != 0:
            return None
        real.append(found)
    with workdps(DIGITS):
        return bool(abs(sum(real)) > NEGLIGIBLE * max(map(abs, real)))


def _near_a_diagonal(symbols: Sequence[sympy.Symbol]) -> Iterator[Point]:
    for start in (sympy.Rational(13, 31), sympy.Rational(38, 29), sympy.Rational(-17, 37)):
        yield {s: start + sympy.Rational(i, 7 + 2 * i) / 5 for i, s in enumerate(symbols)}


def _spread_out(symbols: Sequence[sympy.Symbol]) -> Iterator[Point]:
    """Points with less room for roots."""
    for k in range(1, SPREAD + 1):
        steps = (19 * k * pow(5, i, 101) % 101 for i in range(len(symbols)))
        yield {s: sympy.Rational(1 + 2 * n, 101) for s, n in zip(symbols, steps, strict=True)}


def bends(expression: sympy.Expr, variables: Sequence[sympy.Symbol]) -> bool:
    """Whether three values on a line prove that it is not of first degree in the variables.

    >>> x, u = sympy.symbols("x u", real=True)
    >>> bends(x**2 * u, [u]), bends(sympy.sin(u), [u])
    (False, True)
    """
    fixed = sorted(expression.free_symbols - set(variables), key=lambda s: s.name)
    point = {s: sympy.Rational(13 + 2 * i, 31) for i, s in enumerate(fixed)}
    known = []
    for step in range(3):
        moving = {v: sympy.Rational(5 + i, 33) * (step + 1) for i, v in enumerate(variables)}
        found = value(expression, point | moving)
        if found is None:
            return False
        known.append(found)
    first, middle, last = known
    with workdps(DIGITS):
        return bool(abs(first - 2 * middle + last) > NEGLIGIBLE * max(map(abs, known)))


def _forms(expression: sympy.Expr) -> Iterator[sympy.Expr]:
    """The expression in forms in which what is zero may be seen to be so, the cheapest first."""
    functions = expression.has(sympy.Function)
    for step, needs_functions in _STEPS:
        if functions or not needs_functions:
            yield step(expression)
    numbers = (abs(n) for r in expression.atoms(sympy.Rational) for n in (r.p, r.q))
    if sympy.count_ops(expression) <= SMALL_ENOUGH and max(numbers, default=0) <= LARGEST_MULTIPLE:
        yield sympy.simplify(expression)


def _over_one(expression: sympy.Expr) -> sympy.Expr:
    above = sympy.fraction(sympy.together(expression))[0]
    return multiplied_out(above) if expanded_size(above) <= MAX_SIZE else above


def _in_cosines(expression: sympy.Expr) -> sympy.Expr:
    """Over one line, tangents as quotients and even powers of sines as cosines."""
    tangents = {t: sympy.sin(t.args[0]) / sympy.cos(t.args[0]) for t in expression.atoms(sympy.tan)}
    top = _over_one(expression.xreplace(tangents))
    squares = {}
    for power in top.atoms(sympy.Pow):
        base, exponent = power.args
        if isinstance(base, sympy.sin) and exponent.is_Integer:
            cosine = 1 - sympy.cos(base.args[0]) ** 2
            squares[power] = cosine ** (exponent // 2) * base ** (exponent % 2)
    return multiplied_out(top.xreplace(squares))


_STEPS: tuple[tuple[Callable[[sympy.Expr], sympy.Expr], bool], ...] = (  # True: for functions only
    (_over_one, False),
    (_in_cosines, True),
    (lambda e: multiplied_out(sympy.powsimp(e)), False),
    (lambda e: multiplied_out(e.rewrite(sympy.exp)), True),
    (lambda e: _over_one(e.rewrite(sympy.exp)), True),
    (lambda e: multiplied_out(sympy.expand_log(e, force=True)), True),
)
