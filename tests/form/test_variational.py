"""Laws of rewriting: what is a sum of a d^alpha[h] is found to be one, and nothing else is."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jet_cases import ONE, SPACE, d, kappa, nu, sums, t, term, u, v, x, y

from pdedsl.form import (
    ExtendedDerivative,
    JetSpace,
    Kind,
    Obstruction,
    Rewriting,
    Undecided,
    rewrite,
)
from pdedsl.form.vanishing import is_zero

quiet = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PLANE = JetSpace((t, x, y), (u, v))
D = SPACE.derivative
u_t, u_x, v_x = d(u, "t"), d(u, "x"), d(v, "x")
u_xx, u_tx, u_xxx, u_xxxx = d(u, "xx"), d(u, "tx"), d(u, "xxx"), d(u, "xxxx")
HALF = sympy.Rational(1, 2)


def in_x(expression: sympy.Expr) -> sympy.Expr:
    return D(expression, 1)


@pytest.mark.parametrize(
    ("expression", "terms", "free"),
    [
        (u * u_x, [term("x", u**2, HALF)], 0),
        (u**3 * u_x, [term("x", u**4, sympy.Rational(1, 4))], 0),
        (sympy.exp(u) * u_x, [term("x", sympy.exp(u))], 0),
        (x**2 * sympy.cos(u) * u_x, [term("x", sympy.sin(u), x**2)], 0),
        (t * u * u_x, [term("x", u**2, t / 2)], 0),
        (u_t + u * u_x, [term("t", u), term("x", u**2, HALF)], 0),
        (u_t + u * u_x - nu * u_xx, [term("xx", u, -nu), term("t", u), term("x", u**2, HALF)], 0),
        (in_x((1 + u**2) * u_x), [term("xx", u + u**3 / 3)], 0),
        (in_x(in_x(u**kappa)), [term("xx", u**kappa)], 0),
        (u**kappa * u_x, [term("x", u ** (kappa + 1), 1 / (kappa + 1))], 0),
        (x**2 * u_xx, [term("xx", u, x**2)], 0),
        (x * u_x, [term("x", u, x)], 0),
        (u + x * u_x, [term("x", x * u)], 0),
        (in_x(x**2 * u_x), [term("xx", u, x**2), term("x", u, 2 * x)], 0),
        (t * u_x + u, [term("x", u, t)], u),
        (v * u_x + u * v_x, [term("x", u * v)], 0),
        (in_x(in_x(u * v)), [term("xx", u * v)], 0),
        (u * u_xx + u_x**2, [term("xx", u**2, HALF)], 0),
        (u * u_xxx + 3 * u_x * u_xx, [term("xxx", u**2, HALF)], 0),
        (u * u_xxxx + 4 * u_x * u_xxx + 3 * u_xx**2, [term("xxxx", u**2, HALF)], 0),
        (u * u_tx + u_t * u_x, [term("tx", u**2, HALF)], 0),
        (u_x / u, [term("x", sympy.log(sympy.Abs(u)))], 0),
        (u_xx / u - u_x**2 / u**2, [term("xx", sympy.log(sympy.Abs(u)))], 0),
        (u_x / (1 + u**2), [term("x", sympy.atan(u))], 0),
        (sympy.sin(x + u) * (1 + u_x), [term("x", sympy.cos(x + u), -ONE)], 0),
        ((t + x) * (u + u**2) * u_x, [term("x", u**2 + 2 * u**3 / 3, (t + x) / 2)], 0),
        ((x + u) * u_x, [term("x", u, x), term("x", u**2, HALF)], 0),
        ((u_x**2 - 1) / (u_x - 1), [term("x", u)], 1),
        (0.1 * u * u_x, [term("x", u**2, sympy.Rational(1, 20))], 0),
        (u**2 + x, [], u**2 + x),
    ],
    ids=str,
)
def test_what_is_variational_ready_is_written_so(expression, terms, free):
    found = rewrite(expression, SPACE)
    assert isinstance(found, Rewriting)
    assert set(found.terms) == set(terms)
    assert sympy.expand(found.free - free) == 0


def test_divergences_and_laplacians_are_sums_over_the_coordinates():
    flux = [u * d(u, letter, PLANE) for letter in "xy"]
    divergence = sum(PLANE.derivative(f, i) for i, f in enumerate(flux, start=1))
    found = rewrite(divergence, PLANE)
    halves = {term(2 * letter, u**2, HALF, PLANE) for letter in "xy"}
    assert isinstance(found, Rewriting)
    assert set(found.terms) == halves


@pytest.mark.parametrize(
    ("expression", "left_over", "taken"),
    [
        (u_x**2, u_x**2, []),
        (u_t * u_x, u_t * u_x, []),
        (u_x * v_x, u_x * v_x, []),
        (u_t + 3 * x * u_x**2, 3 * x * u_x**2, []),
        (u * u_xx, -(u_x**2), [term("xx", u**2, HALF)]),
        (u * u_xx + u_x**2 / 2, -(u_x**2) / 2, [term("xx", u**2, HALF)]),
        (u_xx / u, u_x**2 / u**2, [term("xx", sympy.log(sympy.Abs(u)))]),
        (u * u_xxx, -3 * u_x * u_xx, [term("xxx", u**2, HALF)]),
        (u_x * u_xx, u_x * u_xx, []),
        (u * u_xxxx + 4 * u_x * u_xxx, -3 * u_xx**2, [term("xxxx", u**2, HALF)]),
        (u * u_tx, -u_t * u_x, [term("tx", u**2, HALF)]),
        (u_tx + u * u_xx + u_x**2 / 2, -(u_x**2) / 2, [term("xx", u**2, HALF)]),
    ],
    ids=str,
)
def test_a_product_of_derivatives_that_no_term_has_is_named(expression, left_over, taken):
    found = rewrite(expression, SPACE)
    assert isinstance(found, Obstruction)
    assert found.kind is Kind.PRODUCT
    assert sympy.expand(found.left_over - left_over) == 0
    assert list(found.taken) == taken


@pytest.mark.parametrize(
    ("expression", "gradient"),
    [
        (u * v_x - v * u_x, (-v, u)),
        (v * u_x, (v, 0)),
        (u_t + x * v * u_x + u * v_x, (x * v, u)),
    ],
    ids=str,
)
def test_coefficients_that_are_no_gradient_are_named(expression, gradient):
    found = rewrite(expression, SPACE)
    assert isinstance(found, Obstruction)
    assert (found.kind, found.pair, found.gradient) == (Kind.CURL, (0, 1), gradient)
    assert found.alpha.orders == (0, 1)


@pytest.mark.parametrize(
    "expression",
    [sympy.sin(u_x), sympy.sqrt(u_x), 1 / u_x, u_t + sympy.exp(u_xx), sympy.Abs(u_x) ** 3, u_x**nu],
    ids=str,
)
def test_a_function_of_a_derivative_is_refused(expression):
    found = rewrite(expression, SPACE)
    assert isinstance(found, Obstruction)
    assert found.kind is Kind.FUNCTION


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        (sympy.exp(u**2) * u_x, Undecided.INTEGRAL),
        (sympy.exp(sympy.exp(u)) * u_x, Undecided.INTEGRAL),
        ((u * v_x - v * u_x) / (u**2 + v**2), Undecided.INTEGRAL),
        (sympy.sin(u_x) ** 2 + sympy.cos(u_x) ** 2, Undecided.ZERO),
        (SPACE.expand(term("x", (u + v + x) ** 60)), Undecided.SIZE),
    ],
    ids=("erfi", "Ei", "jumping angle", "constant", "large"),
)
def test_what_is_not_found_out_is_not_called_wrong(expression, why):
    assert rewrite(expression, SPACE) is why


def test_an_integral_that_is_not_found_does_not_hide_what_is_wrong_below():
    found = rewrite(sympy.exp(u**2) * u_xx + u_x**2, SPACE)
    assert isinstance(found, Obstruction)


def test_sympy_functions_may_be_given():
    field = sympy.Function("u")(t, x)
    found = rewrite(field * field.diff(x) + sympy.Derivative(field**2, t, evaluate=False), SPACE)
    assert isinstance(found, Rewriting)
    assert set(found.terms) == {term("t", u**2), term("x", u**2, HALF)}


def test_a_wrong_integral_is_never_given_out(monkeypatch):
    wrong = "pdedsl.form.variational.potential"
    monkeypatch.setattr(wrong, lambda gradient, fields: gradient[0] * fields[0])
    assert isinstance(rewrite(u_x, SPACE), Rewriting)
    assert rewrite(u * u_x, SPACE) is Undecided.ZERO


def total(found: Rewriting, space: JetSpace) -> sympy.Expr:
    return sum((space.expand(e) for e in found.terms), found.free)


def same(first: sympy.Expr, second: sympy.Expr) -> bool:
    return is_zero(sympy.expand(first - second)) is True


def accept(space: JetSpace, terms: tuple[ExtendedDerivative, ...]) -> None:
    expression = sum(space.expand(e) for e in terms)
    found = rewrite(expression, space)
    assert isinstance(found, Rewriting)
    smooth = not any(e.h.has(sympy.log) for e in found.terms)
    assert not smooth or same(total(found, space), expression)


@quiet
@given(sums())
def test_every_sum_of_extended_derivatives_is_accepted_and_expands_to_itself(drawn):
    accept(*drawn)


@pytest.mark.slow
@settings(quiet, max_examples=300)
@given(sums(most=4))
def test_very_many_sums_of_extended_derivatives_are_accepted(drawn):
    accept(*drawn)


@quiet
@given(sums(most=1))
def test_one_term_comes_back_as_one_term(drawn):
    space, (written,) = drawn
    inside = written.h.free_symbols.isdisjoint(space.coordinates)
    assume(inside or written.a.is_number)
    found = rewrite(space.expand(written), space)
    assert isinstance(found, Rewriting)
    assert (len(found.terms), found.free) == (1, 0)


@quiet
@given(sums(), st.data())
def test_a_single_term_that_is_not_ready_spoils_the_sum(drawn, data):
    space, terms = drawn
    names = [c.name for c in space.coordinates]
    first, second, third = (data.draw(st.sampled_from(names)) for _ in range(3))
    w = space.fields[-1]
    spoilers = [
        d(u, first, space) * d(w, second, space),
        d(u, first + third, space) * d(w, second, space),
        u * d(u, first + second, space),
        sympy.exp(u) * d(u, first + second + third, space),
        space.coordinates[0] * d(u, first, space) ** 2,
        (u * d(v, first, space) - v * d(u, first, space)) if w == v else d(u, first, space) ** 3,
    ]
    spoiler = data.draw(st.sampled_from(spoilers))
    found = rewrite(sum(space.expand(e) for e in terms) + spoiler, space)
    assert isinstance(found, Obstruction)


@quiet
@given(sums(most=2))
def test_the_result_does_not_depend_on_how_the_expression_is_written(drawn):
    space, terms = drawn
    expression = sum(space.expand(e) for e in terms)
    derivatives = space.derivatives(expression)
    assume(derivatives)
    again = sympy.collect(sympy.expand(expression), derivatives)
    assert rewrite(again, space) == rewrite(expression, space)
