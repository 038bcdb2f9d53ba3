"""Laws of Variational-Ready PDEs: one equation, many scales."""

from __future__ import annotations

import math

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.errors import FormError
from pdedsl.form import (
    Coordinate,
    Dictionary,
    ExtendedDerivative,
    Field,
    Problem,
    VariationalReadyPDE,
    make_symbol,
    multi_indices,
)

t, x, u = (make_symbol(name) for name in ("t", "x", "u"))
terms = Dictionary(
    tuple(
        ExtendedDerivative(alpha, a, h)
        for alpha in multi_indices(2, 2)
        for a, h in ((sympy.S.One, u), (x, u**2))
    )
)
whole = st.integers(-40, 40).map(lambda n: n / 8)  # exact in binary: equality means equality
betas = st.lists(whole, min_size=len(terms), max_size=len(terms)).filter(any).map(tuple)
sources = st.sampled_from([sympy.S.Zero, u, 2 * u - u**2, sympy.exp(t), 3 * sympy.sin(t) * u])
pdes = st.builds(VariationalReadyPDE, st.just(terms), betas, sources)
factors = st.sampled_from([-4.0, -1.0, -0.5, 0.25, 1.0, 2.0])


def value(g: sympy.Expr) -> float:
    return float(g.subs({t: 0.3, u: 0.7, x: 0.2}))


@given(pdes)
def test_normal_form_has_unit_norm_and_a_positive_first_coefficient(
    pde: VariationalReadyPDE,
) -> None:
    normal = pde.normal_form()
    assert math.isclose(sum(map(abs, normal.beta)), 1.0, rel_tol=1e-14)
    assert normal.beta[normal.support[0]] > 0
    assert normal.support == pde.support


@given(pdes, factors)
def test_all_scales_share_one_normal_form(pde: VariationalReadyPDE, factor: float) -> None:
    ours, theirs = pde.normal_form(), pde.scaled(factor).normal_form()
    assert ours.beta == pytest.approx(theirs.beta, rel=1e-13)
    assert value(ours.g) == pytest.approx(value(theirs.g), rel=1e-12)


@given(pdes)
def test_normal_form_keeps_the_ratio_of_g_to_beta(pde: VariationalReadyPDE) -> None:
    normal, first = pde.normal_form(), pde.support[0]
    ratio = normal.beta[first] / pde.beta[first]
    assert value(normal.g) == pytest.approx(ratio * value(pde.g), rel=1e-12)


@given(pdes)
def test_reading_form_starts_with_one(pde: VariationalReadyPDE) -> None:
    reading = pde.reading_form()
    assert reading.beta[pde.support[0]] == 1.0
    assert reading.normal_form().beta == pytest.approx(pde.normal_form().beta, rel=1e-13)


@given(pdes, factors)
def test_scaling_back_is_no_change(pde: VariationalReadyPDE, factor: float) -> None:
    back = pde.scaled(factor).scaled(1.0 / factor)
    assert back.beta == pde.beta
    assert value(back.g) == pytest.approx(value(pde.g), rel=1e-12)


@settings(max_examples=25, deadline=None)
@given(pdes)
def test_sparse_drops_what_is_zero_and_nothing_else(pde: VariationalReadyPDE) -> None:
    sparse = pde.sparse()
    assert all(sparse.beta)
    assert dict(zip(sparse.dictionary, sparse.beta, strict=True)) == {
        e: b for e, b in zip(pde.dictionary, pde.beta, strict=True) if b
    }
    assert sparse.expanded((t, x), (u,)) == pde.expanded((t, x), (u,))


@settings(max_examples=25, deadline=None)
@given(pdes)
def test_expanded_is_left_minus_right_with_derivatives_carried_out(
    pde: VariationalReadyPDE,
) -> None:
    equation = pde.as_equation((t, x), (u,))
    assert sympy.expand((equation.lhs - equation.rhs).doit()) == pde.expanded((t, x), (u,))


def test_a_field_that_solves_the_equation_makes_it_vanish() -> None:
    heat = Dictionary(tuple(terms[p] for p in (0, 8)))
    assert [e.alpha.orders for e in heat] == [(1, 0), (0, 2)]
    pde = VariationalReadyPDE(heat, (1.0, -2.0), -1.5 * u)
    field = sympy.exp(-3.5 * t) * sympy.cos(x)
    left = pde.expanded((t, x), (u,)).subs(sympy.Function("u")(t, x), field).doit()
    assert abs(float(left.subs({t: 0.3, x: 0.4}))) < 1e-14


def test_wrong_coefficients_are_refused() -> None:
    with pytest.raises(FormError, match="as many coefficients"):
        VariationalReadyPDE(terms, (1.0,), sympy.S.Zero)
    with pytest.raises(FormError, match="zero"):
        VariationalReadyPDE(terms, (0.0,) * len(terms), u)


def test_a_problem_lists_its_symbols_in_order() -> None:
    problem = Problem((Coordinate(t), Coordinate(x, 0.0, 2.0, "m")), (Field(u),), terms)
    assert problem.coordinate_symbols == (t, x)
    assert problem.field_symbols == (u,)
    assert problem.known == 0
    assert all(s.is_real for s in (t, x, u))
