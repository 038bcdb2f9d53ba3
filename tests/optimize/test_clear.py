"""Where noise can excuse one equation only, one fit finds what many starts find."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from pdedsl.experiments import heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize import clear
from pdedsl.optimize.clear import (
    clear_start,
    clear_strengths,
    total_least_squares,
    worthwhile,
)
from pdedsl.optimize.evidence import energies, information, log_evidence, noise_share
from pdedsl.optimize.model import (
    assessed,
    inflated,
    make_library,
    releaded,
    stacks_of,
    start,
)
from pdedsl.optimize.pilot import best_lead, eliminate, insignificant
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t, x
fields u
data "rod.npz" { sample = sample }
dictionary { u, d_t(u), d_x(u), d_xx(u) }
grammar none
"""
FULL = tuple(range(4))
LAW = (1, 3)


def library_of(text, data):
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, data))
    return make_library(weak_system(specification, estimates))


@pytest.fixture(scope="module", params=[0.005, 0.02])
def rod(request):
    data = heat.simulate(0, noise=request.param, samples=4, points=20).measurements()
    return library_of(TEXT, data)


@pytest.fixture
def never(monkeypatch):
    """Nothing counts as clear."""
    monkeypatch.setattr(clear, "FAINT", 0.0)


def fitted(library, support=FULL):
    return best_lead(library, support, (), range(len(support)))


def test_energies_are_the_information_and_what_noise_makes_of_it(rod):
    stacks = stacks_of(rod, FULL, ())
    psi = np.array([0.1, 1.0, 0.2, -0.25])
    whole, noise = energies(stacks, psi)
    assert whole == pytest.approx(information(stacks, psi), rel=1e-9)
    assert noise == pytest.approx(sum(noise_share(s, psi) for s in stacks), rel=1e-9)


def test_one_start_finds_what_many_find(rod, request):
    model = fitted(rod)
    assert clear_strengths(rod, model) is not None
    request.getfixturevalue("never")
    other = fitted(rod)
    assert clear_strengths(rod, model) is None
    assert model.evidence == pytest.approx(other.evidence, abs=0.01)
    one, two = (m.psi / m.psi[1] for m in (model, other))
    assert one == pytest.approx(two, abs=1e-3)


def test_terms_go_at_once_that_would_go_one_by_one(rod, request):
    model = eliminate(rod, fitted(rod))
    assert model.support == LAW
    request.getfixturevalue("never")
    other = eliminate(rod, fitted(rod))
    assert other.support == LAW
    assert model.evidence == pytest.approx(other.evidence, abs=0.01)


def test_the_start_does_not_depend_on_the_first_weights_nor_on_their_scale(rod):
    found = [
        clear_start(rod, FULL, (), np.array(psi))
        for psi in ([0, 1.0, 0, 0], [0, 0, 0.1, 1.0], [0, 0, 1e5, 1e6])
    ]
    for model in found[1:]:
        assert model.lead == found[0].lead
        assert model.psi == pytest.approx(found[0].psi, abs=0.02)


def test_strengths_tell_the_law_from_the_rest(rod):
    strengths = clear_strengths(rod, releaded(rod, fitted(rod)))
    assert all(strengths[p] > 10 for p in LAW)
    assert all(strengths[p] < 5 for p in (0, 2))
    assert set(insignificant(rod, fitted(rod))).isdisjoint(LAW)


def test_the_slope_names_the_term_that_is_missing(rod):
    without = fitted(rod, (1, 2))
    telling = worthwhile(rod, without, 2.0)
    assert 3 in telling
    assert set(worthwhile(rod, fitted(rod, LAW), 20.0)).isdisjoint({0, 2})


def test_two_laws_at_once_are_not_clear():
    """u = exp(-t) sin(x + s) obeys d_t(u) = -u, d_xx(u) = -u and every mixture of them."""
    t, x = np.linspace(0, 2, 25), np.linspace(0, 6, 25)
    shifts = np.array([0.0, 0.5, 1.3])
    u = np.exp(-t)[None, :, None] * np.sin(x[None, None, :] + shifts[:, None, None])
    u = u + 0.002 * np.random.default_rng(0).normal(size=u.shape)
    text = TEXT.replace("d_x(u), ", "")
    library = library_of(text, {"sample": np.arange(3), "t": t, "x": x, "u": u})
    assert clear_start(library, (0, 1, 2), (), np.ones(3)) is None
    assert clear_start(library, (0, 1), (), np.ones(2)) is not None


def test_noise_alone_is_not_clear():
    u = np.random.default_rng(1).normal(size=(4, 20, 20))
    axis = np.linspace(0, 1, 20)
    library = library_of(TEXT, {"sample": np.arange(4), "t": axis, "x": axis, "u": u})
    assert clear_start(library, FULL, (), np.ones(4)) is None


def test_a_bank_for_more_noise_has_the_same_products(rod):
    raised = inflated(rod, 5.0)
    system = raised.system
    afresh = replace(raised, banks=make_library(system).banks, _latest={})
    psi = np.array([0.1, 1.0, 0.2, -0.25])
    one, two = (log_evidence(stacks_of(a, FULL, ()), psi) for a in (raised, afresh))
    assert one.value == pytest.approx(two.value, rel=1e-9)
    assert one.gradient == pytest.approx(two.gradient, rel=1e-7)


def test_digits_do_not_depend_on_which_library_or_process_computed_a_product_first(rod):
    psi = np.array([0.1, 1.0, 0.2, -0.25])

    def values(library):
        found = log_evidence(stacks_of(library, FULL, ()), psi)
        return found.value, found.gradient.tolist()

    before = inflated(inflated(rod, 5.0), 3.0)
    elsewhere, afresh = pickle.loads(pickle.dumps((before, rod)))  # noqa: S301
    values(afresh)
    after = inflated(inflated(afresh, 5.0), 3.0)
    assert values(elsewhere) == values(after) == values(before)
    assert values(pickle.loads(pickle.dumps(before))) == values(before)  # noqa: S301


def test_total_least_squares_find_the_law_where_least_squares_do_not():
    """Where a derivative that is mostly noise is held, least squares explain nothing but noise."""
    text = TEXT.replace(
        "{ u, d_t(u), d_x(u), d_xx(u) }", "{ d_t(u), d_xx(u), d_xxx(u), d_xxxx(u) }"
    )
    data = heat.simulate(0, noise=0.05, samples=4, points=20).measurements()
    library = library_of(text, data)
    plain = start(library, FULL, (), 3)
    found = total_least_squares(library, plain)
    law = np.array([1.0, -0.25, 0.0, 0.0])
    far, near = (
        np.abs(m.psi / np.abs(m.psi).sum() * np.sign(m.psi[0]) - law / 1.25).max()
        for m in (plain, found)
    )
    assert near < 0.05 < far
    assert assessed(library, found).evidence > assessed(library, plain).evidence + 10


def test_total_least_squares_of_no_numbers_are_none(rod):
    nowhere = replace(start(rod, FULL, (), 1), psi=np.full(4, np.nan))
    assert total_least_squares(rod, nowhere) is None


def test_an_equation_that_holds_to_nine_digits_is_told_from_none():
    """In products of the columns it would be rounding."""
    rng = np.random.default_rng(0)
    columns = rng.standard_normal((200, 3)) * [1.0, 1e3, 1e-3]
    columns[:, 2] = columns[:, 0] - 2e-3 * columns[:, 1] + 1e-9 * rng.standard_normal(200)
    noise = np.diag([1e-16, 1e-10, 1e-16])
    found = clear._least(columns, noise)
    assert found.count == 1
    assert found.psi / found.psi[2] == pytest.approx([-1.0, 2e-3, 1.0], rel=1e-6)
    unit, inverse = clear._inverted(columns)
    _, small, _ = np.linalg.svd(columns * unit)
    assert np.linalg.norm(inverse, 2) == pytest.approx(1 / small[-1], rel=1e-6)


@pytest.mark.parametrize("last", [0.0, np.nan, "sum", "second"])
def test_columns_that_depend_on_others_tell_nothing(last):
    columns = np.random.default_rng(0).standard_normal((50, 3))
    columns[:, 2] = {"sum": columns[:, 0] + columns[:, 1], "second": 7 * columns[:, 1]}.get(
        last, last
    )
    assert clear._least(columns, np.eye(3)) is None


def test_more_columns_than_rows_tell_nothing():
    columns = np.random.default_rng(0).standard_normal((3, 5))
    assert clear._least(columns, np.eye(5)) is None
