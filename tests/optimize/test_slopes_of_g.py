"""Slopes of what g adds: by the data of several fields, and by the constants inside its terms."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.evidence import Value, chi2, covariance, log_evidence
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.features import feature_values
from pdedsl.optimize.fitted import _Fit, _Objective, maximised, minimised
from pdedsl.optimize.model import assessed, make_library, stacks_of, start
from pdedsl.optimize.symmetric import unpacked
from pdedsl.pipeline import estimates_of, weak_system

TEXT = "coordinates t\nfields u, v\ndictionary { d_t(u), d_t(v) }\n"
T, U, V = variable("t"), variable("u"), variable("v")


def op(name, *args):
    return Node(name, args)


PREDATION = op("*", U, op("*", V, V))
FADING = op("*", op("exp", op("*", constant(-0.4), T)), op("sin", op("*", constant(0.7), U)))
RATIO = op("/", U, op("+", constant(1.5), V))


@pytest.fixture(scope="module")
def library():
    """Two fields with different noise, at 40 points, which are the nodes as well."""
    t = np.linspace(0.0, 4.0, 40)
    rng = np.random.default_rng(0)
    u = np.cos(1.3 * t) + 0.5 + rng.normal(0.0, 0.02, t.size)
    v = np.sin(t) + 1.0 + rng.normal(0.0, 0.05, t.size)
    specification = parse(TEXT)
    estimates = estimates_of(specification, load_data(specification, {"t": t, "u": u, "v": v}))
    return make_library(weak_system(specification, estimates))


def jacobian(library, feature, field, step=1e-5):
    """Of the column by the field's values at the nodes, by central differences."""
    (group,) = library.system.groups
    group = replace(group, excess=np.zeros_like(group.mean))
    columns = []
    for node in range(group.mean.shape[2]):
        ends = []
        for sign in (1.0, -1.0):
            moved = group.mean.copy()
            moved[0, field, node] += sign * step
            ends.append(feature_values(replace(group, mean=moved), feature, library.names)[0])
        columns.append((ends[0] - ends[1]) / (2 * step))
    return np.array(columns).T


@pytest.mark.parametrize("feature", [PREDATION, FADING, RATIO])
def test_noise_of_every_field_gets_into_g_by_its_slope(library, feature):
    (group,) = library.system.groups
    assert group.mean.shape[2] == 40
    expected = sum(
        sd**2 * (j := jacobian(library, feature, k)) @ j.T for k, sd in enumerate(group.noise_sd[0])
    )
    (s,) = stacks_of(library, (), (feature,))
    found = unpacked(covariance(s, np.ones(1)))[0] * s.units[0] ** 2
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-8 * np.abs(expected).max())


def test_terms_of_several_fields_share_their_noise(library):
    """The covariance of a sum is that of the sum of the slopes, not the sum of covariances."""
    (group,) = library.system.groups
    weights = np.array([0.7, -1.2])
    expected = 0.0
    for k, sd in enumerate(group.noise_sd[0]):
        j = sum(
            c * jacobian(library, f, k) for c, f in zip(weights, (PREDATION, RATIO), strict=True)
        )
        expected = expected + sd**2 * j @ j.T
    (s,) = stacks_of(library, (), (PREDATION, RATIO))
    found = unpacked(covariance(s, weights))[0] * s.units[0] ** 2
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-8 * np.abs(expected).max())


def unlikely(stacks, psi):
    v = log_evidence(stacks, psi)
    return Value(-v.value, -v.gradient, tuple(-slope for slope in v.by_residual))


@pytest.mark.parametrize("criterion", [chi2, unlikely])
@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_gradients_by_the_constants_agree_with_finite_differences(library, criterion, frozen, seed):
    """In units of standard errors, at some of them from the start; C is held or moves along."""
    model = start(library, (0, 1), (FADING, RATIO), 0)
    objective = _Objective(library, model, criterion, _Fit(inner=True, frozen=frozen))
    assert objective.size == model.psi.size - 1 + 3
    y = np.random.default_rng(seed).normal(0.0, 0.5, objective.size)
    _, gradient = objective(y)
    step = 1e-4
    rises = [
        (objective(y + step * e)[0] - objective(y - step * e)[0]) / (2 * step)
        for e in np.eye(objective.size)
    ]
    np.testing.assert_allclose(gradient, rises, rtol=0.01, atol=0.01 * np.abs(rises).max())


@pytest.mark.parametrize("fit", [maximised, minimised])
def test_a_fit_is_linearised_again_where_it_ends(fit):
    """Its criteria are those of the noise at its own constants, and a second fit stays there.

    u' = exp(-1.5 u), begun at a rate of -0.3, by which another noise gets into the residual.
    """
    t = np.linspace(0.0, 3.0, 50)
    u = np.log(1.5 * t + np.array([[1.0], [2.0], [3.0]])) / 1.5
    data = {"t": t, "u": u + np.random.default_rng(0).normal(0.0, 0.02, u.shape)}
    text = 'coordinates t\nfields u\ndata "u.npz" { sample = run }\ndictionary { d_t(u) }\n'
    specification = parse(text)
    dataset = load_data(specification, data | {"run": np.arange(3)})
    library = make_library(weak_system(specification, estimates_of(specification, dataset)))
    slowed = op("exp", op("*", constant(-0.3), U))
    model = fit(library, start(library, (0,), (slowed,), 0))
    fresh = assessed(make_library(library.system), model)
    assert model.theta == pytest.approx([-1.5], abs=0.15)
    assert model.evidence == pytest.approx(fresh.evidence, rel=1e-9)
    assert model.chi2 == pytest.approx(fresh.chi2, rel=1e-9)
    again = fit(library, model)
    reached, held = (m.evidence if fit is maximised else -m.chi2 for m in (again, model))
    assert reached == pytest.approx(held, abs=1e-3)
