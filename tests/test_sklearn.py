"""The estimator: scikit-learn's conventions, and predictions by solving forward."""

import inspect
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import TimeSeriesSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import estimator_checks_generator

from pdedsl.errors import DataError, NoEvolutionError
from pdedsl.sklearn import EquationDiscoverer

LOGISTIC = "coordinates t\nfields u\ndictionary { d_t(u) }\ngrammar polynomial g(u)\n"
QUICK = {"search.population": 40, "search.generations": 2}
FITTING = "it fits random numbers, of which no differential equation holds"
"""Why the other checks say nothing: their points are random, and few or of many coordinates."""

APPLICABLE = {
    "check_complex_data",
    "check_do_not_raise_errors_in_init_or_set_params",
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_estimator_sparse_array",
    "check_estimator_sparse_matrix",
    "check_estimator_sparse_tag",
    "check_estimator_tags_renamed",
    "check_estimators_empty_data_messages",
    "check_estimators_unfitted",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_set_params",
    "check_supervised_y_no_nan",
    "check_valid_tag_types",
}


def name_of(check):
    return getattr(check, "func", check).__name__


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        pytest.param(estimator, check, id=name_of(check))
        for estimator, check in estimator_checks_generator(EquationDiscoverer())
        if name_of(check) in APPLICABLE
    ],
)
def test_it_keeps_the_conventions_that_need_no_equation(estimator, check):
    check(estimator)


def cultures(noise=0.01):
    """Two that grow by the logistic law: points, values, and whose they are."""
    t = np.linspace(0.0, 4.0, 60)
    values = [3.0 / (1 + (3.0 / start - 1) * np.exp(-t)) for start in (0.2, 5.0)]
    y = np.concatenate(values) + noise * np.random.default_rng(0).normal(size=120)
    return np.concatenate([t, t])[:, None], y, np.repeat(["b", "a"], 60)


@pytest.fixture(scope="module")
def fitted():
    X, y, groups = cultures()
    return EquationDiscoverer(LOGISTIC, options=QUICK).fit(X, y, groups=groups)


def test_it_finds_the_law_and_predicts_what_was_measured(fitted):
    X, y, groups = cultures()
    assert fitted.discovery_.verdict == "identified"
    assert fitted.equation_ == fitted.discovery_.equation
    assert fitted.groups_.tolist() == ["a", "b"]
    assert fitted.n_features_in_ == 1
    assert fitted.predict(X, groups=groups).shape == y.shape
    assert fitted.score(X, y, groups=groups) > 0.999


def test_it_predicts_between_and_beyond_the_points_of_each_sample(fitted):
    later = fitted.predict([[6.0], [1.03]], groups=["b", "a"])
    expected = [3 / (1 + 14 * np.exp(-6.0)), 3 / (1 - 0.4 * np.exp(-1.03))]
    assert later == pytest.approx(expected, rel=0.02)


def test_points_before_the_start_and_unknown_samples_are_refused(fitted):
    with pytest.raises(DataError, match="leaves the range"):
        fitted.predict([[-1.0]], groups=["a"])
    with pytest.raises(DataError, match="no sample"):
        fitted.predict([[1.0]], groups=["c"])
    with pytest.raises(DataError, match="2 samples to start from"):
        fitted.predict([[1.0]])


def test_a_clone_is_unfitted_with_the_same_parameters(fitted):
    again = clone(fitted)
    assert again.get_params() == fitted.get_params()
    assert not hasattr(again, "discovery_")
    assert again.set_params(seed=3).seed == 3
    assert set(inspect.signature(EquationDiscoverer).parameters) == set(fitted.get_params())


def test_a_pickle_predicts_the_same_and_fitting_changes_no_data(fitted):
    X, y, groups = cultures()
    for array in (X, y):
        array.setflags(write=False)
    kept = pickle.loads(pickle.dumps(fitted))  # noqa: S301
    assert np.array_equal(kept.predict(X, groups), fitted.predict(X, groups))
    again = clone(fitted).fit(np.asfortranarray(X), y.tolist(), groups=groups.tolist())
    assert again.equation_ == fitted.equation_


def test_the_seed_and_options_go_by_the_names_of_set(fitted):
    X, y, groups = cultures()
    other = clone(fitted).set_params(seed=5).fit(X, y, groups=groups)
    assert other.discovery_.seed == 5
    assert "population = 40" in other.discovery_.specification


def test_it_stands_at_the_end_of_a_pipeline():
    X, y, _ = cultures()
    line = make_pipeline(FunctionTransformer(), EquationDiscoverer(LOGISTIC, options=QUICK))
    assert line.fit(X[:60], y[:60]).score(X[:60], y[:60]) > 0.99


def test_gridded_points_in_any_order_are_a_grid():
    t, x = np.linspace(0, 1, 21), np.linspace(0, 3, 25)
    u = np.exp(-0.5 * t)[:, None] * np.sin(x) + 0.5 * np.exp(-2 * t)[:, None] * np.cos(2 * x)
    rng = np.random.default_rng(0)
    mixed = rng.permutation(u.size)
    X = np.stack([a.ravel() for a in np.meshgrid(t, x, indexing="ij")], axis=1)[mixed]
    y = (u + 0.01 * rng.normal(size=u.shape)).ravel()[mixed]
    text = "coordinates t, x\nfields u\ndictionary { d_t(u), d_xx(u) }\ngrammar none\n"
    model = EquationDiscoverer(text).fit(X, y)
    assert model.discovery_.coefficients["d_xx(u)"][0] == pytest.approx(-0.5, rel=0.05)
    assert model.score(X, u.ravel()[mixed]) > 0.999
    assert model.predict(X[:5].astype(np.float32)).shape == (5,)
    with pytest.raises(DataError, match="leaves the range"):
        model.predict([[0.5, 4.0]])
    elliptic = EquationDiscoverer(text.replace("d_t(u)", "d_tt(u)"))
    harmonic = (np.cosh(t)[:, None] * np.cos(x)).ravel()[mixed]
    elliptic.fit(X, harmonic + 0.001 * rng.normal(size=u.size))
    with pytest.raises(NoEvolutionError, match="elliptic"):
        elliptic.predict(X)


def test_columns_that_the_text_does_not_declare_are_refused():
    X, y, _ = cultures()
    with pytest.raises(DataError, match="declares 1 coordinates"):
        EquationDiscoverer(LOGISTIC).fit(np.hstack([X, X]), y)
    with pytest.raises(DataError, match="5 columns"):
        EquationDiscoverer().fit(np.random.default_rng(0).normal(size=(40, 5)), np.arange(40.0))
    with pytest.raises(ValueError, match="NaN"):
        EquationDiscoverer(LOGISTIC).fit(X, np.where(y > 1, np.nan, y))


def test_inputs_are_refused_before_columns_are_counted():
    text = LOGISTIC.replace("fields u", "fields u\ninputs q")
    points = np.linspace(0, 1, 20)[:, None]
    with pytest.raises(DataError, match=r"declares inputs.*\n.*pdedsl\.discover"):
        EquationDiscoverer(text).fit(np.c_[points, points], points.ravel())


def test_repetitions_without_groups_are_told_to_be_grouped():
    points = np.tile(np.linspace(0, 1, 20), 2)[:, None]
    with pytest.raises(DataError, match="say of which sample each point is: groups="):
        EquationDiscoverer(LOGISTIC).fit(points, np.exp(points.ravel()))


def test_a_split_by_time_can_be_validated():
    t = np.linspace(0, 3, 60)
    model = EquationDiscoverer(LOGISTIC, options=QUICK)
    scores = cross_val_score(model, t[:, None], np.exp(-t), cv=TimeSeriesSplit(2))
    assert scores.min() > 0.9
