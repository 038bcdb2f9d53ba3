"""Sums over pairs of rows and over Gauss points, made without what they could be made of."""

import tracemalloc

import numpy as np
import pytest

from pdedsl.weak import quadrature, separable, spline_quadrature
from pdedsl.weak.separable import contract_axis, contract_pairs, row_products
from pdedsl.weak.testfunctions import bsplines

K, L, Q = 3, 4, 30


@pytest.mark.parametrize("largest", [2**23, 8], ids=["short axis", "long axis"])
@pytest.mark.parametrize("own", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize(
    "shape",
    [(1, Q), (2, Q), (9, Q), (1, 1), (5, 1), (1, Q, 6), (5, Q, 6), (5, Q, 1), (5, 1, 6)],
    ids=str,
)
def test_pairs_of_rows_are_summed_as_their_products_would_be(shape, own, largest, monkeypatch):
    monkeypatch.setattr(separable, "LARGEST_PRODUCT", largest)
    rng = np.random.default_rng(0)
    samples = max(shape[0], 5) if shape[0] == 1 else shape[0]
    values = rng.standard_normal(shape)
    a = rng.standard_normal((samples, K, Q) if own[0] else (K, Q))
    b = rng.standard_normal((samples, L, Q) if own[1] else (L, Q))
    expected = contract_axis(values, row_products(a, b), 1)
    found = contract_pairs(values, a, b, 1)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("points", [1, 20_000])
def test_a_series_needs_no_products_of_pairs_of_rows(points):
    rng = np.random.default_rng(0)
    weights = rng.standard_normal((20, 20_000))
    values = rng.standard_normal((1, points))
    tracemalloc.start()
    contract_pairs(values, weights, weights, 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * weights.nbytes


def test_moments_in_pieces_are_those_in_one(monkeypatch):
    axis = np.linspace(0, 3, 200) ** 1.2
    functions = bsplines(axis[0], axis[-1], degree=6, count=7, support=0.4)
    whole = spline_quadrature(axis, functions, 2)
    monkeypatch.setattr(quadrature, "AT_ONCE", 100)
    pieces = spline_quadrature(axis, functions, 2)
    for found, expected in zip(pieces.weights, whole.weights, strict=True):
        scale = np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * scale)
