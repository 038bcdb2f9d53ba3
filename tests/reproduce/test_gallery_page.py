"""The page of the gallery, made of rows alone, and its pictures."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from scripts import script

import pdedsl
from pdedsl.reproduce.gallery import entries
from pdedsl.reproduce.run import Run

HOME = Path(__file__).parents[2]
ENTRIES = {entry.name: entry for entry in entries()}
LARGEST = 30_000
RIGHT = {"success": True, "form": True, "support": True, "strict": True, "seconds": 3.0}


@pytest.fixture(scope="module")
def made():
    return script("benchmarks/gallery_page.py")


def row(name, seed=0, noise=0.01, **columns):
    case = replace(ENTRIES[name].case, noise=noise)
    return replace(Run(case, "calibrated", seed).blank, verdict="identified", **columns)


def part(page, name):
    return page.partition(f"\n## {ENTRIES[name].title}\n")[2].partition("\n## ")[0]


def test_every_problem_has_words_a_picture_and_its_text(made):
    page = made.page([])
    assert page.count("\n## ") == len(ENTRIES) == page.count("not run yet")
    texts = re.findall(r"^```pde\n(.*?)^```", page, re.M | re.S)
    for (name, entry), text in zip(ENTRIES.items(), texts, strict=True):
        assert pdedsl.parse(text).problem.dictionary
        assert f'data "{name}.npz"' in text
        shown = part(page, name)
        assert f"(pictures/gallery/{name}.png)" in shown
        assert entry.told in " ".join(shown.split())
        assert f"](#{made.anchor(entry)})" in page


def test_found_and_true_are_in_one_scale_with_errors_in_brackets(made):
    numbers = "d_tt(u) = -2; d_xx(u) = 2.01 +- 0.02; g = c1*u; c1 = 3.9 +- 0.11"
    shown = part(made.page([row("klein_gordon", estimates=numbers, **RIGHT)]), "klein_gordon")
    assert "found  -2*d_tt(u) + 2.010(20)*d_xx(u) = 3.90(11)*u\n" in shown
    assert "true   -2*d_tt(u) + 2*d_xx(u) = 4*u\n" in shown


def test_runs_that_were_right_are_counted_by_noise(made):
    rows = [
        row("kdv", seed, noise, **{**RIGHT, "success": seed > 0 or noise < 0.1})
        for seed in range(3)
        for noise in (0.01, 0.1)
    ]
    page = made.page(rows)
    assert "--seeds 3 --noise 0.01,0.1\n" in page
    link = "| [Korteweg-de Vries equation](#korteweg-de-vries-equation) |"
    assert f"{link} 1 % | 3/3 | 3/3 | 3/3 | 3/3 | 3 |" in page
    assert f"{link} 10 % | 3/3 | 2/3 | 3/3 | 3/3 | 3 |" in page
    said = "right in 3 of 3 runs at 1 % noise and 2 of 3 runs at 10 % noise."
    assert said in " ".join(part(page, "kdv").split())


def test_other_methods_and_settings_do_not_count(made):
    other = replace(row("kdv", **RIGHT), options="search.population=20")
    paper = replace(row("kdv", **RIGHT), method="paper")
    assert made.page([other, paper]) == made.page([])


def test_errors_are_told_and_rows_of_earlier_versions_show_their_equation(made):
    failed = replace(row("drift"), verdict="error", message="DataError: no room")
    early = row("bbm", equation="d_t(u) = 0", success=False)
    page = made.page([failed, early])
    assert "Error: DataError: no room\n" in part(page, "drift")
    assert "found  d_t(u) = 0\n" in part(page, "bbm")
    assert "right in 0 of 1 run at 1 % noise" in " ".join(part(page, "bbm").split())


@pytest.mark.parametrize("name", ["oscillator", "kdv", "drift", "maxwell_hx", "infected_by_age"])
def test_pictures_are_small_and_the_same_every_time(made, tmp_path, name):
    paths = tmp_path / "one.png", tmp_path / "two.png"
    for path in paths:
        made.picture(ENTRIES[name], path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert paths[0].stat().st_size < LARGEST


def test_the_page_of_the_docs_is_of_this_gallery():
    page = (HOME / "docs" / "gallery.md").read_text(encoding="utf-8")
    pictures = HOME / "docs" / "pictures" / "gallery"
    assert set(re.findall(r"\(pictures/gallery/(\w+)\.png\)", page)) == set(ENTRIES)
    assert {path.stem for path in pictures.iterdir()} == set(ENTRIES)
    assert all(path.stat().st_size < LARGEST for path in pictures.iterdir())
    assert all(f"\n## {entry.title}\n" in page for entry in ENTRIES.values())
