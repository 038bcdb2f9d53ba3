"""Every row of the paper's tables of equations, and what is said of each.

Where the paper's own entry does not hold, the row says why.
"""

from __future__ import annotations

import pytest
import sympy
from jet_cases import SPACE, d, kappa, nu, t, u, v, x, y

from pdedsl.form import JetSpace, Kind, Obstruction, Rewriting, classify, make_symbol, simple_terms

k, p, E1, E2, E3, rho, z = map(make_symbol, ("k", "p", "E1", "E2", "E3", "rho", "z"))
one, two, three = make_symbol("theta1"), make_symbol("theta2"), make_symbol("theta3")
PLANE = JetSpace((t, x, y), (u,))
FLAT = JetSpace((x, y), (u,))
ROOM = JetSpace((t, x, y, z), (u,))
GAUSS = JetSpace((x, y, z), (E1, E2, E3))
FLOW = JetSpace((t, x, y), (u, v, p))
exp, sin = sympy.exp, sympy.sin


def u_(letters: str, space: JetSpace = SPACE) -> sympy.Symbol:
    return d(u, letters, space)


def laplacian(h: sympy.Expr, space: JetSpace, letters: str) -> sympy.Expr:
    positions = [i for i, c in enumerate(space.coordinates) if c.name in letters]
    return sum(space.derivative(space.derivative(h, i), i) for i in positions)


HEAT = u_("t") - one * u_("xx")
BURGERS = u_("t") + u * u_("x") - one * u_("xx")
KURAMOTO = u_("t") + u_("xx") + u_("xxxx") + u * u_("x")
OSCILLATOR = u_("tt") + 2 * one * two * u_("t") + two**2 * u - three * sin(k * t)
SLM = u_("t") + u_("x") + 2 * exp(one * x) * u

EXPERIMENTS = {  # table "Equations used in the experiments": linear combination; all are ready
    "heat": (HEAT, True),
    "Burgers": (BURGERS, True),
    "Kuramoto-Sivashinsky": (KURAMOTO, True),
    "oscillator": (OSCILLATOR, False),
    "SLM": (SLM, False),
    "heat with a source": (HEAT - two * exp(three * t), False),
    "wave with a source": (u_("tt") - one * u_("xx") - two * exp(t) * sin(three * t), False),
}


@pytest.mark.parametrize(("equation", "combination"), EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_equations_used_in_the_experiments(equation, combination):
    found = classify(equation, SPACE)
    assert found.linear_combination is combination
    assert found.variational_ready


EXAMPLES = {  # table "Examples of equations which are Variational-Ready": linear
    "damped wave": (
        u_("tt", ROOM) + rho * u_("t", ROOM) - k * laplacian(u, ROOM, "xyz") - sin(x * y),
        ROOM,
        True,
    ),
    "Gauss": (d(E1, "x", GAUSS) + d(E2, "y", GAUSS) + d(E3, "z", GAUSS) - rho, GAUSS, True),
    "Burgers": (BURGERS, SPACE, False),
    "Korteweg-De Vries": (u_("t") + u_("xxx") - 6 * u * u_("x"), SPACE, False),
    "Kuramoto-Sivashinsky": (KURAMOTO, SPACE, False),
    "Fisher": (u_("t") - k * u_("xx") - rho * u * (1 - u), SPACE, False),
    "Liouville": (u_("xx", FLAT) + u_("yy", FLAT) - k * exp(rho * u), FLAT, False),
    "porous medium": (u_("t", ROOM) - laplacian(u**kappa, ROOM, "xyz"), ROOM, False),
    "sine-Gordon": (u_("tt") - u_("xx") + sin(u), SPACE, False),
}


@pytest.mark.parametrize(("equation", "space", "linear"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples_of_equations_that_are_ready(equation, space, linear):
    found = classify(equation, space)
    assert found.linear is linear
    assert found.variational_ready


def momentum() -> sympy.Expr:
    """The first of the Navier-Stokes equations in two dimensions, without outer force."""
    advection = u * u_("x", FLOW) + v * u_("y", FLOW)
    return u_("t", FLOW) + advection - nu * laplacian(u, FLOW, "xy") + d(p, "x", FLOW) / rho


def test_the_navier_stokes_equations_are_ready_only_with_the_continuity_equation():
    """The paper ticks them, but v u_y is no d_y[h]: dh/du = v and dh/dv = 0 disagree.

    With div u = 0 added u times, advection is d_x(u^2) + d_y(u v), and the tick is right.
    """
    alone = classify(momentum(), FLOW)
    assert not alone.linear
    assert isinstance(alone.rewriting, Obstruction)
    assert alone.rewriting.kind is Kind.CURL
    assert alone.rewriting.gradient == (v, 0, 0)
    divergence = u_("x", FLOW) + d(v, "y", FLOW)
    together = classify(momentum() + u * divergence, FLOW)
    assert isinstance(together.rewriting, Rewriting)
    advected = {e.h for e in together.rewriting.terms if e.alpha.order == 1}
    assert advected == {u, u**2, u * v, p}


ASSUMPTIONS = {  # table of the two assumptions: linear combination, evolution form in t
    "both": (u_("t") - one * u_("xx") - two * u * u_("x") - three * sin(u), True, True),
    "linear combination": (one * u_("t") ** 2 + two * u_("x") * u_("t") + three * u, True, False),
    "evolution form": (u_("t") - sin(one * u) / (x + two), False, True),
    "neither": (u_("t") ** 2 + u * u_("xx") - exp(one * t), False, False),
}


@pytest.mark.parametrize(
    ("equation", "combination", "evolution"), ASSUMPTIONS.values(), ids=ASSUMPTIONS
)
def test_the_two_assumptions_are_independent(equation, combination, evolution):
    found = classify(equation, SPACE)
    assert found.linear_combination is combination
    assert (t in found.evolves_in) is evolution


DICTIONARIES = {  # table of terms that 17 equations need; those of the equations, see below
    "heat": (HEAT, "t xx"),
    "wave": (u_("tt") - one * u_("xx"), "tt xx"),
    "Burgers": (BURGERS, "t xx x2"),
    "SLM": (SLM, "t x"),
    "damped oscillator": (u_("tt") + 2 * one * two * u_("t") + two**2 * u, "t tt"),
    "Kuramoto-Sivashinsky": (KURAMOTO, "t xx xxxx x2"),
    "Benjamin-Bona-Mahony": (u_("t") + u_("x") + u * u_("x") - u_("txx"), "t x txx x2"),
    "Boussinesq": (
        u_("tt") - u_("xx") - 3 * laplacian(u**2, SPACE, "x") - u_("xxxx"),
        "tt xx xxxx xx2",
    ),
    "damped wave": (u_("tt") + rho * u_("t") - k * u_("xx"), "t tt xx"),
    "Korteweg-De Vries": (u_("t") + u_("xxx") - 6 * u * u_("x"), "t xxx x2"),
    "Liouville": (u_("tt") - u_("xx") - k * exp(rho * u), "tt xx"),
    "sine-Gordon": (u_("tt") - u_("xx") + sin(u), "tt xx"),
    "sinh-Gordon": (u_("tx") - sympy.sinh(u), "tx"),
    # The paper ticks d_x u in place of d_xx u: both are reaction-diffusion equations.
    "Chafee-Infante": (u_("t") - u_("xx") - one * (u - u**3), "t xx"),
    "Fisher": (u_("t") - k * u_("xx") - rho * u * (1 - u), "t xx"),
    # The paper ticks d_xx u alone: d_tt u is missing.
    "Klein-Gordon": (u_("tt") - u_("xx") + one**2 * u, "tt xx"),
}


@pytest.mark.parametrize(("equation", "needed"), DICTIONARIES.values(), ids=DICTIONARIES)
def test_terms_that_known_equations_need(equation, needed):
    found = classify(equation, SPACE).rewriting
    assert isinstance(found, Rewriting)
    terms = simple_terms(found.terms)
    names = {
        "t" * e.alpha.orders[0] + "x" * e.alpha.orders[1] + {u: "", u**2: "2"}[e.h] for e in terms
    }
    assert names == set(needed.split())


def test_the_hunter_saxton_equation_is_not_ready():
    """The paper lists it with d_tx u, d_xx u and d_xx(u^2), but no combination of them makes it.

    (u_t + u u_x)_x = u_x^2/2 is u_tx + u u_xx + u_x^2/2 = 0, and d_xx(u^2)/2 = u u_xx + u_x^2.
    """
    found = classify(u_("tx") + u * u_("xx") + u_("x") ** 2 / 2, SPACE).rewriting
    assert isinstance(found, Obstruction)
    assert found.left_over == -(u_("x") ** 2) / 2


@pytest.mark.parametrize(
    ("equation", "order", "linear", "quasilinear", "solved", "evolves"),
    [
        (HEAT - sin(t), 2, True, True, "t xx", "t"),
        (SLM, 1, True, True, "t x", "t x"),
        (u_("tt") - u_("xx"), 2, True, True, "tt xx", ""),
        (BURGERS, 2, False, True, "t xx", "t"),
        (u_("t") + u_("txx") + u * u_("x"), 3, False, True, "t txx", ""),
        (u * u_("xx") - u_("x") ** 2, 2, False, True, "", ""),
        (u_("xx") * u_("tt") - u_("tx") ** 2, 2, False, False, "", ""),
        (u_("t") - u_("x") ** 2, 1, False, False, "t", "t"),
        (x**2 * u_("t") - u, 1, True, True, "", ""),
        (u**2 - x, 0, False, True, "", ""),
    ],
    ids=str,
)
def test_order_linearity_and_what_can_be_solved_for(
    equation, order, linear, quasilinear, solved, evolves
):
    found = classify(equation, SPACE)
    assert (found.order, found.linear, found.quasilinear) == (order, linear, quasilinear)
    assert ["t" * j.alpha.orders[0] + "x" * j.alpha.orders[1] for j in found.evolution] == (
        solved.split()
    )
    assert [coordinate.name for coordinate in found.evolves_in] == evolves.split()


@pytest.mark.parametrize("equation", [HEAT - sin(t), BURGERS + u**2 - x, u_("x") ** 2 - u])
def test_the_two_parts_make_the_equation(equation):
    found = classify(equation, SPACE)
    assert sympy.expand(found.bound - found.free - equation) == 0
    assert not SPACE.derivatives(found.free)


@pytest.mark.parametrize(
    ("f", "combination"),
    [
        *((3 * u**2, True), (exp(-x), True), (sympy.sqrt(u), True), (exp(t + 1), True)),
        *((sin(3 * t), False), (1 / (1 + u), False), (u ** sympy.Rational(3, 2), False)),
        *((exp(0.5 * u), False), (u**kappa, False), (2**x, False), ((x + one) ** 2, True)),
    ],
    ids=str,
)
def test_constants_inside_functions_are_no_linear_combination(f, combination):
    assert classify(u_("t") - f, SPACE).linear_combination is combination
