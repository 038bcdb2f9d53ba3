"""Large dictionaries are looked through by the order of their derivatives."""

from itertools import pairwise

import numpy as np
import pytest

from pdedsl import discover
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.model import inflated, make_library
from pdedsl.optimize.orders import MANY, beside, limited, nested
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.reproduce import sets
from pdedsl.reproduce.text import text_of

HEAD = 'coordinates t, x\nfields u, v\ngrammar none\ndata "waves.npz" { sample = run }\n'
LARGE = HEAD + "dictionary { derivatives(u, 4), derivatives(v, 4) }\n"
SMALL = HEAD + "dictionary { derivatives(u, 2), derivatives(v, 2) }\n"


def waves(noise=0.01, seed=0):
    """u_t = 2 v_x and v_t = 2 u_x: waves to either side in each of three samples."""
    rng = np.random.default_rng(seed)
    t, x = np.linspace(0, 1, 18), np.linspace(0, 3, 20)
    u, v = [], []
    for _ in range(3):
        right = waves_along(rng, x[None] - 2 * t[:, None])
        left = waves_along(rng, x[None] + 2 * t[:, None])
        u.append(right + left)
        v.append(left - right)
    fields = {"run": np.arange(3), "t": t, "x": x, "u": np.array(u), "v": np.array(v)}
    for name in ("u", "v"):
        spread = noise * fields[name].std()
        fields[name] = fields[name] + spread * rng.normal(size=fields[name].shape)
    return fields


def waves_along(rng, phase):
    numbers, shifts, heights = rng.uniform(1, 3, 3), rng.uniform(0, 6, 3), rng.normal(size=3)
    return sum(h * np.cos(k * phase + s) for k, s, h in zip(numbers, shifts, heights, strict=True))


def library(text):
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, waves()))
    return make_library(weak_system(specification, estimates))


def orders(made, support):
    return {made.system.problem.dictionary[p].alpha.order for p in support}


def test_sets_of_terms_grow_by_order_and_end_with_the_whole_dictionary():
    made = library(LARGE)
    assert len(made.system.problem.dictionary) == 28 > MANY
    sets = nested(made)
    assert [len(each) for each in sets] == [4, 10, 18, 28]
    assert [orders(made, each) for each in sets] == [{1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}]
    assert all(set(a) < set(b) for a, b in pairwise(sets))


def test_beside_an_equation_are_terms_of_its_order_and_as_far_beyond_as_is_asked():
    made = library(LARGE)
    first = nested(made)[0][:2]
    assert beside(made, first) == nested(made)[0]
    assert beside(made, first, beyond=1) == nested(made)[1]
    assert beside(made, nested(made)[2], beyond=3) == nested(made)[3]


def test_a_small_dictionary_is_looked_at_as_a_whole():
    made = library(SMALL)
    everything = tuple(range(10))
    assert nested(made) == [everything]
    assert beside(made, (0,)) == everything


@pytest.mark.parametrize("seed", [0, 1])
def test_of_an_equation_and_its_derivatives_the_equation_is_found(seed):
    """Of 28 terms u_t = 2 v_x, v_t = 2 u_x, and 18 of their derivatives make combinations."""
    found = discover(LARGE, waves(seed=seed))
    terms = {each.term: each.coefficient for each in found.equations[0].bound}
    assert set(terms) in ({"d_t(u)", "d_x(v)"}, {"d_t(v)", "d_x(u)"})
    first, second = terms.values()
    ratio = second / first if "d_t" in next(iter(terms)) else first / second
    assert ratio == pytest.approx(-2.0, abs=0.02)


def test_both_equations_are_named_and_none_is_claimed():
    found = discover(LARGE, waves())
    assert found.verdict == "not identified"
    assert "two independent equations hold within the noise" in found.reason


def test_a_limit_holds_beyond_what_is_asked_and_never_below_the_equation():
    made = library(LARGE)
    first, second, third, _ = nested(made)
    part = limited(made, second)
    assert beside(part, first[:2]) == first
    assert beside(part, first[:2], beyond=3) == second
    assert beside(part, third) == third
    assert beside(limited(part, None), first[:2], beyond=2) == third
    raised = inflated(part, 4.0)
    assert beside(raised, first[:2], beyond=3) == second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("klein_gordon", {"d_tt(u)", "d_xx(u)"}),
        ("susceptible_by_age", {"d_t(s)", "d_a(s)"}),
        ("maxwell_hy", {"d_t(hy)", "d_x(e)"}),
        ("gauss_layer", {"d_x(ex)", "d_y(ey)", "d_z(ez)"}),
        ("navier_stokes_vorticity", {"d_t(w)", "d_xx(w)", "d_yy(w)", "d_x(u*w)", "d_y(v*w)"}),
    ],
)
def test_laws_are_found_among_all_derivatives_up_to_the_fourth_order(name, terms):
    case = next(c for c in sets(None)["wide"].cases if c.subject.name == name)
    data = case.subject.simulate(0, case.samples, case.points, case.noise)
    found = discover(text_of(case.subject), data.measurements())
    assert found.verdict == "identified"
    assert {each.term for each in found.equations[0].bound} == terms
