"""Equations that follow from others are told, and what is left is independent."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pdedsl
from pdedsl.discovery import Discovery
from pdedsl.following import following
from pdedsl.language import parse, parse_equation
from pdedsl.records import BoundTerm, EquationRecord, FreeNumber

EXAMPLES = Path(__file__).parents[1] / "examples"
WAVES = "coordinates t, x\nfields u\ndictionary { d_t(u) }\n"
PLANE = "coordinates x, y\nfields u1, u2\ndictionary { d_x(u1) }\n"
RATES = "coordinates t, x\nfields u, v = d_t(u)\ndictionary { d_t(v) }\n"
DRIVEN = 'coordinates t\nfields u\ninputs q\ndata "q.csv"\ndictionary { d_t(u) }\n'
SOURCE = "d_t(u) - 0.25*d_xx(u) = 1.25*exp(1.8*t)"


def told(head, errors=None, numbers=None, box=None, **texts):
    """`numbers` has form and numbers of g, with errors, by the name of an equation."""
    problem = parse(head).problem
    bound = tuple(BoundTerm(t, 1.0, e) for t, e in (errors or {}).items())

    def record(name, text):
        form, *each = (numbers or {}).get(name, ("0",))
        free = tuple(FreeNumber(f"c{k}", value, error) for k, (value, error) in enumerate(each, 1))
        return EquationRecord(name, text, "", bound, "0", free_form=form, free_numbers=free)

    each = [(record(name, text), parse_equation(text, problem)) for name, text in texts.items()]
    return following(each, problem, box)


def test_laplace_follows_from_cauchy_and_riemann_whatever_comes_first():
    found = told(
        PLANE,
        one="d_xx(u1) + d_yy(u1) = 0",
        two="d_xx(u2) + 1.01*d_yy(u2) = 0",
        div="d_x(u1) - 0.998*d_y(u2) = 0",
        rot="d_x(u2) + d_y(u1) = 0",
    )
    assert found == {"one": "d_x(div) + d_y(rot)", "two": "d_x(rot) - d_y(div)"}


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("d_tt(u) - 0.25*d_txx(u) = 2.25*exp(1.8*t)", "d_t(a)"),
        ("d_tt(u) - 0.2501*d_txx(u) = 2.25*exp(1.801*t)", "d_t(a)"),
        ("2*d_t(u) - 0.5*d_xx(u) = 2.5*exp(1.8*t)", "2*a"),
        ("d_tx(u) - 0.25*d_xxx(u) = 0", "d_x(a)"),
        ("d_tt(u) - 0.0625*d_xxxx(u) = 2.25*exp(1.8*t)", "d_t(a) + 0.25*d_xx(a)"),
        ("d_tt(u) - 0.25*d_txx(u) + d_t(u) - 0.25*d_xx(u) = 3.5*exp(1.8*t)", "a + d_t(a)"),
        ("d_tt(u) - 0.3*d_txx(u) = 2.25*exp(1.8*t)", None),
        ("d_tt(u) - 0.25*d_txx(u) = 2.25*exp(2.5*t)", None),
        ("d_tt(u) - 0.25*d_txx(u) - 0.001*d_x(u) = 2.25*exp(1.8*t)", None),
        ("d_tt(u) = 2.25*exp(1.8*t)", None),
        ("d_tt(u) - 0.25*d_txx(u) = 2.25*exp(1.8*t) + 0.02*u", None),
        ("d_tt(u) - 0.25*d_txx(u) = 2.25*exp(1.8*t) + 0.01", None),
        ("d_x(u) = u", None),
    ],
)
def test_derivatives_and_sums_of_a_heat_equation_are_told_from_others(text, made):
    assert told(WAVES, a=SOURCE, b=text) == ({"b": made} if made else {})


def test_the_simpler_one_is_kept_and_of_equals_the_first():
    assert told(WAVES, b="d_tt(u) = 4*u", a="d_t(u) = 2*u") == {"b": "2*a + d_t(a)"}
    assert told(WAVES, b="d_t(u) = 2*u", a="d_t(u) = 2.01*u") == {"a": "b"}


def test_products_of_fields_are_derived_as_they_are():
    found = told(
        WAVES,
        flow="d_t(u) + 0.5*d_x(u^2) - 0.1*d_xx(u) = 0",
        slope="d_tx(u) + 0.5*d_xx(u^2) - 0.1*d_xxx(u) = 0",
        other="d_tx(u) + 0.5*d_xx(u^3) - 0.1*d_xxx(u) = 0",
    )
    assert found == {"slope": "d_x(flow)"}


def test_a_measured_rate_is_known_to_be_one():
    found = told(RATES, a="d_t(v) - 2*d_xx(u) = u", b="d_tt(u) - 2*d_xx(u) = u")
    assert found == {"b": "a - d_t(v - d_t(u))"}


def test_what_an_input_does_in_time_is_not_known():
    assert told(DRIVEN, a="d_t(u) = q", b="d_tt(u) = 0") == {}
    assert told(DRIVEN, a="d_t(u) = q", b="2*d_t(u) = 2*q") == {"b": "2*a"}


def test_large_standard_errors_allow_for_more():
    texts = {"a": "d_t(u) - 0.25*d_xx(u) = 0", "b": "d_tx(u) - 0.28*d_xxx(u) = 0"}
    assert told(WAVES, **texts) == {}
    assert told(WAVES, {"d_xx(u)": 0.02}, **texts) == {"b": "d_x(a)"}


DRAG = "d_t(v) = -4*u - 0.2*v"


@pytest.mark.parametrize(
    ("error", "made"), [(0.002, {}), (0.08, {"free": "force - d_t(v - d_t(u))"})]
)
def test_terms_of_g_are_compared_one_by_one_with_their_own_errors(error, made):
    """Drag that is known to be there is not in the sum's place."""
    numbers = {"force": ("-c1*u - c2*v", (4.0, 0.02), (0.2, error))}
    assert told(RATES, numbers=numbers, force=DRAG, free="d_tt(u) = -4.02*u") == made


def test_functions_are_compared_where_the_data_are():
    texts = {"a": "d_t(u) = exp(-0.05*t)", "b": "2*d_t(u) = 2*exp(-0.06*t)"}
    assert told(WAVES, **texts) == {"b": "2*a"}
    assert told(WAVES, box={"t": (0.0, 80.0)}, **texts) == {}


def test_a_factor_has_as_few_digits_as_the_errors_allow():
    texts = {"a": "d_t(u) - 2*d_xx(u) = 0", "b": "d_tt(u) - 4.4*d_xxxx(u) = 0"}
    assert told(WAVES, **texts) == {}
    assert told(WAVES, {"d_xxxx(u)": 0.2}, **texts) == {"b": "d_t(a) + 2*d_xx(a)"}


def test_names_of_fields_are_told_from_those_of_equations():
    found = told(RATES, v="d_t(v) - 2*d_xx(u) = u", u="d_tt(u) - 2*d_xx(u) = u")
    assert found == {"u": "[v] - d_t(v - d_t(u))"}


def test_a_derivative_that_cannot_be_carried_out_makes_nothing_follow():
    kink = {"a": "d_t(u) + d_xx(abs(u)) = 0", "b": "d_tx(u) + d_xxx(abs(u)) = 0"}
    assert told(WAVES, c="d_t(u) = u", d="2*d_t(u) = 2*u", **kink) == {"d": "2*c"}


def test_a_g_without_values_where_the_data_are_leaves_the_others_alone():
    root = "d_t(u) = sqrt(t - 1.5)"
    assert told(WAVES, a=root, c="d_tt(u) = 4*u", d="2*d_tt(u) = 8*u") == {"d": "2*c"}


@pytest.mark.parametrize("first", [True, False])
def test_equations_of_another_field_are_not_in_the_way(first):
    head = "coordinates t, x, y\nfields u, p\ndictionary { d_t(u) }\n"
    others = {"a1": "d_x(p) = 3*p", "a2": "d_y(p) = 2*p", "a3": "d_t(p) = 5*p"}
    law = {"c": "d_t(u) - d_x(u) = 0"}
    every = law | others if first else others | law
    found = told(head, **every, d="d_ttty(u) - d_ttxy(u) = 0")
    assert found == {"d": "d_tty(c)"}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    *(st.floats(0.2, 5.0) for _ in range(3)),
    st.sampled_from(["", "d_t", "d_x", "d_tx", "d_xx"]),
    st.booleans(),
)
def test_every_derivative_of_an_equation_follows(a, b, c, by, negative):
    """u_t = a u_xx + b (u^2)_x and one derivative of it, times any number."""
    c = -c if negative else c
    letters = by.removeprefix("d_")
    more = "".join(sorted(letters))

    def term(orders, of):
        return f"d_{''.join(sorted(orders + more))}({of})"

    one = f"d_t(u) = {a}*d_xx(u) + {b}*d_x(u^2)"
    other = f"{c}*{term('t', 'u')} = {a * c}*{term('xx', 'u')} + {b * c}*{term('x', 'u^2')}"
    assert set(told(WAVES, one=one, other=other)) == {"other"}


def test_the_plane_flow_has_two_independent_equations(tmp_path):
    found = pdedsl.discover(EXAMPLES / "plane_flow.pde")
    assert found.expectation == "met"
    assert found.verdict == "identified"
    assert found.names == ("potential", "stream", "along_x", "along_y")
    assert found.independent == ("along_x", "along_y")
    follows = {f.name: f.follows for f in found.findings}
    assert follows["potential"] == "d_x(along_x) + d_y(along_y)"
    assert follows["stream"] == "d_x(along_y) - d_y(along_x)"
    assert "potential: follows from the others: it is d_x(along_x) + d_y(along_y)" in str(found)
    assert "follows from the others: it is d_x(along_y)" in found._repr_html_()
    frame = found.to_frame().set_index("equation")
    assert set(frame.loc["potential", "follows"]) == {"d_x(along_x) + d_y(along_y)"}
    assert set(frame.loc["along_x", "follows"]) == {""}
    assert Discovery.from_json(found.to_json()) == found
    assert found.part("stream").independent == ("stream",)


def test_what_is_not_identified_makes_nothing_follow():
    from pdedsl.several import together

    def single(name, text, verdict):
        return Discovery(
            verdict=verdict,
            reason="",
            specification="",
            seed=1,
            seconds=1.0,
            equations=(EquationRecord(name, text, "", (), "0"),),
        )

    parts = "".join(
        f"equation {n} {{ dictionary {{ {d}(u) }}\ngrammar none }}\n"
        for n, d in (("a", "d_t"), ("b", "d_tt"))
    )
    text = f'coordinates t, x\nfields u\ndata "u.npz"\n{parts}'

    def follows(verdict):
        found = {
            "a": single("a", "d_t(u) = 0", verdict),
            "b": single("b", "d_tt(u) = 0", "identified"),
        }
        return [f.follows for f in together(found, text).findings]

    assert follows("identified") == ["", "d_t(a)"]
    assert follows("best of rivals") == follows("not identified") == ["", ""]
