"""A discovery survives being written and read, and says what is wrong with a broken file."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.discovery import SCHEMA, Discovery
from pdedsl.errors import DataError, PdedslError
from pdedsl.records import BoundTerm, Correlation, EquationRecord, FreeNumber, Rival, WithoutG

SPECIFICATION = """\
coordinates t, x
fields u
data "heat.npz"
dictionary { d_t(u), d_xx(u) }
"""
HEAT = EquationRecord(
    name="equation",
    text="d_t(u) - 0.25 * d_xx(u) = 1.25 * exp(1.8 * t)",
    latex=r"\partial_t u - 0.25\, \partial_x^2 u = 1.25\, e^{1.8 t}",
    bound=(BoundTerm("d_t(u)", 1.0), BoundTerm("d_xx(u)", -0.25, 0.0014)),
    free="1.25 * exp(1.8 * t)",
    evidence=812.5,
    chi2_per_dof=0.98,
    loss=1e-4,
)
FOUND = Discovery(
    verdict="identified",
    reason="812 nats ahead of no equation",
    specification=SPECIFICATION,
    seed=2,
    seconds=12.5,
    equations=(HEAT,),
    front=(Rival("d_t(u) = 0", 1, 0.5), Rival(HEAT.text, 6, 1e-4, 812.5, 0.98)),
    expectation="met",
    versions={"pdedsl": "0.1.0", "numpy": "2.0"},
)
NOTHING = Discovery(verdict="not identified", reason="noise", specification="", seed=0, seconds=1.0)

finite = st.floats(allow_nan=False, allow_infinity=False)
maybe = st.none() | finite
ends = st.none() | st.tuples(maybe, maybe)
bound = st.builds(BoundTerm, st.text(), finite, maybe, ends, st.none() | st.text())
records = st.builds(
    EquationRecord,
    *(st.text(),) * 3,
    st.lists(bound, max_size=2).map(tuple),
    st.text(),
    maybe,
    maybe,
    maybe,
    st.text(),
    st.lists(st.builds(FreeNumber, st.text(), finite, maybe, ends), max_size=2).map(tuple),
    st.lists(st.builds(Correlation, st.text(), st.text(), finite), max_size=2).map(tuple),
    st.none() | st.builds(WithoutG, st.text(), st.booleans(), maybe, maybe, maybe),
)
discoveries = st.builds(
    Discovery,
    verdict=st.sampled_from(["identified", "best of rivals", "not identified"]),
    reason=st.text(),
    specification=st.text(),
    seed=st.integers(0, 2**64),
    seconds=finite,
    equations=st.lists(records, max_size=2).map(tuple),
    front=st.lists(
        st.builds(Rival, st.text(), st.integers(0, 99), maybe, maybe, maybe), max_size=2
    ).map(tuple),
    expectation=st.sampled_from(["met", "not met", None]),
    versions=st.dictionaries(st.text(), st.text(), max_size=2),
)


@given(discoveries)
def test_reading_what_was_written_gives_the_same_record(discovery: Discovery) -> None:
    assert Discovery.from_json(discovery.to_json()) == discovery
    assert hash(Discovery.from_json(discovery.to_json())) == hash(discovery)


def test_saving_and_loading_gives_the_same_record(tmp_path: Path) -> None:
    path = FOUND.save(tmp_path / "runs" / "heat-1")
    assert path == tmp_path / "runs" / "heat-1" / "result.json"
    assert Discovery.load(path) == Discovery.load(path.parent) == FOUND
    assert os.listdir(path.parent) == ["result.json"]


def test_the_file_holds_the_keys_of_the_schema(tmp_path: Path) -> None:
    record = json.loads(FOUND.save(tmp_path).read_text(encoding="utf-8"))
    assert record["schema"] == SCHEMA
    assert record["verdict"] == "identified"
    assert record["expectation"] == "met"
    assert record["equations"][0]["bound"][1] == {
        "term": "d_xx(u)",
        "coefficient": -0.25,
        "standard_error": 0.0014,
        "interval": None,
        "unit": None,
    }
    assert {"name", "text", "latex", "free", "evidence", "chi2_per_dof"} <= set(
        record["equations"][0]
    )
    assert {"seed", "seconds", "versions"} <= set(record)


def test_numbers_that_json_has_not_become_null() -> None:
    term = BoundTerm("d_t(u)", float("nan"), float("inf"), (float("-inf"), 1.0))
    record = EquationRecord("e", "", "", (term,), "", float("-inf"))
    odd = Discovery(
        verdict="not identified",
        reason="",
        specification="",
        seed=np.int64(3),
        seconds=np.float32(0.5),
        equations=(record,),
    )
    back = Discovery.from_json(odd.to_json())
    assert "NaN" not in odd.to_json()
    assert "Infinity" not in odd.to_json()
    assert np.isnan(back.equations[0].bound[0].coefficient)
    assert back.equations[0].bound[0].standard_error is None
    assert back.equations[0].bound[0].interval == (None, 1.0)
    assert back.equations[0].evidence is None
    assert (back.seed, back.seconds) == (3, 0.5)
    assert back.to_json() == odd.to_json()


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FOUND.save(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pdedsl.discovery.os.replace", full)
    with pytest.raises(DataError, match=r"result.json: cannot be written: No space left"):
        NOTHING.save(tmp_path)
    assert Discovery.load(tmp_path) == FOUND
    assert os.listdir(tmp_path) == ["result.json"]


def test_a_folder_that_is_a_file_cannot_be_saved_into(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(DataError, match="cannot be written"):
        FOUND.save(tmp_path / "run")


def broken(**changes: object) -> str:
    record = json.loads(FOUND.to_json())
    for key, value in changes.items():
        if value is ...:
            del record[key]
        else:
            record[key] = value
    return json.dumps(record)


WRONG = [
    ("", "not valid JSON"),
    ("{", "not valid JSON"),
    ('{"schema": NaN}', "not valid JSON"),
    ("[" * 100_000, "not valid JSON"),
    ("[1]", "not a JSON object"),
    (broken(schema=...), "schema None, and this version reads schema 1"),
    (broken(schema=SCHEMA + 1), "reads schema 1"),
    (broken(schema="1"), "reads schema 1"),
    (broken(schema=True), "reads schema 1"),
    (broken(verdict="perhaps"), "verdict is 'perhaps'.*identified"),
    (broken(verdict=...), "'verdict' is missing"),
    (broken(expectation="maybe"), "expectation is 'maybe'.*null"),
    (broken(seed=1.5), "'seed' should be a whole number, and is of type float"),
    (broken(seed=True), "'seed' should be a whole number"),
    (broken(seconds="long"), "'seconds' should be a finite number or null"),
    (broken(seconds=10**400), "'seconds' should be a finite number or null"),
    (broken(reason=None), "'reason' should be a text"),
    (broken(equations={}), "'equations' should be a list of objects"),
    (broken(equations=[1]), "'equations' should be a list of objects"),
    (broken(equations=[{}]), r"equations\[0\]: the key 'name' is missing"),
    (broken(front=[{"text": ""}]), r"front\[0\]: the key 'complexity' is missing"),
    (broken(versions={"numpy": 2}), "'versions' should be an object of texts"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_broken_file_is_refused_with_the_reason(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(text)
    with pytest.raises(DataError, match=message) as caught:
        Discovery.load(tmp_path)
    assert "result.json" in str(caught.value)
    assert caught.value.exit_code == 3


def test_missing_and_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere: no such file\n  give the run folder"):
        Discovery.load(tmp_path / "nowhere")
    with pytest.raises(DataError, match=r"result.json: no such file"):
        Discovery.load(tmp_path)
    (tmp_path / "result.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(DataError, match="cannot be read"):
        Discovery.load(tmp_path)


def test_unknown_keys_are_left_aside() -> None:
    assert Discovery.from_json(broken(comment="by hand")) == FOUND


def test_only_the_three_verdicts_exist() -> None:
    with pytest.raises(PdedslError, match="verdict"):
        Discovery(verdict="sure", reason="", specification="", seed=0, seconds=0.0)


def test_coefficients_are_found_by_their_term() -> None:
    assert FOUND.coefficients == {"d_t(u)": (1.0, None), "d_xx(u)": (-0.25, 0.0014)}
    two = Discovery.from_json(broken(equations=[json.loads(FOUND.to_json())["equations"][0]] * 2))
    assert list(two.coefficients) == ["equation: d_t(u)", "equation: d_xx(u)"]


def test_correlations_are_found_by_two_names_and_shown_where_they_are_close() -> None:
    pairs = (Correlation("d_xx(u)", "c1", -0.97), Correlation("d_xx(u)", "c2", 0.5))
    found = replace(FOUND, equations=(replace(HEAT, correlations=pairs),))
    assert found.correlations == {("d_xx(u)", "c1"): -0.97, ("d_xx(u)", "c2"): 0.5}
    shown = [line for line in str(found).splitlines() if "correlation" in line]
    assert shown == ["  d_xx(u) and c1 are known together only: correlation -0.970"]
    several = replace(found, equations=(*found.equations, replace(HEAT, name="other")))
    assert several.correlations["equation: d_xx(u)", "equation: c2"] == 0.5


def test_a_record_of_an_earlier_version_is_read() -> None:
    record = json.loads(FOUND.to_json())
    for equation in record["equations"]:
        del equation["correlations"], equation["without_g"]
    assert Discovery.from_json(json.dumps(record)) == FOUND


def test_a_notebook_shows_mathematics() -> None:
    assert FOUND.latex() == HEAT.latex
    assert FOUND._repr_latex_() == rf"$\displaystyle {HEAT.latex}$"
    assert NOTHING.latex() == ""
    assert NOTHING._repr_latex_() is None
    two = Discovery.from_json(broken(equations=[json.loads(FOUND.to_json())["equations"][0]] * 2))
    assert two.latex().count(HEAT.latex) == 2
    assert two.latex().startswith(r"\begin{gathered}")


def test_as_text_it_says_verdict_equation_and_errors() -> None:
    assert str(FOUND).splitlines() == [
        "identified: 812 nats ahead of no equation",
        "expectation met",
        f"equation: {HEAT.text}",
        "  d_t(u): 1",
        "  d_xx(u): -0.25 +- 0.0014",
    ]
    assert str(NOTHING) == "not identified: noise"


def test_the_equation_is_a_sympy_equation() -> None:
    t, x = sympy.symbols("t x", real=True)
    u = sympy.Function("u")(t, x)
    equation = FOUND.equation
    difference = (equation.lhs - equation.rhs).doit()
    wanted = u.diff(t) - 0.25 * u.diff(x, 2) - 1.25 * sympy.exp(1.8 * t)
    assert sympy.expand(difference - wanted) == 0
    assert FOUND.symbolic() == (equation,)


def test_without_an_equation_there_is_none_to_show() -> None:
    with pytest.raises(DataError, match=r"no equation was found\n  noise"):
        _ = NOTHING.equation


def test_units_are_shown_where_they_are_known():
    terms = (
        BoundTerm("d_t(u)", 1.0, unit="1"),
        BoundTerm("d_xx(u)", -0.25, 0.0014, unit="m^2/s"),
        BoundTerm("d_x(u)", 2.0),
    )
    text = str(replace(FOUND, equations=(replace(HEAT, bound=terms),)))
    assert "d_t(u): 1\n" in text
    assert "d_xx(u): -0.25 +- 0.0014 m^2/s\n" in text
    assert text.endswith("d_x(u): 2")
