"""Texts meant to hang or crash their reader: accepted or refused, always quickly."""

from __future__ import annotations

import pytest
from hanging import soon

from pdedsl.errors import SpecificationError
from pdedsl.language import parse, parse_expression

HEAD = "coordinates t, x\nfields u\n"
DICTIONARY = HEAD + "dictionary { d_t(u) }\n"
KNOWN = DICTIONARY + "known { "
SIZE = 99_000


def filled(unit: str, head: str = "", tail: str = "") -> str:
    """A text of nearly 100 kB made of one piece repeated."""
    return head + unit * ((SIZE - len(head) - len(tail)) // len(unit)) + tail


def nested(before: str, after: str, times: int) -> str:
    """An expression within itself."""
    return before * times + "u" + after * times


TEXTS = {
    "open parentheses": KNOWN + "(" * 90_000,
    "parentheses": KNOWN + nested("(", ")", 45_000) + "}",
    "brackets": filled("[](", KNOWN),
    "sum": filled("+u", KNOWN + "u", "}"),
    "minus signs": filled("-", KNOWN, "u}"),
    "powers": filled("^u", KNOWN + "u", "}"),
    "new lines": filled("\n", DICTIONARY),
    "comments": filled("#\n", DICTIONARY),
    "wrong lines": filled("d_t(w)\n", HEAD + "dictionary {\n", "}"),
    "wrong statements": filled("foo u\n"),
    "wrong characters": filled("$ "),
    "equal terms": filled("d_t(u^2)\n", HEAD + "dictionary {\n", "}"),
    "alternatives": filled("| t ", DICTIONARY + "grammar { e ::= t ", "}"),
    "rules": DICTIONARY + "grammar {" + "\n".join(f"r{i} ::= r{i + 1}" for i in range(5000)) + "}",
    "long name": KNOWN + "a" * 90_000 + "}",
    "long number": KNOWN + "9" * 90_000 + "}",
    "long text": filled("a", 'title "', '"'),
    "open texts": filled('title "a\n'),
    "quotes": filled('"'),
    "braces": filled("{ "),
    "closing braces": filled("} "),
    "blocks": filled("dictionary {\n"),
    "commas": filled(", ", HEAD + "dictionary {", "}"),
    "exports": filled('export latex "a"\n', DICTIONARY),
    "settings": filled("seed = 1\n", DICTIONARY + "search {\n", "}"),
    "tower of numbers": KNOWN + "9^" * 50 + "9 }",
    "big tower": KNOWN + "9^9^9 }",
    "tower of names": KNOWN + "^".join("u" * 38) + "}",
    "sines": KNOWN + nested("sin(", ")", 38) + "}",
    "exponentials": KNOWN + "exp(" * 30 + "100" + ")" * 30 + "}",
    "exact powers": HEAD + "dictionary { d_x(u^2)^(x^2)*d_x(u), u_x^(u^u), x^(u^x)*u_t^(x^x) }",
    "doubling": KNOWN + nested("tan(asin(x*", "))", 12) + "}",
    "hyperbolic": KNOWN + nested("cosh(log(x + ", "))", 9) + "}",
    "radicals": KNOWN + "*".join(f"sqrt({10**30 + i})" for i in range(100)) + "}",
    "products": KNOWN + "*".join(f"(u + {i}.5*x)^0.{i + 1}" for i in range(50)) + "}",
    "many radicals": HEAD
    + "dictionary {\n"
    + "\n".join(f"d_x(sqrt(x+{i}*sqrt(x+{i}*sqrt(x+u))))" for i in range(100))
    + "\n}",
    "powers of powers": KNOWN + nested("(2*x*", ")^9", 9) + "}",
    "variables": DICTIONARY + "grammar { e ::= " + "*".join(["variable"] * 99) + "}",
    "derivatives": "coordinates a,b,c,d,e,f\nfields u\ndictionary { derivatives(u, 8) }",
    "order": HEAD + "dictionary { d[x, 1000000000](u), d_" + "x" * 9000 + "(u) }",
    "products of derivatives": HEAD
    + "dictionary {\n"
    + "\n".join(f"u*d[t,2,x,2](exp({k}*u*x*t))" for k in range(1, 99))
    + "\n}",
    "long sums to rewrite": HEAD
    + "dictionary {\n"
    + "\n".join(f"(1 + u)^{k}/(2 + u)^3*u_x" for k in range(1, 99))
    + "\n}",
    "hard integrals": HEAD
    + "dictionary {\n"
    + "\n".join(f"log(u)^{k}*sin(u)^{k}*u_x\nu_x/(u^4 + {k}*u + 1)" for k in range(1, 99))
    + "\n}",
    "derivatives of derivatives": HEAD + "dictionary { " + nested("d_x(u*", ")", 30) + " }",
    "divergences": HEAD + "dictionary { div(" + "u*" * 200 + "grad(u)) }",
    "powers of derivatives": HEAD + "dictionary { (u_x + u_t + u)^90 }",
    "towers of derivatives": HEAD + "dictionary { " + nested("u_x^(", ")", 9) + " }",
    "summands of an equation": HEAD + "expect " + " + ".join(["u*u_x", "u*u_t"] * 60) + " = 0",
    "a derivative in g": DICTIONARY + "known { " + " + ".join(["u*u_x"] * 100) + " }",
    "measured derivatives": "coordinates t, x, y\nfields u, v = d_t(u), w = d_x(u)\n"
    "dictionary { derivatives(exp(u*v*w*t), 6), derivatives(sin(u*w)^3*v, 5) }",
    "many equations": HEAD
    + "\n".join(
        f"equation e{i} {{ dictionary {{ u*d[t,2,x,2](exp({i}*u*x*t)), d_xx(u*d_x(u*d_t(u))) }} }}"
        for i in range(1, 21)
    ),
    "equations within equations": HEAD + "equation a { " * 900 + "}" * 900,
    "coordinates": "coordinates "
    + ", ".join(f"x{i}" for i in range(200))
    + "\nfields u\ndictionary { derivatives(u, 2) }",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_texts_are_dealt_with_quickly(text):
    said = None
    with soon():
        try:
            found = parse(text)
        except SpecificationError as error:
            said = error.mistakes
    assert found.problem.dictionary if said is None else all(m.message for m in said)


@pytest.mark.parametrize(
    "text",
    [
        *("9^9^9", "2^1000", "u^101", "u^100*u^100^100", "(" * 101 + "u" + ")" * 101, "9" * 41),
        *("1e301", "1e-301", "1e308*10", "exp(exp(exp(9)))", "1/0", "0^-1", "u/(x-x)", "0.0^u"),
        *("log(-1)", "log(0)", "sqrt(-1)", "acos(2)", "(-8)^(1/3)", "(-1)^0.5", "(-2)^u"),
    ],
)
def test_what_is_huge_or_not_real_is_refused(text):
    with pytest.raises(SpecificationError):
        parse(f"{KNOWN}{text} }}")


def test_a_hundred_parentheses_are_fine():
    specification = parse(f"{KNOWN}{nested('(', ')', 100)} }}")
    assert str(specification.problem.known) == "u"


CHAIN = "\n".join(f"a{i} ::= a{i + 1} * a{i + 1}" for i in range(30))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("e ::= int in 0..1000000", "a range of more than 1,000 whole numbers"),
        ("e ::= t^(int in 1..1001)", "a range of more than 1,000 whole numbers"),
        ("e ::= int in 0..998 | int in 0..1", "more than 1,000 numbers in all"),
        (f"{CHAIN}\na30 ::= t | x", "a22 makes nothing of fewer than 500 parts"),
        (f"{CHAIN} | a30\na30 ::= t + a31\na31 ::= t", "makes nothing of fewer than 500 parts"),
        (f"e ::= {'*'.join('e' * 17)} | t", "more than 16 rules to choose"),
    ],
)
def test_grammars_that_a_search_could_not_write_out_are_refused(rules, message):
    with pytest.raises(SpecificationError) as caught:
        parse(f"{DICTIONARY}grammar g(t, x) {{\n{rules}\n}}")
    (mistake,) = caught.value.mistakes
    assert message in mistake.message
    assert mistake.span.line >= 5
    assert mistake.remedy


@pytest.mark.parametrize(
    "rules",
    [
        "e ::= t^(int in 1..1000)",
        "e ::= int in 0..999 | t + (int in 0..999)",
        "e ::= e*e | f\nf ::= f + f | t",
        f"{CHAIN.replace(chr(10), ' | t' + chr(10))} | t\na30 ::= t",
        f"e ::= {'*'.join('e' * 16)} | t",
    ],
)
def test_grammars_within_the_limits_are_read(rules):
    assert parse(f"{DICTIONARY}grammar g(t, x) {{\n{rules}\n}}").grammar is not None


def test_too_much_work_is_told_where_it_becomes_too_much():
    sines = "d_x(" + nested("sin(", ")", 18) + " + {})"
    entries = "\n".join(sines.format(f"{k}*u") for k in range(2, 6))
    with pytest.raises(SpecificationError) as caught:
        parse(f"{HEAD}dictionary {{\n{entries}\n}}")
    (mistake,) = caught.value.mistakes
    assert "too many functions" in mistake.message
    assert mistake.span.line == 5
    assert "3,000 in all" in mistake.remedy


def test_a_text_that_is_too_large_says_so():
    with pytest.raises(SpecificationError, match="100,000 characters"):
        parse("#" * 100_001)


def test_very_many_mistakes_are_counted():
    lines = "\n".join(f"known{i}" for i in range(80))
    with pytest.raises(SpecificationError, match="and 60 more mistakes from here on") as caught:
        parse(f"{DICTIONARY}{lines}")
    assert len(caught.value.mistakes) == 21


def test_a_table_taken_for_a_specification_makes_few_mistakes():
    with pytest.raises(SpecificationError, match="and 197 more mistakes from here on") as caught:
        parse("\n".join(f"0.{i},{i}" for i in range(200)))
    assert len(caught.value.mistakes) == 4


def test_expressions_are_guarded_as_files_are():
    with pytest.raises(SpecificationError):
        parse_expression("(" * 5000, [])
    with pytest.raises(SpecificationError):
        parse_expression("9^9^9^9", [])
    with pytest.raises(SpecificationError):
        parse_expression("+".join(["1"] * 40_000), [])
