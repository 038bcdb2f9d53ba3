r"""LaTeX of equations: right signs and numbers, and TeX that a compiler takes."""

from __future__ import annotations

import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.errors import FormError
from pdedsl.form import (
    Dictionary,
    ExtendedDerivative,
    MultiIndex,
    VariationalReadyPDE,
    make_symbol,
    multi_indices,
)
from pdedsl.report.latex import (
    TableRow,
    latex_document_fragment,
    latex_equation,
    latex_expression,
    latex_table,
    latex_term,
    table_rows,
)
from pdedsl.report.latex_text import GREEK, latex_name, latex_number, latex_standard_error

t, x, u = (make_symbol(name) for name in ("t", "x", "u"))
KNOWN = r"partial mathrm frac sqrt left right cdot sin cos tan exp log tanh infty _ ,"
COMMANDS = GREEK | frozenset(KNOWN.split())


def term(
    orders: tuple[int, ...], h: sympy.Expr = u, a: sympy.Expr = sympy.S.One
) -> ExtendedDerivative:
    return ExtendedDerivative(MultiIndex(orders), a, h)


def pde(terms: dict[ExtendedDerivative, float], g: sympy.Expr | int = 0) -> VariationalReadyPDE:
    return VariationalReadyPDE(Dictionary(tuple(terms)), tuple(terms.values()), sympy.S(g))


HEAT = pde({term((1, 0)): 1.0, term((0, 2)): -0.25}, 1.25 * sympy.exp(1.8 * t))


def assert_valid_mathematics(tex: str) -> None:
    """Braces and brackets pair up, commands are known, and no script follows a script."""
    depth = 0
    for brace in re.sub(r"\\[{}]", "", tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        assert depth >= 0, tex
    assert depth == 0, tex
    assert tex.count(r"\left") == tex.count(r"\right"), tex
    used = set(re.findall(r"\\([A-Za-z]+|.)", tex))
    assert used <= COMMANDS, used - COMMANDS
    script = r"(\{[^{}]*\}|\\[A-Za-z]+|[^\\{}\s])"
    assert not re.search(r"\^" + script + r"\s*\^", tex), tex
    assert not re.search(r"(?<!\\)_" + script + r"\s*_", tex), tex
    assert not re.search(r"[$#%&~]|(?<![a-z{])(nan|inf)(?![a-z])", tex), tex


@pytest.mark.parametrize(
    ("equation", "tex"),
    [
        (HEAT, r"\partial_t u - 0.25\, \partial_x^2 u = 1.25\, e^{1.8 t}"),
        (pde({term((1, 1)): 1.0}), r"\partial_t \partial_x u = 0"),
        (pde({term((1, 2)): -1.0}, u), r"-\partial_t \partial_x^2 u = u"),
        (pde({term((0, 1), u**2): 0.5}, -u), r"0.5\, \partial_x (u^2) = -u"),
        (pde({term((0, 1), u, x**2): 1.0}), r"x^2\, \partial_x u = 0"),
        (pde({term((0, 1), u, x**2 / 2): 3.0}), r"1.5\, x^2\, \partial_x u = 0"),
        (pde({term((0, 1), u, -x): 3.0}), r"-3\, x\, \partial_x u = 0"),
        (
            pde({term((0, 1), u, 1 + x): 3.0}),
            r"3\, \left(x + 1\right)\, \partial_x u = 0",
        ),
        (
            pde({term((1, 0)): 1.5e-7}, 2e5 * u),
            r"1.5 \cdot 10^{-7}\, \partial_t u = 2 \cdot 10^5\, u",
        ),
        (pde({term((1, 0)): 1e-9}), r"10^{-9}\, \partial_t u = 0"),
        (pde({term((1, 0)): 1.0, term((0, 0)): 2.0}), r"\partial_t u + 2\, u = 0"),
        (pde({term((1, 0)): 1.0, term((0, 1)): 0.0}), r"\partial_t u = 0"),
        (
            pde({term((1, 0)): 1.0}, 10.0 * u / (1.5 + u)),
            r"\partial_t u = 10\, \frac{u}{u + 1.5}",
        ),
        (
            pde({term((1, 0)): 1.0}, -sympy.sin(sympy.exp(u))),
            r"\partial_t u = -\sin{\left(e^{u} \right)}",
        ),
    ],
)
def test_equations_read_as_people_write_them(equation: VariationalReadyPDE, tex: str) -> None:
    assert latex_equation(equation, (t, x)) == tex


def test_standard_errors_decide_how_many_digits_are_shown() -> None:
    found = pde({term((1, 0)): 1.0, term((0, 2)): -0.25317}, 0)
    shown = latex_equation(found, (t, x), standard_errors=[None, 0.0014])
    assert shown == r"\partial_t u - 0.2532\, \partial_x^2 u = 0"
    shown = latex_equation(found, (t, x), standard_errors=[0.0, 0.03])
    assert shown == r"\partial_t u - 0.25\, \partial_x^2 u = 0"
    assert "0.25317" in latex_equation(found, (t, x), digits=6)


@pytest.mark.parametrize(
    ("name", "tex"),
    [
        ("u", "u"),
        ("u_1", "u_1"),
        ("E2", "E_2"),
        ("x12", "x_{12}"),
        ("mu_a", r"\mu_{a}"),
        ("mu_a_2", r"\mu_{a,2}"),
        ("lambda", r"\lambda"),
        ("Omega", r"\Omega"),
        ("Alpha", r"\mathrm{Alpha}"),
        ("temp", r"\mathrm{temp}"),
        ("u_max", r"u_{\mathrm{max}}"),
        ("_x", r"\mathrm{\_x}"),
        ("u__1", r"\mathrm{u\_\_1}"),
        ("exec", r"\mathrm{exec}"),
        ("E", "E"),
    ],
)
def test_names_are_set_as_letters_words_or_greek(name: str, tex: str) -> None:
    assert latex_name(name) == tex


@given(st.text(min_size=1, max_size=8))
def test_no_name_becomes_a_command_or_breaks_out(name: str) -> None:
    assert_valid_mathematics(latex_name(name))


@pytest.mark.parametrize(
    ("value", "error", "tex"),
    [
        (0.25, None, "0.25"),
        (0.0, None, "0"),
        (-3.0, None, "-3"),
        (1.2345, None, "1.23"),
        (1234.5, None, "1230"),
        (12345.0, None, r"1.23 \cdot 10^4"),
        (0.00123, None, "0.00123"),
        (0.000123, None, r"1.23 \cdot 10^{-4}"),
        (9.999, None, "10"),
        (-1e30, None, "-1 \\cdot 10^{30}"),
        (0.25, 0.0014, "0.2500"),
        (0.25, 0.002, "0.250"),
        (3.14159, 0.5, "3.1"),
        (3.14159, 70.0, "3"),
        (0.25, float("nan"), "0.25"),
        (0.25, 0.0, "0.25"),
        (float("inf"), None, r"\infty"),
    ],
)
def test_numbers_show_what_is_known(value: float, error: float | None, tex: str) -> None:
    assert latex_number(value, standard_error=error) == tex


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 15))
def test_a_printed_number_is_the_number_rounded(value: float, digits: int) -> None:
    tex = latex_number(value, digits)
    assert_valid_mathematics(tex)
    number = re.sub(r"^(-?)10\^", r"\g<1>1 \\cdot 10^", tex)
    back = float(re.sub(r" \\cdot 10\^\{?(-?\d+)\}?", r"e\1", number))
    assert back == float(f"{value:.{digits - 1}e}")


def test_standard_errors_have_one_or_two_digits() -> None:
    assert latex_standard_error(0.0014) == "0.0014"
    assert latex_standard_error(0.0351) == "0.04"
    assert latex_standard_error(None) == latex_standard_error(float("nan")) == "--"


numbers = st.floats(-1e8, 1e8, allow_subnormal=False).filter(bool)
names = st.sampled_from(["u", "temp", "mu_a", "lambda", "E2", "_v", "u__x"])


def _grow(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    varying = inner.filter(lambda e: bool(e.free_symbols))  # exp(1e8) would fill the memory
    functions = [sympy.sin, sympy.exp, sympy.log, sympy.tanh, sympy.sqrt, lambda e: e**-2]
    return st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(numbers.map(sympy.Float), inner).map(lambda p: p[0] * p[1]),
        st.tuples(numbers.map(abs).map(sympy.Float), varying).map(lambda p: p[0] ** p[1]),
        st.tuples(st.sampled_from(functions), varying).map(lambda p: p[0](p[1])),
    )


symbols = names.map(make_symbol) | st.just(t)
sources = st.recursive(symbols | numbers.map(sympy.Float), _grow, max_leaves=5).filter(
    lambda g: not g.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I)
)
terms = st.builds(
    ExtendedDerivative,
    st.sampled_from((MultiIndex((0, 0)), *multi_indices(2, 3))),
    st.sampled_from([sympy.S.One, x**2, sympy.exp(-x), 1 + x / 2, -x]),
    st.one_of(symbols, symbols.map(lambda s: s**2), symbols.map(lambda s: s / (1 + s**2))),
)


@st.composite
def equations(draw: st.DrawFn) -> VariationalReadyPDE:
    chosen = draw(st.lists(terms, min_size=1, max_size=4, unique=True))
    beta = draw(st.lists(numbers, min_size=len(chosen), max_size=len(chosen)))
    return VariationalReadyPDE(Dictionary(tuple(chosen)), tuple(beta), draw(sources))


@settings(max_examples=150, deadline=None)
@given(equations(), st.integers(1, 6))
def test_every_equation_is_valid_mathematics(equation: VariationalReadyPDE, digits: int) -> None:
    coordinates = (make_symbol("theta"), x)
    tex = latex_equation(equation, coordinates, digits=digits)
    assert_valid_mathematics(tex)
    assert tex.count(" = ") == 1
    assert "+ -" not in tex
    assert "- -" not in tex
    assert all(latex_term(e, coordinates) for e in equation.dictionary)


def test_multi_letter_coordinates_stand_in_braces() -> None:
    theta, depth = make_symbol("theta"), make_symbol("depth")
    shown = latex_term(term((2, 1)), (theta, depth))
    assert shown == r"\partial_{\theta}^2 \partial_{\mathrm{depth}} u"


def test_a_number_with_a_power_of_ten_is_bracketed_under_a_power() -> None:
    assert latex_expression(sympy.Float(1.5e-7) ** x) == r"{\left(1.5 \cdot 10^{-7}\right)}^{x}"


def test_the_table_has_a_row_for_each_term_in_use() -> None:
    rows = table_rows(HEAT, (t, x), [None, 0.0014])
    assert rows == (
        TableRow(r"\partial_t u", 1.0, None),
        TableRow(r"\partial_x^2 u", -0.25, 0.0014),
    )
    assert latex_table(rows).splitlines() == [
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"term & coefficient & standard error \\",
        r"\midrule",
        r"$\partial_t u$ & $1$ & -- \\",
        r"$\partial_x^2 u$ & $-0.2500$ & $0.0014$ \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_a_fragment_holds_each_equation_in_its_environment() -> None:
    fragment = latex_document_fragment(["a = b", "c = d"])
    assert re.findall(r"\\begin{equation}\n  (.*)\n\\end{equation}\n", fragment) == [
        "a = b",
        "c = d",
    ]


def test_as_many_standard_errors_as_terms_are_needed() -> None:
    with pytest.raises(FormError, match="as many standard errors"):
        latex_equation(HEAT, (t, x), standard_errors=[0.1])
    with pytest.raises(FormError, match="as many standard errors"):
        table_rows(HEAT, (t, x), [])


def test_a_table_has_units_only_where_one_is_known():
    rows = [TableRow("a", 1.0, None, "1"), TableRow("b", 2.0, 0.1, "m^2/s"), TableRow("c", 3.0)]
    lines = latex_table(rows).splitlines()
    assert lines[0] == r"\begin{tabular}{lrrl}"
    assert lines[2].endswith(r"standard error & unit \\")
    assert [line.split(" & ")[-1] for line in lines[4:7]] == [
        "$1$ \\\\",
        r"$\mathrm{m}^2/\mathrm{s}$ \\",
        r"-- \\",
    ]
    assert "unit" not in latex_table([TableRow("a", 1.0), TableRow("b", 2.0, 0.1, "1")])
