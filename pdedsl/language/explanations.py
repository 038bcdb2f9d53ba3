"""The table of explanations: what is wrong, what to write, and texts with that mistake.

It is tried from top to bottom, and each row's own wrong texts are its tests.
"""

from __future__ import annotations

from pdedsl.language.scope import FUNCTION_NAMES
from pdedsl.language.unexpected import Explanation

_OPERATORS = "PLUS MINUS STAR SLASH POWER"
_VALUES = "NAME IN NUMBER RPAR"
_OPENINGS = "NAME IN NUMBER LPAR"
_ENDS = "NAME IN NUMBER RPAR EQUAL"
_NO_NAME = "NUMBER STRING LPAR MINUS END"
_LISTS = ("coordinates", "fields", "inputs", "constants")
_EXPRESSIONS = ("expression", "equation", "term", "rule", "constants")

EXPLANATIONS = (
    Explanation(
        "this text has no closing quote",
        'end it with " on the same line',
        lambda p: p.fits(token="UNCLOSED"),
        ('title "Heat', 'data "heat.npz\n', 'fields u "K'),
    ),
    Explanation(
        "{token} is a comparison, and the language has none",
        "an equation is written with =",
        lambda p: p.fits(token="UNKNOWN") and str(p.token) in "<>!~≤≥≠≈≃∼→",
        ("expect d_t(u) <= u", "known { u > 0 }"),
    ),
    Explanation(
        "a derivative is not written with a prime",
        "write for example d_t(u), or u_t",
        lambda p: p.kind in _EXPRESSIONS and str(p.token) == "'" and p.fits("NAME RPAR"),
        ("dictionary { u' }", "expect u'' = u"),
    ),
    Explanation(
        "{token} is not a character of the language",
        "{lookalike}",
        lambda p: p.fits(token="UNKNOWN"),
        ("known { 2 × u }", "title 'Heat'", "fields θ", "known { u; 1 }", "fields $u"),
    ),
    Explanation(
        "the title is a text in quotes",
        'write title "Heat source in a rod"',
        lambda p: p.kind == "title" and p.before is None,
        ("title Heat source", "title"),
    ),
    Explanation(
        "the title is one text in quotes",
        'a quote inside is written twice, as in "the ""hot"" end"',
        lambda p: p.kind == "title",
        ('title "a" "b"', 'title "the "hot" end"'),
    ),
    Explanation(
        "data names its file in quotes",
        'write data "heat.npz"',
        lambda p: p.kind == "data" and p.before is None,
        ("data heat.npz", "data"),
    ),
    Explanation(
        "export needs a kind and a file name in quotes",
        'write export latex "heat.tex"',
        lambda p: p.kind == "export",
        ("export latex", 'export "heat.tex"', "export latex heat"),
    ),
    Explanation(
        "nothing stands between the keyword and its block here",
        "write the keyword and then {{",
        lambda p: p.kind == "nothing",
        ("dictionary u { d_t(u) }", "known g { u }"),
    ),
    Explanation(
        "a range is written [lower, upper]",
        "for example t in [0, 2]",
        lambda p: p.kind == "coordinates" and p.fits(before="IN"),
        ("coordinates t in 0, 2", "coordinates t in (0, 2)", "coordinates t in"),
    ),
    Explanation(
        "a range needs a comma between its bounds",
        "write [lower, upper]",
        lambda p: (
            p.kind in ("coordinates", "entry")
            and p.fits(before="NUMBER NAME", token="NUMBER NAME DOTS COLON RSQB")
            and "COMMA" in p.expected
            and "STRING" not in p.expected
        ),
        (
            *("coordinates t in [0 2]", "coordinates t in [0..2]", "coordinates t in [1]"),
            'data "a.npz" { x in [0 5] }',
        ),
    ),
    Explanation(
        "after in stands a range or a unit of time",
        "write for example x in [0, 5], or t in days",
        lambda p: p.kind == "entry" and p.fits(before="IN") and "NAME" in p.expected,
        ('data "a.npz" { x in (0, 5) }', 'data "a.npz" { t in "days" }', 'data "a.npz" { x in }'),
    ),
    Explanation(
        "after since stands a date in quotes",
        'write for example t in days since "2020-01-31"',
        lambda p: p.kind == "entry" and p.expected == {"STRING"},
        ('data "a.npz" { t in days since 2020 }', 'data "a.npz" { t = time in days since }'),
    ),
    Explanation(
        "after {before} stands a whole number, if it is every",
        "write for example x in [0, 5] every 2, and commas or new lines between entries",
        lambda p: p.kind == "entry" and p.expected == {"NUMBER"},
        ('data "a.npz" { x in [0, 5] every }', 'data "a.npz" { x every two }'),
    ),
    Explanation(
        "entries of data are separated by commas or new lines",
        "add a comma before {token}",
        lambda p: (
            p.kind == "entry"
            and "$END" in p.expected
            and p.fits(before="NAME NUMBER STRING RPAR", token="NAME NUMBER STRING")
        ),
        ('data "a.npz" { sample = run t = time }', 'data "a.npz" { x every 2 t = time }'),
    ),
    Explanation(
        "after = stands the name in the data",
        "write it in quotes where it is more than letters, digits and _",
        lambda p: p.kind == "entry" and p.fits(before="EQUAL"),
        ('data "a.npz" { t = }', 'data "a.npz" { t = [1] }'),
    ),
    Explanation(
        "after in stands a range",
        "write const in [0, 5] or int in 1..3",
        lambda p: p.fits(before="IN") and "LSQB" in p.expected,
        ("grammar { e ::= const in (0, 5) }", "grammar { e ::= int in t }"),
    ),
    Explanation(
        "a range of whole numbers needs both bounds",
        "write int in 1..3",
        lambda p: p.expected == {"DOTS"} or p.fits(before="DOTS"),
        ("grammar { e ::= int in 3 }", "grammar { e ::= int in 1.. }"),
    ),
    Explanation(
        "these are separated by commas",
        "add a comma before {token}",
        lambda p: p.kind in _LISTS and p.fits(before="NAME IN NUMBER RSQB STRING", token="NAME IN"),
        ("coordinates t x", "fields u v", "constants L = 2 M = 3", 'inputs q "N" s'),
    ),
    Explanation(
        "the list ends with a comma",
        "take the comma out, or add what is missing",
        lambda p: p.kind in _LISTS and p.fits(before="COMMA", token="END"),
        ("coordinates t, x,", "fields u,\n", "inputs q,\n", "constants L = 2,"),
    ),
    Explanation(
        "coordinates, fields and inputs stand on the line of their keyword",
        "write for example coordinates t, x, or fields u, v",
        lambda p: p.kind in _LISTS[:3] and p.before is None and p.token is None,
        ("fields", "fields # comment", "coordinates", "inputs"),
    ),
    Explanation(
        "coordinates, fields and inputs are names",
        "names are letters, digits and _, and do not begin with a digit",
        lambda p: p.kind in _LISTS[:3] and p.fits(token=_NO_NAME) and p.expected <= {"NAME", "IN"},
        ("coordinates 1t", 'fields "u"', "coordinates (t, x)", "inputs 2"),
    ),
    Explanation(
        "an input is known as data, and has neither range nor definition",
        "write inputs q, and data FILE {{ q = NAME }} for another name; sin(t) belongs to known",
        lambda p: p.kind == "inputs" and (p.fits("IN") or p.fits(token="EQUAL")),
        ("inputs q = sin(t)", "inputs q in [0, 1]"),
    ),
    Explanation(
        "a constant needs a value",
        "write constants L = 2.0",
        lambda p: p.kind == "constants" and p.expected <= {"EQUAL"},
        ("constants L", "constants L 2", "constants L, M = 3"),
    ),
    Explanation(
        "a rule is written name ::= alternatives",
        "write ::= in place of {token}",
        lambda p: p.kind == "rule" and p.expected <= {"DEFINES"} and p.fits(token="EQUAL COLON"),
        ("grammar { e = t }", "grammar { e : t }", "grammar { e := t }"),
    ),
    Explanation(
        "a rule begins with its name and ::=",
        "write expr ::= expr + expr | t",
        lambda p: p.kind == "rule" and p.expected <= {"DEFINES", "NAME", "IN"},
        ("grammar { t + x }", "grammar { (t) }", "grammar { e }", "grammar { 2 ::= t }"),
    ),
    Explanation(
        "each rule stands on a line of its own",
        "begin a new line, or take ::= out",
        lambda p: p.kind == "rule" and p.fits(token="DEFINES"),
        ("grammar { e ::= t ::= x }", "grammar { e ::= ::= t }"),
    ),
    Explanation(
        "an alternative is missing",
        "something has to stand on both sides of |",
        lambda p: (
            p.kind == "rule"
            and (p.fits(before="BAR DEFINES", token="BAR END") or p.fits("BAR", "END"))
        ),
        ("grammar { e ::= t | | x }", "grammar { e ::= t | }", "grammar { e ::= }"),
    ),
    Explanation(
        "alternatives are separated by |",
        "write | in place of the comma",
        lambda p: p.kind == "rule" and p.fits(token="COMMA") and "BAR" in p.expected,
        ("grammar { e ::= t, x }",),
    ),
    Explanation(
        "strokes do not make an absolute value",
        "write abs( )",
        lambda p: p.kind in _EXPRESSIONS and p.fits(f"END LPAR EQUAL {_OPERATORS}", "BAR"),
        ("known { |u| }", "known { 2*|u| }", "expect u_t = |u|"),
    ),
    Explanation(
        "alternatives belong to the rules of a grammar",
        "write the terms one by one, with commas or new lines between them",
        lambda p: p.fits(token="BAR DEFINES"),
        ("dictionary { d_t(u) | d_x(u) }", "known { g ::= u }"),
    ),
    Explanation(
        "an equation has one =",
        "write a single =",
        lambda p: p.kind == "equation" and p.fits(_ENDS, "EQUAL"),
        ("expect d_t(u) == u", "expect d_t(u) = u = 0"),
    ),
    Explanation(
        "an equation needs two sides",
        "write = and the other side, for example = 0",
        lambda p: p.kind == "equation" and p.fits(token="END") and not p.fits(_OPERATORS),
        ("expect d_t(u)", "expect d_t(u) =", "expect"),
    ),
    Explanation(
        "a dictionary lists terms, not equations",
        "write the terms only; an equation goes to expect",
        lambda p: p.kind == "term" and p.fits(token="EQUAL"),
        ("dictionary { d_t(u) = d_xx(u) }",),
    ),
    Explanation(
        "the known part of g is an expression, not an equation",
        "write the expression alone",
        lambda p: p.kind == "expression" and p.fits(token="EQUAL"),
        ("known { g = u }",),
    ),
    Explanation(
        "the known part of g is one expression",
        "join its parts with +",
        lambda p: p.kind == "expression" and p.fits(token="COMMA"),
        ("known { u, x }",),
    ),
    Explanation(
        "a setting is written name = value",
        "add = after its name",
        lambda p: p.kind == "setting" and "EQUAL" in p.expected,
        ("search genetic { population 500 }", "search { seed }", "search { seed: 2 }"),
    ),
    Explanation(
        "a setting is written name = value",
        "begin with its name",
        lambda p: p.kind == "setting" and p.before is None,
        ("search { 500 }", "search { (2) }"),
    ),
    Explanation(
        "settings are separated by commas or new lines",
        "add a comma before {token}",
        lambda p: p.kind == "setting" and p.fits(before="NAME NUMBER STRING RPAR", token="NAME"),
        ("search { seed = 2 population = 50 }",),
    ),
    Explanation(
        "the value of a setting is a number, a name, a text in quotes, or several in parentheses",
        "write for example seed = 2, noise = fit, support = (0.5, 0.3)",
        lambda p: p.kind in ("setting", "value"),
        ("search { seed = }", "test { support = 1/2 }", "test { count = [6, 4] }"),
    ),
    Explanation(
        "a name stands before a colon",
        "write name: term",
        lambda p: p.kind != "entry" and p.fits(token="COLON"),
        ("dictionary { 2: d_t(u) }", "dictionary { a: b: d_t(u) }", "known { a: u }"),
    ),
    Explanation(
        "after the method stands nothing but its block",
        "write for example search genetic {{ seed = 2 }}",
        lambda p: p.kind == "method",
        ("search genetic seed = 2", "solve 2", "select evidence loss"),
    ),
    Explanation(
        "after equation stand its name and its block",
        "write equation NAME {{ dictionary {{ ... }} }}; an equation that is known goes to expect",
        lambda p: p.kind == "label",
        ("equation { known { u } }", "equation 2 {\n}", "equation u = v {\n}", "equation a b {\n}"),
    ),
    Explanation(
        "after grammar stand a name and the arguments of g",
        "write grammar g(t, x) {{ ... }}, grammar polynomial, or grammar none",
        lambda p: p.kind == "grammar",
        ("grammar 2 { e ::= t }", "grammar g() { e ::= t }", "grammar g(2*t) { e ::= t }"),
    ),
    Explanation(
        "a text in quotes does not belong into an expression",
        "take it out",
        lambda p: p.kind in _EXPRESSIONS and p.fits(token="STRING"),
        ('known { "u" }', 'dictionary { d_t(u) "K" }'),
    ),
    Explanation(
        "a block does not belong here",
        "take the braces out, or close the block before with }}",
        lambda p: p.fits(token="LBRACE RBRACE"),
        ("dictionary { known { u }",),
    ),
    Explanation(
        "nothing stands between the parentheses",
        "write what belongs there",
        lambda p: p.fits(before="LPAR", token="RPAR"),
        ("known { exp() }", "known { () * u }"),
    ),
    Explanation(
        "nothing stands between the brackets",
        "write what belongs there",
        lambda p: p.fits(before="LSQB", token="RSQB"),
        ("dictionary { d[](u) }",),
    ),
    Explanation(
        "a derivative in brackets needs what it is taken of",
        "write for example d[t](u)",
        lambda p: p.fits(before="RSQB") and p.expected == {"LPAR"},
        ("dictionary { d[x, 2] }", "dictionary { d[x] * u }"),
    ),
    Explanation(
        "inside the brackets of a derivative stand coordinates and numbers",
        "write for example d[x, 2](u), d[t, x](u)",
        lambda p: (
            p.kind != "entry"
            and p.fits(before="LSQB COMMA NAME NUMBER", token=f"{_OPERATORS} NUMBER NAME LPAR")
            and bool(p.expected & {"RSQB", "NUMBER"})
            and not p.expected & {"LPAR", "PLUS"}
        ),
        ("dictionary { d[x^2](u) }", "dictionary { d[x 2](u) }"),
    ),
    Explanation(
        "two operators stand side by side",
        "take {token} out, or write what belongs between",
        lambda p: p.fits(before=_OPERATORS, token="PLUS STAR SLASH POWER"),
        ("known { u + * 2 }", "known { u ++ 2 }", "known { 2 * / u }"),
    ),
    Explanation(
        "{before} has nothing after it",
        "write what follows it, or take it out",
        lambda p: p.fits(before=_OPERATORS, token="END RPAR RSQB COMMA BAR EQUAL"),
        ("known { u + }", "dictionary { d_x(u^) }", "expect d_t(u) - = 0"),
    ),
    Explanation(
        "{token} has nothing before it",
        "begin with a number, a name or a parenthesis",
        lambda p: p.kind in _EXPRESSIONS and p.fits(token="PLUS STAR SLASH POWER EQUAL"),
        ("known { * u }", "dictionary { + d_t(u) }", "known { exp(^2) }"),
    ),
    Explanation(
        "the line before ends inside parentheses, and no operator stands before {token}",
        "close the parenthesis there, or write the operator",
        lambda p: (
            p.kind in _EXPRESSIONS and p.fits(before=_VALUES, token=_OPENINGS) and p.changes_line
        ),
        ("dictionary { d_t(u\nd_x(u)) }", "known { exp(u\nx) }"),
    ),
    Explanation(
        "{before} takes what it is of in parentheses",
        "write {before}( )",
        lambda p: (
            p.kind in _EXPRESSIONS
            and p.fits("NAME", "NAME NUMBER")
            and str(p.before) in FUNCTION_NAMES
        ),
        ("known { sin u }", "dictionary { d_x(exp u) }", "known { 2*log 3 }"),
    ),
    Explanation(
        "brackets [ ] stand in derivatives and ranges only",
        "write ( ) to hold things together",
        lambda p: p.kind in _EXPRESSIONS and p.fits(f"END LPAR EQUAL {_OPERATORS}", "LSQB"),
        ("known { [u] }", "dictionary { 2*[u + x]*d_t(u) }", "expect u_t = [u]"),
    ),
    Explanation(
        "an operator or a comma is missing before {token}",
        "write * for a product, or a comma between two terms",
        lambda p: p.kind == "term" and p.fits(before=_VALUES, token=_OPENINGS),
        ("dictionary { d_t(u) d_x(u) }", "dictionary { x d_x(u) }"),
    ),
    Explanation(
        "a derivative is not written behind its parentheses",
        "write d{token}( ), as in d_x(D*u_x)",
        lambda p: p.kind in _EXPRESSIONS and p.fits("RPAR", "NAME") and str(p.token)[0] == "_",
        ("expect u_t = (u^3)_xx", "known { (2*u)_x }"),
    ),
    Explanation(
        "an operator is missing before {token}",
        "a product is written with *, as in {before} * {token}",
        lambda p: p.kind in _EXPRESSIONS and p.fits(before=_VALUES, token=_OPENINGS),
        ("known { 2u }", "expect u_t = x u", "known { 2 (u) }", "known { (u) x }"),
    ),
    Explanation(
        "a comma has nothing after it",
        "take it out, or write what follows",
        lambda p: p.fits(before="COMMA", token="RPAR RSQB COMMA END"),
        ("dictionary { derivatives(u,) }", "dictionary { d[x,](u) }"),
    ),
    Explanation(
        "an entry of data is a name with =, in or every",
        "write for example u = temperature, t in days, x in [0, 5], every 2",
        lambda p: p.kind == "entry",
        ('data "a.npz" { "time" }', 'data "a.npz" { t }', 'data "a.npz" { every -1 }'),
    ),
)
