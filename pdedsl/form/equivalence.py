"""Same functional form? Two expressions compared with every number a placeholder.

The rule is the paper's: the target f is augmented to C1 f(C3 x + C4) + C2, all numbers become
placeholders, and the candidate may lack some of them (additive ones are then 0, others 1).
Where the paper leaves a choice, this is what is done here:

- Each variable has a C3 and a C4 of its own.
- Both sides are compared multiplied out (see `canonical`). Every term of the target must be
  there: u^2 alone is not 10 u (1 - u), although a shift of u could make it so.
- Terms that only a shift brings may be there or not: after u comes C, after exp(a) u comes
  C exp(a) with the same number in the exponent.
- Whole exponents are structure, so that x^2 is not x^3. Other real exponents are placeholders.
- A target without variables has no form but its value being zero or not: 0 is matched by 0
  only (up to `ZERO`), another constant by any other constant.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix "Correct functional form".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from pdedsl.errors import FormError
from pdedsl.form.canonical import canonical
from pdedsl.form.monomial import ONE, Atom, Monomial, Sum, Terms, conjugate, freeze, parts, single

ZERO = 1e-6  # a constant below this is no term


@dataclass(frozen=True)
class AugmentedForm:
    """The form that candidates have to match, made once from a target.

    Attributes:
        terms: the target multiplied out.
        variables: the symbols that may occur.
    """

    terms: Terms
    variables: tuple[sympy.Symbol, ...]

    def matches(self, candidate: sympy.Expr) -> bool:
        """Whether the candidate has this form. What is not a finite function has not.

        Raises:
            FormError: the candidate has a symbol that is no variable.
        """
        _refuse_strangers(candidate, self.variables)
        try:
            terms = freeze(canonical(candidate))
        except FormError:
            return False
        if not _without_constant(self.terms):
            return not _without_constant(terms) and _is_zero(terms) == _is_zero(self.terms)
        return _sums_match(terms, self.terms)


def augmented_form(target: sympy.Expr, variables: tuple[sympy.Symbol, ...]) -> AugmentedForm:
    """The target's augmented form C1 f(C3 x + C4) + C2.

    Raises:
        FormError: the target has a symbol that is no variable, a number that is not finite, or
            too many terms.
    """
    _refuse_strangers(target, variables)
    return AugmentedForm(freeze(canonical(target)), variables)


def same_functional_form(
    candidate: sympy.Expr, target: sympy.Expr, variables: tuple[sympy.Symbol, ...]
) -> bool:
    """Whether the candidate has the augmented functional form of the target.

    Raises:
        FormError: as `augmented_form`, and for strange symbols of the candidate.

    >>> t, u = sympy.symbols("t u")
    >>> same_functional_form(3 * sympy.cos(2 * t + 1) - 5.0 * u, sympy.sin(3 * t) - u, (t, u))
    True
    >>> same_functional_form(-5.0 * u, sympy.sin(3 * t) - u, (t, u))
    False
    """
    return augmented_form(target, variables).matches(candidate)


def _refuse_strangers(expression: sympy.Expr, variables: tuple[sympy.Symbol, ...]) -> None:
    strangers = sorted(s.name for s in expression.free_symbols - set(variables))
    if strangers:
        raise FormError(f"not among the variables: {', '.join(strangers)}")


def _without_constant(terms: Terms) -> Sum:
    """The terms that have a form; of a complex-conjugate pair one is enough."""
    kept: Sum = {}
    for monomial, coefficient in terms:
        if monomial != ONE and conjugate(monomial) not in kept:
            kept[monomial] = coefficient
    return kept


def _is_zero(terms: Terms) -> bool:
    return all(abs(c) <= ZERO for m, c in terms if m == ONE)


def _sums_match(candidate: Terms, target: Terms) -> bool:
    """Every target term is found, and what else there is lies below a term that is."""
    found, wanted = list(_without_constant(candidate)), list(_without_constant(target))
    if len(found) < len(wanted):
        return False
    fits = [[_monomials_match(f, w) for w in wanted] for f in found]
    mandatory = [row for f, row in zip(found, fits, strict=True) if not _is_shifted(f, found)]
    columns = [list(column) for column in zip(*fits, strict=True)]
    return _can_assign(mandatory) and _can_assign(columns)


def _can_assign(fits: Sequence[Sequence[bool]]) -> bool:
    """Whether every row can have a fitting column of its own (augmenting paths).

    If the rows can and the columns can, one assignment serves both (Mendelsohn, Dulmage 1958).
    """
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in tried:
                tried.add(column)
                if column not in owner or place(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    return all(place(row, set()) for row in range(len(fits)))


def _is_shifted(monomial: Monomial, others: list[Monomial]) -> bool:
    return any(_is_below(monomial, other) for other in others if other != monomial)


def _is_below(lower: Monomial, upper: Monomial) -> bool:
    """Whether shifting the variables of the upper monomial brings the lower one."""
    if lower.exponent != upper.exponent and lower.exponent != conjugate(upper).exponent:
        return False
    low, high = dict(lower.powers), dict(upper.powers)
    return all(_may_become(atom, low.get(atom, 0.0), high.get(atom, 0.0)) for atom in low | high)


def _may_become(atom: Atom, low: float, high: float) -> bool:
    return low == high or (
        _is_shiftable(atom) and 0 <= low <= high and low.is_integer() and high.is_integer()
    )


def _is_shiftable(atom: Atom) -> bool:
    """Variables, and logarithms, to which a scaled argument adds a constant."""
    return atom.is_variable or atom.name == "log"


def _monomials_match(candidate: Monomial, target: Monomial) -> bool:
    """Whether two monomials differ in placeholders only."""
    variables, functions = _split(candidate)
    wanted_variables, wanted_functions = _split(target)
    if variables != wanted_variables or len(functions) != len(wanted_functions):
        return False
    if bool(candidate.exponent) != bool(target.exponent):
        return False
    fits = [[_factors_match(f, w) for w in wanted_functions] for f in functions]
    return _can_assign(fits) and _exponents_match(candidate.exponent, target.exponent)


def _exponents_match(candidate: Terms, target: Terms) -> bool:
    """Growth with growth, oscillation with oscillation."""
    pairs = zip(parts(candidate), parts(target), strict=True)
    return all(_sums_match(c, t) for c, t in pairs)


def _split(monomial: Monomial) -> tuple[dict[Atom, float], list[tuple[Atom, float]]]:
    """Whole powers of variables, and the rest: functions, roots and denominators.

    What a shift adds a constant to becomes, under a root or in a denominator, a sum of one term,
    so that 1 / (x + 2) can be seen to be 1 / x shifted.
    """
    variables: dict[Atom, float] = {}
    rest: list[tuple[Atom, float]] = []
    for atom, exponent in monomial.powers:
        positive = exponent > 0 and float(exponent).is_integer()
        if atom.is_variable and positive:
            variables[atom] = exponent
        elif _is_shiftable(atom) and not positive:
            rest.append((Atom("", (freeze(single(atom)),)), exponent))
        else:
            rest.append((atom, exponent))
    return variables, rest


def _factors_match(candidate: tuple[Atom, float], target: tuple[Atom, float]) -> bool:
    (atom, exponent), (wanted, wanted_exponent) = candidate, target
    if atom.name != wanted.name or len(atom.arguments) != len(wanted.arguments):
        return False
    whole = float(exponent).is_integer() or float(wanted_exponent).is_integer()
    if whole and exponent != wanted_exponent:
        return False
    return all(map(_sums_match, atom.arguments, wanted.arguments))
