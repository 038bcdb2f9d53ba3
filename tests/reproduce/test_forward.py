"""The motion of the wave equation found, beside the true one."""

from dataclasses import replace

import pytest

from pdedsl.reproduce import sets
from pdedsl.reproduce.forward import forward_errors, motion_of
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.summary import summary_of
from pdedsl.reproduce.text import text_of

CASE = replace(sets()["wave"].cases[1], samples=2, points=20)
TRUTH = "d_tt(u) - d_xx(u) = 2*exp(t)*sin(3*t)"


def error_of(equation, case=CASE):
    return forward_errors(case, equation, 0)["forward_error"]


def test_the_true_equation_moves_as_the_truth_in_any_scale_and_sign():
    assert error_of(TRUTH) < 1e-12
    assert error_of("-0.5*d_tt(u) + 0.5*d_xx(u) = -exp(t)*sin(3*t)") < 1e-12


def test_the_error_is_linear_in_that_of_the_source():
    once, twice = (error_of(f"d_tt(u) - d_xx(u) = {c}*exp(t)*sin(3*t)") for c in (2.02, 2.04))
    assert 1e-4 < once < 0.01
    assert twice == pytest.approx(2.0 * once, rel=1e-9)
    assert error_of("d_tt(u) - d_xx(u) = 0") == pytest.approx(100.0 * once, rel=1e-9)


def test_a_wrong_speed_shows():
    errors = [error_of(TRUTH.replace("d_xx", f"{c}*d_xx")) for c in (1.0001, 1.01)]
    assert 1e-12 < errors[0] < errors[1] < 1.0


def test_a_small_error_of_the_rate_grows_beyond_the_data():
    told = forward_errors(CASE, TRUTH.replace("exp(t)", "exp(1.001*t)"), 0)
    assert 1e-5 < 2.0 * told["forward_error"] < told["beyond_error"] < 0.01
    assert forward_errors(CASE, TRUTH, 0)["beyond_error"] < 1e-9


def test_a_source_that_ends_after_the_data_has_an_error_within_them_only():
    told = forward_errors(CASE, TRUTH.replace("2*exp", "(3 - t)^0.5*exp"), 0)
    assert set(told) == {"forward_error", "data_error"}


def test_the_error_of_the_data_is_that_of_the_noise():
    low, high = (
        forward_errors(replace(CASE, noise=noise), TRUTH, 0)["data_error"] for noise in (0.01, 0.02)
    )
    assert high == pytest.approx(2.0 * low, rel=1e-9)


@pytest.mark.parametrize(
    "equation",
    [
        "d_tt(u) + d_xx(u) = 2*exp(t)",
        "d_tt(u) - d_xx(u) = x*t",
        "d_tt(u) - d_xx(u) = u",
        "d_tt(u) - d_xx(u) + 0.1*d_t(u) = exp(t)",
        "d_tt(u) = exp(t)",
        "d_tt(u) - d_xx(u) = log(t)",
        "d_tt(u) - d_xx(u) = t^0.5 + log(t - 1)",
        "not an equation",
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_no_driven_string_has_no_motion(equation):
    assert motion_of(equation, text_of(CASE.subject)) is None


def test_rows_without_a_motion_are_counted_and_left_out_of_the_mean():
    texts = (TRUTH, "d_tt(u) - d_xx(u) = u", "")
    blanks = [Run(CASE, "calibrated", seed).blank for seed in range(3)]
    rows = [
        replace(b, equation=t, verdict="identified") for b, t in zip(blanks, texts, strict=True)
    ]
    found = summary_of("Wave", "noise", CASE, "calibrated", rows)
    assert found.forward_runs == 1
    assert found.forward_error.value < 1e-12
