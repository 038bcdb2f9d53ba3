"""The tour: each of its texts is checked as it stands, and three are discovered."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import pdedsl
from pdedsl.cli import main

PAGE = (Path(__file__).parents[1] / "docs" / "tour.md").read_text(encoding="utf-8")
TEXTS = re.findall(r"^```pde\n(.*?)^```", PAGE, re.M | re.S)


def noisy(values, size):
    return values + np.random.default_rng(0).normal(0.0, size, values.shape)


def coffee():
    """A cup that cools: du/dt = -0.8 (u - 20)."""
    t = np.linspace(0.0, 4.0, 40)
    return {"t": t, "u": noisy(20 + 60 * np.exp(-0.8 * t), 0.3)}


def rod():
    """Two modes of heat in a rod of diffusivity 0.1 with cold ends."""
    t, x = np.linspace(0.0, 1.0, 20), np.linspace(0.0, 1.0, 21)
    first = np.exp(-0.1 * np.pi**2 * t)[:, None] * np.sin(np.pi * x)
    second = np.exp(-0.4 * np.pi**2 * t)[:, None] * np.sin(2 * np.pi * x)
    return {"t": t, "x": x, "u": noisy(first + 0.5 * second, 0.003)}


def cultures():
    """Three cultures that grow by the logistic law with rate 0.9 to the size 3."""
    t, start = np.linspace(0.0, 12.0, 60), np.array([0.2, 0.5, 5.0])[:, None]
    u = 3.0 / (1 + (3.0 / start - 1) * np.exp(-0.9 * t))
    return {"culture": np.arange(3), "t": t, "u": noisy(u, 0.02)}


def test_there_are_ten_texts_each_with_more_in_it_than_the_first():
    assert len(TEXTS) == 10
    assert len({pdedsl.parse(text).problem for text in TEXTS}) > 7
    assert all(len(text) > len(TEXTS[0]) for text in TEXTS[1:])


@pytest.mark.parametrize("number", range(10))
def test_each_text_is_right_and_in_canonical_layout(number, tmp_path, capsys):
    path = tmp_path / "case.pde"
    path.write_text(TEXTS[number], encoding="utf-8")
    assert main(["check", "--json", str(path)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["problem"]["terms"]
    assert main(["fmt", "--check", str(path)]) == 0


def test_heat_in_a_rod_is_found():
    found = pdedsl.discover(TEXTS[2], rod())
    assert found.verdict == "identified"
    assert set(found.coefficients) == {"d_t(u)", "d_xx(u)"}
    assert found.coefficients["d_xx(u)"][0] == pytest.approx(-0.1, rel=0.05)


def test_cultures_grow_by_the_logistic_law():
    found = pdedsl.discover(TEXTS[4], cultures())
    assert found.verdict == "identified"
    text = found.equations[0].text
    assert re.fullmatch(r"d_t\(u\) = u\*\((0\.\d+) - (0\.\d+)\*u\)", text)
    numbers = [float(n) for n in re.findall(r"0\.\d+", text)]
    assert numbers == pytest.approx([0.9, 0.3], rel=0.03)


@pytest.mark.slow
def test_the_cup_cools_by_newtons_law():
    found = pdedsl.discover(TEXTS[0], coffee())
    assert found.verdict == "identified"
    numbers = [float(n) for n in re.findall(r"\d+\.\d+", found.equations[0].text)]
    assert numbers == pytest.approx([16, 0.8], rel=0.05)
