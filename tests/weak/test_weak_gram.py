"""Noise covariances by axes and by pieces are those of the plain matrices."""

import tracemalloc
from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from weak_cases import U, V, X, dense, functions_on, group, term, uneven

from pdedsl.weak import (
    column,
    make_term_integrator,
    noise_gram,
    riemann_quadrature,
    spline_quadrature,
    tangled,
)

T, x, y = X
ORDERS = {1: (2,), 2: (1, 2), 3: (1, 0, 2)}
H = (
    U,
    U**2,
    T * U,
    sympy.sin(T) * U,
    (1 + T * x) * U,
    x * U**2 + V,
    U * V,
    U + V,
    sympy.exp(x) * V,
)
A = (1, 1 + T, x**2, T * x + 1, sympy.exp(y))


def rules_of(kinds, count=2):
    axes = [uneven(8 + i) for i in range(len(kinds))]
    functions = functions_on(len(kinds), 6, count=count)
    make = {
        "plain": lambda a, f: spline_quadrature(a, f, 2),
        "refined": lambda a, f: spline_quadrature(a, f, 2, refine=2),
        "riemann": lambda a, f: riemann_quadrature(a, f, 2, points=25),
    }
    return [make[k](a, f) for k, a, f in zip(kinds, axes, functions, strict=True)]


def samples_of(rules, samples):
    fields = [1 + sum(X[: len(rules)]), sympy.cos(sum(X[: len(rules)]))]
    one = group(rules, fields)
    mean = np.concatenate([(d + 1) * one.mean for d in range(samples)])
    sd = np.array([[0.5 + d, 0.3] for d in range(samples)])
    return replace(one, mean=mean, excess=0 * mean, noise_sd=sd)


def expected_of(left, right, noise_sd):
    total = 0.0
    for j, (a, b) in enumerate(zip(left.noise, right.noise, strict=True)):
        if a is not None and b is not None:
            product = np.matmul(dense(a), np.swapaxes(dense(b), 1, 2))
            total = total + noise_sd[:, j, None, None] ** 2 * product
    return total


def integrated(sample, e):
    return column(sample, make_term_integrator(e, X[: len(sample.quadrature)], (U, V)))


def assert_grams(sample, terms):
    columns = [integrated(sample, e) for e in terms]
    for a, b in combinations_with_replacement(columns, 2):
        found = noise_gram(a, b, sample.noise_sd)
        expected = np.broadcast_to(
            expected_of(a, b, sample.noise_sd), (len(sample.mean), *found.shape[1:])
        )
        each = zip((a, b), (a, b), strict=True)
        scale = np.prod([np.abs(expected_of(c, d, sample.noise_sd)).max() for c, d in each]) ** 0.5
        np.testing.assert_allclose(
            np.broadcast_to(found, expected.shape), expected, rtol=0, atol=1e-12 * scale
        )


@st.composite
def situations(draw):
    dimension = draw(st.integers(1, 3))
    kinds = draw(st.tuples(*[st.sampled_from(("plain", "refined", "riemann"))] * dimension))
    known = set(X[:dimension]) | {U, V}
    usable = [
        [sympy.sympify(e) for e in each if sympy.sympify(e).free_symbols <= known]
        for each in (A, H)
    ]
    orders = st.sampled_from([(0,) * dimension, ORDERS[dimension]])
    one = st.builds(term, orders, *map(st.sampled_from, usable))
    return kinds, draw(st.integers(1, 3)), (draw(one), draw(one))


@settings(max_examples=25, deadline=None)
@given(situations())
def test_the_gram_is_that_of_the_plain_matrices(situation):
    kinds, samples, terms = situation
    assert_grams(samples_of(rules_of(kinds), samples), terms)


@pytest.mark.parametrize(
    "kinds", [("refined", "plain"), ("riemann", "refined"), ("plain", "refined", "refined")]
)
@pytest.mark.parametrize("size", [1, 1_500])
def test_pieces_of_the_grid_add_up(kinds, size, monkeypatch):
    monkeypatch.setattr(tangled, "LARGEST_PIECE", size)
    sample = samples_of(rules_of(kinds), 2)
    assert len(tangled._pieces(sample.quadrature, 2)) > (2 if size == 1 else 1)
    more = (0,) * (len(kinds) - 2)
    terms = [((1, 2), 1 + T, U**2), ((0, 1), 1, U * V), ((1, 0), 1, U)]
    assert_grams(sample, [term(orders + more, a, h) for orders, a, h in terms])


@pytest.mark.parametrize(("h", "share"), [(U, 0.1), (T * U, 0.1), (U**2, 0.6)])
def test_noise_of_a_refined_cube_stays_below_its_plain_matrix(h, share, monkeypatch):
    monkeypatch.setattr(tangled, "LARGEST_PIECE", 2**17)
    functions = functions_on(3, 6, count=4)
    axes = [uneven(14) for _ in X]
    rules = [spline_quadrature(a, f, 1, refine=2) for a, f in zip(axes, functions, strict=True)]
    found = integrated(samples_of(rules, 1), term((1, 0, 0), 1, h))
    tracemalloc.start()
    noise_gram(found, found, np.ones((1, 2)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    size = 4**3
    assert peak - 6 * 8 * size**2 < share * 8 * size * 14**3
