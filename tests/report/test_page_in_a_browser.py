"""The page in a real browser: no errors, no requests, no sideways scrolling on a phone."""

import html
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from made_runs import AWKWARD_TEXTS, made_run

import pdedsl
from pdedsl.report.page.whole import page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--enable-logging=stderr", "--v=0"),
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="needs a chromium"),
]

FRAME = """<!DOCTYPE html><html><body style="margin:0">
<iframe style="border:0;width:{width}px;height:800px" srcdoc="{page}"></iframe>
<script>
onload = () => {{
  const inner = document.querySelector("iframe").contentDocument, root = inner.documentElement;
  const size = selector => inner.querySelector(selector).getBoundingClientRect();
  document.title = JSON.stringify({{
    scroll: root.scrollWidth, client: root.clientWidth, height: root.scrollHeight,
    figures: [...inner.querySelectorAll("svg")].map(e => e.getBoundingClientRect().height),
    formula: inner.querySelector("math") ? size("math").height : 0,
    paper: inner.defaultView.getComputedStyle(inner.body).backgroundColor,
    scripts: inner.scripts.length,
    requests: inner.defaultView.performance.getEntriesByType("resource").map(e => e.name),
  }});
}};
</script></body></html>"""


def looked_at(text, folder, *, width=375, dark=False):
    """What a browser makes of the page in a frame of this width."""
    place = folder / "frame.html"
    place.write_text(FRAME.format(width=width, page=html.escape(text)), encoding="utf-8")
    theme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    command = [BROWSER, *QUIET, *theme, f"--user-data-dir={folder / 'browser'}", "--dump-dom"]
    done = subprocess.run(
        [*command, place.as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
    (title,) = re.findall("<title>({.*?})</title>", done.stdout)
    seen = json.loads(html.unescape(title))
    assert seen["requests"] == []
    return seen


CASES = {
    "one coordinate": {},
    "two coordinates": {"coordinates": ("t", "x"), "unit": "m"},
    "three coordinates": {"coordinates": ("t", "x", "y")},
    "long names": {"coordinates": ("a_coordinate_of_a_very_long_name",), "field": "w" * 60},
    "awkward": {"title": " ".join(AWKWARD_TEXTS), "unit": AWKWARD_TEXTS[0], "reason": "x" * 300},
    "nothing": {"equations": (), "front": (), "residuals": "", "fields": None},
}


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_phone_shows_it_without_sideways_scrolling(case, tmp_path):
    seen = looked_at(page(made_run(**CASES[case])), tmp_path)
    assert seen["scroll"] <= seen["client"] == 375
    assert all(height > 100 for height in seen["figures"])
    assert seen["scripts"] == 0
    assert case == "nothing" or seen["formula"] > 10


def test_the_theme_of_the_reader_is_followed(tmp_path):
    text = page(made_run())
    light = looked_at(text, tmp_path, width=900)["paper"]
    dark = looked_at(text, tmp_path, width=900, dark=True)["paper"]
    assert light == "rgb(255, 255, 255)"
    assert max(map(int, re.findall(r"\d+", dark))) < 60


def test_a_long_run_of_terms_moves_within_its_own_box(tmp_path):
    found = made_run()
    equation = found.equations[0]
    terms = " + ".join(f"{k}.5*sin({k}.25*u)" for k in range(1, 30))
    long = replace(equation, text=equation.text.replace("2.5*exp(u)", terms))
    seen = looked_at(page(replace(found, equations=(long,))), tmp_path)
    assert seen["scroll"] <= 375


EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.pde"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_page_of_each_example_fits_phones_and_desks_in_both_themes(path, tmp_path):
    short = {"search.population": "40", "search.generations": "1"}
    text = page(pdedsl.discover(path, overrides=short))
    for width, dark in ((390, False), (390, True), (1000, False), (1000, True)):
        seen = looked_at(text, tmp_path, width=width, dark=dark)
        assert seen["scroll"] <= seen["client"] == width
        assert len(seen["figures"]) == 4
        assert all(height > 100 for height in seen["figures"])
        assert seen["formula"] > 10
        assert seen["scripts"] == 0
