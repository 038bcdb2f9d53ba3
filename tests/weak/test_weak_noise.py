"""The covariance that columns predict is the one that noise draws have."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import sympy
from weak_cases import U, V, X, functions_on, group, term, uneven

from pdedsl.weak import (
    PriorModes,
    SampleGroup,
    column,
    make_term_integrator,
    noise_gram,
    prior_gram,
    riemann_quadrature,
    spline_quadrature,
)

T, x, _ = X
DRAWS = 4000


def rules_for(axes, orders, kind):
    functions = functions_on(len(axes), 6, count=3 if len(axes) == 1 else 2)
    if kind == "riemann":
        return [
            riemann_quadrature(a, f, o, points=60)
            for a, f, o in zip(axes, functions, orders, strict=True)
        ]
    refine = 2 if kind == "refined" else 1
    return [
        spline_quadrature(a, f, o, refine=refine)
        for a, f, o in zip(axes, functions, orders, strict=True)
    ]


def to_nodes(noise, rules):
    """Interpolate draws (D, N, n_1, ..., n_M) to the nodes."""
    for axis, rule in enumerate(rules):
        if rule.from_data is not None:
            moved = np.moveaxis(noise, 2 + axis, -1) @ rule.from_data.T
            noise = np.moveaxis(moved, -1, 2 + axis)
    return noise


def drawn(exact, axes, rng):
    """The sample again and again, its noise in the excess, as step 2 would hand it on."""
    shape = (DRAWS, exact.mean.shape[1], *(a.size for a in axes))
    sd = exact.noise_sd.reshape(1, -1, *(1 for _ in axes))
    noise = to_nodes(rng.normal(size=shape) * sd, exact.quadrature)
    mean = np.broadcast_to(exact.mean, noise.shape)
    return SampleGroup(exact.quadrature, mean, noise, exact.noise_sd, exact.prior)


def assert_covariance(draws, expected):
    """Whitened by the expected covariance, the draws have the unit matrix."""
    root = np.linalg.cholesky(expected)
    white = np.linalg.solve(root, (draws - draws.mean(axis=0)).T)
    found = np.linalg.eigvalsh(white @ white.T / (DRAWS - 1))
    width = np.sqrt(draws.shape[1] / DRAWS)
    assert found.min() > (1 - width) ** 2 - 0.06
    assert found.max() < (1 + width) ** 2 + 0.06


def residual_and_covariance(exact, draws, integrators, psi):
    columns = [column(exact, i) for i in integrators]
    covariance = sum(
        p * q * noise_gram(a, b, exact.noise_sd)[0]
        for p, a in zip(psi, columns, strict=True)
        for q, b in zip(psi, columns, strict=True)
    )
    return sum(
        p * column(draws, i).values for p, i in zip(psi, integrators, strict=True)
    ), covariance


@pytest.mark.parametrize("kind", ["plain", "refined", "riemann"])
def test_noise_in_a_square_has_the_covariance_of_its_column(kind):
    axes, orders = [uneven(24)], (2,)
    rules = rules_for(axes, orders, kind)
    exact = group(rules, [1 + T**2], noise_sd=0.3)
    integrator = make_term_integrator(term(orders, 1 + T**2, U**2), X[:1], (U,))
    draws = drawn(exact, axes, np.random.default_rng(1))
    values, covariance = residual_and_covariance(exact, draws, [integrator], [1.0])
    assert_covariance(values, covariance)
    clean = column(exact, integrator).values[0]
    spread = np.sqrt(np.diag(covariance) / DRAWS)
    assert np.all(np.abs(values.mean(axis=0) - clean) < 4.5 * spread)


@pytest.mark.parametrize("kind", ["plain", "refined"])
def test_small_noise_put_through_the_term_itself_has_the_linearised_covariance(kind):
    axes, orders = [uneven(24)], (1,)
    rules = rules_for(axes, orders, kind)
    exact = group(rules, [1 + T**2], noise_sd=1e-3)
    draws = drawn(exact, axes, np.random.default_rng(2))
    zero = np.zeros_like(draws.mean)
    noisy = SampleGroup(
        draws.quadrature, draws.mean + draws.excess, zero, draws.noise_sd, draws.prior
    )
    integrator = make_term_integrator(term(orders, 1 + T**2, U**2), X[:1], (U,))
    values, covariance = residual_and_covariance(exact, noisy, [integrator], [1.0])
    assert_covariance(values, covariance)


@pytest.mark.parametrize("kind", ["plain", "refined"])
def test_a_sum_of_terms_in_two_fields_has_the_quadratic_form_of_the_grams(kind):
    axes = [uneven(11), uneven(13)]
    rules = rules_for(axes, (1, 2), kind)
    exact = group(rules, [1 + T * x, 2 - x], noise_sd=0.2)
    exact = SampleGroup(
        exact.quadrature, exact.mean, exact.excess, np.array([[0.2, 0.5]]), exact.prior
    )
    terms = [
        term((1, 0), 1, U),
        term((0, 1), 1 + x, U * V),
        term((0, 2), T + 1, V**2),
        term((0, 0), 1, T),
    ]
    integrators = [make_term_integrator(e, X[:2], (U, V)) for e in terms]
    draws = drawn(exact, axes, np.random.default_rng(3))
    psi = [1.0, -0.7, 0.05, 2.0]
    values, covariance = residual_and_covariance(exact, draws, integrators, psi)
    assert_covariance(values, covariance)
    with pytest.raises(AssertionError):
        assert_covariance(values, 1.4 * covariance)


def test_the_gram_of_two_columns_is_the_transpose_of_the_other_way_round():
    axes = [uneven(11), uneven(13)]
    exact = group(rules_for(axes, (1, 2), "refined"), [1 + T * x])
    a, b = (
        column(exact, make_term_integrator(e, X[:2], (U,)))
        for e in (term((1, 0), 1 + x, U**2), term((0, 2), 1, U))
    )
    left, right = (noise_gram(p, q, exact.noise_sd)[0] for p, q in ((a, b), (b, a)))
    np.testing.assert_allclose(left, right.T, rtol=1e-13, atol=1e-18)
    assert np.linalg.eigvalsh(noise_gram(a, a, exact.noise_sd)[0]).min() > 0


def test_terms_without_a_field_carry_no_noise():
    exact = group(rules_for([uneven(20)], (1,), "plain"), [T, 1 + T])
    free = column(exact, make_term_integrator(term((1,), 1, T**2), X[:1], (U, V)))
    one = column(exact, make_term_integrator(term((1,), 1, V**2), X[:1], (U, V)))
    assert free.noise == (None, None)
    assert one.noise[0] is None
    assert np.all(noise_gram(free, one, exact.noise_sd) == 0)
    assert np.all(prior_gram(free, one) == 0)


CASES = [
    ("plain", (2,), T, U**2),
    ("plain", (1, 2), T + x, U**2),
    ("plain", (1, 2), T + x, (1 + T) * U),
    ("plain", (0, 2), 1, U),
    ("refined", (1, 2), T * x, U**2),
    ("plain", (1, 0, 1), T * x, U**2),
]


def any_modes(rules, samples, rank=3):
    rng = np.random.default_rng(4)
    axes = tuple(rng.normal(size=(samples, r.nodes.size, rank)) for r in rules)
    return PriorModes(
        axes, np.array([0, 2] if len(rules) == 1 else [0, 2, 5, 7]), np.full(samples, 1e-6)
    )


@pytest.mark.parametrize("samples", [1, 3])
@pytest.mark.parametrize(("kind", "orders", "a", "h"), CASES)
def test_the_spread_of_a_smooth_field_is_the_response_to_its_modes(kind, orders, a, h, samples):
    axes = [uneven(10 + i) for i in range(len(orders))]
    rules = rules_for(axes, orders, kind)
    modes = any_modes(rules, samples)
    one = group(rules, [1 + sum(X[: len(orders)])])
    exact = replace(one, mean=np.concatenate([one.mean] * samples), prior=(modes,))
    integrator = make_term_integrator(term(orders, a, h), X[: len(orders)], (U,))
    found = column(exact, integrator)
    scale = np.abs(found.prior[0]).max()
    for m, response in enumerate(np.moveaxis(modes.factor(), -1, 0)):
        bump = 1e-6 * response.reshape(exact.mean.shape)
        moved = column(replace(exact, mean=exact.mean + bump), integrator).values
        other = column(replace(exact, mean=exact.mean - bump), integrator).values
        expected = (moved - other) / 2e-6
        np.testing.assert_allclose(found.prior[0][:, :, m], expected, atol=1e-7 * scale)
    product = found.prior[0] @ np.swapaxes(found.prior[0], 1, 2)
    np.testing.assert_allclose(prior_gram(found, found), product)


def test_noise_of_a_large_grid_needs_no_dense_matrix():
    axes = [uneven(400), uneven(300)]
    functions = functions_on(2, 6, count=5)
    rules = [spline_quadrature(a, f, 1) for a, f in zip(axes, functions, strict=True)]
    exact = group(rules, [1 + T * x])
    exact = replace(exact, prior=(any_modes(exact.quadrature, 1),))
    found = column(exact, make_term_integrator(term((1, 1), T + x, U**2), X[:2], (U,)))
    tracemalloc.start()
    noise_gram(found, found, exact.noise_sd)
    again = column(exact, make_term_integrator(term((1, 1), T + x, U**2), X[:2], (U,)))
    prior_gram(again, again)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * exact.mean.nbytes  # of 25 test functions


def test_over_the_prior_a_function_moves_no_further_than_its_chords():
    """sin(8 u) of a field that spans several periods is nearly bounded noise, not 8 u."""
    axes = [uneven(60)]
    rules = rules_for(axes, (0,), "plain")
    modes = replace(any_modes(rules, 1), signal_sd=np.array([2.0]))
    path = 1 + 3 * T
    exact = replace(group(rules, [path]), prior=(modes,))

    def response(h):
        return np.abs(column(exact, make_term_integrator(term((0,), 1, h), X[:1], (U,))).prior[0])

    assert response(sympy.sin(8 * U)).max() < 0.2 * response(8 * U).max()
    np.testing.assert_allclose(response(U**2), response(2 * path * U))
    np.testing.assert_allclose(response(U**3), response(3 * path**2 * U))
    assert np.all(np.isfinite(response(sympy.log(U))))
