"""The canonical form is the same function, and equal functions share it."""

from __future__ import annotations

import cmath
import math

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import cos, exp, log, sin, sinh, sqrt, tan, tanh

from pdedsl.errors import FormError
from pdedsl.form import make_symbol
from pdedsl.form.canonical import canonical
from pdedsl.form.evaluation import evaluate
from pdedsl.form.monomial import Atom, Monomial, Sum, freeze

t, u = make_symbol("t"), make_symbol("u")
POINT = {t: 0.6, u: 1.7}
NAMES = {"t": 0.6, "u": 1.7}


def value(total: Sum) -> complex:
    return sum((c * value_of_monomial(m) for m, c in total.items()), 0j)


def value_of_monomial(monomial: Monomial) -> complex:
    product = cmath.exp(value(dict(monomial.exponent)))
    for atom, exponent in monomial.powers:
        product *= value_of_atom(atom) ** exponent
    return product


def value_of_atom(atom: Atom) -> complex:
    if atom.is_variable:
        return complex(NAMES[atom.name])
    inner = value(dict(atom.arguments[0]))
    functions = {"": lambda z: z, "log": lambda z: complex(math.log(abs(z))), "Abs": abs}
    return complex(functions[atom.name](inner))


numbers = st.sampled_from([0.5, 1.7, -2.3, 3.1, -0.9, 2, -1])


def _grow(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(numbers, inner).map(lambda p: p[0] + p[1]),
        st.tuples(numbers, inner).map(lambda p: p[0] * p[1]),
        st.tuples(st.sampled_from([sin, cos, tanh, tan, sinh]), inner).map(lambda p: p[0](p[1])),
        inner.map(lambda e: exp(-(e**2))),
        inner.map(lambda e: log(1 + e**2)),
        inner.map(lambda e: sqrt(1 + e**2)),
        inner.map(lambda e: e**3),
        inner.map(lambda e: 1 / (2 + e**2)),
    )


functions = st.recursive(st.sampled_from([t, u]), _grow, max_leaves=5)


@settings(max_examples=150, deadline=None)
@given(functions)
def test_the_canonical_form_has_the_same_value(f: sympy.Expr) -> None:
    wanted = evaluate(f, POINT)
    assume(math.isfinite(wanted) and 1e-3 < abs(wanted) < 1e6)
    got = value(canonical(f))
    # Terms that nearly cancel lose digits; structure errors are of the order of 1.
    assert got.real == pytest.approx(wanted, rel=1e-5)
    assert abs(got.imag) < 1e-5 * abs(wanted)


EQUAL = [
    (sin(t) ** 2 + cos(t) ** 2, sympy.S.One),
    (sin(2 * t), 2 * sin(t) * cos(t)),
    (exp(t + u) / exp(u), exp(t)),
    ((t + u) ** 2, t**2 + 2 * t * u + u**2),
    (t / (1 + t), 1 - 1 / (1 + t)),
    (1 / (2 * t + 2), 1 / (t + 1) / 2),
    (log(3 * t * u**2), log(t) + 2 * log(u) + log(3)),
    (exp(2.0 * log(t)), t**2),
    (tanh(t), (exp(2 * t) - 1) / (exp(2 * t) + 1)),
    (sqrt(4 * t), 2 * sqrt(t)),
    (u - u + t, t),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal_functions_share_a_form(left: sympy.Expr, right: sympy.Expr) -> None:
    assert freeze(canonical(left)) == freeze(canonical(right))


def test_the_form_does_not_depend_on_the_order_of_factors() -> None:
    factors = (1 / (t + 2), t, 1 / (t + u))
    left = sympy.Mul(*factors, evaluate=False)
    right = sympy.Mul(*reversed(factors), evaluate=False)
    assert freeze(canonical(left)) == freeze(canonical(right))


@pytest.mark.parametrize("f", [sympy.zoo + t, 1 / (sin(t) ** 2 + cos(t) ** 2 - 1), log(0 * t)])
def test_what_is_no_function_is_refused(f: sympy.Expr) -> None:
    with pytest.raises(FormError):
        canonical(f)


def test_what_has_too_many_terms_is_refused() -> None:
    with pytest.raises(FormError, match="too many terms"):
        canonical((sin(t) + cos(u) + u * t + exp(u) + 1) ** 30)
