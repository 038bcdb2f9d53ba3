"""Figures: of every number of coordinates, without pyplot, and told where they cannot be drawn."""

import re
import subprocess
import sys
from dataclasses import replace
from importlib import util
from xml.etree import ElementTree

import numpy as np
import pytest
from made_runs import AWKWARD_NAMES, AWKWARD_TEXTS, made_fields, made_residuals, made_run
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser

from pdedsl.discovery import Discovery
from pdedsl.errors import DataError, PdedslError
from pdedsl.figures import KINDS
from pdedsl.figures.draw import draw
from pdedsl.figures.files import write_figures
from pdedsl.figures.front import _beside, _together
from pdedsl.figures.grids import standardized
from pdedsl.figures.look import PAPER, SCREEN, drawn_as
from pdedsl.figures.run import subject_of
from pdedsl.figures.subject import lettered, plain, read_residuals
from pdedsl.figures.svg import inline_svg

COORDINATES = ("t", "x", "y", "z")


def svg_of(found, kind, name="one"):
    return inline_svg(draw(kind, subject_of(found), SCREEN), name, "a title", "what it shows")


def texts(svg):
    root = ElementTree.fromstring(svg)
    return ["".join(e.itertext()).strip() for e in root.iter() if e.tag.endswith("text")]


@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
@pytest.mark.parametrize("scattered", [False, True])
def test_every_figure_is_drawn_of_every_number_of_coordinates(dimension, scattered):
    names = COORDINATES[:dimension]
    fields = made_fields(names, "u", scattered=scattered)
    figures = made_run(names, fields=fields, unit="m").plot()
    assert tuple(figures) == KINDS
    for figure in figures.values():
        assert isinstance(figure, Figure)
        assert figure.get_axes()
    with drawn_as(PAPER):
        figures["fields"].canvas.draw()


def test_axes_have_names_and_units():
    (axes,) = made_run(("t",), "u_max", unit="m/s").plot("fields").get_axes()
    assert axes.get_xlabel() == "$t$ (m/s)"
    assert axes.get_ylabel() == r"$u_{\mathrm{max}}$ (m/s)"


def test_curves_are_the_data_and_the_estimate():
    found = made_run()
    (axes,) = found.plot("fields").get_axes()
    data, estimate = axes.get_lines()[:2]
    sample = found.fields.samples[0]
    assert np.array_equal(data.get_ydata(), sample.data["u"])
    assert np.array_equal(estimate.get_ydata(), sample.estimate["u"])


def test_images_have_the_first_coordinate_to_the_right():
    found = made_run(("t", "x"))
    axes = found.plot("fields").get_axes()[0]
    (mesh,) = axes.collections
    sample = found.fields.samples[0]
    assert np.allclose(mesh.get_array(), sample.data["u"].T)
    assert axes.get_xlabel() == "$t$"


def test_normal_noise_of_the_right_size_lies_on_the_line():
    fields = made_fields(("t", "x"), "u", samples=40)
    values = np.concatenate([standardized(s, "u").ravel() for s in fields.samples])
    assert values.std() == pytest.approx(1, abs=0.05)
    figure = made_run(("t", "x"), fields=fields).plot("noise")
    line = figure.get_axes()[1].get_lines()[-1]
    middle = slice(20, -20)
    assert line.get_ydata()[middle] == pytest.approx(line.get_xdata()[middle], abs=0.15)


def test_scattered_points_are_set_against_the_estimate_there():
    fields = made_fields(("t", "x"), "u", scattered=True)
    assert np.nanmax(np.abs(standardized(fields.samples[0], "u"))) < 0.1  # of linear interpolation


@pytest.mark.parametrize("noise", [0.0, float("nan")])
def test_unknown_noise_and_gaps_are_no_reason_to_fail(noise):
    fields = made_fields(("t", "x"), "u")
    first = fields.samples[0]
    data = first.data["u"].copy()
    data[0, 0] = np.nan
    holed = replace(first, noise_sd={"u": noise}, data={"u": data})
    found = made_run(("t", "x"), fields=replace(fields, samples=(holed,)))
    assert set(found.plot()) == set(KINDS)


def test_rivals_stand_by_complexity_and_evidence():
    (axes,) = made_run().plot("front").get_axes()
    drawn = [(float(x), float(y)) for line in axes.get_lines() for x, y in [line.get_xydata()[0]]]
    assert (4.0, 0.0) in drawn
    assert (1.0, pytest.approx(23.4)) in drawn
    assert axes.yaxis_inverted()


def test_numbers_of_rivals_that_lie_close_stand_together():
    assert _together([(1, 4, 0.0), (2, 7, 11.0), (3, 7, 12.0), (4, 7, 400.0)]) == [
        (4, 0.0, "1"),
        (7, 11.0, "2, 3"),
        (7, 400.0, "4"),
    ]


def test_several_equations_have_a_panel_each():
    head, *rows = made_residuals(("t",)).splitlines()
    tables = [f"equation,{head}", *(f"{n},{row}" for n in ("hares", "lynxes") for row in rows)]
    assert [r.equation for r in read_residuals("\n".join(tables), ("t",))] == ["hares", "lynxes"]
    found = made_run(residuals="\n".join(tables))
    assert len(found.plot("residuals").get_axes()) == 2
    named = tuple(replace(r, name=n) for r in found.front for n in ("hares", "lynxes"))
    assert len(replace(found, front=named).plot("front").get_axes()) == 2


def test_what_an_old_run_does_not_keep_is_said_and_the_rest_is_drawn():
    old = made_run(fields=None, residuals="")
    assert set(old.plot()) == {"front"}
    for kind, missing in {"fields": "no field", "noise": "no data", "residuals": "map"}.items():
        with pytest.raises(DataError, match=missing):
            old.plot(kind)


def test_an_unknown_figure_is_refused_by_name():
    with pytest.raises(PdedslError, match="figures are fields, residuals, noise, front"):
        made_run().plot("field")


@pytest.mark.parametrize("table", ["a,b\n1,2\n", "sample,t,residual\n0,x,1\n", "sample,t\n0,1\n"])
def test_a_residual_map_that_is_none_is_refused(table):
    with pytest.raises(DataError, match="residual map"):
        made_run(residuals=table).plot("residuals")


def test_fields_of_another_problem_are_refused():
    found = made_run(("t", "x"), fields=made_fields(("t", "y"), "u"))
    with pytest.raises(DataError, match="not those of the text"):
        found.plot("fields")


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr("pdedsl.figures.look.find_spec", lambda name: None)
    with pytest.raises(PdedslError, match=r'pip install "pdedsl\[plots\]"'):
        made_run().plot("front")


def test_pyplot_is_never_imported(tmp_path):
    made_run(("t", "x")).save(tmp_path)
    code = (
        "import sys; from pdedsl.discovery import Discovery;"
        f" Discovery.load({str(tmp_path)!r}).plot();"
        " assert 'matplotlib.figure' in sys.modules;"
        " assert 'matplotlib.pyplot' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert util.find_spec("matplotlib.pyplot")


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_awkward_names_are_set_as_letters(name):
    with drawn_as(PAPER):
        width, *_ = MathTextParser("path").parse(lettered(name))
    assert width > 0
    assert lettered("lambda") == r"$\lambda$"


@pytest.mark.parametrize("text", AWKWARD_TEXTS)
def test_awkward_units_are_shown_as_they_are(text):
    shown = re.sub(r"\s", "", "".join(texts(svg_of(made_run(unit=text), "fields"))))
    said = "".join(c for c in text if c.isprintable())
    assert re.sub(r"\s", "", said[:20]) in shown
    assert "$" not in plain("a$b").replace(r"\$", "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_within_a_page_has_the_colors_of_the_page_and_names_of_its_own(kind):
    found = made_run(("t", "x"))
    one, two = (ElementTree.fromstring(svg_of(found, kind, name)) for name in ("one", "two"))
    ids = [[e.attrib["id"] for e in root.iter() if "id" in e.attrib] for root in (one, two)]
    assert all(len(names) == len(set(names)) for names in ids)
    assert not set(ids[0]) & set(ids[1])
    for element in one.iter():
        style = element.attrib.get("style", "")
        assert "#01" not in style
        assert "font-family" not in style
        link = element.attrib.get("href", "#")
        assert link.startswith(("#", "data:image/png"))
        assert link[1:] in ids[0] or link.startswith("data:") or link == "#"
    assert one.attrib["role"] == "img"
    assert one.find("title").text == "a title"
    assert one.find("desc").text == "what it shows"
    assert not list(one.iter("style"))
    assert not list(one.iter("metadata"))


def test_figures_for_papers_have_text_as_text_and_the_same_bytes_each_time(tmp_path, monkeypatch):
    subject = subject_of(made_run(("t", "x"), residuals="", unit="m"))
    monkeypatch.setattr("pdedsl.figures.files.KINDS", ("fields", "front"))
    paths, left = write_figures(subject, tmp_path / "a")
    again, _ = write_figures(subject, tmp_path / "b")
    assert left == ()
    names = {f"{kind}.{suffix}" for kind in ("fields", "front") for suffix in ("pdf", "svg")}
    assert {p.name for p in paths} == names
    assert [p.read_bytes() for p in paths] == [p.read_bytes() for p in again]
    assert "estimate" in texts((tmp_path / "a" / "fields.svg").read_text())
    pdf = (tmp_path / "a" / "fields.pdf").read_bytes()
    assert b"/Type0" in pdf or b"/TrueType" in pdf
    assert b"/Type3" not in pdf


def test_figures_replace_figures_and_nothing_else(tmp_path):
    subject = subject_of(made_run(fields=None, residuals=""))
    _, left = write_figures(subject, tmp_path)
    assert len(left) == 3
    write_figures(subject, tmp_path)
    (tmp_path / "front.svg").write_text("mine")
    with pytest.raises(DataError, match=r"front\.svg.*no figure of pdedsl"):
        write_figures(subject, tmp_path)
    assert (tmp_path / "front.svg").read_text() == "mine"


def test_a_saved_run_draws_what_the_run_drew(tmp_path):
    found = made_run(("t", "x"))
    found.save(tmp_path)
    assert svg_of(Discovery.load(tmp_path), "fields") == svg_of(found, "fields")


def test_numbers_of_neighbors_stand_above_and_below_in_turns():
    row = [(10, 20.0, "3"), (11, 21.0, "2, 7"), (12, 22.0, "4"), (20, 20.0, "5"), (5, 5000.0, "6")]
    assert [place.side for place in _beside(row, 0.5)] == [1, 2, 0, 0, 0]
    assert [place.side for place in _beside(row, 0.1)] == [0, 0, 0, 0, 0]
