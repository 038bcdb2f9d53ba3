"""Laws of dictionaries and of the extended derivatives in them."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.errors import FormError
from pdedsl.form import (
    Dictionary,
    ExtendedDerivative,
    MultiIndex,
    expand,
    make_symbol,
    multi_indices,
    zero_order_overlap,
)

t, x, u = (make_symbol(name) for name in ("t", "x", "u"))
U = sympy.Function("u")(t, x)
every = tuple(ExtendedDerivative(alpha, sympy.S.One, u) for alpha in multi_indices(2, 3))
powers = st.sampled_from([sympy.S.One, u, u**2, u**3, x * u, sympy.sin(u)])
outer = st.sampled_from([sympy.S.One, x, x**2 + 1, sympy.exp(t)])
alphas = st.sampled_from(multi_indices(2, 3))


@given(st.permutations(range(len(every))), st.integers(1, len(every)))
def test_a_dictionary_is_a_sequence_in_the_users_order(positions: list[int], size: int) -> None:
    chosen = tuple(every[p] for p in positions[:size])
    dictionary = Dictionary(chosen)
    assert tuple(dictionary) == chosen
    assert len(dictionary) == size
    assert all(dictionary[p] is chosen[p] for p in range(size))
    assert dictionary.order == max(e.alpha.order for e in chosen)
    assert tuple(dictionary.subset((size - 1,))) == (chosen[size - 1],)


def test_an_empty_dictionary_and_a_repeated_term_are_refused() -> None:
    with pytest.raises(FormError, match="no terms"):
        Dictionary(())
    named = ExtendedDerivative(every[0].alpha, every[0].a, every[0].h, name="rate")
    with pytest.raises(FormError, match="terms 1 and 3 are the same"):
        Dictionary((every[0], every[1], named))


def test_only_zero_order_terms_within_reach_of_g_overlap() -> None:
    none = MultiIndex((0, 0))
    plain, scaled = (ExtendedDerivative(none, a, u) for a in (sympy.S.One, x))
    dictionary = Dictionary((every[0], plain, scaled))
    assert zero_order_overlap(dictionary, (t, x, u)) == (plain, scaled)
    assert zero_order_overlap(dictionary, (t, u)) == (plain,)
    assert zero_order_overlap(dictionary, (t, x)) == ()


@settings(max_examples=25, deadline=None)
@given(alphas, outer, powers, powers)
def test_expansion_is_linear_in_h(
    alpha: MultiIndex, a: sympy.Expr, h: sympy.Expr, k: sympy.Expr
) -> None:
    one, two, both = (
        expand(ExtendedDerivative(alpha, a, part), (t, x), (u,)) for part in (h, k, 2 * h + k)
    )
    assert sympy.expand(2 * one + two - both) == 0


@settings(max_examples=25, deadline=None)
@given(alphas, alphas, powers)
def test_derivatives_compose(alpha: MultiIndex, gamma: MultiIndex, h: sympy.Expr) -> None:
    inner = expand(ExtendedDerivative(alpha, sympy.S.One, h), (t, x), (u,))
    outside = inner.diff((t, gamma.orders[0]), (x, gamma.orders[1]))
    whole = expand(ExtendedDerivative(alpha + gamma, sympy.S.One, h), (t, x), (u,))
    assert sympy.expand(outside - whole) == 0


def test_a_stands_outside_the_derivative_and_the_product_rule_inside() -> None:
    term = ExtendedDerivative(MultiIndex((0, 1)), x**2, x * u)
    assert expand(term, (t, x), (u,)) == sympy.expand(x**2 * (U + x * U.diff(x)))


def test_the_name_of_a_term_is_not_part_of_its_identity() -> None:
    alpha = MultiIndex((0, 1))
    plain = ExtendedDerivative(alpha, sympy.S.One, u)
    named = ExtendedDerivative(alpha, sympy.S.One, u, name="advection")
    assert plain == named
    assert hash(plain) == hash(named)
    assert not plain.is_zero_order
