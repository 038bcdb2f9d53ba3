"""Errors of derivatives: what they are measured against, and how they grow."""

import csv

import numpy as np
import pytest

from pdedsl.cli import main
from pdedsl.experiments import oscillator, problems, wave_derivatives
from pdedsl.fields.curve import GaussianProcessCurve
from pdedsl.fields.kronecker import apply_each
from pdedsl.fields.prior import GaussianPrior
from pdedsl.reproduce import run_case, sets
from pdedsl.reproduce.derivative_estimates import by_differences, by_spline, of_gaussian_process
from pdedsl.reproduce.derivative_subjects import SUBJECTS, name_of
from pdedsl.reproduce.derivatives import DEFAULT, Setting
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.weak_integrals import exact_integrals
from pdedsl.weak.testfunctions import TestFunctions, bsplines, composite_gauss

T, X = np.linspace(0, 2, 30), np.linspace(0, 2, 25)
PROBLEMS = list(SUBJECTS)
SECOND = {"oscillator": (2,), "wave_source": (2, 0)}


def case_of(problem, variant, noise):
    found = sets((noise,))["derivatives"].cases
    return next(c for c in found if (c.problem, c.variant) == (problem, variant))


def error(problem, orders, method, noise, seed=0):
    row = run_case(Run(case_of(problem, name_of(problem, orders), noise), method, seed))
    assert row.verdict == "solved", row.message
    return row.rmse


@pytest.mark.parametrize("orders", SUBJECTS["wave_source"].orders)
def test_differences_of_quadratics_are_exact(orders):
    powers = [[T**2, 2 * T, 2 + 0 * T], [X**2, 2 * X, 2 + 0 * X]]
    values = np.multiply.outer(T**2, X**2)
    wanted = np.multiply.outer(*(p[n] for p, n in zip(powers, orders, strict=True)))
    assert np.allclose(by_differences(values, (T, X), orders), wanted, atol=1e-9)


def test_splines_keep_straight_lines():
    values = np.add.outer(3 * T, -2 * X)
    for orders, wanted in {(0, 0): values, (1, 0): 3, (0, 1): -2, (1, 1): 0}.items():
        assert np.allclose(by_spline(values, (T, X), orders), wanted, atol=1e-8)


@pytest.mark.parametrize("orders", SUBJECTS["wave_source"].orders[1:])
def test_derivatives_of_a_posterior_mean_are_its_differences(orders):
    """Differences of second order over 1e-3 length scales, of the derivative one order lower."""
    axes = (np.linspace(0, 2, 7), np.linspace(0, 1, 5))
    weights = np.random.default_rng(0).standard_normal((7, 5))
    curve = GaussianProcessCurve(axes, GaussianPrior(5.0, (0.6, 0.3), 2.0), weights)
    i = 0 if orders[0] else 1
    lower = tuple(n - (k == i) for k, n in enumerate(orders))
    step = 1e-3 * curve.prior.length_scales[i]
    at = [np.linspace(0.1, 0.9, 6), np.linspace(0.1, 0.9, 4)]
    moved = [[a + sign * step if k == i else a for k, a in enumerate(at)] for sign in (1, -1)]
    up, down = (of_gaussian_process(curve, tuple(each), lower) for each in moved)
    found = of_gaussian_process(curve, tuple(at), orders)
    assert np.abs((up - down) / (2 * step) - found).max() < 1e-5 * np.abs(found).max()


def test_without_a_derivative_it_is_the_curve_itself():
    curve = GaussianProcessCurve((T,), GaussianPrior(5.0, (0.6,), 2.0), np.sin(T))
    assert np.allclose(of_gaussian_process(curve, (X,), (0,)), curve.on((X,)))


@pytest.mark.parametrize("order", range(5))
def test_true_integrals_are_those_of_the_derivative_where_it_is_smooth(order):
    functions = TestFunctions((bsplines(0.0, 2.0, degree=8, count=6, support=0.5),))
    (field,) = oscillator.exact_fields(0, 1)
    (moved,) = exact_integrals(functions, [field], [(order,)])
    nodes, weights = composite_gauss(functions.axes[0].breakpoints, 9)
    splines = functions.axes[0].to_splines @ functions.axes[0].evaluate(nodes)
    direct = (splines * weights) @ field((order,), (nodes,))
    assert np.abs(moved[0] - direct).max() < 1e-9 * np.abs(direct).max()


@pytest.mark.parametrize("orders", [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)])
def test_true_integrals_are_those_of_the_derivative_where_it_jumps(orders):
    """Gauss points hit the jumps as they come: other ones for t and x, and 1 % to spare."""
    functions = TestFunctions((bsplines(0.0, 2.0, degree=6, count=3, support=0.5),) * 2)
    (field,) = wave_derivatives.exact_fields(0, 1)
    (moved,) = exact_integrals(functions, [field], [orders])
    rules = [
        composite_gauss(f.breakpoints, n) for f, n in zip(functions.axes, (9, 10), strict=True)
    ]
    pairs = zip(functions.axes, rules, strict=True)
    factors = [f.to_splines @ f.evaluate(x) * w for f, (x, w) in pairs]
    direct = apply_each(factors, field(orders, (rules[0][0], rules[1][0]))).ravel()
    assert np.linalg.norm(moved[0] - direct) < 0.01 * np.linalg.norm(direct)


def test_true_integrals_have_enough_points():
    functions = TestFunctions((bsplines(0.0, 2.0, degree=6, count=4, support=0.45),) * 2)
    fields = wave_derivatives.exact_fields(1, 1)
    orders = SUBJECTS["wave_source"].orders
    pairs = [exact_integrals(functions, fields, orders, points=n) for n in (5, 9)]
    for few, many in zip(*pairs, strict=True):
        assert np.linalg.norm(few - many) < 1e-4 * np.linalg.norm(many)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_without_noise_integrals_are_right(problem):
    """The estimate rounds off the bends of the wave, where its second derivatives jump."""
    for orders in SUBJECTS[problem].orders:
        assert error(problem, orders, "weak", 0.0) < 0.05
        assert error(problem, orders, "weak-data", 0.0) < 0.003


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_error_of_the_data_themselves_is_the_noise_ratio(problem):
    none = SUBJECTS[problem].orders[0]
    assert error(problem, none, "differences", 0.05) == pytest.approx(0.05, rel=0.15)


def test_no_answer_has_the_error_1():
    assert error("oscillator", (4,), "spline", 0.05) == 1.0


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_error_of_differences_grows_with_the_order_and_with_the_noise(problem, seed):
    by_order = {}
    for orders in SUBJECTS[problem].orders:
        found = [error(problem, orders, "differences", noise, seed) for noise in (0.05, 0.1)]
        assert found[0] < found[1]
        by_order.setdefault(sum(orders), []).append(found[1])
    for lower in range(4):
        assert max(by_order[lower]) < min(by_order[lower + 1])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("problem", PROBLEMS)
def test_integrals_are_nearer_than_derivatives(problem, seed):
    second = [error(problem, SECOND[problem], m, 0.05, seed) for m in ("weak", "gaussian_process")]
    assert second[0] < 0.6 * second[1]
    for orders in SUBJECTS[problem].orders[1:]:
        methods = ("weak", "gaussian_process", "differences")
        weak, smooth, rough = (error(problem, orders, m, 0.05, seed) for m in methods)
        assert weak < smooth
        assert weak < 0.6 * rough


def test_points_where_a_derivative_does_not_exist_are_left_out():
    off = wave_derivatives.is_off_characteristics
    data = problems()["wave_source"].run(0, samples=2)
    exact = wave_derivatives.exact_fields(0, 2)

    def spoil(field):
        return lambda orders, axes: np.where(off(*axes), field(orders, axes), 1e9)

    settings = [Setting("wave_source", data, f) for f in (exact, tuple(map(spoil, exact)))]
    errors = [setting.error("spline", (2, 0)) for setting in settings]
    assert errors[0] == errors[1]


def test_names_are_those_of_the_language():
    names = {n: [name_of(n, o) for o in SUBJECTS[n].orders] for n in PROBLEMS}
    assert names["oscillator"] == ["u", "d_t", "d_tt", "d_ttt", "d_tttt"]
    assert names["wave_source"][:6] == ["u", "d_t", "d_x", "d_tt", "d_tx", "d_xx"]
    assert len(set(names["wave_source"])) == 9
    assert all(problems()[n].samples == 10 for n in PROBLEMS)


def test_the_command_runs_and_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["reproduce", "derivatives", "--seeds", "1", "--noise", "0.05"]
    assert main([*words, "--method", "differences", "--csv", "rows.csv"]) == 0
    shown = capsys.readouterr().out
    for expected in ("Figures 10 and 11", "d_tttt", "d_ttxx", "noise 0.05"):
        assert expected in shown
    assert "success" not in shown
    assert main([*words, "--method", "differences", "--csv", "rows.csv"]) == 0
    assert "14 of 14 runs" in capsys.readouterr().err
    assert main([*words, "--csv", "rows.csv"]) == 0
    assert "14 of 56 runs" in capsys.readouterr().err
    with (tmp_path / "rows.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert {row["method"] for row in rows} == set(DEFAULT)
    assert {row["verdict"] for row in rows} == {"solved"}
    assert len(rows) == 14 * len(DEFAULT)


def test_options_of_texts_have_no_effect(capsys):
    assert main(["reproduce", "derivatives", "--set", "search.seed=1"]) == 2
    assert "--set has no effect on derivatives" in capsys.readouterr().err
