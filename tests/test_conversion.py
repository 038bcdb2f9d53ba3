"""A discovery in notebooks: mathematics and tables in HTML, data frames, SymPy, functions."""

import importlib.util
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
import sympy
from made_runs import made_run

from pdedsl.discovery import Discovery
from pdedsl.errors import DataError, PdedslError
from pdedsl.records import BoundTerm, EquationRecord, Finding, FreeNumber

TEXT = """
coordinates t, x
fields u, v
equation first { dictionary { d_t(u), d_xx(u) } }
equation second { dictionary { d_t(v) } }
"""
FIRST = EquationRecord(
    name="first",
    text="d_t(u) - 0.5*d_xx(u) = 2*sin(3*x)*u",
    latex=r"\partial_t u - 0.5\, \partial_x^2 u = 2 \sin(3 x) u",
    bound=(
        BoundTerm("d_t(u)", 1.0),
        BoundTerm("d_xx(u)", -0.5, 0.01, None, "m^2/s"),
    ),
    free="2*sin(3*x)*u",
    free_form="c1*sin(c2*x)*u",
    free_numbers=(FreeNumber("c1", 2.0, 0.1, (1.9, None)), FreeNumber("c2", 3.0)),
)
SECOND = EquationRecord(
    name="second",
    text="d_t(v) = sqrt(u) + x/t",
    latex=r"\partial_t v = \sqrt{u}",
    bound=(BoundTerm("d_t(v)", 1.0),),
    free="sqrt(u) + x/t",
)
FOUND = Discovery(
    verdict="best of rivals",
    reason="two of them",
    specification=TEXT,
    seed=0,
    seconds=0.0,
    equations=(FIRST, SECOND),
    findings=(
        Finding("first", "identified", "well"),
        Finding("second", "best of rivals", "more"),
    ),
)


class Texts(HTMLParser):
    """The tags and texts of a piece of HTML; every tag must be closed in its place."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.texts = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        assert not attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def read(html):
    parser = Texts()
    parser.feed(html)
    assert not parser.open
    return parser


def test_a_notebook_shows_mathematics_and_a_table_of_each_equation():
    shown = read(FOUND._repr_html_())
    text = "\n".join(shown.texts)
    assert f"$$\\displaystyle {FIRST.latex}$$" in shown.texts
    assert f"$$\\displaystyle {SECOND.latex}$$" in shown.texts
    for expected in ("first: identified", "c1 in g", "1.9 to no bound", "-0.5196 to -0.4804"):
        assert expected in text
    assert "m^2/s" in text


def test_nothing_from_outside_becomes_markup():
    nasty = "<script>alert(1)</script>&\"'"
    equation = EquationRecord(
        name=nasty,
        text="d_t(u) = 0",
        latex=nasty,
        bound=(BoundTerm(nasty, 1.0, unit=nasty),),
        free="0",
        free_form=nasty,
        free_numbers=(FreeNumber(nasty, 1.0),),
    )
    found = Discovery(
        verdict="identified",
        reason=nasty,
        specification=nasty,
        seed=0,
        seconds=0.0,
        equations=(equation,),
        findings=(Finding(nasty, "identified", nasty),),
    )
    shown = read(found._repr_html_())
    assert shown.tags <= {
        *("div", "p", "strong", "code", "table", "thead", "tbody", "tr", "th", "td"),
    }
    assert "".join(shown.texts).count("<script>") >= 7


def test_nothing_found_is_shown_as_such():
    found = Discovery(
        verdict="not identified", reason="noise", specification=TEXT, seed=0, seconds=0.0
    )
    assert read(found._repr_html_()).texts == ["not identified", ": noise"]


@pytest.mark.skipif(importlib.util.find_spec("pandas") is None, reason="needs pandas")
def test_a_data_frame_has_a_row_for_each_number():
    frame = FOUND.to_frame()
    assert list(frame["term"]) == ["d_t(u)", "d_xx(u)", "c1", "c2", "d_t(v)"]
    assert list(frame["part"]) == ["derivative", "derivative", "g", "g", "derivative"]
    assert list(frame["verdict"]) == ["identified"] * 4 + ["best of rivals"]
    diffusion = frame.iloc[1]
    assert diffusion["high"] - diffusion["low"] == pytest.approx(3.92 * 0.01, rel=1e-3)
    assert frame.iloc[2]["high"] == np.inf
    assert frame[["standard_error", "low", "high"]].iloc[3].isna().all()
    assert frame["coefficient"].dtype == float


def test_without_pandas_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr("pdedsl.conversion.find_spec", lambda _: None)
    with pytest.raises(PdedslError, match="pandas"):
        FOUND.to_frame()


def test_sympy_has_the_equation_asked_for():
    t, x = sympy.symbols("t x", real=True)
    assert FOUND.to_sympy() == FOUND.equation
    second = FOUND.to_sympy("second")
    assert second.lhs.has(sympy.Derivative(sympy.Function("v")(t, x), t))
    with pytest.raises(DataError, match="no equation third"):
        FOUND.to_sympy("third")
    assert FOUND.to_latex() == FOUND.latex()


def test_g_is_a_function_of_arrays_by_name_or_in_order():
    g = FOUND.to_callable()
    x, u = np.linspace(0, 1, 5), np.linspace(1, 2, 3)[:, None]
    expected = 2 * np.sin(3 * x) * u
    assert g.arguments == ("t", "x", "u", "v")
    assert np.allclose(g(0.0, x, u), expected)
    assert np.allclose(g(u=u, x=x), expected)
    assert g(u=1.0, x=1.0) == pytest.approx(2 * np.sin(3.0))


def test_g_is_nan_where_it_is_not_a_finite_real_number():
    g = FOUND.to_callable("second")
    found = g(t=np.array([1.0, 1.0, 0.0]), x=1.0, u=np.array([4.0, -4.0, 4.0]))
    assert found[0] == 3.0
    assert np.isnan(found[1:]).all()


def test_g_says_what_it_is_a_function_of():
    g = FOUND.to_callable()
    for wrong in ((lambda: g(x=1.0)), (lambda: g(x=1, u=1, w=1)), (lambda: g(0, 1, 1, 1, 1))):
        with pytest.raises(PdedslError, match="g is a function of t, x, u, v"):
            wrong()
    with pytest.raises(PdedslError, match="given twice"):
        g(0, 1, 1, x=1)


@pytest.mark.parametrize("name", ["lambda", "exec", "E", "beta", "import"])
def test_any_name_can_be_an_argument(name):
    found = Discovery(
        verdict="identified",
        reason="",
        specification=f"coordinates t\nfields {name}\ndictionary {{ d_t({name}) }}\n",
        seed=0,
        seconds=0.0,
        equations=(EquationRecord("equation", f"d_t({name}) = 2*{name}", "", (), ""),),
    )
    assert found.to_callable()(**{name: np.arange(3.0)}).tolist() == [0.0, 2.0, 4.0]


def test_a_record_is_shown_in_a_line():
    texts = "; ".join(e.text for e in FOUND.equations)
    assert repr(FOUND) == f"<Discovery {FOUND.verdict}: {texts}>"


def test_what_is_not_claimed_is_said_so_in_a_notebook():
    said = "the best that was found, which is not claimed:"
    assert said not in FOUND._repr_html_()
    one = replace(FOUND, equations=(FIRST,), findings=(), verdict="not identified")
    assert said in one._repr_html_()
    findings = (FOUND.findings[0], replace(FOUND.findings[1], verdict="not identified"))
    shown = replace(FOUND, findings=findings)._repr_html_()
    assert shown.index("second: not identified") < shown.index(said)
    assert shown.count(said) == 1


def test_all_figures_are_shown_in_a_notebook():
    figures = made_run(("t",)).plot()
    shown = figures._repr_html_()
    assert shown.count('src="data:image/svg+xml;base64,') == len(figures) > 0
    assert all(f'alt="{name}"' in shown for name in figures)
