"""Was the expected equation found? Same terms, same form of g, and numbers that agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from pdedsl.errors import FormError
from pdedsl.form.canonical import canonical
from pdedsl.form.dictionary import Dictionary
from pdedsl.form.equivalence import same_functional_form
from pdedsl.form.evaluation import relative_difference
from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.monomial import ONE, Terms, normalised
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.pde import VariationalReadyPDE

STANDARD_ERRORS = 3.0
RELATIVE = 0.05

Signature = tuple[MultiIndex, Terms, Terms]
Box = Mapping[sympy.Symbol, tuple[float, float]]


@dataclass(frozen=True)
class Verdict:
    """Whether an expectation is met, and if not, every reason why.

    Attributes:
        reasons: what differs, in words; empty when the expectation is met.
    """

    reasons: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Whether nothing differs."""
        return not self.reasons

    def __bool__(self) -> bool:
        return self.met

    def __str__(self) -> str:
        return "met" if self.met else "not met"


@dataclass(frozen=True)
class _Coefficient:
    """A coefficient in front of a term freed of numbers, and its standard error."""

    term: ExtendedDerivative
    value: float
    error: float


def expectation(
    found: VariationalReadyPDE,
    expected: VariationalReadyPDE,
    variables: tuple[sympy.Symbol, ...],
    *,
    standard_errors: Sequence[float | None] | None = None,
    box: Box | None = None,
    free_tolerance: float = RELATIVE,
) -> Verdict:
    """Compare a found equation with the expected one.

    - Terms: both use the same alpha, a and h, numeric factors aside (x^2 d_x(u^2)/2 is a
      multiple of x^2 d_x(u^2)). A zero-order term counts as part of g unless both have it.
    - Coefficients, in normal form: within 3 standard errors or 5 %, whichever is larger.
    - g, in the same scale: the same functional form, and a relative L2 difference of at most
      `free_tolerance` over `box`, so that numbers inside g are judged by what they do.

    Args:
        found: the equation to judge.
        expected: what it should be.
        variables: coordinates and fields.
        standard_errors: one for each term of `found`, in the scale of `found.beta`;
            None or NaN where it is not known, which excuses nothing.
        box: range of each variable; (0.2, 1.2) for those not named.
        free_tolerance: largest relative difference of g.

    Raises:
        FormError: as many standard errors as terms are needed; or the expected equation has
            too many terms or a strange symbol.

    Source: Kacprzyk, Qian, van der Schaar 2023, appendix "Correct functional form".
    """
    if standard_errors is not None and len(standard_errors) != len(found.beta):
        raise FormError(f"{len(found.beta)} coefficients need as many standard errors")
    errors = tuple(map(_known, standard_errors or (None,) * len(found.beta)))
    ours, theirs = _bound(found, errors), _bound(expected, (0.0,) * len(expected.beta))
    if ours.keys() != theirs.keys():
        ours, theirs = _without_zero_order(ours), _without_zero_order(theirs)
        found, expected = _zero_order_moved(found), _zero_order_moved(expected)
    reasons = _differing_terms(ours, theirs)
    if reasons:
        return Verdict(reasons)
    scales = _scales(ours, theirs)
    free = (found.g * scales[0], expected.g * scales[1])
    return Verdict(
        _differing_coefficients(ours, theirs, scales)
        + _differing_free_part(free, variables, box or {}, free_tolerance)
    )


def terms_out_of_reach(
    expected: VariationalReadyPDE, dictionary: Dictionary
) -> tuple[ExtendedDerivative, ...]:
    """The derivatives of an expected equation that no equation over a dictionary can have.

    `expectation` is met by none where there is one.

    Raises:
        FormError: the expected equation has too many terms.
    """
    if all(expected.dictionary[p] in dictionary.terms for p in expected.support):
        return ()
    there = {_signature(term)[1] for term in dictionary}
    wanted = _without_zero_order(_bound(expected, (0.0,) * len(expected.beta)))
    return tuple(c.term for signature, c in wanted.items() if signature not in there)


def _known(standard_error: float | None) -> float:
    return standard_error if standard_error is not None and math.isfinite(standard_error) else 0.0


def _bound(pde: VariationalReadyPDE, errors: tuple[float, ...]) -> dict[Signature, _Coefficient]:
    """The derivative-bound part by signature, numeric factors of a and h in the coefficient."""
    bound: dict[Signature, _Coefficient] = {}
    for p in pde.support:
        term = pde.dictionary[p]
        factor, signature = _signature(term)
        old = bound.get(signature, _Coefficient(term, 0.0, 0.0))
        bound[signature] = _Coefficient(
            term, old.value + factor * pde.beta[p], old.error + abs(factor * errors[p])
        )
    return {s: c for s, c in bound.items() if c.value != 0}


def _signature(term: ExtendedDerivative) -> tuple[float, Signature]:
    if term.is_zero_order:
        factor, product = normalised(canonical(term.a * term.h))
        return factor, (term.alpha, frozenset({(ONE, 1.0 + 0j)}), product)
    outer, a = normalised(canonical(term.a))
    inner, h = normalised({m: c for m, c in canonical(term.h).items() if m != ONE})
    return outer * inner, (term.alpha, a, h)


def _without_zero_order(bound: dict[Signature, _Coefficient]) -> dict[Signature, _Coefficient]:
    return {s: c for s, c in bound.items() if s[0].order}


def _zero_order_moved(pde: VariationalReadyPDE) -> VariationalReadyPDE:
    """The same equation with zero-order terms in g, where a derivative is left."""
    terms = list(zip(pde.dictionary, pde.beta, strict=True))
    kept = [(e, b) for e, b in terms if not e.is_zero_order]
    if not any(b for _, b in kept):
        return pde
    moved = sum((b * e.a * e.h for e, b in terms if e.is_zero_order), sympy.S.Zero)
    dictionary = Dictionary(tuple(e for e, _ in kept))
    return VariationalReadyPDE(dictionary, tuple(b for _, b in kept), pde.g - moved)


def _differing_terms(
    ours: dict[Signature, _Coefficient], theirs: dict[Signature, _Coefficient]
) -> tuple[str, ...]:
    if not theirs:
        return ("the expected equation has no derivative",)
    missing = [f"{_describe(c.term)} is missing" for s, c in theirs.items() if s not in ours]
    extra = [f"{_describe(c.term)} is not expected" for s, c in ours.items() if s not in theirs]
    return tuple(missing + extra)


def _scales(
    ours: dict[Signature, _Coefficient], theirs: dict[Signature, _Coefficient]
) -> tuple[float, float]:
    """Factors to unit L1 norm, and to a positive coefficient where the expected is largest."""
    largest = max(theirs, key=lambda s: abs(theirs[s].value))
    ours_scale, theirs_scale = (
        math.copysign(1.0, b[largest].value) / sum(abs(c.value) for c in b.values())
        for b in (ours, theirs)
    )
    return ours_scale, theirs_scale


def _differing_coefficients(
    ours: dict[Signature, _Coefficient],
    theirs: dict[Signature, _Coefficient],
    scales: tuple[float, float],
) -> tuple[str, ...]:
    reasons = []
    for signature, wanted in theirs.items():
        got, value = ours[signature], wanted.value * scales[1]
        difference = abs(got.value * scales[0] - value)
        if not difference <= max(
            STANDARD_ERRORS * got.error * abs(scales[0]), RELATIVE * abs(value)
        ):
            reasons.append(
                f"coefficient of {_describe(got.term)}: "
                f"{got.value * scales[0]:.4g}, expected {value:.4g} (normal form)"
            )
    return tuple(reasons)


def _differing_free_part(
    free: tuple[sympy.Expr, sympy.Expr],
    variables: tuple[sympy.Symbol, ...],
    box: Box,
    tolerance: float,
) -> tuple[str, ...]:
    found, expected = free
    if not same_functional_form(found, expected, variables):
        return (f"g has another functional form: {found}, expected {expected}",)
    if expected.is_zero:
        return ()
    difference = relative_difference(found, expected, variables, box)
    if difference <= tolerance:
        return ()
    return (f"g differs by {100 * difference:.3g} %",)


def _describe(term: ExtendedDerivative) -> str:
    a = "" if term.a == 1 else f"({term.a}) "
    orders = ",".join(map(str, term.alpha.orders))
    return term.name or f"{a}d^({orders})[{term.h}]"
