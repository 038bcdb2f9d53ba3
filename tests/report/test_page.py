"""The page of a run: it stands alone, says everything, and lets no text become HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from made_runs import AWKWARD_NAMES, AWKWARD_TEXTS, made_run

from pdedsl.discovery import Discovery
from pdedsl.records import Finding
from pdedsl.report.page.made import colored
from pdedsl.report.page.pieces import interval, number
from pdedsl.report.page.whole import page

VOID = {"meta", "br", "hr", "col"}
KNOWN = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "div", "p", "strong"),
    *("h1", "h2", "h3", "table", "caption", "thead", "tbody", "tr", "th", "td", "ul", "li", "dl"),
    *("dt", "dd", "pre", "code", "span", "sup", "figure", "figcaption", "math", "mrow", "mi", "mn"),
    *("mo", "mtext", "mspace", "mfrac", "msqrt", "msub", "msup", "msubsup", "svg", "desc", "defs"),
    *("g", "path", "use", "text", "tspan", "image", "clippath", "rect"),
}


class Reader(HTMLParser):
    """Elements with their attributes, the headings, and whether every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.said = [], [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in self.open:
            self.said[tag] = self.said.get(tag, "") + data


def check(text):
    """The page, if it is well-formed, asks nobody for anything, and can be read aloud."""
    found = Reader(text)
    assert not found.open
    assert {tag for tag, _ in found.elements} <= KNOWN
    ids = [a["id"] for _, a in found.elements if "id" in a]
    assert len(ids) == len(set(ids))
    for tag, attributes in found.elements:
        assert not [key for key in attributes if key.startswith("on") or key == "src"]
        for key in ("href", "xlink:href"):
            assert attributes.get(key, "#").startswith(("#", "data:image/png;base64,"))
        if tag == "svg":
            assert attributes["role"] == "img"
            assert set(attributes["aria-labelledby"].split()) <= set(ids)
        if tag == "th":
            assert attributes["scope"] in ("col", "row")
    style = found.said["style"]
    assert "url(" not in style
    assert "@import" not in style
    assert found.elements[0] == ("html", {"lang": "en"})
    return found


PLAIN = page(made_run(("t", "x"), title="A made run", unit="m"))


def test_the_page_stands_alone_and_has_its_parts_in_order():
    found = check(PLAIN)
    titles = re.findall("<h2>(.*?)</h2>", PLAIN)
    assert titles == [
        *("Equation", "Coefficients", "Rivals", "Data and field", "Where the equation fails"),
        *("Noise", "How it was made"),
    ]
    assert [tag for tag, _ in found.elements].count("h1") == 1
    assert [tag for tag, _ in found.elements].count("svg") == 4
    assert "http:" not in PLAIN.replace("http-equiv", "")
    assert "https:" not in PLAIN


def test_everything_that_is_known_is_said():
    said = check(PLAIN).said["main"]
    for expected in (
        *("A made run", "Identified", "A test, 5 % of it & more."),
        *("0.2500", "0.2480 to 0.2520", "above 1.9", "1·106 more", "correlation −0.97"),
        *("is not enough", "123.4", "seed", "numpy 2.0", "made.npz", "pdedsl discover FILE.pde"),
        "the first sample of 10",
    ):
        assert expected in said, expected


@pytest.mark.parametrize("text", AWKWARD_TEXTS)
def test_no_title_unit_or_reason_becomes_html(text):
    found = made_run(title=text, unit=text, reason=text, versions={text: text})
    said = check(page(found)).said
    assert text.replace("\N{BELL}", "")[:20] in said["h1"]


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_awkward_names_stay_names(name):
    assert name in check(page(made_run((name,), "q"), drawn=False)).said["main"]


@pytest.mark.parametrize("value", [1e-12, -1e8, 3.0, -0.25])
@pytest.mark.parametrize("error", [None, 1e-14, 5.0])
@pytest.mark.parametrize("ends", [None, (None, 2.0), (-1e-9, None), (None, None), (0.1, 0.2)])
def test_every_number_and_interval_is_shown(value, error, ends):
    check(page(made_run(value=value, error=error, interval=ends), drawn=False))
    assert interval(value, error, ends)


def test_numbers_are_rounded_as_their_errors_say():
    assert number(-0.25317, error=0.0014) == "−0.2532"
    assert number(1.5e-7) == "1.5·10<sup>−7</sup>"
    assert number(None) == number(float("nan")) == "–"


@pytest.mark.parametrize("verdict", ["identified", "best of rivals", "not identified"])
def test_each_verdict_is_in_words_with_what_it_means(verdict):
    text = page(made_run(verdict=verdict), drawn=False)
    assert f"<strong>{verdict[0].upper()}{verdict[1:]}</strong>" in text
    meaning = {"identified": "noise explains", "best of rivals": "more is"}
    assert meaning.get(verdict, "Nothing is claimed") in text


def test_several_equations_have_their_verdicts_by_name():
    findings = tuple(Finding(n, "identified", f"because of {n}") for n in ("hares", "lynxes"))
    text = page(made_run(findings=findings), drawn=False)
    check(text)
    assert "Because of lynxes." in text
    assert "hares: <strong>" in text


def test_a_run_without_equation_fields_and_rivals_says_so():
    nothing = {"equations": (), "front": (), "residuals": "", "fields": None}
    text = page(made_run(verdict="not identified", **nothing))
    found = check(text)
    assert "There is none to show." in text
    assert text.count("Not shown: ") == 4
    assert "svg" not in {tag for tag, _ in found.elements}


def test_without_matplotlib_the_page_says_what_to_install():
    text = page(made_run(), drawn=False)
    assert text.count("pdedsl[plots]") == 4
    assert "<svg" not in text


def test_the_problem_is_shown_in_the_colors_of_the_lexer():
    text = (Path(__file__).parents[2] / "examples" / "burgers.pde").read_text(encoding="utf-8")
    shown = colored(text)
    assert '<span class="k">coordinates</span>' in shown
    assert re.sub("<[^>]+>", "", shown).count("\n") == text.count("\n")
    assert "<script>" not in colored('title "<script>"\n')


def test_the_same_run_makes_the_same_page(tmp_path):
    found = made_run(("t", "x"), title="A made run", unit="m")
    found.save(tmp_path)
    assert page(Discovery.load(tmp_path)) == PLAIN
