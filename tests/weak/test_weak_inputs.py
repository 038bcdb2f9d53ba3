"""Inputs in the weak form: known values at the nodes, to which no noise belongs."""

import numpy as np
import pytest
import sympy
from numpy.testing import assert_allclose
from weak_cases import U, X, group, spline_rules, term

from pdedsl.fields.inputs import Known
from pdedsl.form import make_symbol
from pdedsl.optimize.expression import Node, variable
from pdedsl.optimize.features import Names, feature_column
from pdedsl.weak import bsplines, column, make_term_integrator
from pdedsl.weak.noise import SampleGroup, noise_gram
from pdedsl.weak.system import HELD_REFINED

Q = make_symbol("q")
T = X[0]


def sample(inputs, size=40):
    axis = np.linspace(0, 1, size)
    functions = [bsplines(0.0, 1.0, degree=4, count=4, support=0.5)]
    made = group(spline_rules([axis], functions, [2]), [1 + T**2])
    fields = vars(made) | {"inputs": tuple(q(axis)[None] for q in inputs)}
    return SampleGroup(**{k: fields[k] for k in SampleGroup.__dataclass_fields__})


def integrated(one, inputs, symbols):
    return column(sample(inputs), make_term_integrator(one, (T,), (U,), symbols))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_an_input_that_is_a_function_of_time_does_what_this_function_does(order):
    known = integrated(term((order,), 1, Q * U**2), [np.sin], (Q,))
    given = integrated(term((order,), 1, sympy.sin(T) * U**2), [], ())
    assert_allclose(known.values, given.values, atol=1e-12)


def test_noise_of_a_term_is_that_of_its_fields_alone():
    alone = integrated(term((0,), 1, Q**2), [np.sin], (Q,))
    assert alone.noise == (None,)
    beside = integrated(term((0,), 1, Q * U), [np.sin], (Q,))
    once = noise_gram(beside, beside, np.array([[0.1]]))
    twice = integrated(term((0,), 1, Q * U), [lambda t: 2 * np.sin(t)], (Q,))
    assert_allclose(noise_gram(twice, twice, np.array([[0.1]])), 4 * once)


def test_a_term_of_g_with_an_input_is_the_same_as_in_the_dictionary():
    found = sample([np.cos])
    names = Names(("t",), ("u",), ("q",))
    feature = Node("*", (variable("q"), variable("u")))
    of_g = feature_column(found, feature, names)
    expected = integrated(term((0,), 1, Q * U), [np.cos], (Q,))
    assert_allclose(of_g.values, expected.values, atol=1e-14)
    assert_allclose(*(noise_gram(c, c, found.noise_sd) for c in (of_g, expected)))


def test_an_input_held_over_coarse_nodes_integrates_as_its_steps():
    axis = np.linspace(0, 1, 41)
    steps = np.where(np.arange(41) % 10 < 5, 1.0, -1.0)
    functions = [bsplines(0.0, 1.0, degree=4, count=4, support=0.5)]
    (rule,) = spline_rules([axis], functions, [0], HELD_REFINED)
    nodes = Known((axis,), steps).on_nodes((rule.nodes,), "held")
    fine = np.linspace(0, 1, 40 * 50 + 1)
    middle = (fine[1:] + fine[:-1]) / 2
    held = Known((axis,), steps).at((middle,), "held")
    exact = functions[0].evaluate(middle, 0) @ held * (fine[1] - fine[0])
    assert_allclose(rule.weights[0] @ nodes, exact, atol=0.01 * np.abs(exact).max())
