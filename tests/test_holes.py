"""Holes in the data: seen, told, and left out of the weak form."""

import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

import pdedsl
from pdedsl.errors import DataError
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.holes import gaps, holes
from pdedsl.figures.draw import draw
from pdedsl.figures.images import HOLE
from pdedsl.figures.look import SCREEN
from pdedsl.figures.run import subject_of
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.conclusion import QUIET
from pdedsl.optimize.evidence import whitener
from pdedsl.optimize.expression import Node, constant, number, variable
from pdedsl.optimize.features import feature_values
from pdedsl.optimize.model import Model, assessed, make_library, stacks_of, start
from pdedsl.optimize.residual_map import residual_map
from pdedsl.optimize.whitening import make_screen
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.report.page.whole import page
from pdedsl.run_fields import load, save, share_of_holes
from pdedsl.weak.masked import kept_beside
from pdedsl.weak.testfunctions import TestFunctions, bsplines

CENTRE, RADIUS = (1.1, 0.9), 0.35
TEXT = """coordinates x, y
fields u
data "flow.csv" { sample = sample, missing = drop }
dictionary { d_x(u), d_y(u), d_xx(u), d_xy(u), d_yy(u) }
grammar none
"""


def around_a_body(seed=0, size=26, noise=0.002):
    """Potentials of sources inside of a disc where nothing is measured, harmonic outside of it."""
    rng = np.random.default_rng(seed)
    x, y = (a.ravel() for a in np.meshgrid(*(np.linspace(0, 2, size),) * 2, indexing="ij"))
    z = (x - CENTRE[0]) + 1j * (y - CENTRE[1])
    outside = np.abs(z) > RADIUS
    columns = {name: [] for name in ("sample", "x", "y", "u")}
    for sample in range(4):
        a, b, c = rng.normal(size=3)
        u = a * np.log(np.abs(z)) + (b / z).real * 0.3 + (c * z**2).real
        u = u[outside]
        columns["sample"].append(np.full(u.size, sample))
        columns["x"].append(x[outside])
        columns["y"].append(y[outside])
        columns["u"].append(u + noise * u.std() * rng.normal(size=u.size))
    return {name: np.concatenate(parts) for name, parts in columns.items()}


@pytest.fixture(scope="module")
def flow():
    specification = parse(TEXT)
    estimates = estimates_of(specification, load_data(specification, around_a_body()))
    return specification, estimates, weak_system(specification, estimates)


def test_an_equation_holds_beside_a_body():
    found = pdedsl.discover(TEXT, around_a_body())
    terms = {term: value for term, (value, _) in found.coefficients.items()}
    assert terms == {"d_xx(u)": 1.0, "d_yy(u)": pytest.approx(1.0, rel=0.02)}


def test_the_body_is_seen_and_told(flow):
    _, estimates, _ = flow
    for each in estimates:
        x, y = np.meshgrid(*each.grid.axes, indexing="ij")
        place = np.hypot(x - CENTRE[0], y - CENTRE[1])
        assert np.all(place[each.holes] < RADIUS)
        assert np.all(each.holes[place < 0.9 * RADIUS])
        assert any("left out" in note for note in each.notes)


def test_over_it_the_equation_does_not_hold(flow):
    """What was left out would have spoilt the answer."""
    specification, estimates, system = flow
    law = Model((2, 4), (), np.array([1.0, 1.0]), 0)
    everywhere = weak_system(specification, [replace(e, holes=None) for e in estimates])
    beside, over = (assessed(make_library(s), law).chi2 / s.rows for s in (system, everywhere))
    assert system.rows < everywhere.rows
    assert beside < 2.0
    assert over > 5.0


def test_the_residual_map_has_the_splines_that_are_left(flow):
    _, _, system = flow
    found = residual_map(make_library(system), Model((2, 4), (), np.array([1.0, 1.0]), 0))
    assert len(found.values) == system.rows
    distance = np.hypot(*(found.centres - CENTRE).T)
    assert distance.min() > RADIUS
    assert np.abs(found.values).max() < 6


def test_columns_beside_holes_are_those_of_the_splines(flow):
    specification, estimates, system = flow
    everywhere = weak_system(specification, [replace(e, holes=None) for e in estimates])
    group, kept = system.groups[0], system.groups[0].kept
    np.testing.assert_allclose(kept.rows @ kept.rows.T, np.eye(len(kept.rows)), atol=1e-10)
    for masked, whole in zip(system.columns[0], everywhere.columns[0], strict=True):
        np.testing.assert_allclose(masked.values, whole.values @ kept.rows.T, atol=1e-12)
        gram = masked.noise[0].noise_gram(masked.noise[0])
        expected = kept.rows @ whole.noise[0].noise_gram(whole.noise[0]) @ kept.rows.T
        np.testing.assert_allclose(gram, expected, atol=1e-12)
        assert masked.prior[0].shape[1] == len(kept.rows)
    assert group.mean.shape[0] == 4


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_points_by_chance_leave_no_holes_inside(dimensions):
    rng = np.random.default_rng(dimensions)
    points = rng.uniform(size=(600, dimensions))
    inner = (np.linspace(0.2, 0.8, 15),) * dimensions
    assert holes(points, inner) is None


def test_a_missing_value_is_no_hole():
    axes = (np.arange(20.0), np.arange(30.0))
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)
    kept = np.ones(len(points), dtype=bool)
    kept[[35, 36, 66, 200]] = False
    assert holes(points[kept], axes) is None


def test_a_gap_in_a_series_is_one():
    t = np.concatenate([np.arange(0, 30.0), np.arange(45, 80.0)])
    (empty,) = (holes(t[:, None], (np.linspace(0, 79, 80),)),)
    assert np.flatnonzero(empty).min() > 29
    assert np.flatnonzero(empty).max() < 45


def test_a_hole_that_leaves_next_to_nothing_is_refused():
    axis = np.linspace(0, 1, 21)
    functions = TestFunctions((bsplines(0, 1, degree=4, count=7, support=0.5),))
    with pytest.raises(DataError, match="lie over holes"):
        kept_beside(np.abs(axis - 0.5) < 0.3, (axis,), functions)


def in_the_middle(noise=0.01):
    """Heat on a grid of 30 by 40 whose middle was not measured."""
    t, x = np.linspace(0, 1, 30), np.linspace(0, 1, 40)
    rate = 0.1 * np.pi**2
    u = np.exp(-rate * t)[:, None] * np.sin(np.pi * x)
    u = u + 0.5 * np.exp(-4 * rate * t)[:, None] * np.sin(2 * np.pi * x)
    u = u + noise * np.random.default_rng(0).normal(size=u.shape)
    u[9:21, 12:25] = np.nan
    return {"t": t, "x": x, "u": u}


@pytest.fixture(scope="module")
def with_a_hole():
    text = TEXT.replace("x, y", "t, x").replace("sample = sample, ", "")
    return pdedsl.discover(
        re.sub(r"dictionary .*", "dictionary { d_t(u), d_xx(u) }", text), in_the_middle()
    )


def test_the_reason_does_not_blame_the_noise_where_the_field_was_smoothed(with_a_hole):
    assert with_a_hole.equations[0].chi2_per_dof < QUIET
    assert "the equation is fitted to the smoothed field" in with_a_hole.reason
    assert "overestimated" not in with_a_hole.reason


def test_a_run_keeps_its_holes(with_a_hole, tmp_path):
    save(with_a_hole.fields, tmp_path)
    for fields in (with_a_hole.fields, load(tmp_path)):
        (sample,) = fields.samples
        assert sample.holes[15, 18]
        assert not sample.holes[0].any()
        assert np.array_equal(np.isnan(sample.beside_holes("u")), sample.holes)
        assert 0.1 < share_of_holes(fields.samples) < 0.16


def test_the_report_names_and_leaves_blank_what_was_not_measured(with_a_hole):
    text = page(with_a_hole)
    assert "grey where no data are nearby, 13 % of the range" in text
    assert "fitted to the smoothed field" in text
    subject = subject_of(with_a_hole)
    estimate = draw("fields", subject, SCREEN).axes[1]
    (mesh,) = estimate.collections
    assert mesh.get_array().mask.sum() == with_a_hole.fields.samples[0].holes.sum()
    assert to_hex(estimate.get_facecolor()) == HOLE


def test_errors_of_a_solution_do_not_count_in_a_hole(with_a_hole):
    made = with_a_hole.simulate()
    assert "no data near 13 % of the range" in str(made)
    (sample,) = made.samples
    wrong = np.where(sample.measured.holes, 1e6, sample.measured.estimate["u"])
    spoilt = replace(sample, measured=replace(sample.measured, estimate={"u": wrong}))
    assert spoilt.summaries() == sample.summaries()
    assert [r.error_estimate for r in spoilt.rows()] == [r.error_estimate for r in sample.rows()]


def test_candidates_are_scored_beside_holes_as_equations_are_fitted(flow):
    """Their columns on the screen are those of the weak system, whitened."""
    _, _, system = flow
    library = make_library(system)
    support = (2, 4)
    model, stacks = start(library, support, (), 0), stacks_of(library, support, ())
    screen = make_screen(library, model, "exact")
    x, u = variable("x"), variable("u")
    wave = Node("*", (constant(1.5), Node("*", (x, variable("y")))))
    sine = Node("sin", (wave,))
    for feature in (number(1.0), x, u, sine, Node("*", (u, sine))):
        found = screen.whitened([[g.values.of(feature)] for g in screen.groups], 1)[0, 0]
        each = zip(system.groups, stacks, strict=True)
        expected = np.concatenate(
            [
                np.matmul(
                    whitener(s, model.psi),
                    (feature_values(g, feature, library.names) / s.units[:, None])[..., None],
                ).ravel()
                for g, s in each
            ]
        )
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-8)
    compact = screen.compact
    assert compact.column(x).shape == (len(compact.z),)
    assert np.linalg.norm(compact.column(x)) == pytest.approx(np.linalg.norm(screen.column(x)))


@pytest.mark.parametrize(
    ("terms", "grammar"),
    [
        ("d_t(u), d_xx(u)", "polynomial g(u)"),
        ("d_t(u), d_xx(u), u", "g(t, x) { s ::= s + s | const | const*exp(const*x) | const*t }"),
    ],
)
def test_g_is_found_beside_a_hole(terms, grammar):
    """u_t = 0.1 u_xx - 0.5 u + 0.8, without a disc of the rod's history."""
    t, x = (a.ravel() for a in np.meshgrid(*(np.linspace(0, 2, 24),) * 2, indexing="ij"))
    known = (t - 1.1) ** 2 + (x - 0.9) ** 2 > 0.3**2
    u = 1.6 + np.exp(-0.6 * t) * np.cos(x) + 0.7 * np.exp(-1.4 * t) * np.sin(3 * x)
    u += 0.01 * np.random.default_rng(1).normal(size=u.size)
    text = f"""coordinates t, x
fields u
data "rod.csv"
dictionary {{ {terms} }}
grammar {grammar}
search {{ population = 60, generations = 4 }}
"""
    found = pdedsl.discover(text, {"t": t[known], "x": x[known], "u": u[known]})
    assert found.verdict == "identified"
    assert found.coefficients["d_xx(u)"][0] == pytest.approx(-0.1, rel=0.05)
    assert re.fullmatch(r"0\.(79|80|81)\d*( - 0\.5\d*\*u)?", found.equations[0].free)


def test_missing_rows_are_told_as_a_gap_and_growing_steps_are_not():
    t = np.delete(np.linspace(0.0, 10.0, 101), np.s_[40:60])
    x = np.geomspace(0.01, 10.0, 30)
    (told,) = gaps(SamplingGrid(("t", "x"), (t, x)))
    assert "no data for t from 3.9 to 6, 21 % of its range" in told
    assert gaps(SamplingGrid(("t", "x"), (np.linspace(0, 1, 50), x))) == ()
    assert gaps(SamplingGrid(("t",), (np.array([0.0, 1.0, 5.0]),))) == ()


def test_a_gap_is_told_where_rows_are_dropped():
    t = np.linspace(0.0, 10.0, 101)
    u = np.exp(-0.3 * t) * np.cos(2 * t)
    u[40:60] = np.nan
    text = (
        'coordinates t\nfields u\ndata "u.csv" { missing = drop }\ndictionary { d_t(u), d_tt(u) }'
    )
    specification = parse(text)
    (estimate,) = estimates_of(specification, load_data(specification, {"t": t, "u": u}))
    assert any("no data for t from 3.9 to 6" in note for note in estimate.notes)
