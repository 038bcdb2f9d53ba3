"""Which equations are derivatives of another one."""

import pytest

from pdedsl.form.consequences import derivatives_among, differentiated
from pdedsl.language import parse

TEXT = """coordinates t, x
fields u
dictionary { d_t(u), d_x(u^2), d_xx(u), d_tx(u), d_xx(u^2), d_xxx(u), x*d_t(u), x*d_tt(u), d_tt(u) }
"""
PROBLEM = parse(TEXT).problem
ORDER = [0, 1, 2, 3, 4, 5, 6, 7, 8]


def derived(one, other):
    rows = ([c.get(p, 0.0) for p in ORDER] for c in (one, other))
    found = differentiated(*rows, PROBLEM.dictionary, PROBLEM.coordinate_symbols)
    return None if found is None else found.orders


def test_an_equation_and_its_derivative_up_to_a_factor():
    burgers = {0: 1.0, 1: 0.5, 2: -0.1}
    assert derived(burgers, {3: 2.0, 4: 1.0, 5: -0.2}) == (0, 1)
    assert derived(burgers, {3: -1.0, 4: -0.49, 5: 0.1}) == (0, 1)


def test_other_coefficients_are_another_equation():
    burgers = {0: 1.0, 1: 0.5, 2: -0.1}
    assert derived(burgers, {3: 1.0, 4: 0.5, 5: 0.1}) is None
    assert derived(burgers, {3: 1.0, 4: 0.5}) is None
    assert derived(burgers, {3: 1.0, 4: 0.5, 8: -0.1}) is None


def test_an_equation_is_no_derivative_of_itself_nor_of_its_own_derivative():
    burgers, its = {0: 1.0, 1: 0.5, 2: -0.1}, {3: 1.0, 4: 0.5, 5: -0.1}
    assert derived(burgers, burgers) is None
    assert derived(its, burgers) is None


def test_a_factor_of_a_coordinate_stays_before_derivatives_by_another_one():
    assert derived({6: 1.0}, {7: 3.0}) == (1, 0)
    assert derived({0: 1.0}, {8: 1.0}) == (1, 0)
    assert derived({0: 1.0}, {3: 1.0}) == (0, 1)
    assert derived({6: 1.0}, {3: 1.0}) is None


@pytest.mark.parametrize(
    ("law", "there"),
    [
        ([0, 1, 2], [(0, 1)]),
        ([0, 2], [(0, 1)]),
        ([0], [(0, 1), (1, 0)]),
        ([6], [(1, 0)]),
        ([3, 4, 5], []),
        ([0, 6], [(1, 0)]),
        ([], []),
    ],
)
def test_derivatives_that_a_dictionary_has_in_full(law, there):
    terms = [list(PROBLEM.dictionary)[p] for p in law]
    found = derivatives_among(terms, PROBLEM.dictionary, PROBLEM.coordinate_symbols)
    assert [delta.orders for delta in found] == there
