"""True equations balance in the weak system and wrong ones do not; Z is linear in its terms."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy
from weak_cases import U, V, X, term, uneven

from pdedsl.errors import DataError
from pdedsl.fields import FieldEstimate, GaussianPrior, SamplingGrid
from pdedsl.form import Coordinate, Dictionary, Field, Problem
from pdedsl.weak import Wish, make_function
from pdedsl.weak.system import build

T, x, _ = X
AXES = (2 * uneven(25), 3 * uneven(31))
PRIOR = GaussianPrior(0.0, (0.8, 0.9), 1.0)


@dataclass(frozen=True)
class ExactCurve:
    """A field known in closed form."""

    expression: sympy.Expr

    def on(self, axes):
        points = np.meshgrid(*axes, indexing="ij", sparse=True)
        values = make_function(self.expression, X[: len(axes)])(*points)
        return np.array(np.broadcast_to(values, tuple(a.size for a in axes)), dtype=float)


def estimate(*fields, axes=AXES, noise=None):
    curves = tuple(ExactCurve(f) for f in fields)
    mean = np.stack([c.on(axes) for c in curves])
    observed = mean if noise is None else mean + noise
    grid = SamplingGrid(("t", "x"), axes)
    sd = np.full(len(fields), 0.01)
    return FieldEstimate(grid, observed, mean, sd, (PRIOR,) * len(fields), curves)


def problem(terms, known=0, fields=1):
    return Problem(
        (Coordinate(T), Coordinate(x)),
        tuple(Field(f) for f in (U, V)[:fields]),
        Dictionary(tuple(terms)),
        sympy.sympify(known),
    )


def residual(system, beta):
    """Z beta - w relative to the terms it is made of."""
    w = np.concatenate([c.values.ravel() for c in system.known if c is not None] or [np.zeros(1)])
    return np.abs(system.z @ beta - w).max() / np.abs(system.z * beta).max()


HEAT = (term((1, 0), 1, U), term((0, 2), 1, U))
WARM = sympy.exp(-T) * (sympy.sin(x) + 1)  # u_t - u_xx = -exp(-t)


@pytest.mark.parametrize("wish", [Wish(), Wish(degree=6, count=(3, 4), support=(0.5, 0.4))])
def test_heat_with_a_source_balances(wish):
    system = build(problem(HEAT, -sympy.exp(-T)), [estimate(WARM)], wish)
    assert residual(system, np.array([1.0, -1.0])) < 1e-5


def test_a_wrong_coefficient_a_wrong_source_or_a_wrong_sign_does_not_balance():
    true = build(problem(HEAT, -sympy.exp(-T)), [estimate(WARM)], Wish())
    assert residual(true, np.array([1.0, -0.9])) > 0.01
    assert residual(true, np.array([1.0, 1.0])) > 0.1
    for source in (0, sympy.exp(-T), -sympy.exp(-1.1 * T)):
        wrong = build(problem(HEAT, source), [estimate(WARM)], Wish())
        assert residual(wrong, np.array([1.0, -1.0])) > 0.005


def test_a_source_in_the_field_itself_balances():
    field = sympy.exp(T / 2) * sympy.sin(x)  # u_t - u_xx = 3 u / 2
    system = build(problem(HEAT, 1.5 * U), [estimate(field)], Wish())
    assert residual(system, np.array([1.0, -1.0])) < 1e-5


def test_continuity_of_a_density_carried_by_a_second_field_balances():
    density = 2 + sympy.cos(x) * sympy.sin(T)
    velocity = -sympy.sin(x) * sympy.cos(T) / density
    terms = (term((1, 0), 1, U), term((0, 1), 1, U * V))
    system = build(problem(terms, fields=2), [estimate(density, velocity)], Wish())
    assert residual(system, np.array([1.0, 1.0])) < 1e-5
    assert residual(system, np.array([1.0, 0.9])) > 0.01


def test_a_fine_riemann_sum_gives_nearly_the_same_system():
    given = problem(HEAT, -sympy.exp(-T))
    spline = build(given, [estimate(WARM)], Wish())
    riemann = build(given, [estimate(WARM)], Wish(), riemann_points=300)
    np.testing.assert_allclose(riemann.z, spline.z, atol=1e-4 * np.abs(spline.z).max())


def test_columns_are_permuted_with_the_terms():
    terms = [*HEAT, term((0, 1), x, U**2), term((1, 1), 1 + T, U)]
    order = [2, 0, 3, 1]
    z = build(problem(terms), [estimate(WARM)], Wish()).z
    permuted = build(problem([terms[i] for i in order]), [estimate(WARM)], Wish()).z
    np.testing.assert_array_equal(permuted, z[:, order])


def test_z_is_linear_in_a_and_in_h():
    a, b = 1 + T * x, sympy.exp(x)
    f, g = U**2 + T, sympy.sin(U)
    terms = [
        *[term((1, 2), c, f) for c in (a, b, 2 * a - 3 * b)],
        *[term((1, 2), a, h) for h in (g, 2 * f - 3 * g)],
    ]
    noise = 0.01 * np.random.default_rng(0).normal(size=(1, 25, 31))
    z = build(problem(terms), [estimate(WARM, noise=noise)], Wish()).z
    scale = np.abs(z).max()
    np.testing.assert_allclose(2 * z[:, 0] - 3 * z[:, 1], z[:, 2], atol=1e-10 * scale)
    np.testing.assert_allclose(2 * z[:, 0] - 3 * z[:, 3], z[:, 4], atol=1e-10 * scale)


def test_samples_are_grouped_by_grid_and_every_row_counted():
    coarse = (2 * uneven(19), 3 * uneven(22))
    estimates = [estimate(WARM), estimate(WARM, axes=coarse), estimate(2 * WARM)]
    system = build(problem(HEAT), estimates, Wish(count=(3, 4)))
    assert [g.mean.shape[0] for g in system.groups] == [2, 1]
    assert system.rows == 3 * 12
    assert system.z.shape == (36, 2)
    assert system.points == 2 * 25 * 31 + 19 * 22
    np.testing.assert_allclose(system.z[12:24], 2 * system.z[:12], rtol=1e-9, atol=1e-12)


def test_the_prior_factor_is_a_root_of_the_prior_covariance():
    system = build(problem(HEAT), [estimate(WARM)], Wish())
    group = system.groups[0]
    factor = group.prior[0].factor()[0]
    covariance = np.kron(
        *(PRIOR.axis_covariance(i, q.nodes, q.nodes) for i, q in enumerate(group.quadrature))
    )
    np.testing.assert_allclose(factor @ factor.T, covariance, atol=1e-5)


@pytest.mark.parametrize(
    ("a", "h"), [(1 / T, U), (1, sympy.log(U)), (1, sympy.sqrt(U)), (sympy.log(T - 1), U)]
)
def test_a_term_that_is_not_finite_on_the_data_is_refused_by_name(a, h):
    cold = estimate(WARM - 1)
    with pytest.raises(DataError, match="not finite") as caught:
        build(problem([*HEAT, term((0, 1), a, h)]), [cold], Wish())
    assert str(h) in str(caught.value)
    assert caught.value.remedy


def test_a_known_part_that_is_not_finite_on_the_data_is_refused():
    with pytest.raises(DataError, match="not finite") as caught:
        build(problem(HEAT, sympy.log(U)), [estimate(WARM - 1)], Wish())
    assert "log(u)" in str(caught.value)
    assert caught.value.remedy


def test_estimates_are_left_as_they_were():
    given = estimate(WARM)
    before = given.mean.copy()
    build(problem(HEAT), [given, replace(given)], Wish())
    np.testing.assert_array_equal(given.mean, before)
