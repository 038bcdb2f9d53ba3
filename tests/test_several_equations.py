"""Several equations of one text: each is what it is alone, and the worst of them decides."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pdedsl
from pdedsl.cli import main
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.records import EquationRecord, Finding, Rival
from pdedsl.several import together

SHARED = """\
coordinates t "s"
fields u, v
data "waves.npz"
search { population = 40, generations = 2, seed = 5 }
"""
FIRST = "dictionary { d_t(u) }\ngrammar polynomial g(u, v)\nexpect d_t(u) = -0.3*u + v\n"
SECOND = "dictionary { d_t(v), d_tt(v) }\ngrammar polynomial g(u)\n"
BOTH = f"{SHARED}equation u {{\n{FIRST}}}\nequation second {{\n{SECOND}}}\n"


def waves():
    """Two rates: u' = v - 0.3 u and v' = -u."""
    t = np.linspace(0.0, 12.0, 80)
    a = np.array([[-0.3, 1.0], [-1.0, 0.0]])
    values, vectors = np.linalg.eig(a)
    start = np.linalg.solve(vectors, [1.0, 0.5])
    u, v = ((vectors * start) @ np.exp(np.outer(values, t))).real
    noise = np.random.default_rng(1).normal(0.0, 0.01, (2, t.size))
    return {"t": t, "u": u + noise[0], "v": v + noise[1]}


@pytest.fixture(scope="module")
def both():
    return pdedsl.discover(BOTH, waves())


def timeless(found):
    record = json.loads(found.to_json())
    return {name: value for name, value in record.items() if name != "seconds"}


@pytest.mark.parametrize(("name", "statements"), [("u", FIRST), ("second", SECOND)])
def test_each_equation_is_what_a_text_with_it_alone_gives(both, name, statements):
    alone = pdedsl.discover(f"{SHARED}equation {name} {{\n{statements}}}\n", waves())
    assert timeless(both.part(name)) == timeless(alone)
    plain = pdedsl.discover(f"{SHARED}{statements}", waves())
    assert plain.names == ("equation",)
    assert plain.coefficients == alone.coefficients
    assert plain.residuals == alone.residuals
    assert plain.part("equation") is plain


def test_the_record_has_an_entry_for_each_by_name(both):
    assert both.names == ("u", "second")
    assert [e.name for e in both.equations] == ["u", "second"]
    assert [f.name for f in both.findings] == ["u", "second"]
    assert both.verdict == "identified"
    assert both.expectation == both.part("u").expectation == "met"
    assert both.part("second").expectation is None
    assert {name.split(": ")[0] for name in both.coefficients} == {"u", "second"}
    assert len(both.symbolic()) == 2
    assert "gathered" in both.latex()
    assert Discovery.from_json(both.to_json()) == both
    assert "u: expectation met" in str(both)


def test_an_unknown_name_is_told_with_the_known_ones(both):
    with pytest.raises(DataError, match="there is u, second"):
        both.part("v")


def test_one_run_folder_holds_them_all(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    np.savez("waves.npz", **waves())
    (tmp_path / "case.pde").write_text(f'{BOTH}export csv "front.csv"\nexport table "t.tex"\n')
    for _ in range(2):  # the second time over its own exports
        assert main(["discover", "case.pde", "--out", f"run{_}"]) == 0
    shown = capsys.readouterr()
    assert "u: identified" in shown.out
    assert "second: generation 0/2" in shown.err
    record = json.loads((tmp_path / "run0" / "result.json").read_text())
    assert [e["name"] for e in record["equations"]] == ["u", "second"]
    rivals = (tmp_path / "front.csv").read_text().splitlines()
    assert rivals[0].startswith("name,equation,")
    assert {row.split(",")[0] for row in rivals[1:]} == {"u", "second"}
    assert (tmp_path / "t.tex").read_text().count("tabular") == 4
    residuals = (tmp_path / "run0" / "residuals.csv").read_text().splitlines()
    assert residuals[0] == "equation,sample,t,residual"
    assert main(["latex", "run0"]) == 0
    assert main(["check", "case.pde"]) == 0
    assert capsys.readouterr().out.count("equation second") == 2
    assert main(["check", "--json", "case.pde"]) == 0
    problem = json.loads(capsys.readouterr().out)["problem"]
    assert [e["name"] for e in problem["equations"]] == ["u", "second"]
    assert problem["terms"] == problem["equations"][0]["terms"]


PLAIN = """\
coordinates t
fields u
data "u.npz"
equation a { dictionary { d_t(u) } }
equation bc { dictionary { d_t(u) } }
"""


def single(verdict, expectation=None, name="a"):
    law = "d_t(u) = 0" if name == "a" else "d_t(u) = u"
    equations = (EquationRecord(name, law, "", (), "0"),)
    return Discovery(
        verdict=verdict,
        reason=f"why {name}",
        specification="",
        seed=1,
        seconds=2.0,
        equations=equations if verdict == "identified" else (),
        front=(Rival("d_t(u) = 0", 1, name=name),),
        expectation=expectation,
        residuals=f"sample,t,residual\n0,{len(name)},1\n" if verdict == "identified" else "",
    )


@pytest.mark.parametrize(
    ("first", "second", "worst"),
    [
        ("identified", "best of rivals", "best of rivals"),
        ("not identified", "identified", "not identified"),
        ("best of rivals", "not identified", "not identified"),
        ("identified", "identified", "identified"),
    ],
)
def test_the_worst_verdict_is_that_of_all(first, second, worst):
    found = together({"a": single(first), "bc": single(second, name="bc")}, PLAIN)
    assert found.verdict == worst
    names = [n for n, v in (("a", first), ("bc", second)) if v == worst]
    assert found.reason == "; ".join(f"{n}: why {n}" for n in names)
    assert found.findings[1] == Finding("bc", second, "why bc")
    assert found.names == ("a", "bc")
    assert [r.name for r in found.front] == ["a", "bc"]
    rows = found.residuals.splitlines()
    assert rows[:1] == ["equation,sample,t,residual"] * ("identified" in (first, second))
    assert len(rows[1:]) == [first, second].count("identified")


def test_the_expectation_is_met_where_every_equation_meets_its_own():
    def overall(*each):
        pairs = zip(("a", "bc"), each, strict=True)
        return together({name: single("identified", e, name) for name, e in pairs}, PLAIN)

    assert overall("met", None).expectation == "met"
    assert overall("met", "not met").expectation == "not met"
    assert overall(None, None).expectation is None
