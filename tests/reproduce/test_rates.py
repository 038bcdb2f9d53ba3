"""What is looked for where a rate is measured is what the data obey."""

import numpy as np
import pytest
import sympy

from pdedsl.experiments import problems
from pdedsl.form import make_symbol
from pdedsl.language import parse
from pdedsl.reproduce.rates import BESIDE, sweeps
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.template import true_free
from pdedsl.reproduce.text import text_of

CASES = {(s.cases[0].problem, s.cases[0].variant): s.cases[0] for s in sweeps()}


def test_every_problem_is_there_with_and_without_its_rate():
    names = {name for name, _ in CASES}
    assert names == {"oscillator", "wave_source", "drag"}
    assert len(CASES) == 2 * len(names)
    assert {len(s.cases) for s in sweeps((0.1, 0.2))} == {2}


@pytest.mark.parametrize("name", ["oscillator", "drag"])
def test_clean_data_obey_the_target_with_differences_for_derivatives(name):
    subject = CASES[name, BESIDE].subject
    data = subject.simulate(1, 1, 2001, 0.0)
    (t,) = data.axes
    u, v = data.clean[0]
    columns = {"v": v, "d_t(v)": np.gradient(v, t, edge_order=2)}
    symbols = tuple(map(make_symbol, ("t", "u", "v")))
    g = sympy.lambdify(symbols, true_free(subject.target.free, symbols))(t, u, v)
    bound = zip(subject.target.bound, subject.dictionary, strict=True)
    left = sum(b * columns[term] for b, term in bound)
    assert np.abs(left - g).max() < 1e-4 * np.abs(left).max()


@pytest.mark.parametrize("name", ["oscillator", "wave_source"])
def test_the_dictionary_is_that_of_the_paper_with_v_for_the_rate(name):
    own, subject = of_problem(problems()[name]), CASES[name, BESIDE].subject
    assert subject.target == own.target
    written = [
        term.replace("d_t(v)", "d_tt(u)").replace("d_x(v)", "d_tx(u)")
        for term in subject.dictionary
    ]
    assert [("d_t(u)" if term == "v" else term) for term in written] == list(own.dictionary)
    assert {str(f.symbol) for f in parse(text_of(subject)).problem.fields} == {"u", "v"}
