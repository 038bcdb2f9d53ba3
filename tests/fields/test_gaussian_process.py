import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from pdedsl.fields import hyperparameters
from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.fields.likelihood import log_likelihood
from pdedsl.fields.prior import GaussianPrior

GRIDS = {
    "one axis": (np.linspace(0, 2, 25),),
    "one uneven axis": (np.array([0.0, 0.1, 0.15, 0.4, 0.9, 1.0, 1.6, 2.5, 2.6]),),
    "two axes": (np.linspace(0, 2, 9), np.linspace(-1, 0, 7)),
    "two uneven axes": (np.geomspace(1, 4, 8), np.array([0.0, 0.2, 0.3, 0.9, 1.5])),
    "three axes": (np.linspace(0, 1, 6), np.linspace(0, 3, 5), np.geomspace(1, 2, 4)),
}


def noisy_field(axes, noise=0.1, seed=0):
    mesh = np.meshgrid(*axes, indexing="ij")
    smooth = np.sin(2 * sum(mesh)) + np.prod(mesh, axis=0)
    return smooth + noise * np.random.default_rng(seed).normal(size=smooth.shape)


def dense(axes, theta):
    """scikit-learn's process with the same hyperparameters, and the points as rows."""
    *lengths, signal, noise = np.exp(theta)
    kernel = ConstantKernel(signal**2) * RBF(lengths) + WhiteKernel(noise**2)
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))
    return GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None), points


def some_theta(axes):
    return np.log([*(0.4 + 0.3 * i for i in range(len(axes))), 1.3, 0.15])


@pytest.mark.parametrize("axes", GRIDS.values(), ids=GRIDS)
def test_likelihood_and_gradient_equal_the_dense_ones(axes):
    field = noisy_field(axes)
    theta = some_theta(axes)
    regressor, points = dense(axes, theta)
    regressor.fit(points, field.ravel())
    order = np.r_[-2, 0 : len(axes), -1]  # scikit-learn has the signal first, and log variances
    scale = np.r_[2, np.ones(len(axes)), 2]
    kernel_theta = theta[order] * scale
    expected, slope = regressor.log_marginal_likelihood(kernel_theta, eval_gradient=True)
    value, gradient = log_likelihood(theta, axes, field)
    assert value == pytest.approx(expected, rel=1e-9)
    np.testing.assert_allclose(gradient[order], slope * scale, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("axes", GRIDS.values(), ids=GRIDS)
def test_posterior_mean_equals_the_dense_one_on_and_off_the_grid(axes):
    field = noisy_field(axes)
    (fit,) = fit_grid(axes, field[None], (None,))
    prior = fit.prior
    theta = np.log([*prior.length_scales, prior.signal_sd, fit.noise_sd])
    regressor, points = dense(axes, theta)
    regressor.fit(points, (field - prior.mean).ravel())
    between = tuple(np.linspace(x[0], x[-1], 2 * len(x) + 1) for x in axes)
    for where in (axes, between):
        mesh = np.stack(np.meshgrid(*where, indexing="ij"), axis=-1)
        expected = prior.mean + regressor.predict(mesh.reshape(-1, len(axes)))
        np.testing.assert_allclose(fit.curve.on(where).ravel(), expected, atol=1e-6)


@pytest.mark.parametrize("axes", GRIDS.values(), ids=GRIDS)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_gradient_is_the_slope_of_the_likelihood(axes, seed):
    rng = np.random.default_rng(seed)
    field = noisy_field(axes, seed=seed)
    theta = some_theta(axes) + rng.uniform(-0.5, 0.5, size=len(axes) + 2)
    direction = rng.normal(size=theta.shape)
    step = 1e-5 * direction
    rise = (
        log_likelihood(theta + step, axes, field)[0] - log_likelihood(theta - step, axes, field)[0]
    )
    slope = log_likelihood(theta, axes, field)[1] @ (2 * step)
    assert rise == pytest.approx(slope, rel=1e-4, abs=1e-6)


def test_prior_covariance_is_the_signal_variance_times_the_factors():
    prior = GaussianPrior(1.0, (0.5, 2.0), 3.0)
    t, x = np.linspace(0, 1, 3), np.linspace(0, 2, 4)
    product = 9 * np.kron(prior.axis_covariance(0, t, t), prior.axis_covariance(1, x, x))
    points = np.stack(np.meshgrid(t, x, indexing="ij"), axis=-1).reshape(-1, 2)
    np.testing.assert_allclose(product, 9 * RBF([0.5, 2.0])(points), rtol=1e-12)
    assert prior.axis_covariance(1, t, x).shape == (3, 4)


def test_mean_is_the_average_of_the_field():
    axes = GRIDS["two axes"]
    field = noisy_field(axes) + 17.0
    assert fit_grid(axes, field[None], (None,))[0].prior.mean == pytest.approx(field.mean())


@pytest.mark.parametrize("unit", [1e-120, 1e-6, 1e4, 1e120])
def test_units_change_nothing_but_the_units(unit):
    axes = GRIDS["two axes"]
    field = noisy_field(axes)
    stretched = tuple(1e-3 * x for x in axes)
    (plain,) = fit_grid(axes, field[None], (None,))
    (scaled,) = fit_grid(stretched, unit * field[None], (None,))
    assert scaled.noise_sd == pytest.approx(unit * plain.noise_sd, rel=1e-4)
    np.testing.assert_allclose(
        np.array(scaled.prior.length_scales), 1e-3 * np.array(plain.prior.length_scales), rtol=1e-3
    )
    np.testing.assert_allclose(
        scaled.curve.on(stretched) / unit, plain.curve.on(axes), rtol=1e-4, atol=1e-4
    )


def test_fields_fitted_together_and_alone_are_the_same():
    axes = GRIDS["two axes"]
    fields = np.stack([noisy_field(axes, seed=k) for k in range(3)])
    together = fit_grid(axes, fields, (None, 0.1, None))
    for fit, field, noise in zip(together, fields, (None, 0.1, None), strict=True):
        (alone,) = fit_grid(axes, field[None], (noise,))
        assert alone.prior.length_scales == pytest.approx(fit.prior.length_scales, rel=1e-6)
        assert alone.noise_sd == pytest.approx(fit.noise_sd, rel=1e-6)


def test_a_known_noise_is_kept():
    axes = GRIDS["two axes"]
    (fit,) = fit_grid(axes, noisy_field(axes)[None], (0.25,))
    assert fit.noise_sd == pytest.approx(0.25, rel=1e-12)
    (exact,) = fit_grid(axes, noisy_field(axes, noise=0.0)[None], (0.0,))
    assert exact.noise_sd == pytest.approx(1e-6 * noisy_field(axes, noise=0.0).std())


def test_a_field_without_noise_is_fitted_in_a_few_steps(monkeypatch):
    """Its likelihood is rounding where it is highest, in which a climb would be lost."""
    axes = np.linspace(0, 1, 60), np.linspace(0, 2, 40)
    field = np.tanh((axes[0][:, None] - 0.5 - 0.1 * axes[1]) / 0.1)
    asked = []

    def counted(*arguments):
        asked.append(arguments)
        return log_likelihood(*arguments)

    monkeypatch.setattr(hyperparameters, "log_likelihood", counted)
    (found,) = fit_grid(axes, field[None], (None,))
    few = len(asked)
    monkeypatch.setattr(hyperparameters, "PATIENCE", 10**6)
    (patient,) = fit_grid(axes, field[None], (None,))
    assert few < (len(asked) - few) / 2
    np.testing.assert_allclose(found.prior.length_scales, patient.prior.length_scales, rtol=0.01)
    assert found.noise_sd == pytest.approx(patient.noise_sd, rel=0.01)


def test_a_climb_with_noise_ends_where_it_always_did(monkeypatch):
    axes = (np.linspace(0, 1, 30), np.linspace(0, 2, 20))
    rng = np.random.default_rng(0)
    field = np.exp(-axes[1]) * np.sin(7 * axes[0][:, None]) + 0.05 * rng.standard_normal((30, 20))
    (found,) = fit_grid(axes, field[None], (None,))
    monkeypatch.setattr(hyperparameters, "PATIENCE", 10**6)
    (patient,) = fit_grid(axes, field[None], (None,))
    assert found.prior == patient.prior
    assert found.noise_sd == patient.noise_sd
