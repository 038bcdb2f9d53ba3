"""Entries as people write them: what they become, and when they are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from pdedsl.errors import SpecificationError
from pdedsl.form import expand, make_symbol
from pdedsl.form.antiderivative import without_absolute_logarithms
from pdedsl.language import format_term, parse, parse_expression, unparse

t, x, y, theta, u, v = map(make_symbol, ("t", "x", "y", "theta", "u", "v"))
HEAD = "coordinates t, x, y\nfields u, v\nconstants D = 0.5, m = 3\ngrammar none\n"


def specification(entries: str, head: str = HEAD):
    return parse(f"{head}dictionary {{\n{entries}\n}}")


def texts(entries: str, head: str = HEAD) -> list[str]:
    problem = specification(entries, head).problem
    return [format_term(term, problem.coordinate_symbols) for term in problem.dictionary]


@pytest.mark.parametrize(
    ("entry", "becomes"),
    [
        ("u*u_x", "(1/2)*d_x(u^2)"),
        ("-3*u*d_x(u)*x", "(-3*x/2)*d_x(u^2)"),
        ("u^2*d_x(u)", "(1/3)*d_x(u^3)"),
        ("0.3*u*u_x", "0.15*d_x(u^2)"),
        ("u^m*u_x", "(1/4)*d_x(u^4)"),
        ("exp(u)*u_t", "d_t(exp(u))"),
        ("u*v_x + v*u_x", "d_x(u*v)"),
        ("u*u_xx + u_x^2", "(1/2)*d_xx(u^2)"),
        ("u_x*u_y + u*u_xy", "(1/2)*d_xy(u^2)"),
        ("d_x(u*d_x(u))", "(1/2)*d_xx(u^2)"),
        ("d_x(D*d_x(u))", "0.5*d_xx(u)"),
        ("d_x(t*d_y(u))", "t*d_xy(u)"),
        ("d_x((1 + u)*u_x)", "d_xx(u^2/2 + u)"),
        ("x^2*u_xx", "x^2*d_xx(u)"),
        ("d_xx(x^2*u)", "d_xx(u*x^2)"),
        ("cos(u)*u_x", "d_x(sin(u))"),
        ("u/(1 + u^2)*u_x", "(1/2)*d_x(log(u^2 + 1))"),
        ("sin(x)*exp(u)*u_x", "sin(x)*d_x(exp(u))"),
        ("exp(-x)*v^2*v_y", "(exp(-x)/3)*d_y(v^3)"),
        ("d_x(exp(u)*u_x)", "d_xx(exp(u))"),
        ("d_x(u*v)", "d_x(u*v)"),
        ("d_xy(u*v^2)", "d_xy(u*v^2)"),
        ("d_x(x*u)", "d_x(u*x)"),
        ("u_x/u", "d_x(log(abs(u)))"),
        ("abs(u)*u_x", "(1/2)*d_x(u*abs(u))"),
        ("x*abs(u)^3*u_x", "(x/4)*d_x(u^3*abs(u))"),
        ("u_x*u/abs(u)", "d_x(abs(u))"),
        ("u*d_x(abs(u))", "(1/2)*d_x(u*abs(u))"),
        ("d_x(abs(u)*u_x)", "(1/2)*d_xx(u*abs(u))"),
        ("log(abs(u))*u_x", "d_x(u*log(abs(u)) - u)"),
        ("exp(-u^2)*u_x", "0.886226925452758*d_x(erf(u))"),
        ("x*exp(-u^2)*u_x", "0.886226925452758*x*d_x(erf(u))"),
        ("d_x(exp(-u^2)*u_x)", "0.886226925452758*d_xx(erf(u))"),
        ("exp(-u^2/0.5)*u_x", "0.6266570686577502*d_x(erf(u*sqrt(2)))"),
        ("(u_x + u_y)^1*u - u*u_y", "(1/2)*d_x(u^2)"),
    ],
)
def test_a_term_is_rewritten(entry, becomes):
    assert texts(entry) == [becomes]


@pytest.mark.parametrize(
    ("entry", "becomes"),
    [
        ("laplacian(u)", ["d_xx(u)", "d_yy(u)"]),
        ("laplacian(u^m)", ["d_xx(u^3)", "d_yy(u^3)"]),
        ("laplacian(u, t, x)", ["d_tt(u)", "d_xx(u)"]),
        ("laplacian(u, x)", ["d_xx(u)"]),
        ("x*laplacian(u)/2", ["(x/2)*d_xx(u)", "(x/2)*d_yy(u)"]),
        ("divergence(u, v)", ["d_x(u)", "d_y(v)"]),
        ("div(u*grad(u))", ["(1/2)*d_xx(u^2)", "(1/2)*d_yy(u^2)"]),
        ("div(-D*grad(u^2))", ["-0.5*d_xx(u^2)", "-0.5*d_yy(u^2)"]),
        ("div(exp(u)*grad(u)/t)", ["(1/t)*d_xx(exp(u))", "(1/t)*d_yy(exp(u))"]),
        ("div(grad(u*v))", ["d_xx(u*v)", "d_yy(u*v)"]),
    ],
)
def test_a_laplacian_or_divergence_is_a_set_of_terms(entry, becomes):
    assert texts(entry) == becomes


@pytest.mark.parametrize(
    ("coordinates", "becomes"),
    [
        ("t, x", ["d_xx(u)"]),
        ("x", ["d_xx(u)"]),
        ("x, y", ["d_xx(u)", "d_yy(u)"]),
        ("t, x, y, z", ["d_xx(u)", "d_yy(u)", "d_zz(u)"]),
        ("time, r", ["d_rr(u)"]),
        ("t, theta", ["d[theta, 2](u)"]),
    ],
)
def test_space_is_all_coordinates_but_time(coordinates, becomes):
    head = f"coordinates {coordinates}\nfields u\ngrammar none\n"
    assert texts("laplacian(u)", head) == becomes
    assert texts("div(grad(u))", head) == becomes


def test_without_space_there_is_no_laplacian():
    with pytest.raises(SpecificationError, match="needs a coordinate of space"):
        texts("laplacian(u)", "coordinates t\nfields u\ngrammar none\n")


def test_both_forms_of_a_factor_before_a_derivative_are_one_equation():
    outside = parse(f"{HEAD}expect u_t = x^2*u_xx").expected
    inside = parse(f"{HEAD}expect u_t = d_xx(x^2*u) - 4*d_x(x*u) + 2*u").expected
    expanded = [
        sum(b * expand(e, (t, x, y), (u, v)) for e, b in zip(pde.dictionary, pde.beta, strict=True))
        for pde in (outside, inside)
    ]
    moved = inside.g.subs(u, sympy.Function("u")(t, x, y))
    assert sympy.expand(sympy.expand((expanded[0] - expanded[1] + moved).doit())) == 0


def test_the_unknown_coefficient_is_that_of_the_term_as_written():
    text = f"{HEAD}dictionary {{ u*u_x, d_t(u) }}\nexpect d_t(u) + 0.7*u*u_x = 0"
    assert parse(text).expected.beta == (1.0, 0.7)


def test_what_was_rewritten_is_remembered_with_its_place():
    found = specification("u_t, u*u_x\nlaplacian(v)\nx*d_x(u)").rewritings
    assert [(r.span.line, r.span.column) for r in found] == [(6, 6), (7, 1)]
    assert [len(r.terms) for r in found] == [1, 2]


@pytest.mark.parametrize("entry", ["exp(-u^2)*u_x", "exp(-(u - x)^2)*u_x", "abs(u)*u_x"])
def test_what_an_antiderivative_brings_in_reads_back(entry):
    text = f"{HEAD}expect d_t(u) + {entry} = 0"
    found = parse(text)
    assert parse(unparse(found)).expected == found.expected
    assert found.expected.dictionary.terms[1].h.has(sympy.erf, sympy.Abs)


@pytest.mark.parametrize("entry", ["exp(u^2)*u_x", "exp(-abs(u))*u_x", "u_x*sin(u)/u"])
def test_not_found_is_not_no(entry):
    with pytest.raises(SpecificationError) as caught:
        texts(entry)
    message = "this has a weak form, but what to differentiate was not found"
    assert [mistake.message for mistake in caught.value.mistakes] == [message]


@pytest.mark.parametrize("entries", ["u*u_x, d_x(u^2)", "laplacian(u), u_yy", "u*u_x\n3*u_x*u"])
def test_a_rewritten_term_may_not_stand_twice(entries):
    with pytest.raises(SpecificationError, match="twice, up to a factor"):
        specification(entries)


@pytest.mark.parametrize(
    ("entries", "column"),
    [("u_t, u*u_xx + 2*v*v_x", 6), ("u*u_x + u_y^2 + v*v_y", 9), ("u*u_t + v_x*v_t", 9)],
)
def test_the_caret_is_under_the_summand_that_spoils_it(entries, column):
    with pytest.raises(SpecificationError) as caught:
        specification(entries)
    (mistake,) = caught.value.mistakes
    assert mistake.span.column == column


def test_a_derivative_in_g_is_refused_as_before():
    for known in ("u_x", "u*u_x", "u_x^2", "laplacian(u)"):
        with pytest.raises(SpecificationError, match="a derivative in the known part of g"):
            parse(f"{HEAD}dictionary {{ d_t(u) }}\nknown {{ {known} }}")


factors = st.sampled_from(["u", "u^2", "exp(u)", "sin(u)", "(1 + u)", "1/u", "u*v", "v"])
operators = st.sampled_from(["d_x", "d_t", "d_xy"])
arguments = st.sampled_from(["u", "u^2", "v", "u*v"])
outer = st.sampled_from(["", "x*", "2*", "0.5*t*"])


@given(outer, factors, operators, arguments)
def test_an_accepted_entry_means_what_is_written_and_reads_back(a, factor, operator, argument):
    entry = f"{a}{factor}*{operator}({argument})"
    try:
        found = specification(entry)
    except SpecificationError:
        assume(False)
    (term,) = found.problem.dictionary
    written = SYMPY[operator](evaluated(argument)) * evaluated(factor) * evaluated(f"{a}1")
    smooth = replace(term, h=without_absolute_logarithms(term.h))
    difference = written - expand(smooth, (t, x, y), (u, v))
    assert sympy.simplify(sympy.nsimplify(difference, rational=True)) == 0
    assert parse(unparse(found)) == found


functions = {name: sympy.Function(name)(t, x, y) for name in ("u", "v")}
SYMPY = {
    "d_x": lambda h: h.diff(x),
    "d_t": lambda h: h.diff(t),
    "d_xy": lambda h: h.diff(x, y),
}


def evaluated(text: str) -> sympy.Expr:
    """The expression in functions of the coordinates."""
    return parse_expression(text, (t, x, y, u, v)).xreplace({u: functions["u"], v: functions["v"]})
