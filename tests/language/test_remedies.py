"""Whoever does what a remedy says has a text that is right."""

from __future__ import annotations

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import classify_equation, parse, unparse

HEAD = "coordinates t, x\nfields u, v\n"
SPACE = "fields u\ndictionary { d_t(u), laplacian(u) }"

# A wrong text, the remedy it is told, and the text that follows it.
FOLLOWED = [
    (
        HEAD + "dictionary { d_t(u), d_xx(u^3) }\nexpect d_t(u) = (u^3)_xx",
        "write d_xx( )",
        HEAD + "dictionary { d_t(u), d_xx(u^3) }\nexpect d_t(u) = d_xx(u^3)",
    ),
    (
        HEAD + "dictionary { d_t(u), d_x(u⁴) }",
        "write ^4",
        HEAD + "dictionary { d_t(u), d_x(u^4) }",
    ),
    (
        HEAD + "dictionary { d_t（u） }",
        "write (",
        HEAD + "dictionary { d_t(u) }",
    ),
    (
        HEAD + "dictionary { d_xx(u), derivatives(u, 2) }",
        "write d_t(u), d_x(u), d_tt(u), d_tx(u) in place of this set",
        HEAD + "dictionary { d_xx(u), d_t(u), d_x(u), d_tt(u), d_tx(u) }",
    ),
    (
        HEAD + "dictionary { d_t(u), d_x(u), v_x, derivatives(u, 1) }",
        "take this set out",
        HEAD + "dictionary { d_t(u), d_x(u), v_x }",
    ),
    (
        'coordinates t "s"\nfields u "m", v = d_t(u) "km/h"\ndictionary { d_t(v) }',
        'write "m/s"',
        'coordinates t "s"\nfields u "m", v = d_t(u) "m/s"\ndictionary { d_t(v) }',
    ),
    (
        HEAD + "constants u_x = 3\ndictionary { d_t(u) }",
        "choose another name",
        HEAD + "constants slope = 3\ndictionary { d_t(u) }",
    ),
    (
        HEAD + "dictionary { d_t(u) }\ngrammar polynomial { e ::= t | x }",
        "name yours, as in grammar g { ... }",
        HEAD + "dictionary { d_t(u) }\ngrammar g { e ::= t | x }",
    ),
    (
        HEAD + "dictionary { d_t(u) }\ngrammar polynomial { e ::= t | x }",
        "leave the block out",
        HEAD + "dictionary { d_t(u) }\ngrammar polynomial",
    ),
    (
        "coordinates time\nfields h\ndictionary { h_time }",
        "write d[time](h)",
        "coordinates time\nfields h\ndictionary { d[time](h) }",
    ),
    (
        "coordinates t, theta\nfields h\ndictionary { d_ttheta(h) }",
        "write d[t, theta]( )",
        "coordinates t, theta\nfields h\ndictionary { d[t, theta](h) }",
    ),
    (
        HEAD + "dictionary { d_t(u) }\nexpect d_t(u) = d_t(u)",
        "write 0 in place of one of them",
        HEAD + "dictionary { d_t(u) }\nexpect d_t(u) = 0",
    ),
    (
        HEAD + "dictionary { d_t(u) }\nexpect d_t(u) + u = d_t(u)",
        "take one of the two out",
        HEAD + "dictionary { d_t(u) }\nexpect u = d_t(u)",
    ),
    (
        HEAD + "equation a {\n    dictionary { d_t(u) }\n"
        "    equation b { dictionary { d_t(v) } }\n}",
        "move it out of the block that begins in line 3",
        HEAD + "equation a {\n    dictionary { d_t(u) }\n}\nequation b { dictionary { d_t(v) } }",
    ),
    (
        HEAD + "dictionary {\n    d_t(u)\n    known { u }\n    d_x(u)\n}",
        "move it out of the block that begins in line 3",
        HEAD + "dictionary {\n    d_t(u)\n    d_x(u)\n}\nknown { u }",
    ),
    (
        HEAD + "dictionary { d_t(u), known { u } }",
        "write known { ... } as a statement of its own, on a line of its own",
        HEAD + "dictionary { d_t(u) }\nknown { u }",
    ),
    (
        HEAD + "dictionary { d_t(u), { d_x(u) } }",
        "take these braces out",
        HEAD + "dictionary { d_t(u), d_x(u) }",
    ),
    (f"coordinates t\n{SPACE}", "as in coordinates t, x;", f"coordinates t, x\n{SPACE}"),
]


@pytest.mark.parametrize(("wrong", "remedy", "right"), FOLLOWED)
def test_a_text_that_follows_the_remedy_is_right(wrong, remedy, right):
    with pytest.raises(SpecificationError) as caught:
        parse(wrong)
    (mistake,) = caught.value.mistakes
    assert remedy in mistake.remedy
    assert parse(right)


@pytest.mark.parametrize(
    ("wrong", "remedy", "right"),
    [
        ("u_t = laplacian(u)", "as in laplacian(u, x)", "u_t = laplacian(u, x)"),
        ("u_t = u_t", "write 0 in place of one", "u_t = 0"),
        ("u_t - u_t = 0", "take one of the two out", "u_t = 0"),
        ("u_t - u_xx", "for example = 0", "u_t - u_xx = 0"),
    ],
)
def test_an_equation_that_follows_the_remedy_is_right(wrong, remedy, right):
    with pytest.raises(SpecificationError) as caught:
        classify_equation(wrong)
    assert remedy in caught.value.mistakes[0].remedy
    assert classify_equation(right)


def test_blocks_within_each_other_very_often_are_refused():
    for inner in ("equation a {\n ", "dictionary {\n "):
        text = HEAD + "".join(" " * k + inner for k in range(300)) + "}" * 300
        with pytest.raises(SpecificationError):
            parse(text)
    with pytest.raises(SpecificationError):
        parse(HEAD + "equation a { " * 1000 + "}" * 1000)


def test_a_stock_grammar_written_out_is_still_that_grammar():
    text = HEAD + "dictionary { d_t(u) }\ngrammar reaction g(u, v)\n"
    rules = unparse(parse(text)).replace("grammar g(", "grammar reaction(")
    assert parse(rules).grammar.rules == parse(text).grammar.rules
    with pytest.raises(SpecificationError, match="reaction is a stock grammar"):
        parse(rules.replace("const*rate", "rate"))
