"""The table of mistakes: wrong texts with what is said of them, and no message without one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pdedsl.language
from pdedsl.errors import SpecificationError
from pdedsl.language import limits, parse, parse_expression

SPECS = Path(__file__).parent / "specs"
TABLE = (SPECS / "mistakes.txt").read_text(encoding="utf-8")
CASES = [case.split("\n----\n") for case in TABLE.removesuffix("\n").split("\n====\n")]
HEAD = "coordinates t, x\nfields u, v\ndictionary { d_t(u) }\n"


def grammar(*rules):
    return HEAD + "grammar g(t, u) {\n" + "\n".join(rules) + "\n}\n"


# Texts too long for a table, each with its message.
LONG = {
    "more than 100 brackets": HEAD + "known { " + "(" * 101 + "u" + ")" * 101 + " }",
    "more than 40 operations": HEAD + "known { " + "-" * 41 + "u }",
    "the text has more than 5,000 numbers": HEAD + "known { u" + " + u" * 2500 + " }",
    "this has more than 600 numbers": HEAD + "known { u" + " + u" * 300 + " }",
    "the text has more than 100,000 characters": HEAD + "#" * limits.CHARACTERS,
    "the expressions up to here hold too many": HEAD
    + f"known {{ {' + '.join(['sin(' * 10 + 'u' + ')' * 10] * 9)} }}",
    "an expression of more than 500 parts": HEAD + f"known {{ {'tan(asin(x*' * 8}u{'))' * 8} }}",
    "tanh of something long that is not real everywhere": HEAD + "known { tanh((log(u) + 1)^99) }",
    "a power of a power of something long": HEAD + "known { sqrt(1/cos((log(u) + 1)^99)) }",
    "an alternative with more than 100 operations": grammar("e ::= t" + " - t" * 101),
    "abs( ) in front of a derivative": HEAD.replace("d_t(u)", "d_t(u), abs(t)*d_tt(u)"),
    "with its terms written out, the text has more": "coordinates t, x, y\nfields u\n"
    + "".join(f"equation e{i} {{ dictionary {{ derivatives(u, 7) }} }}\n" for i in range(20)),
    "a rule of more than 500 alternatives": grammar(
        "e ::= " + "variable*variable*" * 8 + "variable"
    ),
    "the rule r118 ends only after 200 rules": grammar(
        *(f"r{i} ::= r{i + 1} | r{i + 1}*u" for i in range(219)), "r219 ::= t"
    ),
    "a grammar of rules has one name": HEAD + "grammar logistic g(u) { e ::= u }",
    "the rule r1 makes nothing of fewer": grammar(
        "e ::= r0 + t | t", *(f"r{i} ::= r{i + 1}*r{i + 1}" for i in range(9)), "r9 ::= t"
    ),
    "with what stands before it, this takes too long to rewrite": HEAD.replace(
        "d_t(u)", ", ".join(f"u_x/((u^2 + {n})*(u - {n}))" for n in range(1, 20))
    ),
    "and 5 more mistakes": HEAD + "known { " + " + ".join(f"w{i}" for i in range(25)) + " }",
}


def refused(text):
    with pytest.raises(SpecificationError) as caught:
        parse(text, "case.pde")
    return caught.value


@pytest.mark.parametrize(("text", "message"), CASES, ids=[c[1].split("\n")[0] for c in CASES])
def test_each_text_has_its_mistakes(text, message):
    error = refused(f"{text}\n")
    assert str(error) == message.removesuffix("\n")
    lines = text.split("\n")
    for mistake in error.mistakes:
        span = mistake.span
        assert mistake.remedy
        assert (span.line, span.column) < (span.end_line, span.end_column)
        assert span.column <= len(lines[span.line - 1]) + 1
        assert not mistake.message.endswith(".")
        assert not mistake.remedy.endswith(".") or mistake.remedy.endswith("...")
    places = [(m.span.line, m.span.column) for m in error.mistakes]
    assert places == sorted(places)


def test_there_are_many_distinct_mistakes():
    heads = re.findall(r"^case\.pde:\d+:\d+: (.*)$", TABLE, re.M)
    assert len(set(heads)) >= 170
    assert len({text for text, _ in CASES}) == len(CASES)


@pytest.mark.parametrize("message", LONG, ids=lambda message: message)
def test_texts_that_are_too_long_have_their_messages(message):
    error = refused(LONG[message])
    assert any(m.message.startswith(message) for m in error.mistakes), str(error)
    assert all(m.remedy or m.message.startswith("and ") for m in error.mistakes)


# Modules whose messages are not about the text of a specification, or are tested row by row.
ELSEWHERE = {
    "explanations": "test_explanations",
    "source": "test_reading_files",
    "settings": "test_option_settings",
    "overrides": "test_option_settings",
    "guessing": "test_lone_equations",
    "notes": "no mistakes",
    "lone_equation": "test_lone_equations",
    "out_of_reach": "test_out_of_reach",
}
# Messages of what no text is known for: guards behind other checks.
GUARDS = {
    "something is missing at the end",
    "this has no real value that can be written down",
}


def messages():
    """The messages in the code of the language, each as a pattern, by where it stands."""
    for path in sorted(Path(pdedsl.language.__file__).parent.glob("*.py")):
        if path.stem in ELSEWHERE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found = None
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("wrong", "Mistake"):
                    found = node.args[0]
                elif name in ("spoil", "_spoil"):
                    found = node.args[1]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "message":
                found = node.value
            for pattern in patterns(found):
                yield f"{path.stem}:{node.lineno}", pattern


def patterns(node):
    """Regular expressions of the texts that a literal can be; none for what is no literal."""
    if isinstance(node, ast.IfExp):
        yield from (*patterns(node.body), *patterns(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.sub(r"\\\{\w+\\\}", ".+", re.escape(node.value))
    elif isinstance(node, ast.JoinedStr):
        parts = (re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in node.values)
        yield "".join(parts)


def test_one_expression_may_hold_too_much_too():
    with pytest.raises(SpecificationError, match="this holds too many functions"):
        parse_expression(" + ".join(["sin(" * 10 + "1" + ")" * 10] * 9), [])


def test_no_message_is_without_a_text():
    said = set(re.findall(r"^case\.pde:\d+:\d+: (.*)$", TABLE, re.M))
    for path in (SPECS / "wrong").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        said.update(re.findall(rf"^{re.escape(path.stem)}\.pde:\d+:\d+: (.*)$", text, re.M))
    for text in LONG.values():
        said.update(m.message for m in refused(text).mistakes)
    said.add("this holds too many functions, powers and divisions within each other")
    silent = [
        f"{place}: {pattern}"
        for place, pattern in messages()
        if not any(re.fullmatch(pattern, message) for message in said)
        and not any(re.fullmatch(pattern, message) for message in GUARDS)
    ]
    assert silent == []
