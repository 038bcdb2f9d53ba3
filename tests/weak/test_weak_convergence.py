"""The weak integral of every term converges, at sixth order, to the strong one."""

import numpy as np
import pytest
import sympy
from weak_cases import U, V, X, functions_on, spline_rules, strong_values, term, uneven, weak_values

T, x, y = X
FIELDS = {
    1: sympy.sin(2 * T + 1) + T / 2,
    2: sympy.exp(-T) * sympy.sin(2 * x + T) + x / 2,
    3: sympy.sin(T + x) * sympy.cos(x - y) + y / 2,
}
A = {1: sympy.exp(T), 2: (1 + T**2) * sympy.cos(x), 3: (1 + T) * sympy.exp(x * y)}
H = {1: U**2 + T * U, 2: U**2 * (1 + x), 3: sympy.exp(U / 2) + y * U}
SIZES = {1: (16, 24, 36, 54), 2: (16, 24, 36, 54), 3: (11, 15, 20, 27)}
CASES = [
    *[(n,) for n in range(5)],
    *[(0, 0), (1, 0), (1, 1), (0, 3), (2, 1), (2, 2), (0, 4), (1, 3)],
    *[(0, 0, 0), (1, 1, 1), (2, 0, 2), (1, 2, 1)],
]


def errors(orders, extended, fields):
    m = len(orders)
    functions = functions_on(m, max(orders) + 4, count=2 if m == 3 else 3)
    exact = strong_values(functions, extended, fields)
    found = []
    for size in SIZES[m]:
        rules = spline_rules([uneven(size)] * m, functions, orders)
        difference = weak_values(rules, extended, fields) - exact
        found.append(np.abs(difference).max() / np.abs(exact).max())
    return found


def check_order(sizes, found, bound):
    """Order at least five over all refinements and over the last one, and a small last error."""
    steps, logs = -np.log(np.array(sizes) - 1.0), np.log(found)
    assert np.polyfit(steps, logs, 1)[0] >= 5
    assert (logs[-1] - logs[-2]) / (steps[-1] - steps[-2]) >= 5
    assert found[-1] < bound


@pytest.mark.parametrize("orders", CASES, ids=str)
def test_the_error_falls_with_the_sixth_power_of_an_uneven_spacing(orders):
    m = len(orders)
    found = errors(orders, term(orders, A[m], H[m]), [FIELDS[m]])
    check_order(SIZES[m], found, 1e-8)


@pytest.mark.parametrize("orders", [(0, 1), (1, 2)], ids=str)
def test_a_product_of_two_fields_converges_too(orders):
    fields = [FIELDS[2], sympy.cos(T + 2 * x)]
    found = errors(orders, term(orders, A[2], U * V), fields)
    check_order(SIZES[2], found, 1e-9)
