"""Triangles of covariances: packing, inverses, whitening, for small matrices and large ones."""

import numpy as np
import pytest

from pdedsl.optimize.symmetric import LARGE, factored, outer, packed, products, unpacked

SIZES = [1, 5, LARGE - 1, LARGE, LARGE + 16]


def covariances(size, samples=3, seed=0):
    """Covariances whose variances differ by eight orders of magnitude."""
    rng = np.random.default_rng(seed + size)
    scale = 10.0 ** rng.uniform(-4, 4, size=(samples, size, 1))
    root = rng.normal(size=(samples, size, 2 * size)) * scale
    return np.matmul(root, root.transpose(0, 2, 1)), rng


@pytest.mark.parametrize("size", SIZES)
def test_packing_keeps_symmetric_matrices(size):
    c, _ = covariances(size)
    assert packed(c).shape == (3, size * (size + 1) // 2)
    np.testing.assert_array_equal(unpacked(packed(c)), c)


@pytest.mark.parametrize("size", SIZES)
def test_inverses_and_determinants_are_those_of_the_covariances(size):
    c, _ = covariances(size)
    found = factored(packed(c))
    deviations = np.sqrt(np.einsum("dss->ds", c))
    units = deviations[:, :, None] * deviations[:, None, :]
    identity = np.matmul(unpacked(found.inverse) * units, c / units)
    np.testing.assert_allclose(identity, np.eye(size)[None].repeat(3, 0), atol=1e-8)
    np.testing.assert_allclose(found.log_determinants, np.linalg.slogdet(c)[1], rtol=1e-8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shared", [True, False])
def test_solving_and_whitening_agree_with_the_inverse(size, shared):
    c, rng = covariances(size)
    c = c[:1] if shared else c
    found = factored(packed(c))
    r = rng.normal(size=(4, 3, size)) * np.sqrt(np.einsum("dss->ds", c))
    inverse = np.broadcast_to(unpacked(found.inverse), (3, size, size))
    expected = np.einsum("dst,jdt->jds", inverse, r)
    units = np.abs(expected).max()
    np.testing.assert_allclose(found.solve(r), expected, atol=1e-7 * units)
    squares = np.einsum("jds,jds->jd", r, expected)
    np.testing.assert_allclose(np.sum(found.white(r) ** 2, axis=-1), squares, rtol=1e-7)
    white = np.einsum("dst,jdt->jds", np.broadcast_to(found.whitener, inverse.shape), r)
    np.testing.assert_allclose(white, found.white(r), atol=1e-7 * np.abs(white).max())


@pytest.mark.parametrize("size", SIZES)
def test_products_and_outer_products_are_those_of_full_matrices(size):
    c, rng = covariances(size)
    blocks = rng.normal(size=(4, 3, size, size))
    blocks = blocks + blocks.transpose(0, 1, 3, 2)
    expected = np.einsum("pdst,dst->p", blocks, c)
    found = products(packed(blocks), packed(c))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(c).max())
    q = rng.normal(size=(3, size))
    each = q[:, :, None] * q[:, None, :]
    np.testing.assert_allclose(unpacked(outer(q, summed=False)), each)
    np.testing.assert_allclose(unpacked(outer(q, summed=True))[0], each.sum(axis=0), atol=1e-14)


@pytest.mark.parametrize("size", [4, LARGE + 6])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, 2.0])
def test_what_overflows_or_is_no_covariance_makes_every_number_nan(size, wrong):
    c, rng = covariances(size)
    c[1, 1, 2] = c[1, 2, 1] = wrong * np.sqrt(c[1, 1, 1] * c[1, 2, 2])
    found = factored(packed(c))
    r = rng.normal(size=(3, size))
    for numbers in (found.log_determinants, found.inverse, found.solve(r), found.white(r)):
        assert np.all(np.isnan(numbers))


@pytest.mark.parametrize("size", [6, LARGE + 6])
def test_a_singular_covariance_gets_a_jitter(size):
    rng = np.random.default_rng(1)
    root = rng.normal(size=(size, size // 2))
    found = factored(packed((root @ root.T)[None]))
    assert np.all(np.isfinite(found.inverse))
    assert np.all(np.isfinite(found.log_determinants))
