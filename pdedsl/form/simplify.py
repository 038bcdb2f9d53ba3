"""A found function as short as it can be written without changing what it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import sympy

MAX_TERMS = 200  # what multiplying out may produce
COUNTED = 10**6  # terms and parts that are counted: of towers of powers the numbers have no end
PARTS_OF_TERM = 10  # symbols, numbers and powers that count as one
MAX_GENERATORS = 6  # symbols and functions to collect by
MAX_EXPONENT = 600.0  # exp of more stays where it is


def tidy(expression: sympy.Expr) -> sympy.Expr:
    """The expression with its constants merged, in the shortest of several equal forms.

    exp(0.5 + 2 t) becomes 1.64872127070013 exp(2 t), u^2.0 becomes u^2, 0.0 and 1.0 go away,
    phases of sines and cosines come within half a turn of 0.
    Then the fewest operations win among: as it stands, multiplied out, common factors taken
    out, and collected by one variable or function. Nothing is solved, factorised or guessed,
    so the time is bounded and floats stay as exact as their sums.

    >>> t, u = sympy.symbols("t u")
    >>> tidy(2.0 * (3.0 * u + 0.0) + u * sympy.Float(1.0))
    7.0*u
    """
    return min(_forms(_folded(expression)), key=_length)


def _length(expression: sympy.Expr) -> tuple[int, int]:
    """Operations, then characters, every float counting alike: digits must not decide the form."""
    floats = {f: _MINUS if f < 0 else _PLUS for f in expression.atoms(sympy.Float)}
    return int(sympy.count_ops(expression)), len(str(expression.xreplace(floats)))


_PLUS, _MINUS = sympy.Symbol("c"), sympy.Symbol("-c")


def _forms(folded: sympy.Expr) -> Iterator[sympy.Expr]:
    yield folded
    yield sympy.factor_terms(folded)
    if expanded_size(folded) > MAX_TERMS:
        return
    expanded = _folded(sympy.expand_mul(sympy.expand_multinomial(folded)))
    yield expanded
    yield sympy.factor_terms(expanded)
    for generator in _generators(expanded):
        yield _folded(sympy.collect(expanded, generator))


def _generators(expression: sympy.Expr) -> list[sympy.Expr]:
    candidates = expression.free_symbols | expression.atoms(sympy.Function)
    return sorted(candidates, key=sympy.default_sort_key)[:MAX_GENERATORS]


def expanded_size(expression: sympy.Expr) -> int:
    """How many terms multiplying out may produce, at most, in one sum above or below the line.

    Fractions within fractions are copied into each other, so that there are more of them than
    terms in any one sum: `PARTS_OF_TERM` parts of the whole count as a term.
    """
    return max(_widest(expression), _multiplied(expression).parts // PARTS_OF_TERM)


def _widest(expression: sympy.Expr) -> int:
    """The terms of the longest sum, `COUNTED` at most."""
    return min(_width(expression, [_widest(a) for a in expression.args]), COUNTED)


def _width(expression: sympy.Expr, sizes: list[int]) -> int:
    if expression.is_Add:
        return sum(sizes)
    if expression.is_Mul:
        below = [f.is_Pow and bool(f.exp.is_negative) for f in expression.args]
        above = math.prod(n for n, is_below in zip(sizes, below, strict=True) if not is_below)
        return max(above, *sizes)
    if expression.is_Pow:
        power = _times_multiplied(expression.exp)
        return max(math.comb(power + sizes[0] - 1, power), *sizes)
    return max(sizes, default=1)


@dataclass(frozen=True)
class _Fraction:
    """A fraction that is multiplied out: its terms, and all names, numbers and powers in them."""

    above: int = 1
    below: int = 1
    parts_above: int = 1
    parts_below: int = 0

    @property
    def parts(self) -> int:
        """Those of the whole; what is below the line stands below each term."""
        return self.parts_above + self.above * self.parts_below


def _multiplied(expression: sympy.Expr) -> _Fraction:
    """About what becomes of an expression; of nested fractions it is the least."""
    if not expression.args:
        return _Fraction()
    f = _made(expression, [_multiplied(argument) for argument in expression.args])
    return _Fraction(*(min(n, COUNTED) for n in (f.above, f.below, f.parts_above, f.parts_below)))


def _made(expression: sympy.Expr, made: list[_Fraction]) -> _Fraction:
    if expression.is_Add:
        return _Fraction(sum(f.above for f in made), parts_above=sum(f.parts for f in made))
    if expression.is_Mul:
        above = _product((f.above, f.parts_above) for f in made)
        below = _product((f.below, f.parts_below) for f in made)
        return _Fraction(above[0], below[0], above[1], below[1])
    if expression.is_Pow:
        times, base = _times_multiplied(expression.exp), made[0]
        above = _power(base.above, base.parts_above, times)
        below = _power(base.below, base.parts_below, times)
        if expression.exp.is_negative:
            return _Fraction(below[0], above[0], 1 + below[1], above[1])
        return _Fraction(above[0], below[0], 1 + above[1], below[1])
    return _Fraction(parts_above=1 + sum(f.parts for f in made))


def _product(factors: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Terms and parts of a product of sums: each of its terms has one of every factor."""
    terms, share = 1, 0
    for n, parts in factors:
        terms, share = terms * n, share + -(-parts // n)
    return terms, terms * share


def _power(n: int, parts: int, times: int) -> tuple[int, int]:
    """Terms and parts of a power of a sum."""
    terms = math.comb(times + n - 1, times)
    return terms, terms * -(-parts * min(times, n) // n)


def _times_multiplied(exponent: sympy.Expr) -> int:
    """How often a base is multiplied with itself: u^(5/2) is u^2 sqrt(u), and u^(x + 3) u^x u^3."""
    number, _ = exponent.as_coeff_Add()
    return min(int(abs(number)), MAX_TERMS) if number.is_Rational else 1


def multiplied_out_if_short(expression: sympy.Expr) -> sympy.Expr:
    """The expression as a sum of products, unless these are very many; a number goes to each.

    >>> x = sympy.Symbol("x")
    >>> multiplied_out_if_short((x + 1)**2), multiplied_out_if_short(2 * ((x + 1)**300 + x))
    (x**2 + 2*x + 1, 2*x + 2*(x + 1)**300)
    """
    if expanded_size(expression) <= MAX_TERMS:
        return sympy.expand(expression)
    number, rest = expression.as_coeff_Mul()
    return sympy.Add(*(number * summand for summand in sympy.Add.make_args(rest)))


def has_more_nodes(expression: sympy.Expr, most: int) -> bool:
    """Whether an expression is made of more than so many nodes; they are not all counted."""
    return next(islice(sympy.preorder_traversal(expression), most, None), None) is not None


def _folded(expression: sympy.Expr) -> sympy.Expr:
    """The expression rebuilt from below with its constants merged."""
    if expression.is_Float:
        return _plain(expression)
    if not expression.args:
        return expression
    arguments = [_folded(argument) for argument in expression.args]
    if isinstance(expression, sympy.exp):
        return _folded_exponential(arguments[0])
    if isinstance(expression, (sympy.sin, sympy.cos)):
        return _folded_phase(expression.func, arguments[0])
    if expression.is_Pow and arguments[1].is_Float:
        arguments[1] = _exact_exponent(arguments[1])
    if expression.is_Add or expression.is_Mul:
        return _merged(expression.func, arguments)
    return _number_or(expression.func(*arguments))


def _plain(number: sympy.Float) -> sympy.Expr:
    """0.0 and 1.0 as exact numbers, which SymPy then leaves out."""
    return sympy.Integer(int(number)) if float(number) in (-1.0, 0.0, 1.0) else number


def _exact_exponent(number: sympy.Float) -> sympy.Expr:
    """Whole and half powers exactly, so that u^2.0 and u^0.5 are u^2 and sqrt(u)."""
    twice = 2.0 * float(number)
    return sympy.Rational(int(twice), 2) if twice.is_integer() and abs(twice) < 2**53 else number


def _merged(operation: type[sympy.Expr], arguments: list[sympy.Expr]) -> sympy.Expr:
    """A sum or a product with one number in it; exact if all its numbers are."""
    number = operation(*(a for a in arguments if not a.free_symbols))
    rest = operation(*(a for a in arguments if a.free_symbols))
    result = operation(_number_or(number), rest)
    coefficient, factor = result.as_coeff_Mul()
    return _plain(coefficient) * factor if coefficient.is_Float else result


def _number_or(expression: sympy.Expr) -> sympy.Expr:
    """A constant that holds a float or a function value as one float, others as they are."""
    if expression.free_symbols or not expression.has(sympy.Float, sympy.Function):
        return expression
    number = sympy.N(expression)
    return _plain(number) if number.is_Float else expression


def _folded_exponential(argument: sympy.Expr) -> sympy.Expr:
    number, rest = argument.as_coeff_Add()
    if number == 0 or abs(number) > MAX_EXPONENT:
        return _number_or(sympy.exp(argument))
    return sympy.N(sympy.exp(number)) * sympy.exp(rest)


def _folded_phase(function: type[sympy.Expr], argument: sympy.Expr) -> sympy.Expr:
    """sin or cos of c + rest with c within half a turn of 0."""
    phase, rest = argument.as_coeff_Add()
    if phase.is_Float and math.isfinite(phase):
        turns = round(float(phase) / math.tau)
        phase = _plain(sympy.Float(float(phase) - turns * math.tau)) if turns else phase
    return _number_or(function(phase + rest))
