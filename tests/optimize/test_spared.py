"""A longer g goes where a shorter one beside the same terms is as good to chi2, and only there."""

from dataclasses import replace

import pytest

from pdedsl.experiments.textbook import simulate, textbook
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.expression import Node, constant, number, variable
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import as_one, assessed, make_library, start
from pdedsl.optimize.pilot import penalised
from pdedsl.optimize.rival import Rival, worth
from pdedsl.optimize.shortening import SPARED, spared
from pdedsl.optimize.terms import Terms
from pdedsl.pipeline import estimates_of, weak_system

U = variable("u")
CUBE = Node("^", (U, number(3.0)))


def of(name, *arguments):
    return Node(name, arguments)


PLAIN = (U,)
CANCELLING = (of("sinh", U), CUBE, of("sin", U))
SINE = (of("sin", Node("*", (constant(1.0), U))),)


def library_of(name):
    """Waves on a string with a force, in a dictionary of two terms."""
    found = textbook()[name]
    text = f"""coordinates t in [0, {found.end}], x in [0, {found.width}]
fields u
data "waves.npz" {{ sample = sample }}
dictionary {{ d_tt(u), d_xx(u) }}
"""
    specification = parse(text)
    data = simulate(name, 0, 3, 24, 0.01).measurements()
    estimates = estimates_of(specification, load_data(specification, data))
    return make_library(weak_system(specification, estimates))


@pytest.fixture(scope="module")
def linear():
    return library_of("klein_gordon")


@pytest.fixture(scope="module")
def pendulums():
    return library_of("sine_gordon")


def rival(library, features, value, support=(0, 1)):
    model = maximised(library, start(library, support, features, 0))
    return Rival(model, Terms(features).size, value)


def test_terms_that_cancel_give_way_to_what_they_add_up_to(linear):
    long, short = rival(linear, CANCELLING, 370.0), rival(linear, PLAIN, 350.0)
    below = rival(linear, SINE, 340.0)
    assert spared(linear, [long, short, below]) == [short, below]


def test_what_the_data_need_stays(pendulums):
    rivals = [rival(pendulums, SINE, 370.0), rival(pendulums, PLAIN, 350.0)]
    assert spared(pendulums, rivals) == rivals


def test_much_more_evidence_is_not_given_up(linear):
    long = rival(linear, CANCELLING, 370.0)
    rivals = [long, rival(linear, PLAIN, 370.0 - SPARED - 1.0)]
    assert spared(linear, rivals) == rivals


def test_other_dictionary_terms_are_another_matter(linear):
    rivals = [rival(linear, CANCELLING, 370.0), rival(linear, PLAIN, 360.0, support=(0,))]
    assert spared(linear, rivals) == rivals
    between = replace(rivals[1], value=365.0)
    with_both = [rivals[0], between, rival(linear, PLAIN, 360.0)]
    assert spared(linear, with_both) == with_both


def test_nothing_comes_of_nothing(linear):
    assert spared(linear, []) == []


def test_terms_that_cancel_are_worth_no_more_than_their_sum(linear):
    """As one term they have the same residual and the same noise."""
    model = maximised(linear, start(linear, (0, 1), CANCELLING, 0))
    one = assessed(linear, as_one(linear, model))
    assert one.features[:-1] == ()
    assert one.chi2 == pytest.approx(model.chi2, rel=1e-6)
    size = Terms(CANCELLING).size
    value = worth(linear, model, size=size)
    assert value <= penalised(linear, model, size=size)
    assert value <= penalised(linear, replace(model, evidence=one.evidence), size=size)


def test_what_is_judged_as_one_leaves_nothing_behind(linear):
    """Its weights are of one fit only: a column remembered for each would fill the memory."""
    model = maximised(linear, start(linear, (0, 1), CANCELLING, 0))

    def remembered():
        return len(linear._columns), sum(len(bank._kept) for bank in linear.banks)

    worth(linear, model, size=1)
    before = remembered()
    for factor in (1.01, 1.02, 1.03):
        worth(linear, replace(model, psi=model.psi * factor), size=1)
    assert remembered() == before
