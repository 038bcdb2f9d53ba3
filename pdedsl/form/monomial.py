"""Sums of monomials: the arithmetic behind the canonical form of an expression.

A monomial is a product of powers of atoms times the exponential of another sum. Coefficients are
complex floats, sums are plain dictionaries, and their size is bounded.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from pdedsl.errors import FormError

MAX_PRODUCTS = 20_000  # products of two terms in one multiplication
MAX_TERMS = 500  # terms of a sum
MAX_REWRITES = 12  # nested rewritings of x / (x + 1), a division that may not end otherwise
CANCELLED = 1e-10  # what is left of two equal numbers, each rounded to 12 digits, after subtraction


@dataclass(frozen=True)
class Atom:
    """What powers are taken of: a variable, a function of sums, or a sum (name "")."""

    name: str
    arguments: tuple[Terms, ...] = ()

    @property
    def is_variable(self) -> bool:
        """Whether this is a coordinate or a field."""
        return not self.arguments


@dataclass(frozen=True)
class Monomial:
    """A product of powers of atoms, times exp of a sum without a constant term."""

    powers: frozenset[tuple[Atom, float]] = frozenset()
    exponent: Terms = frozenset()


Terms = frozenset[tuple[Monomial, complex]]
Sum = dict[Monomial, complex]
ONE = Monomial()


def constant(value: complex) -> Sum:
    """A number as a sum, empty if it is zero."""
    return {ONE: value} if value else {}


def single(atom: Atom) -> Sum:
    """An atom as a sum."""
    return {Monomial(frozenset({(atom, 1.0)})): 1.0 + 0j}


def add(left: Sum, right: Sum) -> Sum:
    """The sum of two sums; what cancels is left out."""
    total = dict(left)
    for monomial, coefficient in right.items():
        _accumulate(total, monomial, coefficient)
    if len(total) > MAX_TERMS:
        raise FormError("the expression has too many terms to compare")
    return total


def multiply(left: Sum, right: Sum) -> Sum:
    """The product of two sums, multiplied out."""
    return product((left, right))


def product(factors: Iterable[Sum]) -> Sum:
    """The product of sums, multiplied out, and divided by its denominators at the end only."""
    raw = reduce(_raw_product, factors, constant(1.0))
    total: Sum = {}
    for monomial, coefficient in raw.items():
        _accumulate_settled(total, monomial, coefficient, MAX_REWRITES)
    return add(total, {})


def power(base: Sum, exponent: float) -> Sum:
    """A sum to a real power: multiplied out if the power is whole and positive."""
    if not base:
        return constant(_zero_to_the(exponent))
    if len(base) == 1:
        ((monomial, coefficient),) = base.items()
        return {_monomial_power(monomial, exponent): _number_power(coefficient, exponent)}
    if exponent >= 0 and float(exponent).is_integer():
        return _whole_power(base, int(exponent))
    factor, terms = normalised(base) if float(exponent).is_integer() else unsigned(base)
    return {Monomial(frozenset({(Atom("", (terms,)), exponent)})): _number_power(factor, exponent)}


def normalised(total: Sum) -> tuple[float, Terms]:
    """A sum as a real number times a sum whose leading coefficient has modulus 1.

    Of all multiples of a sum, each gives the same terms; the number is 0 for an empty sum.
    """
    if not total:
        return 0.0, frozenset()
    lead = total[_leading(total)]
    negative = lead.real < 0 and abs(lead.imag) <= CANCELLED * abs(lead)
    factor = -abs(lead) if negative else abs(lead)
    return factor, freeze({m: c / factor for m, c in total.items()})


def unsigned(total: Sum) -> tuple[float, Terms]:
    """As `normalised`, but a positive number: no sign comes out of a root or a logarithm."""
    factor, terms = normalised(total)
    if factor < 0:
        return -factor, frozenset((m, -c) for m, c in terms)
    return factor, terms


def freeze(total: Sum) -> Terms:
    """A sum that can be hashed and compared: coefficients rounded to 12 digits."""
    return frozenset((m, complex(_round(c.real), _round(c.imag))) for m, c in total.items())


def conjugate(monomial: Monomial) -> Monomial:
    """The complex conjugate; atoms are real functions, so only the exponent changes."""
    return Monomial(
        monomial.powers,
        frozenset((conjugate(m), c.conjugate()) for m, c in monomial.exponent),
    )


def parts(terms: Terms) -> tuple[Terms, Terms]:
    """The real functions R and I in R + i I = the sum."""
    mirrored = {conjugate(m): c.conjugate() for m, c in terms}
    real, imaginary = dict(terms), dict(terms)
    for monomial, coefficient in mirrored.items():
        _accumulate(real, monomial, coefficient)
        _accumulate(imaginary, monomial, -coefficient)
    return freeze(real), freeze(imaginary)


def _finite(value: complex) -> complex:
    """A coefficient that left the range of floats is still a coefficient."""
    return value if cmath.isfinite(value) else 1.0 + 0j


def _zero_to_the(exponent: float) -> complex:
    if exponent < 0:
        raise FormError("division by zero")
    return complex(exponent == 0)


def _number_power(value: complex, exponent: float) -> complex:
    """value^exponent; signs under a root belong to placeholders and are dropped."""
    base = value if float(exponent).is_integer() else complex(abs(value))
    try:
        return _finite(base**exponent)
    except (OverflowError, ZeroDivisionError):
        return 1.0 + 0j


def _round(value: float) -> float:
    if value == 0:
        return 0.0
    return round(value, 11 - math.floor(math.log10(abs(value))))


def _accumulate(total: Sum, monomial: Monomial, coefficient: complex) -> None:
    old = total.get(monomial, 0j)
    new = old + coefficient
    if abs(new) <= CANCELLED * max(abs(old), abs(coefficient)):
        total.pop(monomial, None)
    else:
        total[monomial] = new


def _raw_product(left: Sum, right: Sum) -> Sum:
    if len(left) * len(right) > MAX_PRODUCTS:
        raise FormError("the expression has too many terms to compare")
    total: Sum = {}
    for m, a in left.items():
        for n, b in right.items():
            _accumulate(total, _product(m, n), _finite(a * b))
    return add(total, {})


def _product(left: Monomial, right: Monomial) -> Monomial:
    if ONE in (left, right):
        return left if right == ONE else right
    powers = dict(left.powers)
    for atom, exponent in right.powers:
        powers[atom] = powers.get(atom, 0.0) + exponent
    kept = frozenset((a, _round(k)) for a, k in powers.items() if abs(k) > CANCELLED)
    if not (left.exponent and right.exponent):
        return Monomial(kept, left.exponent or right.exponent)
    return Monomial(kept, freeze(add(dict(left.exponent), dict(right.exponent))))


def _monomial_power(monomial: Monomial, exponent: float) -> Monomial:
    if exponent == 0:
        return ONE
    powers = frozenset((a, _round(k * exponent)) for a, k in monomial.powers)
    return Monomial(powers, freeze({m: c * exponent for m, c in monomial.exponent}))


def _whole_power(base: Sum, exponent: int) -> Sum:
    result, square = constant(1.0), base
    while exponent:
        if exponent % 2:
            result = multiply(result, square)
        exponent //= 2
        square = multiply(square, square) if exponent else square
    return result


def _accumulate_settled(total: Sum, monomial: Monomial, coefficient: complex, left: int) -> None:
    """Add a term after dividing it by the sums in its denominator, as far as that goes."""
    for atom, exponent in _sums_to_whole_powers(monomial) if left else ():
        replacement = _divided(monomial, atom, exponent)
        if replacement is not None:
            for m, c in replacement.items():
                _accumulate_settled(total, m, _finite(c * coefficient), left - 1)
            return
    _accumulate(total, monomial, coefficient)


def _sums_to_whole_powers(monomial: Monomial) -> list[tuple[Atom, float]]:
    """In an order that does not depend on hashes."""
    found = [(a, k) for a, k in monomial.powers if not a.name and float(k).is_integer()]
    if len(found) > 1:
        found.sort(key=lambda pair: _rank(Monomial(frozenset({pair}))))
    return found


def _divided(monomial: Monomial, atom: Atom, exponent: float) -> Sum | None:
    """q L B^-m as q (B^-(m-1) - rest B^-m) where B = L + rest; None if L does not divide."""
    terms = dict(atom.arguments[0])
    rest_of_powers = monomial.powers - {(atom, exponent)}
    if exponent > 0:
        remaining = Monomial(rest_of_powers, monomial.exponent)
        return {_product(remaining, m): c for m, c in _whole_power(terms, int(exponent)).items()}
    lead = _leading(terms)
    quotient = _quotient(Monomial(rest_of_powers, monomial.exponent), lead)
    if quotient is None:
        return None
    scale = terms.pop(lead)
    less = _monomial_power(Monomial(frozenset({(atom, 1.0)})), exponent + 1)
    result = {_product(quotient, less): 1.0 / scale}
    same = _product(quotient, Monomial(frozenset({(atom, exponent)})))
    for m, c in terms.items():
        _accumulate(result, _product(same, m), -c / scale)
    return result


def _quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    if divisor == ONE or (divisor.exponent and divisor.exponent != monomial.exponent):
        return None
    powers = dict(monomial.powers)
    for atom, exponent in divisor.powers:
        left = powers.pop(atom, 0.0) - exponent
        if left < 0 or exponent < 0:
            return None
        if left:
            powers[atom] = left
    exponent_left = frozenset() if divisor.exponent else monomial.exponent
    return Monomial(frozenset(powers.items()), exponent_left)


def _leading(total: Sum) -> Monomial:
    """The leading monomial: highest degree, ties by name and last by numbers."""
    if len(total) == 1:
        return next(iter(total))
    names = sorted({_rank_of_atom(a) for m in total for a, _ in m.powers})

    def rank(monomial: Monomial) -> tuple[float, tuple[float, ...], tuple[str, str]]:
        degrees = {_rank_of_atom(a): k for a, k in monomial.powers}
        vector = tuple(degrees.get(name, 0.0) for name in names)
        return sum(vector), vector, _rank(monomial)

    return max(total, key=rank)


def _rank(monomial: Monomial) -> tuple[str, str]:
    """Texts that order monomials by structure first, and by their numbers only then."""
    return _spelling(monomial, ""), _spelling(monomial, ".12g")


def _rank_of_atom(atom: Atom) -> tuple[str, str]:
    return _rank(Monomial(frozenset({(atom, 1.0)})))


def _spelling(monomial: Monomial, digits: str) -> str:
    """The monomial as text, with the numbers inside to some digits or without them."""
    powers = sorted(
        f"{a.name}({','.join(_spelling_of_sum(s, digits) for s in a.arguments)})^{k}"
        for a, k in monomial.powers
    )
    return f"{'*'.join(powers)} exp[{_spelling_of_sum(monomial.exponent, digits)}]"


def _spelling_of_sum(terms: Terms, digits: str) -> str:
    numbers = "{:" + digits + "}" if digits else ""
    return "+".join(sorted(_spelling(m, digits) + numbers.format(c) for m, c in terms))
