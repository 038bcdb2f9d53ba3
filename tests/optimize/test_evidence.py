"""chi2 and log B: their gradients, what they do not depend on, and published values."""

import json
from dataclasses import dataclass, replace
from functools import cache, reduce
from pathlib import Path

import numpy as np
import pytest
import sympy

from pdedsl.fields import (
    Binding,
    FieldEstimate,
    GaussianPrior,
    SamplingGrid,
    estimate,
    from_mapping,
)
from pdedsl.fields.curve import GaussianProcessCurve
from pdedsl.form import (
    Coordinate,
    Dictionary,
    ExtendedDerivative,
    Field,
    MultiIndex,
    Problem,
    make_symbol,
)
from pdedsl.optimize.evidence import (
    bearable,
    chi2,
    covariance,
    log_evidence,
    values_at,
    whitener,
)
from pdedsl.optimize.expression import Node, number, variable
from pdedsl.optimize.model import Model, assessed, make_library, stacks_of
from pdedsl.optimize.symmetric import unpacked
from pdedsl.weak import Wish
from pdedsl.weak.system import build

T, X, U = (make_symbol(name) for name in "txu")


def problem(coordinates, terms):
    dictionary = tuple(
        ExtendedDerivative(MultiIndex(orders), sympy.S.One, h) for orders, h in terms
    )
    return Problem(tuple(Coordinate(c) for c in coordinates), (Field(U),), Dictionary(dictionary))


ORDERS = ((1, 0), (0, 2), (0, 1))
SMALL = problem((T, X), list(zip(ORDERS, (U, U, U**2), strict=True)))
FEATURES = (
    Node("exp", (Node("*", (number(0.3), variable("t"))),)),
    Node("*", (variable("u"), variable("u"))),
)
PSI = np.array([1.0, -0.4, 0.3, -0.8, 0.2])
WISH = Wish(5, (3, 4), (0.6, 0.5))


@dataclass(frozen=True)
class Wave:
    """A curve in units of its own: k times a wave of the coordinates in theirs."""

    unit: float
    units: tuple[float, float]
    phase: float

    def on(self, axes):
        t, x = (a / s for a, s in zip(axes, self.units, strict=True))
        return self.unit * (np.sin(2 * t[:, None] + self.phase) * np.cos(1.5 * x) + 0.4)


def samples(unit=1.0, units=(1.0, 1.0)):
    """Two samples with noise, the field and the coordinates in other units."""
    axes = (units[0] * np.linspace(0, 2, 14), units[1] * np.linspace(-1, 1, 16))
    rng, grid, found = np.random.default_rng(0), SamplingGrid(("t", "x"), axes), []
    for phase in (0.3, 1.1):
        curve, prior = (
            Wave(unit, units, phase),
            GaussianPrior(0.2 * unit, (0.7 * units[0], 0.9 * units[1]), 0.8 * unit),
        )
        mean = curve.on(axes)[None]
        observed = mean + 0.05 * unit * rng.standard_normal(mean.shape)
        sd = np.array([0.05 * unit])
        found.append(FieldEstimate(grid, observed, mean, sd, (prior,), (curve,)))
    return found


@cache
def library():
    return make_library(build(SMALL, samples(), WISH))


@cache
def stacks():
    return stacks_of(library(), (0, 1, 2), FEATURES)


def criteria(lib, support, features, psi):
    model = assessed(lib, Model(tuple(support), tuple(features), np.asarray(psi), 0))
    return model.chi2, model.evidence


def expected():
    return pytest.approx(criteria(library(), (0, 1, 2), FEATURES, PSI), rel=1e-6)


@pytest.mark.parametrize("criterion", [chi2, log_evidence])
@pytest.mark.parametrize("seed", range(4))
def test_gradients_agree_with_finite_differences(criterion, seed):
    psi = PSI * np.random.default_rng(seed).uniform(0.5, 1.5, PSI.size)
    found = criterion(stacks(), psi)
    for j in range(psi.size):
        step = 1e-5 * np.eye(psi.size)[j]
        rise = criterion(stacks(), psi + step).value - criterion(stacks(), psi - step).value
        scale = 1e-6 * np.abs(found.gradient).max()
        assert found.gradient[j] == pytest.approx(rise / 2e-5, rel=1e-5, abs=scale)


@pytest.mark.parametrize("criterion", [chi2, log_evidence])
def test_only_the_direction_of_psi_matters(criterion):
    found, moved = criterion(stacks(), PSI), criterion(stacks(), -3.7 * PSI)
    assert moved.value == pytest.approx(found.value, rel=1e-9)
    assert moved.gradient == pytest.approx(found.gradient / -3.7, rel=1e-6, abs=1e-6)
    scale = np.linalg.norm(found.gradient) * np.linalg.norm(PSI)
    assert found.gradient @ PSI == pytest.approx(0, abs=1e-8 * scale)


@pytest.mark.parametrize("k", [1e-3, 250.0])
def test_the_unit_of_a_field_does_not_matter(k):
    moved = make_library(build(SMALL, samples(k), WISH))
    psi = PSI * np.array([1, 1, 1 / k, k, 1 / k])
    assert criteria(moved, (0, 1, 2), FEATURES, psi) == expected()


@pytest.mark.parametrize("units", [(1e-3, 1.0), (60.0, 1e3)])
def test_the_units_of_the_coordinates_do_not_matter(units):
    moved = make_library(build(SMALL, samples(units=units), WISH))
    s, r = units
    rate = Node("exp", (Node("*", (number(0.3 / s), variable("t"))),))
    psi = PSI * np.array([s, r**2, r, 1, 1])
    assert criteria(moved, (0, 1, 2), (rate, FEATURES[1]), psi) == expected()


def test_the_order_of_terms_does_not_matter():
    psi = PSI[[2, 0, 1, 4, 3]]
    assert criteria(library(), (2, 0, 1), FEATURES[::-1], psi) == expected()


def test_the_order_of_samples_does_not_matter():
    moved = make_library(build(SMALL, samples()[::-1], WISH))
    assert criteria(moved, (0, 1, 2), FEATURES, PSI) == expected()


def test_a_term_without_weight_changes_nothing():
    features = (*FEATURES, Node("sin", (variable("x"),)))
    psi = np.append(PSI, 0.0)
    assert criteria(library(), (0, 1, 2), features, psi) == expected()


def test_whitening_makes_the_covariance_one():
    (s,) = stacks()
    a, c = whitener(s, PSI), unpacked(covariance(s, PSI))
    one = a @ c @ np.swapaxes(a, 1, 2)
    assert one == pytest.approx(np.broadcast_to(np.eye(c.shape[1]), one.shape), abs=1e-6)


SHARED = Path(__file__).parents[2].parent / "shared" / "data"
CHECKS = SHARED / "paper" / "check_values.json"


def growth(kind, rate):
    return Node(kind, (Node("*", (number(rate), variable("t"))),))


HEAT = problem((T, X), [((1, 0), U), ((0, 1), U), ((2, 0), U), ((1, 1), U), ((0, 2), U)])
OSCILLATOR = problem((T,), [((1,), U), ((2,), U)])
BURGERS = problem((T, X), [((1, 0), U), ((0, 1), U**2), ((0, 2), U)])
SOURCE, FORCE, SPRING = growth("exp", 1.8), growth("sin", 3.0), variable("u")
PUBLISHED = {
    "heat_source_noise0.1_trial2": (
        HEAT,
        [
            ((0, 4), (SOURCE,), (1, -0.25, -1.25)),
            ((0,), (SOURCE,), (1, -1.25)),
            ((0, 4), (), (1, -0.25)),
        ],
    ),
    "oscillator_noise0.01_trial1": (
        OSCILLATOR,
        [((0, 1), (SPRING, FORCE), (4, 1, 16, -5)), ((0, 1), (SPRING,), (4, 1, 16))],
    ),
    "burgers_noise0.1_trial1": (
        BURGERS,
        [((0, 1, 2), (), (1, 0.5, -0.2)), ((0, 2), (), (1, -0.2))],
    ),
}


def published(name, dimension):
    with np.load(SHARED / "paper" / f"{name}.npz") as archive:
        axis, noisy = archive["axis"], archive["noisy"][:, 0]
    names = ("t", "x")[:dimension]
    arrays = {"run": np.arange(len(noisy)), "u": noisy, **dict.fromkeys(names, axis)}
    return from_mapping(arrays, Binding(names, ("u",), sample="run"))


def given_estimate(e, known):
    """The posterior mean of a Gaussian process with hyperparameters that are given."""
    prior = GaussianPrior(known["mean"], tuple(known["length_scales"]), known["signal_sd"])
    axes, sd = e.grid.axes, known["noise_sd"]
    spectra = [np.linalg.eigh(prior.axis_covariance(i, x, x)) for i, x in enumerate(axes)]
    vectors = reduce(np.kron, [v for _, v in spectra])
    variance = prior.signal_sd**2 * reduce(np.kron, [w for w, _ in spectra]) + sd**2
    weights = vectors @ (vectors.T @ (e.observed[0] - prior.mean).ravel() / variance)
    curve = GaussianProcessCurve(axes, prior, weights.reshape(e.grid.shape))
    mean = curve.on(axes)[None]
    return FieldEstimate(e.grid, e.observed, mean, np.array([sd]), (prior,), (curve,))


@cache
def checks(name):
    """Estimates of our own, the published ones, and what makes a library of either."""
    known = json.loads(CHECKS.read_text())[name]
    posed, models = PUBLISHED[name]
    m, functions = len(posed.coordinates), known["test_functions"]
    wish = Wish(functions["degree"], (functions["count"],) * m, (functions["support"] / 2,) * m)
    dataset = published(name, m)
    ours = [estimate(replace(dataset, samples=(sample,)))[0] for sample in dataset.samples]
    theirs = [given_estimate(e, k) for e, k in zip(ours, known["samples"], strict=True)]
    assert len(models) == len(known["models"])
    pairs = list(zip(models, known["models"], strict=True))
    return ours, theirs, lambda estimates: make_library(build(posed, estimates, wish)), pairs


here = pytest.mark.skipif(not CHECKS.exists(), reason="the published data are not here")


@here
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values_are_reproduced_from_published_hyperparameters(name):
    _, theirs, library_of, pairs = checks(name)
    lib = library_of(theirs)
    for (support, features, psi), known in pairs:
        found = criteria(lib, support, features, np.array(psi, dtype=float))
        assert found[0] == pytest.approx(known["chi2"], rel=0.01), known["equation"]
        assert found[1] == pytest.approx(known["log_B"], abs=0.5), known["equation"]


@here
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values_are_reproduced_from_the_data(name):
    """Log B of a wrong equation goes as 1 / sigma^2, and sigma is fitted to some 1e-5 of itself.

    Hence the relative part of its tolerance, which matters where log B is below -10^4.
    """
    ours, _, library_of, pairs = checks(name)
    lib = library_of(ours)
    for (support, features, psi), known in pairs:
        found = criteria(lib, support, features, np.array(psi, dtype=float))
        assert found[0] == pytest.approx(known["chi2"], rel=0.01), known["equation"]
        tolerance = 0.5 if known["log_B"] > -1e5 else 2e-5 * abs(known["log_B"])
        assert found[1] == pytest.approx(known["log_B"], abs=tolerance), known["equation"]


@pytest.mark.parametrize("seed", range(3))
def test_the_evidence_alone_is_that_with_its_gradient(seed):
    psi = PSI * np.random.default_rng(seed).uniform(0.5, 1.5, PSI.size)
    assert values_at(stacks(), psi)[0] == pytest.approx(log_evidence(stacks(), psi).value, rel=1e-9)
    assert values_at(stacks(), psi)[1] == pytest.approx(chi2(stacks(), psi).value, rel=1e-9)


@pytest.mark.parametrize(
    ("rows", "points", "low", "high"),
    [(12, 20, 2.5, 2.8), (120, 200, 1.9, 2.0), (390, 3600, 1.4, 1.5), (10**6, 10**7, 1.35, 1.35)],
)
def test_many_rows_bear_less_misfit_than_few(rows, points, low, high):
    assert low <= bearable(rows, points) <= high
    assert bearable(rows, points) <= bearable(rows // 2, points // 2)
