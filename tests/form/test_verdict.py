"""An expectation is met by the same terms, the same form of g, and numbers that agree."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import FormError
from pdedsl.form import Dictionary, ExtendedDerivative, MultiIndex, VariationalReadyPDE, make_symbol
from pdedsl.form.verdict import expectation

t, x, u = variables = tuple(make_symbol(name) for name in ("t", "x", "u"))


def term(t_order: int, x_order: int, h: sympy.Expr = u, a: sympy.Expr = sympy.S.One):
    return ExtendedDerivative(MultiIndex((t_order, x_order)), a, h)


def pde(terms: dict[ExtendedDerivative, float], g: sympy.Expr | int = 0) -> VariationalReadyPDE:
    return VariationalReadyPDE(Dictionary(tuple(terms)), tuple(terms.values()), sympy.S(g))


SOURCE = sympy.exp(1.8 * t)
HEAT = pde({term(1, 0): 1.0, term(0, 2): -0.25}, 1.25 * SOURCE)


@given(st.sampled_from([-3.0, -0.2, 0.7, 40.0]), st.booleans())
def test_scale_order_and_unused_terms_do_not_matter(factor: float, backwards: bool) -> None:
    used = {term(1, 0): factor, term(0, 2): -0.25 * factor, term(1, 1): 0.0}
    ordered = dict(reversed(used.items())) if backwards else used
    found = pde(ordered, 1.25 * factor * SOURCE)
    assert expectation(found, HEAT, variables).met
    assert expectation(HEAT, found, variables).met


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (pde({term(1, 0): 1.0}, 1.25 * SOURCE), r"d\^\(0,2\)\[u\] is missing"),
        (pde({term(1, 0): 1.0, term(0, 1): -0.25}, 1.25 * SOURCE), r"d\^\(0,1\)\[u\] is not exp"),
        (pde({term(1, 0): 1.0, term(0, 2, u**2): -0.25}, 1.25 * SOURCE), "is missing"),
        (pde({term(1, 0): 1.0, term(0, 2, u, x): -0.25}, 1.25 * SOURCE), r"\(x\) d\^\(0,2\)"),
        (pde({term(1, 0): 1.0, term(0, 2): 0.25}, 1.25 * SOURCE), "coefficient of d"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.28}, 1.25 * SOURCE), "coefficient of d"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.25}, -1.25 * SOURCE), "g differs by 200 %"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.25}, 1.4 * SOURCE), "g differs by 12 %"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.25}, 1.25 * sympy.sin(t)), "functional form"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.25}), "functional form"),
        (pde({term(1, 0): 1.0, term(0, 2): -0.25}, sympy.log(-t) * 0 + sympy.nan), "form"),
    ],
)
def test_what_differs_is_said(found: VariationalReadyPDE, reason: str) -> None:
    verdict = expectation(found, HEAT, variables)
    assert not verdict.met
    assert str(verdict) == "not met"
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError("; ".join(verdict.reasons))


def test_three_standard_errors_excuse_a_coefficient() -> None:
    found = pde({term(1, 0): 1.0, term(0, 2): -0.28}, 1.25 * SOURCE)
    assert not expectation(found, HEAT, variables, standard_errors=[0.0, 0.005]).met
    assert expectation(found, HEAT, variables, standard_errors=[0.0, 0.01]).met


@pytest.mark.parametrize("unknown", [None, float("nan"), float("inf")])
def test_an_unknown_standard_error_excuses_nothing(unknown: float | None) -> None:
    found = pde({term(1, 0): 1.0, term(0, 2): -0.28}, 1.25 * SOURCE)
    assert not expectation(found, HEAT, variables, standard_errors=[None, unknown]).met
    assert expectation(HEAT, HEAT, variables, standard_errors=[unknown, unknown]).met


def test_five_percent_excuse_a_coefficient() -> None:
    nearly = pde({term(1, 0): 1.0, term(0, 2): -0.26}, 1.25 * SOURCE)
    assert expectation(nearly, HEAT, variables, standard_errors=[0.0, 1e-6]).met


def test_a_numeric_factor_in_a_or_h_belongs_to_the_coefficient() -> None:
    burgers = pde({term(1, 0): 1.0, term(0, 1, u**2): 0.5})
    halved = pde({term(1, 0): 1.0, term(0, 1, u**2 / 2): 1.0})
    outside = pde({term(1, 0): 1.0, term(0, 1, u**2 + 3, sympy.Rational(1, 4)): 2.0})
    negative = pde({term(1, 0): 1.0, term(0, 1, -(u**2)): -0.5})
    assert all(expectation(found, burgers, variables).met for found in (halved, outside, negative))
    assert not expectation(
        pde({term(1, 0): 1.0, term(0, 1, u**2 / 2): 0.5}), burgers, variables
    ).met


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_standard_errors_follow_the_factor(sign: float) -> None:
    burgers = pde({term(1, 0): 1.0, term(0, 1, u**2): 0.5})
    found = pde({term(1, 0): 1.0, term(0, 1, sign * u**2 / 100): sign * 54.5})
    assert expectation(found, burgers, variables, standard_errors=[0.0, 2.0]).met
    reasons = expectation(found, burgers, variables, standard_errors=[0.0, 0.1]).reasons
    assert len(reasons) == 1
    assert "d^(0,1)" in reasons[0]


def test_a_zero_order_term_may_stand_on_either_side() -> None:
    bound = pde({term(1, 0): 1.0, term(0, 0): 3.2}, sympy.sin(3 * t))
    free = pde({term(1, 0): 1.0}, sympy.sin(3 * t) - 3.2 * u)
    assert expectation(bound, free, variables).met
    assert expectation(free, bound, variables).met
    assert not expectation(
        pde({term(1, 0): 1.0, term(0, 0): -3.2}, sympy.sin(3 * t)), free, variables
    )


def test_numbers_in_g_are_judged_over_the_box() -> None:
    found = pde({term(1, 0): 1.0, term(0, 2): -0.25}, 1.25 * sympy.exp(1.81 * t))
    assert expectation(found, HEAT, variables, box={t: (0.0, 2.0)}).met
    assert not expectation(found, HEAT, variables, box={t: (0.0, 40.0)}).met
    assert expectation(found, HEAT, variables, box={t: (0.0, 40.0)}, free_tolerance=0.5).met


def test_a_source_undefined_where_the_expected_one_is_not_differs() -> None:
    wanted = pde({term(1, 0): 1.0}, sympy.log(t + 2))
    found = pde({term(1, 0): 1.0}, sympy.log(t))
    assert not expectation(found, wanted, variables, box={t: (-1.0, 1.0)}).met


def test_as_many_standard_errors_as_terms_are_needed() -> None:
    with pytest.raises(FormError, match="as many standard errors"):
        expectation(HEAT, HEAT, variables, standard_errors=[0.1])
