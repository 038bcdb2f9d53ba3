"""A forward solution always ends, and says why; what has no evolution form is refused."""

import numpy as np
import pytest
from solved_runs import T, X, made, one

from pdedsl.errors import NoEvolutionError

t = T[:, None]
SMOOTH = np.cos(t) * np.sin(X)
TIMES = np.linspace(0.0, 2.0, 41)


def ended(run):
    (sample,) = run.simulate(start="estimate").samples
    times = sample.axes[sample.time]
    solved = np.all(np.isfinite(sample.by_time(sample.fields["u"])), axis=1)
    assert np.array_equal(solved, times <= sample.reached)
    assert sample.trouble is not None
    assert np.isfinite(sample.reached)
    return sample


def test_a_blow_up_ends_where_it_is():
    run = one("d_t(u)", "d_t(u) = u^2", {"t": TIMES}, 1 / (1 - 0.49 * TIMES))
    sample = ended(run)
    assert sample.reached == pytest.approx(1.0, abs=3e-3)
    assert "grows beyond" in sample.trouble
    assert sample.fields["u"][19] == pytest.approx(1 / (1 - TIMES[19]), rel=1e-5)


def test_a_root_that_turns_imaginary_ends():
    run = one("d_t(u)", "d_t(u) = -sqrt(u)", {"t": 2 * TIMES}, np.exp(-TIMES))
    assert 1.5 < ended(run).reached < 2.5


def test_a_right_side_that_is_not_finite_ends_at_once():
    run = one("d_t(u)", "d_t(u) = log(u - 5)", {"t": TIMES}, np.exp(-TIMES))
    sample = ended(run)
    assert sample.reached == 0.0
    assert "not a finite real number" in sample.trouble


def test_a_pole_in_time_ends():
    run = one("d_t(u)", "d_t(u) = 1/(t - 1)", {"t": TIMES}, np.exp(-TIMES))
    assert ended(run).reached < 1.001


def test_reactions_that_explode_in_space_end():
    equation = "d_t(u) - d_xx(u) = 1000000*u^3"
    run = one("d_t(u), d_xx(u)", equation, {"t": T, "x": X}, np.exp(t) * (X + 1))
    ended(run)


def test_stiff_equations_are_solved():
    u = np.exp(-TIMES)
    run = one("d_t(u)", "d_t(u) = -1000000*(u - exp(-t)) - exp(-t)", {"t": TIMES}, u)
    sample = run.simulate(start="estimate").samples[0]
    assert sample.trouble is None
    assert np.abs(sample.fields["u"] - u).max() < 1e-6


CAUCHY_RIEMANN = (
    "coordinates x, y\nfields u, v\n"
    "equation a { dictionary { d_x(u), d_y(v) }\ngrammar none }\n"
    "equation b { dictionary { d_y(u), d_x(v) }\ngrammar none }\n"
)


def cauchy_riemann():
    equations = {"a": "d_x(u) - d_y(v) = 0", "b": "d_y(u) + d_x(v) = 0"}
    own = {"u": t * X, "v": (X**2 - t**2) / 2}
    return made(CAUCHY_RIEMANN, equations, {"x": T, "y": X}, own)


def over(coordinates, dictionary, equation, **options):
    axes = dict(zip(coordinates, (T, X), strict=False))
    u = SMOOTH if len(coordinates) == 2 else np.cos(T)
    return one(dictionary, equation, axes, options.pop("u", u), **options)


REFUSED = {
    "laplace": (over("xy", "d_xx(u), d_yy(u)", "d_xx(u) + d_yy(u) = 0"), "elliptic"),
    "poisson": (over("xy", "d_xx(u), d_yy(u)", "d_xx(u) + d_yy(u) = sin(x)"), "elliptic"),
    "cauchy-riemann": (cauchy_riemann(), "elliptic"),
    "backwards": (over("tx", "d_t(u), d_xx(u)", "d_t(u) + d_xx(u) = 0"), "heat backwards"),
    "mixed": (
        over("tx", "d_t(u), d_xx(u), d_txx(u)", "d_t(u) - d_xx(u) - d_txx(u) = 0"),
        "mixed derivative",
    ),
    "no time": (over("tx", "d_x(u), d_xx(u)", "d_x(u) - d_xx(u) = 0"), "no derivative in t"),
    "two fields": (
        one(
            *("d_t(u), d_t(v)", "d_t(u) + d_t(v) = u", {"t": T}),
            {"u": np.cos(T), "v": np.sin(T)},
            fields="u, v",
        ),
        "1 equation cannot tell",
    ),
    "one of two": (
        one(
            *("d_x(u), d_y(v)", "d_x(u) - d_y(v) = 0", {"x": T, "y": X}),
            {"u": t * X, "v": X**2 / 2 + 0 * t},
            fields="u, v",
        ),
        "v is differentiated",
    ),
    "power": (
        one(
            *("d_t(u)", "d_t(u) = v^2", {"t": T}),
            {"u": np.cos(T), "v": -np.sin(T)},
            fields="u, v = d_t(u)",
        ),
        "first power",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_stepped_forward_is_refused_with_the_reason(name):
    run, reason = REFUSED[name]
    with pytest.raises(NoEvolutionError, match=reason) as refused:
        run.simulate()
    assert refused.value.exit_code == 5
    assert "residuals.csv" in str(refused.value)


def test_equations_that_depend_on_each_other_are_refused():
    text = (
        "coordinates t\nfields u, v\n"
        "equation a { dictionary { d_t(u), d_t(v) } }\n"
        "equation b { dictionary { d_t(u), d_t(v) } }\n"
    )
    equations = {"a": "d_t(u) + d_t(v) = u", "b": "2*d_t(u) + 2*d_t(v) = v"}
    run = made(text, equations, {"t": T}, {"u": np.cos(T), "v": np.sin(T)})
    with pytest.raises(NoEvolutionError, match="cannot be solved for"):
        run.simulate()


def test_time_can_be_named_and_another_name_is_refused():
    run = one(
        *("d_y(u), d_xx(u)", "d_y(u) - d_xx(u) = 0", {"x": X, "y": T}),
        (np.exp(-T)[:, None] * np.sin(X)).T,
    )
    sample = run.simulate(time="y").samples[0]
    assert np.abs(sample.fields["u"] - sample.measured.estimate["u"]).max() < 1e-4
    with pytest.raises(NoEvolutionError, match="no coordinate s"):
        run.simulate(time="s")
