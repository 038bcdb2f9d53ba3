"""Whole discoveries: every option of the three steps, every kind of data, on one small law."""

import itertools

import numpy as np
import pytest
from growth_data import growth
from sympy.core.function import AppliedUndef

import pdedsl
from pdedsl.errors import DataError

LOGISTIC = """coordinates t
fields u
data "growth.npz" { sample = run }
dictionary { d_t(u), d_tt(u) }
grammar polynomial
search genetic { population = 40, generations = 2 }
"""


def logistic_rates(found):
    """Growth rate and carrying capacity, g being a u^2 + b u over the coefficient of u_t."""
    assert set(found.coefficients) == {"d_t(u)"}
    free = found.equation.rhs
    (u,) = free.atoms(AppliedUndef)
    powers = free.expand().as_poly(u).as_dict()
    assert set(powers) == {(1,), (2,)}
    return float(powers[1,]), float(-powers[1,] / powers[2,])


@pytest.mark.parametrize(
    "extra",
    [
        "",
        "solve collie",
        "solve cvxopt",
        "select loss",
        "test { quadrature = riemann, points = 80 }",
        "test { count = 4, support = 0.5, degree = 7 }",
        "estimate spline",
        "estimate cubic { noise = 0.01 }",
        "estimate linear { noise = 0.01 }",
        "estimate nearest { noise = 0.01 }",
        "estimate { noise = 0.01 }",
    ],
)
def test_logistic_growth_is_found_under_every_option(extra):
    found = pdedsl.discover(LOGISTIC + extra + "\n", growth())
    rate, capacity = logistic_rates(found)
    assert rate == pytest.approx(2.0, rel=0.06)
    assert capacity == pytest.approx(1.0, rel=0.03)
    assert found.verdict == "identified"


def test_a_known_part_is_taken_as_it_is():
    text = LOGISTIC.replace("grammar", "known { -2*u^2 }\ngrammar")
    found = pdedsl.discover(text, growth())
    rate, capacity = logistic_rates(found)
    assert rate / capacity == pytest.approx(2.0, rel=0.06)
    assert rate == pytest.approx(2.0, rel=0.06)


def test_a_table_in_a_text_file_gives_what_arrays_give(tmp_path):
    data = growth()
    rows = ["run,t,u"]
    for run, values in enumerate(data["u"]):
        rows += [
            f"{run},{t!r},{u!r}" for t, u in zip(data["t"].tolist(), values.tolist(), strict=True)
        ]
    (tmp_path / "growth.csv").write_text("\n".join(rows) + "\n")
    file = tmp_path / "growth.pde"
    file.write_text(LOGISTIC.replace("growth.npz", "growth.csv"))
    from_file, from_arrays = pdedsl.discover(file), pdedsl.discover(LOGISTIC, data)
    assert from_file.equations == from_arrays.equations


def test_the_same_seed_gives_the_same_record():
    first, second = (pdedsl.discover(LOGISTIC, growth()) for _ in range(2))
    assert first.equations == second.equations
    assert first.front == second.front


def test_an_override_may_be_a_number():
    first, second = (
        pdedsl.discover(LOGISTIC, growth(), overrides={"search.seed": seed}) for seed in (3, "3")
    )
    assert first.seed == second.seed == 3
    assert first.equations == second.equations


def test_the_order_of_dictionary_terms_does_not_matter():
    swapped = LOGISTIC.replace("d_t(u), d_tt(u)", "d_tt(u), d_t(u)")
    first, second = (pdedsl.discover(text, growth()) for text in (LOGISTIC, swapped))
    assert logistic_rates(first) == pytest.approx(logistic_rates(second), rel=1e-3)


def test_two_fields_share_an_equation():
    """u' = v - u and v' = -u: the first is asked for."""
    t = np.linspace(0.0, 6.0, 40)
    eigenvalues, vectors = np.linalg.eig(np.array([[-1.0, 1.0], [-1.0, 0.0]]))
    paths = []
    for start in ([1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.7]):
        weights = np.linalg.solve(vectors, np.array(start, complex))
        paths.append(((vectors * weights) @ np.exp(np.outer(eigenvalues, t))).real)
    clean = np.array(paths)
    noisy = clean + np.random.default_rng(1).normal(0.0, 0.01, clean.shape)
    text = """coordinates t
fields u, v
data "paths.npz" { sample = run }
dictionary { d_t(u), u, v, d_tt(v), v^2 }
grammar none
"""
    arrays = {"run": np.arange(4), "t": t, "u": noisy[:, 0], "v": noisy[:, 1]}
    found = pdedsl.discover(text, arrays)
    values = {k: v for k, (v, _) in found.coefficients.items()}
    expected = {"d_t(u)": 1.0, "u": 1.0, "v": -1.0}
    assert values == {k: pytest.approx(v, abs=0.05) for k, v in expected.items()}


def test_points_scattered_over_space_and_time_will_do():
    """u_t = 0.1 u_xx, 400 places at random."""
    rng = np.random.default_rng(0)
    t, x = rng.uniform(0.0, 1.0, 400), rng.uniform(0.0, 6.0, 400)
    u = np.exp(-0.1 * t) * np.sin(x) + np.exp(-0.9 * t) * np.cos(3 * x)
    text = "coordinates t, x\nfields u\ndictionary { d_t(u), d_x(u), d_xx(u) }\ngrammar none\n"
    found = pdedsl.discover(text, {"t": t, "x": x, "u": u + rng.normal(0.0, 0.01, 400)})
    assert set(found.coefficients) == {"d_t(u)", "d_xx(u)"}
    assert found.coefficients["d_xx(u)"][0] == pytest.approx(-0.1, rel=0.05)


def test_units_of_the_data_do_not_change_the_law():
    data = growth()
    scaled = {"run": data["run"], "t": 60.0 * data["t"], "u": 1000.0 * data["u"]}
    rate, capacity = logistic_rates(pdedsl.discover(LOGISTIC, scaled))
    assert rate == pytest.approx(2.0 / 60.0, rel=0.06)
    assert capacity == pytest.approx(1000.0, rel=0.03)


@pytest.mark.parametrize("seed", range(3))
def test_noise_alone_is_no_equation(seed):
    rng = np.random.default_rng(seed)
    found = pdedsl.discover(LOGISTIC, growth() | {"u": rng.normal(size=(6, 25))})
    assert found.verdict == "not identified"
    assert found.reason


def test_samples_on_grids_of_their_own_are_one_run():
    parts = [(growth(points=30), 0), (growth(points=18, seed=1), 6)]
    table = {
        "run": np.concatenate([np.repeat(d["run"] + first, d["t"].size) for d, first in parts]),
        "t": np.concatenate([np.tile(d["t"], d["run"].size) for d, _ in parts]),
        "u": np.concatenate([d["u"].ravel() for d, _ in parts]),
    }
    rate, capacity = logistic_rates(pdedsl.discover(LOGISTIC, table))
    assert (rate, capacity) == pytest.approx((2.0, 1.0), rel=0.06)


def test_data_that_are_not_given_are_asked_for():
    with pytest.raises(DataError, match="names no data") as caught:
        pdedsl.discover(LOGISTIC.replace('data "growth.npz" { sample = run }\n', ""))
    assert "data" in caught.value.remedy


def test_progress_is_told_after_every_generation():
    seen = []
    pdedsl.discover(LOGISTIC, growth(), on_progress=seen.append)
    assert [p.generation for p in itertools.islice(seen, 3)] == [0, 1, 2]
    assert all(p.generations == 2 for p in seen)
    assert all(a.scored <= b.scored for a, b in itertools.pairwise(seen[:3]))
