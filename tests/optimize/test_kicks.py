"""A coefficient moved far has the log B that a psi with it has."""

import numpy as np
import pytest

from pdedsl.experiments import problems
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.kicks import KICKS, kicked
from pdedsl.optimize.model import assessed, make_library, start
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of


@pytest.mark.parametrize("name", ["oscillator", "slm", "burgers"])
def test_evidence_is_that_of_the_whole_sum(name):
    problem = problems()[name]
    specification = parse(text_of(of_problem(problem)))
    data = problem.run(0, samples=2, noise=0.05).measurements()
    library = make_library(
        weak_system(specification, estimates_of(specification, load_data(specification, data)))
    )
    everything = tuple(range(len(specification.problem.dictionary)))
    model = start(library, everything, (), 0)
    found = kicked(library, model)
    assert len(found) == len(KICKS) * (len(everything) - 1)
    for each in found:
        moved = np.flatnonzero(each.psi != model.psi)
        assert len(moved) == 1
        assert moved[0] != model.lead
        assert each.evidence == pytest.approx(assessed(library, each).evidence, rel=1e-6, abs=1e-6)
    assert {int(np.flatnonzero(m.psi != model.psi)[0]) for m in found} == set(everything) - {0}
