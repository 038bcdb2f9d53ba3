"""An expected equation that cannot come out is refused, by check and by discover alike."""

from __future__ import annotations

import json

import pytest

import pdedsl
from pdedsl.cli import main
from pdedsl.errors import SpecificationError
from pdedsl.language import parse, refuse_out_of_reach

HEAD = "coordinates t, x\nfields u, v\nconstants k = 2\n"
SO = ", so that this equation cannot come out"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dictionary { d_t(u) }\nexpect d_t(u) = d_xx(u)", "d_xx(u) is not in the dictionary"),
        ("dictionary { u_t, v_x }\nexpect u_t + u*u_x = 0", "d_x(u^2) is not in the dictionary"),
        ("dictionary { u_t }\nexpect x*u_t = u", "x*d_t(u) is not in the dictionary"),
        ("dictionary { u_t }\ngrammar none\nexpect u_t = 5", "grammar none makes g zero"),
        ("expect u_t = u\ngrammar none", "grammar none makes g zero"),
        (
            "dictionary { u_t }\ngrammar polynomial g(u)\nexpect u_t = u*x + v",
            "g cannot depend on v and x",
        ),
        ("dictionary { u_t }\ngrammar reaction\nexpect u_t = t*u", "g cannot depend on t"),
        (
            "dictionary { u_t }\ngrammar g(t, u) { e ::= const*u }\nexpect u_t = t*u",
            "g cannot depend on t",
        ),
        (
            "equation a { dictionary { u_t } }\n"
            "equation b {\n    dictionary { v_t }\n    expect v_t = u_t\n}",
            "d_t(u) is not in the dictionary",
        ),
    ],
)
def test_what_cannot_come_out_is_refused_where_it_stands(text, message):
    specification = parse(HEAD + text)
    with pytest.raises(SpecificationError) as caught:
        refuse_out_of_reach(specification)
    (mistake,) = caught.value.mistakes
    assert mistake.message == message + SO
    assert mistake.remedy
    line = specification.source.split("\n")[mistake.span.line - 1]
    assert "expect " in line[: mistake.span.column]
    with pytest.raises(SpecificationError, match="cannot come out"):
        pdedsl.discover(HEAD + text, {})


@pytest.mark.parametrize(
    "text",
    [
        "dictionary { u_t, 3*d_x(u^2) }\ngrammar none\nexpect 2*u*u_x = -3*u_t",
        "dictionary { u_t, v }\ngrammar none\nexpect u_t = v",
        "dictionary { u_t, v, v^2 }\ngrammar none\nexpect u_t = v*(1 - v)",
        "dictionary { u_t }\ngrammar polynomial g(u)\nexpect u_t = u + sin(x)^2 + cos(x)^2",
        "dictionary { u_t }\ngrammar g(u) { e ::= const*u }\nknown { x }\nexpect u_t = u + x",
        "dictionary { u_t }\nexpect u_t = sin(x*v)/u",
        "expect u_t = u_xx",
    ],
)
def test_what_may_come_out_is_not_refused(text):
    specification = parse(HEAD + text)
    refuse_out_of_reach(specification)
    assert specification.expected is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("dictionary { u_t }\nexpect u_t = u_xx", "dictionary { u_t, d_xx(u) }\nexpect u_t = u_xx"),
        ("expect u_t = u\ngrammar none", "expect u_t = u"),
        (
            "expect u_t = u*x\ngrammar g(u) { e ::= const*u }",
            "expect u_t = u*x\ngrammar g(u, x) { e ::= const*u*x }",
        ),
    ],
)
def test_its_remedy_helps(before, after):
    with pytest.raises(SpecificationError):
        refuse_out_of_reach(parse(HEAD + before))
    refuse_out_of_reach(parse(HEAD + after))


def test_check_and_discover_say_the_same(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.pde").write_text(f"{HEAD}dictionary {{ u_t }}\nexpect u_t = u_xx\n")
    assert main(["check", "case.pde"]) == 2
    told = capsys.readouterr().err
    assert "case.pde:5:8: d_xx(u) is not in the dictionary" in told
    assert main(["discover", "case.pde"]) == 2
    assert capsys.readouterr().err == told
    assert main(["check", "--json", "case.pde"]) == 2
    assert json.loads(capsys.readouterr().out)["mistakes"][0]["message"] in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expect u_t + d_x(x*u) = 2*x*u_x", "which g could contain as well"),
        ("equation a { expect u_t + d_x(x*u) = 2*x*u_x }", "which g could contain as well"),
    ],
)
def test_terms_of_an_expectation_without_a_dictionary_are_compared(text, message):
    with pytest.raises(SpecificationError, match=message) as caught:
        parse(HEAD + text)
    (mistake,) = caught.value.mistakes
    assert mistake.span.line == 4
    assert parse(f"{HEAD}grammar none\nexpect u_t + d_x(x*u) = 2*x*u_x").expected is not None


def test_the_measured_derivative_of_an_expectation_without_a_dictionary_is_compared():
    head = "coordinates t, x\nfields u, v = d_t(u)\n"
    with pytest.raises(SpecificationError, match="is v, which g could contain"):
        parse(f"{head}expect u_t = u_xx")
    with pytest.raises(SpecificationError, match="cannot be told apart"):
        parse(f"{head}grammar none\nexpect v_x + u_tx = u_xx")
