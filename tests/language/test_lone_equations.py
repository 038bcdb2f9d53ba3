"""Equations without declarations: what the names are taken for, and what is said of them."""

from __future__ import annotations

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.form import Undecided
from pdedsl.language import (
    assumptions,
    both_parts,
    classify_equation,
    describe,
    is_half_equation,
)


@pytest.mark.parametrize(
    ("text", "guessed"),
    [
        ("u_t + u*u_x = nu*u_xx", "coordinates t, x; fields u; constants nu"),
        ("u_x = u_t", "coordinates t, x; fields u"),
        ("u_tt = c^2*laplacian(u, x, y)", "coordinates t, x, y; fields u; constants c"),
        ("d_t(u) = div(D*grad(u)) + u_x", "coordinates t, x; fields u; constants D"),
        ("u_t = d_xx(u^m)", "coordinates t, x; fields u; constants m"),
        ("d_xx(u^m*v) = sin(x)", "coordinates x; fields u, v; constants m"),
        ("d_t(rho) + d_x(rho*w) = 0", "coordinates t, x; fields rho; constants w"),
        ("E1_x + E2_y + E3_z = q/eps", "coordinates x, y, z; fields E1, E2, E3; constants q, eps"),
        ("d[theta, 2](u) + k_1*u = time", "coordinates theta; fields u; constants k_1, time"),
        ("d[x](u) = d[time, 2](u)", "coordinates time, x; fields u"),
        ("divergence(p, q) = d_x(r) + d_y(r)", "coordinates x, y; fields p, q, r"),
        ("u_t = D_eff*u_xx", "coordinates t, x; fields u; constants D_eff"),
        ("u_t = u_eff*u_xx", "coordinates t, x; fields u; constants u_eff"),
        ("u_t = V_max*u/(K_m + u)", "coordinates t; fields u; constants V_max, K_m"),
        ("n_t + n_a = -mu*n", "coordinates t, a; fields n; constants mu"),
        ("n_t + n_at + n_aa = k_a*n", "coordinates t, a; fields n; constants k_a"),
        ("d_s(u) = u_ss + u_sat", "coordinates s; fields u; constants u_sat"),
        ("d_t(D_eff*u) = c_pipe*u_xx", "coordinates t, x; fields u; constants D_eff, c_pipe"),
        ("E1_x + E2_y = rho_in", "coordinates x, y; fields E1, E2; constants rho_in"),
        ("q_s = q", "coordinates s; fields q"),
        (
            "V_t + s^2*S^2*V_SS/2 + r*S*V_S = r*V",
            "coordinates t, S; fields V; constants s, r",
        ),
        ("M_t = -V_M*M/(K_M + M)", "coordinates t; fields M; constants V_M, K_M"),
        ("C_t = C_S - C", "coordinates t; fields C; constants C_S"),
    ],
)
def test_names_are_guessed(text, guessed):
    assert assumptions(classify_equation(text).scope) == guessed


@pytest.mark.parametrize(
    ("text", "guessed"),
    [
        ("u_theta = u", "coordinates theta; fields u"),
        ("d_theta(u) = u", "coordinates theta; fields u"),
        ("u_time = u_depth", "coordinates time, depth; fields u"),
        ("u_rtheta = a*u_thetatheta", "coordinates r, theta; fields u; constants a"),
        ("u_tau + d_t(u*v_xi) = u_eta", "coordinates t, tau, xi, eta; fields u, v"),
        ("d[strain](u) = d_tstrain(v)", "coordinates t, strain; fields u, v"),
        ("u_t = laplacian(u, north) + u_north", "coordinates t, north; fields u"),
        ("u_that = 0", "coordinates t, h, a; fields u"),
    ],
)
def test_names_of_coordinates_are_read_as_one(text, guessed):
    assert assumptions(classify_equation(text).scope) == guessed


@pytest.mark.parametrize("name", ["alpha", "mu", "pi", "theta", "omega", "time", "age", "depth"])
def test_a_name_in_letters_is_the_derivative_in_brackets(name):
    plain = classify_equation(f"d[{name}, 2, t](u) + u*d[{name}](u) = 0")
    short = classify_equation(f"u_{name}{name}t + u*u_{name} = 0")
    called = classify_equation(f"d_{name}{name}t(u) + u*d_{name}(u) = 0")
    assert plain.text == short.text == called.text
    assert plain.classification == short.classification == called.classification


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("u_t - u_xx", True),
        ("d_t(u)", True),
        ("laplacian(u)", True),
        ("d[x, 2](u) - f", True),
        ("u_t = u", False),
        ("a - b", False),
        ("my_file", False),
        ("heat.pde", False),
        ("runs/heat_2.pde", False),
        ("", False),
        ("(" * 5000, False),
    ],
)
def test_one_side_of_an_equation_is_known_from_a_file(text, half):
    assert is_half_equation(text) == half


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("u_t + u*u_x = nu*u_xx", "d_t(u) + 0.5*d_x(u^2) - nu*d_xx(u) = 0"),
        ("u_t = d_x(D*d_x(u)) + r*u*(1 - u/K)", "d_t(u) - D*d_xx(u) = r*u*(1 - u/K)"),
        ("u_t = d_x(x*u_x)", "d_t(u) - x*d_xx(u) - d_x(u) = 0"),
        ("u_tt = laplacian(u, x, y, z)", "d_tt(u) - d_xx(u) - d_yy(u) - d_zz(u) = 0"),
        ("u*u_xx = u - u_x^2", "0.5*d_xx(u^2) = u"),
        ("u_t = m*u^(m-1)*u_xx + m*(m-1)*u^(m-2)*u_x^2", "d_t(u) - d_xx(u^m) = 0"),
    ],
)
def test_an_equation_is_written_in_extended_derivatives(text, again):
    found = classify_equation(text)
    assert found.text == again
    assert found.refusal is None
    assert found.classification.variational_ready


def test_an_equation_that_is_not_ready_is_classified_and_told_why():
    found = classify_equation("u_tx + u*u_xx + u_x^2/2 = 0")
    assert found.text is None
    assert found.classification.variational_ready is False
    assert found.refusal.splitlines()[1:4] == [
        "    u_tx + u*u_xx + u_x^2/2 = 0",
        "                    ^^^^^^^",
        "  (1/2)*d_xx(u^2) is u*u_xx + u_x^2",
    ]


def test_an_equation_whose_h_is_not_found_is_still_called_ready():
    found = classify_equation("u_t = exp(u^2)*u_x")
    assert found.classification.rewriting is Undecided.INTEGRAL
    assert found.text is None
    assert describe(found.classification, found.scope)[-1] == (
        "Variational-Ready: yes, but h was not found"
    )


def test_the_kind_of_an_equation_is_told_in_lines():
    found = classify_equation("u_t + u*u_x - 0.1*u_xx = exp(2*t)")
    assert both_parts(found.classification, found.scope) == [
        "derivative-bound part: u*u_x + u_t - 0.1*u_xx",
        "derivative-free part g: exp(2*t)",
    ]
    assert describe(found.classification, found.scope) == [
        "order: 2",
        "linear: no, quasi-linear",
        "linear combination of functions without constants or numbers inside: no",
        "evolution forms, by the derivative on the left: u_t, u_xx",
        "evolution assumption, one first derivative: yes, in t",
        "Variational-Ready: yes",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("u = t", "an equation without a derivative"),
        ("u_t - u_t = 0", "the derivatives in this equation cancel"),
        ("u_t = u_t", "both sides of the equation are the same"),
        ("u_t == 3", "an equation has one ="),
        ("u_t = laplacian(u)", r"needs a coordinate of space\n(.*\n)*.*laplacian\(u, x\)"),
        ("laplacian(u) = 0", "needs a coordinate of space"),
        ("u_t = div(D*grad(u))", r"needs a coordinate of space\n(.*\n)*.*d_x\(D\*u_x\)"),
        ("u_t = divergence(u, v)", r"needs a coordinate of space\n(.*\n)*.*d_x\(u\) \+ d_y\(v\)"),
        ("du/dt = -k*u", r"not written as a fraction\n.*\n *\^{5}\n *write u_t"),
        ("2*du/dtheta + u_x = 0", r"not written as a fraction\n.*\n *\^+\n *write d\[theta\]\(u\)"),
        ("u_abcdefg = 0", "more than 6 coordinates"),
        ("u_xxxxxxxxx = 0", "a derivative of order above 8"),
        ("u_t = (u_x + u_t + u)^40", "this takes too long to rewrite"),
        ("u_t = 1/(u_x - u_x)", "division by zero"),
        ("u_t = u_x/(sin(x)^2 + cos(x)^2 - 1)", "division by zero"),
        ("diff(u, t) = diff(u, x, x)", r"no function diff\n(.*\n)*.*write u_t"),
        ("u_t(x) = 3", r"no function u_t\n(.*\n)*.*write u_t"),
        ("u_t ~ u", "an equation is written with ="),
        ("sin_t = 1", "sin is a function"),
        ("d[const](u) = u", "const is a word of the language"),
        ("u_t = laplacian(u, x, x)", "x is named twice"),
    ],
)
def test_what_has_no_meaning_is_refused(text, message):
    with pytest.raises(SpecificationError, match=message):
        classify_equation(text)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("u_t = exp(-x*u)*u_x", "x is"),
        ("u_t = u^m*u_x", "m + 1 is"),
        ("u_t = u^2/(K^2 + u^2)*u_x", "K is"),
        ("u_t = u_x/x", None),
        ("u_t = u*u_x", None),
    ],
)
def test_where_only_the_rewriting_is_singular_is_said(text, where):
    found = classify_equation(text)
    last = describe(found.classification, found.scope)[-1]
    wanted = f"in extended derivatives only where {where} not zero"
    assert last == wanted if where else last.startswith("Variational-Ready")


@pytest.mark.parametrize(
    "text",
    [
        "u_t = d_x(u_x/sqrt(1 + u_x^2))",
        "u_t = u_xx/(1 + u_x^2)^(3/2)",
        "u_t = sqrt(1 + u_x^2)",
        "u_t = 1/u_x",
    ],
)
def test_functions_and_fractions_of_derivatives_are_told_to_have_no_weak_form(text):
    found = classify_equation(text)
    assert found.classification.variational_ready is False
    assert "multiply" not in (found.refusal or "")


def test_powers_of_any_fraction_are_read_and_ratios_are_printed_as_such():
    assert classify_equation("u_t = u_x*u^(1/97)").text == "d_t(u) - 97/98*d_x(u^(98/97)) = 0"
    assert classify_equation("u_t = u^2*u_x").text == "d_t(u) - 1/3*d_x(u^3) = 0"
    assert classify_equation("u_t = u*u_x/8").text == "d_t(u) - 0.0625*d_x(u^2) = 0"


def test_a_sign_of_a_constant_that_is_needed_is_asked_for():
    assert "give b a value" in (classify_equation("u_t = u_x/(u^2 + b)").refusal or "")


def test_fractions_of_constants_that_begin_with_d_stay_fractions():
    found = classify_equation("u_t = delta/dist*u")
    assert {s.name for s in found.scope.constants.values()} == {"delta", "dist"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "d_x(u_t + 6*u*u_x + u_xxx) + 3*u_yy = 0",
            "d_tx(u) + d_xxxx(u) + 3*d_xx(u^2) + 3*d_yy(u) = 0",
        ),
        (
            "c_t = laplacian(c^3 - c - g*laplacian(c, x), x)",
            "d_t(c) + g*d_xxxx(c) - d_xx(c^3 - c) = 0",
        ),
        ("d[x](d[t](u) - 12*u*d[x](u)) = u", "d_tx(u) - 6*d_xx(u^2) = u"),
    ],
)
def test_derivatives_of_sums_cost_no_more_than_those_of_their_summands(text, read):
    assert classify_equation(text).text == read


@pytest.mark.parametrize(
    ("text", "ready"),
    [
        ("u_tt + abs(u_t)*u_t = u_xx", False),
        ("u_tt + abs(u_t - u_x)*u_x = 0", False),
        ("u_tt + abs(u_t)/u_t = 0", False),
        ("u_t + abs(u)*u_x = 0", True),
    ],
)
def test_an_absolute_value_of_a_derivative_has_no_weak_form_beside_higher_derivatives(text, ready):
    assert classify_equation(text).classification.variational_ready is ready
