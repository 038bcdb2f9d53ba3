"""Large grids in pieces: the same columns and products as on the grid as a whole."""

import numpy as np
import pytest
from weak_cases import U, V, X, spline_rules, term

from pdedsl.fields import GaussianPrior
from pdedsl.form import make_symbol
from pdedsl.weak import SampleGroup, bsplines, column, make_term_integrator, pieces
from pdedsl.weak.noise import noise_gram, prior_gram
from pdedsl.weak.prior_modes import prior_modes

T, XX = X[0], X[1]
Q, P = make_symbol("q"), make_symbol("p")
TERMS = {
    "linear": term((1, 0), 1, U),
    "nonlinear": term((0, 2), 1, U**2 * V),
    "with a coefficient": term((1, 1), T * XX**2, U**3),
    "of one field and the place": term((0, 1), 1, XX * V),
    "with inputs": term((0, 1), 1, Q * U**2 + P * V),
}


@pytest.fixture(params=[1, 2], ids=["nodes of the grid", "one axis refined"])
def sample(request):
    axes = [np.linspace(0, 1, 40), np.linspace(0, 2, 17)]
    functions = [bsplines(a[0], a[-1], degree=4, count=3, support=0.6) for a in axes]
    rules = [
        *spline_rules(axes[:1], functions[:1], [2]),
        *spline_rules(axes[1:], functions[1:], [2], request.param),
    ]
    shape = tuple(r.nodes.size for r in rules)
    rng = np.random.default_rng(0)
    mean = 1 + 0.3 * rng.standard_normal((2, 2, *shape))
    noise = np.array([[0.1, 0.2], [0.3, 0.1]])
    nodes = [r.nodes for r in rules]
    priors = tuple(
        prior_modes([GaussianPrior(0, (0.3, 0.5), s) for s in (1.0, 0.7)], nodes, noise[:, j])
        for j in range(2)
    )
    excess = 0.1 * rng.standard_normal(mean.shape)
    inputs = rng.standard_normal((1, shape[0], 1)), rng.standard_normal((2, *shape))
    return SampleGroup(tuple(rules), mean, excess, noise, priors, inputs)


@pytest.mark.parametrize("one", TERMS.values(), ids=TERMS)
def test_columns_in_pieces_are_those_of_the_whole_grid(sample, one, monkeypatch):
    integrator = make_term_integrator(one, X[:2], (U, V), (Q, P))
    whole = column(sample, integrator)
    monkeypatch.setattr(pieces, "LARGEST", 400)
    found = pieces.column_in_pieces(sample, integrator)
    assert len(pieces.pieces_of(sample).cuts) > 3
    np.testing.assert_allclose(found.values, whole.values, rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(found.signal, whole.signal, rtol=1e-10, atol=1e-13)
    expected = prior_gram(whole, whole)
    size = np.abs(expected).max()
    np.testing.assert_allclose(prior_gram(found, found), expected, rtol=0, atol=1e-11 * size)


@pytest.mark.parametrize("one", TERMS.values(), ids=TERMS)
@pytest.mark.parametrize("other", TERMS.values(), ids=TERMS)
def test_noise_of_two_terms_in_pieces_is_that_of_the_whole_grid(sample, one, other, monkeypatch):
    integrators = [make_term_integrator(e, X[:2], (U, V), (Q, P)) for e in (one, other)]
    expected = noise_gram(*(column(sample, i) for i in integrators), sample.noise_sd)
    monkeypatch.setattr(pieces, "LARGEST", 400)
    columns = [pieces.column_in_pieces(sample, i) for i in integrators]
    found = noise_gram(*columns, sample.noise_sd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_nothing_nonlinear_is_kept_of_a_large_grid(sample, monkeypatch):
    monkeypatch.setattr(pieces, "LARGEST", 400)
    found = pieces.column_in_pieces(
        sample, make_term_integrator(TERMS["nonlinear"], X[:2], (U, V), (Q, P))
    )
    assert all(isinstance(b, pieces.InPieces) for b in (*found.noise, *found.reach))
