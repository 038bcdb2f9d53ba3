"""Laws of jets, of antiderivatives in a field, and of deciding whether something is zero."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from jet_cases import SPACE, d, kappa, sums, t, u, v, x

from pdedsl.errors import FormError
from pdedsl.form import MultiIndex, expand
from pdedsl.form.antiderivative import antiderivative, potential
from pdedsl.form.slope import algebraic_slope
from pdedsl.form.vanishing import is_zero


@settings(max_examples=15, deadline=None)
@given(sums(most=1))
def test_jets_and_sympy_agree_on_total_derivatives(drawn):
    space, (term,) = drawn
    ours = space.expand(term)
    theirs = space.from_derivatives(expand(term, space.coordinates, space.fields))
    assert is_zero(ours - theirs) is True
    assert space.from_derivatives(space.to_derivatives(ours)) == ours


def test_total_derivatives_commute():
    mixed = u * d(v, "x") ** 2 + sympy.sin(x * u)
    there, back = (SPACE.derivative(SPACE.derivative(mixed, i), 1 - i) for i in (0, 1))
    assert sympy.expand(there - back) == 0


def test_a_jet_is_a_field_and_a_multi_index():
    assert SPACE.find(d(u, "tx")) == (u, MultiIndex((1, 1)))
    assert SPACE.find(v) == (v, MultiIndex((0, 0)))
    assert SPACE.find(x) is None
    assert SPACE.find(sympy.Symbol("w[1,0]", real=True)) is None
    assert SPACE.order(d(u, "x") * d(v, "ttx") + x) == 3
    assert SPACE.order(u * v) == 0


@pytest.mark.parametrize("strange", [sympy.Function("w")(t, x), sympy.Function("u")(x, t)])
def test_a_function_that_is_no_field_is_refused(strange):
    with pytest.raises(FormError, match="is no field"):
        SPACE.from_derivatives(strange.diff(x))


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        (sympy.S.Zero, True),
        (sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1, True),
        (sympy.tanh(u) - 1 + 2 / (sympy.exp(2 * u) + 1), True),
        (u ** (kappa - 1) * u - u**kappa, True),
        (1 / (u - 1) - 1 / (u + 1) - 2 / (u**2 - 1), True),
        (sympy.log(x * u) - sympy.log(x) - sympy.log(u), True),
        ((u + x) ** 40 - (x + u + sympy.Rational(1, 10**9)) ** 40, False),
        (sympy.sin(x) - x, False),
        (x * u, False),
        (sympy.log(-u * u - 1) * x, None),
    ],
    ids=str,
)
def test_zero_is_decided_or_left_open(expression, answer):
    assert is_zero(expression) is answer


@pytest.mark.parametrize(
    "f",
    [
        *(1 + u**3, (2 * u + x) ** 7, u**kappa, 1 / (3 * u + 1), sympy.sqrt(1 + u), u / (1 + u)),
        *(sympy.exp(kappa * u), sympy.sin(2 * u), sympy.tan(u), sympy.tanh(u / 2), sympy.cosh(u)),
        *(u * sympy.exp(u**2), u * (u**2 + 1) ** kappa, sympy.cos(u) * sympy.exp(sympy.sin(u))),
        *(sympy.log(u), u**2 * sympy.exp(-u), 1 / (1 + u**2), sympy.sin(u) ** 2, 1 / (u - u**2)),
    ],
    ids=str,
)
def test_an_antiderivative_has_its_function_as_derivative(f):
    found = antiderivative(f, u)
    assert found is not None
    assert is_zero(algebraic_slope(found, u) - f) is True


def test_a_potential_has_its_gradient():
    h = sympy.exp(u) * v + u / v + x * v**3
    found = potential((sympy.diff(h, u), sympy.diff(h, v)), (u, v))
    assert found is not None
    assert (found - h).free_symbols <= {x}


def test_no_potential_is_better_than_a_wrong_one():
    assert potential((-v, u), (u, v)) is None
    assert potential((sympy.exp(u**2), sympy.S.Zero), (u, v)) is None
