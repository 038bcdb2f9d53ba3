"""Names never become code or TeX, and no file is read that the text does not name."""

from __future__ import annotations

import json
import keyword
import os
import re
import subprocess
import sys

import numpy as np
import pytest
import sympy
from hanging import soon
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.discovery import Discovery
from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import parse, parse_expression, unparse
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.values import evaluate
from pdedsl.records import BoundTerm, EquationRecord
from pdedsl.report.latex import TableRow, latex_equation, latex_table, latex_term
from pdedsl.report.latex_text import GREEK, latex_unit
from pdedsl.report.problem_record import problem_record
from pdedsl.report.run_folder import equation_text, table_text
from pdedsl.weak.functions import make_function
from pdedsl.weak.integrator import make_term_integrator

OF_PYTHON = (*keyword.kwlist, "exec", "eval", "print", "os", "sys", "__class__", "__import__")
OF_SYMPY = ("E", "I", "N", "S", "O", "Q", "beta", "gamma", "zoo", "nan", "pi", "Symbol", "Dummy")
OF_NUMPY = ("numpy", "np", "array", "sin_", "sinh_", "select", "where", "ones", "power", "arcsin")
UNDERSCORED = ("_", "__", "_x", "u_", "u__1", "x_y_z", "_Dummy_23", "_0", "e1", "E1", "x0")
NAMES = sorted({*OF_PYTHON, *OF_SYMPY, *OF_NUMPY, *UNDERSCORED})

EVIL = ("%", "\\input{secret}", "$x$", "#1", "a_b", "}", "{", "~", "^^5c", "&", "\\end{document}")
COMMANDS = r"""partial mathrm frac sqrt left right cdot sin cos exp begin end toprule midrule
bottomrule beta gamma lambda pi _ , \ % circ mu Omega mathring"""


def text_of(x, u, c):
    """A specification in which a coordinate, a field and a constant have these names."""
    return (
        f"coordinates {x}\nfields {u}\nconstants {c} = 1.5\n"
        f"dictionary {{ d[{x}]({u}), a_term_: {x}^2*d[{x}](sin({u}*{x})*{u}^{c}) }}\n"
        f"grammar g({x}, {u}) {{ rule_ ::= {u}*{x} + {c}*exp({u}) }}\n"
        f"known {{ {c}*{x}*exp(-{u}) }}\n"
    )


def values(specification):
    """All that is computed of it, at a few points."""
    problem = specification.problem
    (x,), (u,) = problem.coordinate_symbols, problem.field_symbols
    points = np.linspace(0.3, 1.1, 5), np.linspace(0.5, 0.9, 5)
    found = [make_function(problem.known, [x, u])(*points)]
    for term in problem.dictionary:
        made = make_term_integrator(term, [x], [u])
        found += [part.coefficient(points[0]) * np.ones(5) for part in made.parts]
        found += [f(*points) * np.ones(5) for f in (made.h, *made.h_u) if f is not None]
    node = to_expression(primitives(specification.grammar).generate(lambda c: c[0], 3))
    found.append(evaluate(node, dict(zip((x.name, u.name), points, strict=True))))
    return np.array(found)


def assert_harmless(tex):
    """Only known commands, braces in pairs, no special character but those of tables."""
    assert set(re.findall(r"\\([A-Za-z]+|.)", tex)) <= set(COMMANDS.split()), tex
    assert not re.search(r"(?<!\\)[%#~]|\^\^", tex), tex
    depth = 0
    for brace in re.sub(r"\\[{}]", "", tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        assert depth >= 0, tex
    assert depth == 0, tex


PLAIN = values(parse(text_of("q1", "q2", "q3")))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_changes_nothing_of_what_is_computed_or_printed(name):
    for names in ((name, "q2", "q3"), ("q1", name, "q3"), ("q1", "q2", name)):
        specification = parse(text_of(*names))
        assert np.array_equal(values(specification), PLAIN)
        assert parse(unparse(specification)) == specification
        for part in problem_record(specification)["terms"]:
            assert_harmless(part["latex"])


@pytest.mark.parametrize("name", NAMES)
def test_rules_and_terms_may_have_any_name_as_well(name):
    text = text_of("q1", "q2", "q3").replace("rule_", name).replace("a_term_", name)
    specification = parse(text)
    assert np.array_equal(values(specification), PLAIN)
    if "equation" not in name:
        found = parse(text + f"expect {name} = 0\n").expected
        assert_harmless(latex_equation(found, specification.problem.coordinate_symbols))


@pytest.mark.parametrize("name", ["os.system('a')", "1); import os; (", "x\n", "\\", "lambda: 0"])
def test_a_symbol_of_any_name_is_replaced_before_it_is_printed(name):
    symbol = sympy.Symbol(name, real=True)
    function = make_function(2 * symbol + sympy.sin(symbol), [symbol])
    assert function(0.5) == 1 + np.sin(0.5)


@pytest.mark.parametrize(
    "text",
    [
        *("__import__('os')", "exec('1')", "u.__class__", "u[0]", "lambda: u", "u if u else u"),
        *("(u := 1)", "f'{u}'", "u; u", "`u`", "u\\n", "[u for u in u]", "u @ u", "u // u"),
    ],
)
def test_python_is_no_part_of_the_language(text):
    with pytest.raises(SpecificationError):
        parse_expression(text, [make_symbol("u")])


QUOTED = st.text(
    st.sampled_from("".join(EVIL)) | st.characters(categories=("L", "N", "P", "S")), max_size=12
)


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def record(title, unit):
    """A discovery from a text with such a title and such units, as a run makes it."""
    text = (
        f"title {quoted(title)}\ncoordinates t {quoted(unit)}, x_1 {quoted(unit)}\n"
        f"fields u_max {quoted(unit)}\n"
        "dictionary { d_t(u_max), d[x_1,2](u_max^2) }\ngrammar none\n"
        "expect d_t(u_max) = 2*d[x_1,2](u_max^2)\n"
    )
    specification = parse(text)
    problem, expected = specification.problem, specification.expected
    terms = [BoundTerm("d_t(u_max)", 1.0, unit=unit), BoundTerm("d[x_1,2](u_max^2)", -2.0)]
    equation = EquationRecord(
        name="equation",
        text="d_t(u_max) - 2*d[x_1,2](u_max^2) = 0",
        latex=latex_equation(expected, problem.coordinate_symbols),
        bound=tuple(terms),
        free="0",
    )
    return Discovery(
        verdict="identified",
        reason="a test",
        specification=unparse(specification),
        seed=0,
        seconds=0.0,
        equations=(equation,),
    )


@pytest.mark.parametrize("text", EVIL)
def test_titles_and_units_are_not_read_by_tex(text):
    found = record(text, text)
    for tex in (equation_text(found), table_text(found), found.latex()):
        assert_harmless(tex)


@given(QUOTED)
def test_no_unit_becomes_tex(text):
    assert_harmless(latex_unit(text))
    assert_harmless(latex_table([TableRow("u", 1.0, None, text)]))


@given(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,9}", fullmatch=True))
def test_no_name_becomes_tex(name):
    try:
        problem = parse(f"coordinates {name}\nfields q\ndictionary {{ d[{name}](q) }}").problem
    except SpecificationError:
        return  # a word of the language
    tex = latex_term(problem.dictionary[0], problem.coordinate_symbols)
    commands = set(re.findall(r"\\([A-Za-z]+)", tex))
    assert commands <= {"partial", "mathrm", *re.split(r"_|\d", name)} & {
        *GREEK,
        "partial",
        "mathrm",
    }


NESTED = "asin(abs(sqrt(acos(exp(sin(tan(cosh(asin(cosh(sqrt(exp(atan(tanh(abs(v)))))))))))))))"
LONG = {
    "derivatives of nested functions": "d[x,8](sin(exp(sin(x*u)))) = 0",
    "products of powers": "d_t(u) = (u + 0)^3*(u + 1)^100*(u + 2)^3*(u + 5)^100*(u + 7)^-2",
    "functions within functions": f"d_t(u) = {NESTED}",
    "a power of a sum": "d_t(u) = (1 + u + v)^60*(u - v)^-40",
}


@pytest.mark.parametrize("equation", LONG.values(), ids=LONG.keys())
def test_what_is_said_of_an_equation_is_said_quickly(equation):
    specification = parse(f"coordinates t, x\nfields u, v\nexpect {equation}")
    with soon():
        record = problem_record(specification)
        latex_equation(
            specification.expected.reading_form(), specification.problem.coordinate_symbols
        )
    assert record["expected"]["kind"]


# Files. A hook in a process of its own writes down whatever Python opens.

WATCH = """
import json, os, sys
opened = []
sys.addaudithook(lambda event, a: opened.append(a[0]) if event in ("open", "os.listdir") else None)
sys.path[:0] = {path!r}
from pdedsl.cli import main
found = []
for file in {files!r}:
    opened.clear()
    code = main([*sys.argv[1:], file])
    paths = [p for p in opened if isinstance(p, (str, bytes, os.PathLike))]
    found.append([code, [os.path.realpath(os.fsdecode(p)) for p in paths]])
sys.stderr.write("\\n====" + json.dumps(found))
"""
BODY = "coordinates t, x\nfields u\ndictionary { d_t(u), d_xx(u) }\n"


@pytest.fixture
def home(tmp_path):
    """A folder to work in, with files beside and outside of it that must stay closed."""
    home = tmp_path / "home"
    home.mkdir()
    t, x = np.linspace(0.0, 1.0, 12), np.linspace(0.0, 2.0, 14)
    u = np.exp(-0.4 * t)[:, None] * np.sin(2.0 * x) + np.exp(-0.1 * t)[:, None] * np.cos(x)
    for place in (home / "data.npz", tmp_path / "outside.npz", home / "other.npz"):
        np.savez(place, t=t, x=x, u=u)
    (tmp_path / "outside.pde").write_text("grammar outside { e ::= variable }\n")
    (home / "beside.pde").write_text("grammar beside { e ::= variable }\n")
    (home / "link.npz").symlink_to(tmp_path / "outside.npz")
    return home


def opened(home, lines, *command):
    """For each text its exit code, and which files below the temporary folder were opened."""
    files = [home / f"case{i}.pde" for i in range(len(lines))]
    for file, line in zip(files, lines, strict=True):
        file.write_text(f"{BODY}{line}\n")
    code = WATCH.format(path=[p for p in sys.path if p], files=[str(file) for file in files])
    done = subprocess.run(
        [sys.executable, "-c", code, *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
    )
    root = os.path.realpath(home.parent)
    found = []
    for file, (exit_code, names) in zip(
        files, json.loads(done.stderr.rpartition("\n====")[2]), strict=True
    ):
        assert str(file.resolve()) in names
        below = {os.path.relpath(n, root) for n in names if n.startswith(root + os.sep)}
        found.append((exit_code, below - {f"home/{file.name}", "home"}))
        assert not [n for n in names if re.match(r"/etc/passwd|/root/\.ssh|/home/", n)]
    return found


def test_only_the_data_that_a_text_names_are_read(home):
    named = {
        "data.npz": "home/data.npz",
        "../outside.npz": "outside.npz",
        "link.npz": "outside.npz",
        str(home.parent / "outside.npz"): "outside.npz",
    }
    lines = [f'data "{path}"' for path in named]
    assert opened(home, lines, "check") == [(0, {file}) for file in named.values()]


def test_a_name_that_is_no_path_opens_nothing(home):
    lines = [
        *("grammar beside", "grammar ../outside", "grammar outside", 'grammar "../outside.pde"'),
        *("grammar /etc/passwd", "grammar ../../outside g(t)", "grammar case0", "grammar ."),
        *('data "data.npz\0.csv"', 'data "\0"', 'data ""', "data other.npz", 'data "../x\0"'),
        *('export latex "a\0b"', 'title "../outside.npz"\ngrammar expression'),
    ]
    assert opened(home, lines, "check", "--json") == [(2, set())] * len(lines)


def test_a_check_for_programs_reads_no_data_and_writes_nothing(home):
    before = {p for p in home.parent.rglob("*") if p.suffix != ".pde"}
    line = 'data "../outside.npz"\nexport latex "../made.tex"'
    assert opened(home, [line], "check", "--json") == [(0, set())]
    assert {p for p in home.parent.rglob("*") if p.suffix != ".pde"} == before
