"""Test functions are orthonormal, smooth and of compact support; quadrature rules agree on them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from weak_cases import gauss_rule, uneven

from pdedsl.weak import (
    AxisTestFunctions,
    TestFunctions,
    bsplines,
    riemann_quadrature,
    spline_quadrature,
)
from pdedsl.weak.quadrature import cardinal_spline
from pdedsl.weak.testfunctions import composite_gauss

degrees = st.integers(2, 9)
counts = st.integers(1, 8)
supports = st.floats(0.15, 0.7)
ends = st.tuples(st.floats(-50, 50), st.floats(0.01, 100))


def inner_products(functions):
    points, weights = gauss_rule(functions, points=functions.degree + 1)
    return weights @ functions.evaluate(points).T


@settings(max_examples=40, deadline=None)
@given(degrees, counts, supports, ends)
def test_they_are_orthonormal(degree, count, support, place):
    lower, width = place
    functions = bsplines(lower, lower + width, degree=degree, count=count, support=support)
    assert functions.count == count
    np.testing.assert_allclose(inner_products(functions), np.eye(count), atol=1e-6)


@settings(max_examples=40, deadline=None)
@given(degrees, counts, supports)
def test_they_and_their_derivatives_vanish_outside_the_union_of_supports(degree, count, support):
    f = bsplines(-1.0, 2.0, degree=degree, count=count, support=support)
    outside = [f.starts[0] - 0.1, f.starts[0], f.starts[-1] + f.width, f.starts[-1] + f.width + 0.1]
    inside = np.linspace(f.starts[0], f.starts[-1] + f.width, 101)
    for order in range(degree):
        scale = np.abs(f.evaluate(inside, order)).max()
        assert scale > 0
        np.testing.assert_allclose(f.evaluate(np.array(outside), order) / scale, 0, atol=1e-9)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_supports_fit_the_axis(count):
    f = bsplines(3.0, 7.0, degree=5, count=count, support=0.25)
    assert f.width == pytest.approx(1.0)
    assert np.mean([f.starts[0], f.starts[-1] + f.width]) == pytest.approx(5.0)
    if count > 1:
        assert (f.starts[0], f.starts[-1] + f.width) == (3.0, 7.0)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_a_derivative_is_the_slope_of_the_one_below(order):
    f = bsplines(0.0, 2.0, degree=7, count=4, support=0.5)
    x, step = np.linspace(0.05, 1.95, 57), 1e-4
    slope = (f.evaluate(x + step, order - 1) - f.evaluate(x - step, order - 1)) / (2 * step)
    exact = f.evaluate(x, order)
    np.testing.assert_allclose(slope, exact, atol=1e-5 * np.abs(exact).max())


def test_they_are_polynomials_between_breakpoints_and_not_across():
    f = bsplines(0.0, 1.0, degree=5, count=3, support=0.4)
    edges = f.breakpoints
    assert np.all(np.diff(edges) > 0)
    assert (edges[0], edges[-1]) == (0.0, pytest.approx(1.0))
    knots = f.starts[:, None] + f.width * np.arange(7) / 6
    assert np.abs(edges[:, None] - knots.ravel()).min(axis=0).max() < 1e-12
    wide = edges[:-1][np.diff(edges) > 1e-6], edges[1:][np.diff(edges) > 1e-6]
    for left, right in zip(*wide, strict=True):
        top = f.evaluate(np.linspace(left, right, 9)[1:-1], 5)
        np.testing.assert_allclose(top, top[:, :1] * np.ones(7), rtol=1e-6, atol=1e-6 * 6**6)
    jumps = np.diff(f.evaluate((wide[0] + wide[1]) / 2, 5), axis=1)
    assert np.all(np.abs(jumps).max(axis=0) > 1)


def test_functions_that_do_not_overlap_are_plain_scaled_splines():
    f = AxisTestFunctions(4, 0.3, np.array([0.0, 0.35, 0.7]))
    x = np.linspace(0, 1, 301)
    active = np.abs(f.evaluate(x)) > 1e-12
    assert active.sum(axis=0).max() == 1
    shifted = f.evaluate(f.starts[:, None][1] + 0.3 * np.linspace(0, 1, 9))[1]
    first = f.evaluate(0.3 * np.linspace(0, 1, 9))[0]
    np.testing.assert_allclose(np.abs(shifted), np.abs(first), atol=1e-12)


def test_starts_are_a_read_only_copy_and_counts_multiply():
    starts = np.array([0.0, 0.5])
    f = AxisTestFunctions(4, 0.5, starts)
    starts[0] = 9
    assert f.starts[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        f.starts[0] = 1
    assert TestFunctions((f, bsplines(0, 1, degree=3, count=7, support=0.2))).count == 14


def test_composite_gauss_is_exact_to_its_degree():
    x, w = composite_gauss(np.array([-1.0, 0.2, 0.5, 3.0]), 3)
    for power in range(6):
        assert w @ x**power == pytest.approx(
            (3.0 ** (power + 1) - (-1.0) ** (power + 1)) / (power + 1)
        )
    assert w @ x**6 != pytest.approx((3.0**7 + 1) / 7, rel=1e-6)


@pytest.mark.parametrize("refine", [1, 3])
@pytest.mark.parametrize("size", [9, 26])
def test_weights_of_a_spline_rule_integrate_the_test_functions_and_polynomials(size, refine):
    f = bsplines(0.0, 1.0, degree=7, count=4, support=0.5)
    rule = spline_quadrature(uneven(size), f, 3, refine=refine)
    x, phi = gauss_rule(f, points=10)
    total = rule.weights[0].sum(axis=1)
    np.testing.assert_allclose(total, phi.sum(axis=1), atol=1e-12)
    for order in (1, 2, 3):
        np.testing.assert_allclose(rule.weights[order].sum(axis=1), 0, atol=1e-8)
    for power in range(6):
        np.testing.assert_allclose(rule.weights[0] @ rule.nodes**power, phi @ x**power, atol=1e-11)
        moved = -(phi @ (power * x ** max(power - 1, 0)))
        np.testing.assert_allclose(rule.weights[1] @ rule.nodes**power, moved, atol=1e-9)


@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_spline_and_riemann_quadrature_agree_on_a_fine_grid(order):
    f = bsplines(0.0, 1.0, degree=7, count=4, support=0.5)
    axis = uneven(80)
    values = lambda x: np.exp(x) * np.sin(3 * x)  # noqa: E731
    spline = spline_quadrature(axis, f, order)
    riemann = riemann_quadrature(axis, f, order, points=2000)
    left, right = (r.weights[order] @ values(r.nodes) for r in (spline, riemann))
    np.testing.assert_allclose(left, right, atol=1e-7 * np.abs(right).max())


def test_data_interpolated_to_finer_nodes_keep_their_values_and_their_integrals():
    f = bsplines(0.0, 1.0, degree=7, count=3, support=0.6)
    axis = uneven(12)
    plain, fine = (spline_quadrature(axis, f, 2, refine=r) for r in (1, 4))
    assert plain.from_data is None
    assert fine.from_data.shape == (45, 12)
    np.testing.assert_allclose(fine.nodes[::4], axis, rtol=1e-14)
    np.testing.assert_allclose(fine.from_data[::4], np.eye(12), atol=1e-12)
    np.testing.assert_allclose(fine.from_data @ axis**5, fine.nodes**5, atol=1e-12)
    smooth = np.exp(axis)
    for order in range(3):
        direct, carried = plain.weights[order], fine.weights[order] @ fine.from_data
        np.testing.assert_allclose(carried @ smooth, direct @ smooth, atol=1e-6 * 10**order)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_short_axes_are_interpolated_with_the_highest_odd_degree_they_carry(size):
    axis = uneven(size)
    degree = min(5, size - 1 if size % 2 == 0 else size - 2)
    spline = cardinal_spline(axis)
    assert spline.k == degree
    x = np.linspace(0, 1, 21)
    np.testing.assert_allclose(spline(x) @ axis**degree, x**degree, atol=1e-12)
    np.testing.assert_allclose(spline(axis), np.eye(size), atol=1e-12)


def test_rules_are_read_only():
    rule = spline_quadrature(
        uneven(12), bsplines(0, 1, degree=5, count=2, support=0.6), 1, refine=2
    )
    for array in (rule.nodes, rule.from_data, *rule.weights):
        assert not array.flags.writeable
