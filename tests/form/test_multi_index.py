"""Laws of multi-indices."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import FormError
from pdedsl.form import MultiIndex, multi_indices

orders = st.lists(st.integers(0, 4), min_size=2, max_size=2).map(tuple)
indices = orders.map(MultiIndex)


@given(indices, indices)
def test_addition_adds_orders_and_multiplies_signs(alpha: MultiIndex, gamma: MultiIndex) -> None:
    assert (alpha + gamma).order == alpha.order + gamma.order
    assert (alpha + gamma).sign == alpha.sign * gamma.sign
    assert alpha + gamma == gamma + alpha


@given(indices, indices)
def test_subtraction_undoes_addition(alpha: MultiIndex, gamma: MultiIndex) -> None:
    assert (alpha + gamma) - gamma == alpha


@given(indices)
def test_sign_is_minus_one_to_the_order(alpha: MultiIndex) -> None:
    assert alpha.sign == (-1) ** alpha.order


@given(indices)
def test_binomials_of_all_below_sum_to_two_to_the_order(alpha: MultiIndex) -> None:
    below = list(alpha.below())
    assert len(below) == len(set(below)) == (alpha.orders[0] + 1) * (alpha.orders[1] + 1)
    assert sum(alpha.binomial(gamma) for gamma in below) == 2**alpha.order


@given(indices, indices)
def test_binomial_is_zero_unless_below(alpha: MultiIndex, gamma: MultiIndex) -> None:
    assert (alpha.binomial(gamma) != 0) == (gamma in set(alpha.below()))


@given(st.integers(1, 4), st.integers(0, 4))
def test_there_is_one_multi_index_for_each_monomial(dimension: int, order: int) -> None:
    every = multi_indices(dimension, order)
    assert len(every) == len(set(every)) == comb(dimension + order, order) - 1
    assert [m.order for m in every] == sorted(m.order for m in every)
    assert all(len(m.orders) == dimension and 0 < m.order <= order for m in every)


def test_a_negative_or_broken_order_is_refused() -> None:
    with pytest.raises(FormError, match="whole numbers"):
        MultiIndex((1, -1))
    with pytest.raises(FormError, match="whole numbers"):
        MultiIndex((0.5,))  # type: ignore[arg-type]


def test_indices_of_different_length_do_not_add() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        MultiIndex((1,)) + MultiIndex((1, 2))
    with pytest.raises(FormError, match="whole numbers"):
        MultiIndex((1, 0)) - MultiIndex((0, 1))
