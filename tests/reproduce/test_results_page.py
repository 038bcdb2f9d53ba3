"""The page of results, made of rows alone."""

from dataclasses import replace

import pytest
from scripts import script

from pdedsl.reproduce import sets
from pdedsl.reproduce.rows import append_row
from pdedsl.reproduce.run import Run

EQUATION = "d_tt(u) - d_xx(u) = 2*exp(t)*sin(3*t)"


@pytest.fixture(scope="module")
def page():
    return script("benchmarks/results_page.py")


def write(folder, name, seeds, method="calibrated", noises=None):
    for case in sets(noises)[name].cases:
        for seed in range(seeds):
            row = replace(Run(case, method, seed).blank, verdict="solved", equation=EQUATION)
            append_row(folder / f"reproduce-{name}.csv", row)


def test_a_set_that_was_not_run_has_no_section(page, tmp_path):
    assert page.section("wave", tmp_path) == ""


@pytest.mark.parametrize(("seeds", "said"), [(1, "*One seed so far.*"), (2, "*2 seeds so far.*")])
def test_few_seeds_are_said_and_columns_come_from_the_texts(page, tmp_path, seeds, said):
    write(tmp_path, "wave", seeds)
    text = page.section("wave", tmp_path)
    assert said in text
    assert f"\npdedsl reproduce wave --seeds {seeds}\n" in text
    assert f"| {seeds}/{seeds} |" in text
    assert "Forward error: " in text


def test_the_command_says_what_the_set_does_not_do_by_itself(page, tmp_path):
    write(tmp_path, "collie", page.MANY, "exact")
    text = page.section("collie", tmp_path)
    assert f"\npdedsl reproduce collie --seeds {page.MANY} --method exact\n" in text
    assert "so far" not in text
    write(tmp_path, "wave", 1, noises=(0.03,))
    assert "wave --seeds 1 --noise 0.03\n" in page.section("wave", tmp_path)


def test_sections_of_what_was_not_run_again_can_stay(page, tmp_path, monkeypatch):
    target = tmp_path / "results.md"
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, seeds, name in ((old, 1, "wave"), (old, 1, "collie"), (new, 2, "wave")):
        folder.mkdir(exist_ok=True)
        write(folder, name, seeds, "exact" if name == "collie" else "calibrated")

    def made(*arguments):
        monkeypatch.setattr("sys.argv", ["results_page.py", *map(str, arguments)])
        page.main()
        return target.read_text()

    first = made(old, target)
    kept = made(new, target, "--keep")
    assert page.section("collie", old) in first
    assert page.section("collie", old) in kept
    assert page.section("wave", new) in kept
    assert kept.count("\n## ") == 2
    assert made(new, target, "--keep") == kept
    assert "## collie" not in made(new, target)
