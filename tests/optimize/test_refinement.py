"""Pilot, refinement and search on small data: which terms stay, which go, and what misfit does."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.experiments import heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.evidence import chi2
from pdedsl.optimize.evolve import Settings
from pdedsl.optimize.expression import Node, constant, number, variable
from pdedsl.optimize.fitted import _Fit, _Objective, covariance_of, maximised, minimised
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.model import (
    Model,
    anchored,
    as_one,
    assessed,
    carried,
    inflated,
    make_library,
    start,
)
from pdedsl.optimize.pilot import eliminate, insignificant, penalised, pilot
from pdedsl.optimize.refine import refine
from pdedsl.optimize.rival import Rival, is_bent, worth
from pdedsl.optimize.search import search
from pdedsl.optimize.shortening import is_needless
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.watching import Hooks
from pdedsl.pipeline import estimates_of, weak_system

T, U = variable("t"), variable("u")


def times(a, b):
    return Node("*", (a, b))


def library_of(text, data):
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, data))
    return make_library(weak_system(specification, estimates)), specification


def rod_of(seed, noise):
    """Heat in a rod with the source 1.25 exp(1.8 t), five dictionary terms."""
    text = """coordinates t, x
fields u
data "rod.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u) }
"""
    return library_of(text, heat.simulate_with_source(seed, noise=noise).measurements())[0]


@pytest.fixture(scope="module")
def rod():
    return rod_of(1, 0.01)


SOURCE = Node("exp", (times(constant(1.8), T),))


def fitted(library, support, features):
    return maximised(library, start(library, support, features, 0))


def test_the_pilot_finds_the_dictionary_terms_before_g_is_known(rod):
    assert pilot(rod, ("t", "x", "u")).support == (0, 4)


def test_a_term_that_only_the_evidence_wants_is_dropped():
    """With these data log B leans towards d_tt by more than its penalty; chi2 does not."""
    library = rod_of(3, 0.05)
    with_it, without = (fitted(library, s, (SOURCE,)) for s in ((0, 2, 4), (0, 4)))
    assert penalised(library, with_it) > penalised(library, without)
    assert insignificant(library, with_it) == [2]
    assert insignificant(library, without) == []
    assert eliminate(library, with_it).support == (0, 4)


def test_a_term_that_is_needed_stays(rod):
    assert eliminate(rod, fitted(rod, (0, 4), (SOURCE,))).support == (0, 4)


def test_a_needless_term_of_g_is_dropped(rod):
    candidates = [
        Scored(Terms((SOURCE, times(T, U), number(1.0))), 1.0),
        Scored(Terms((times(T, T),)), 1.0),
    ]
    best = refine(rod, candidates, pilot(rod, ("t", "x", "u")))[0]
    assert best.model.support == (0, 4)
    assert [f.op for f in best.model.features] == ["exp"]
    assert best.size == 4
    assert best.model.theta == pytest.approx([1.8], rel=0.01)


def test_rivals_come_in_the_order_of_their_evidence(rod):
    candidates = [Scored(Terms(()), 1.0), Scored(Terms((SOURCE,)), 1.0)]
    found = refine(rod, candidates, fitted(rod, (0, 4), (SOURCE,)))
    values = [r.value for r in found]
    assert values == sorted(values, reverse=True)
    assert found[0].model.features


def test_the_estimate_by_chi2_lies_within_its_errors(rod):
    model = minimised(rod, fitted(rod, (0, 4), (SOURCE,)))
    found = np.concatenate([model.psi[1:], model.theta])
    errors = np.sqrt(np.diagonal(covariance_of(rod, model)))
    pulls = (found - [-0.25, -1.25, 1.8]) / errors
    assert np.all(np.abs(pulls) < 4)
    assert np.all(errors < 0.01)


def test_raising_the_noise_divides_chi2(rod):
    model = fitted(rod, (0, 4), (SOURCE,))
    raised = assessed(inflated(rod, 7.0), model)
    assert raised.chi2 == pytest.approx(model.chi2 / 7.0, rel=1e-6)


def test_a_law_outside_the_grammar_raises_the_noise_to_what_it_leaves():
    """A pendulum that swings widely, when only a linear force may be found."""
    from scipy.integrate import solve_ivp

    t = np.linspace(0.0, 12.0, 150)
    path = solve_ivp(lambda _, y: [y[1], -np.sin(y[0])], (0, 12), [2.5, 0.0], t_eval=t, rtol=1e-9)
    noise = np.random.default_rng(0).normal(0.0, 1e-4, t.size)
    text = """coordinates t
fields u
dictionary { d_t(u), d_tt(u) }
grammar g(t, u) { force ::= const * u | force + force }
"""
    library, specification = library_of(text, {"t": t, "u": path.y[0] + noise})
    found = search(library, specification.grammar, Settings(30, 2, 0, 10))
    assert found.library.inflation > 100
    best = found.rivals[0].model
    assert best.chi2 == pytest.approx(library.system.disjoint, rel=1.0)


def test_a_law_inside_the_grammar_leaves_the_noise_as_it_is():
    t = np.linspace(0.0, 3.0, 60)
    noise = np.random.default_rng(0).normal(0.0, 1e-3, t.size)
    text = "coordinates t\nfields u\ndictionary { d_t(u), d_tt(u) }\ngrammar polynomial\n"
    library, specification = library_of(text, {"t": t, "u": np.exp(-t) + noise})
    seen = []
    settings = Settings(30, 12, 0, 10)
    found = search(library, specification.grammar, settings, hooks=Hooks(seen.append))
    assert found.library.inflation == 1.0
    assert max(p.generation for p in seen) < 12, "it stops where the best leaves only noise"
    assert list(found.rivals[0].model.features) == [U]


def test_a_steep_term_that_chi2_does_not_miss_is_dropped():
    """exp(u) at 1e-11 of itself changes no residual, but raises what a smooth field leaves."""
    library = rod_of(1, 0.05)
    steep = Node("exp", (U,))
    long, short = (fitted(library, (0, 4), f) for f in ((SOURCE, steep), (SOURCE,)))
    assert long.evidence - short.evidence > 0.5 * np.log(library.system.points) + 2
    rivals = [Rival(m, 0, m.evidence) for m in (long, short)]
    assert is_needless(library, *rivals)
    assert not is_needless(library, rivals[0], replace(rivals[1], value=short.evidence - 10))
    candidates = [Scored(Terms(f), 1.0) for f in ((SOURCE, steep), (SOURCE,))]
    best = refine(library, candidates, short)[0]
    assert [f.op for f in best.model.features] == ["exp"]
    assert best.model.theta == pytest.approx([1.8], rel=0.05)


def test_a_constant_whose_derivative_overflows_has_no_evidence(rod):
    fast = Node("/", (U, Node("exp", (times(constant(1e7), T),))))
    model = start(rod, (0, 4), (SOURCE, fast), 0)
    assert maximised(rod, model).evidence == -np.inf
    assert minimised(rod, model).chi2 == np.inf
    assert np.all(np.isinf(np.diagonal(covariance_of(rod, model))))


def test_a_constant_too_large_for_its_error_stays_where_it_is(rod):
    """Nothing is divided by a step of its error, which is lost in rounding."""
    objective = _Objective(rod, start(rod, (0, 4), (SOURCE,), 0), chi2, _Fit(True, True))
    objective.t[objective.linear] *= 0.0
    value, gradient = objective(np.zeros(objective.size))
    assert np.isfinite(value)
    assert np.all(np.isfinite(gradient))


def test_where_columns_are_noisy_a_fit_starts_best_from_the_pilot():
    text = 'coordinates t, x\nfields u\ndata "rod.npz" { sample = sample }\n'
    data = heat.simulate_with_source(4, noise=0.2).measurements()
    library = library_of(text + "dictionary { d_t(u), d_xx(u) }\n", data)[0]
    base = pilot(library, ("t", "x", "u"))
    near = assessed(library, anchored(library, base, (SOURCE,)))
    far = assessed(library, start(library, base.support, (SOURCE,), base.lead))
    best = maximised(library, near)
    assert best.evidence - near.evidence < 5
    assert best.evidence - far.evidence > 20


def test_a_model_is_carried_over_to_other_terms(rod):
    model = fitted(rod, (0, 2, 4), (SOURCE,))
    wider = assessed(rod, carried(model, (0, 1, 2, 4)))
    assert wider.evidence == pytest.approx(model.evidence, abs=1e-6)
    assert wider.psi[1] == 0.0
    narrower = carried(wider, (0, 4))
    assert narrower.lead == 0
    np.testing.assert_array_equal(narrower.psi, model.psi[[0, 2, 3]])


def test_terms_whose_slopes_cancel_are_no_equation():
    """sin(u) - u says that u is small, and its linear covariance that this is beyond noise."""
    t = np.linspace(0.0, 2.0, 20)
    rng = np.random.default_rng(0)
    u = np.array([np.exp(-t) * np.cos(3 * t + phase) for phase in range(10)])
    data = {"t": t, "u": u + 0.3 * rng.normal(size=u.shape), "sample": np.arange(10)}
    text = """coordinates t
fields u
data "u.npz" { sample = sample }
dictionary { d_t(u), d_tt(u) }
"""
    library = library_of(text, data)[0]
    sine = Node("sin", (U,))
    cancelling, adding, alone = (
        Model((1,), features, np.array([1.0, *weights]), 0)
        for features, weights in (
            ((U, sine), (1e4, -1.001e4)),
            ((U, sine), (4.0, 4.0)),
            ((sine,), (4.0,)),
        )
    )
    assert is_bent(library, as_one(library, cancelling).features[-1])
    assert not is_bent(library, as_one(library, adding).features[-1])
    assert as_one(library, alone) is None
    assert worth(library, assessed(library, cancelling), size=4) == -np.inf
    assert np.isfinite(worth(library, assessed(library, adding), size=4))
