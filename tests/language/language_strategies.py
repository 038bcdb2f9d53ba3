"""Hypothesis strategies for expressions, grammars, options and whole specifications."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import replace

import sympy
from hypothesis import assume
from hypothesis import strategies as st

from pdedsl.errors import Span, SpecificationError
from pdedsl.form import (
    Coordinate,
    Dictionary,
    ExtendedDerivative,
    Field,
    Input,
    Jet,
    MultiIndex,
    Problem,
    VariationalReadyPDE,
    make_symbol,
)
from pdedsl.form.dependence import Elimination, by_products
from pdedsl.language import (
    Apply,
    Constant,
    DataSource,
    EstimateOptions,
    Export,
    Grammar,
    Integer,
    MethodOptions,
    Number,
    Options,
    Reference,
    Rule,
    SearchOptions,
    SelectOptions,
    Slice,
    SolveOptions,
    Specification,
    Template,
    TestOptions,
    TimeUnit,
    Variable,
    format_template,
    parse_expression,
)
from pdedsl.language.carried_out import carried_out
from pdedsl.language.checks import ByField
from pdedsl.language.scope import Scope
from pdedsl.language.specification import EquationBlock
from pdedsl.language.terms import Placed, has_kink, normal

FUNCTIONS = (
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs", "erf"),
)
WORDS = {*FUNCTIONS, "const", "int", "variable", "inf"}

names = st.one_of(
    st.sampled_from(["t", "x", "u", "theta", "E", "I", "N", "S", "beta", "lambda", "in", "d"]),
    st.sampled_from(sorted(keyword.kwlist)),
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True),
).filter(lambda name: name not in WORDS)

numbers = st.one_of(
    st.integers(0, 30).map(str),
    st.floats(1e-9, 1e9).map(repr),
    st.sampled_from(["0.5", "1e-05", "2.5e10", "1/3", "2."]),
)
finite = st.floats(-1e9, 1e9).filter(lambda x: x == 0 or abs(x) > 1e-200).map(lambda x: x + 0.0)
# What a title, unit or file name may hold: anything that is printed on one line.
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zl", "Zp", "Cs")), max_size=12
)
file_names = texts.filter(lambda text: text.strip() != "")


def positive(upper: float) -> st.SearchStrategy[float]:
    """Positive floats up to a bound, none so small that the language refuses it."""
    return st.floats(1e-9, upper)


def _larger_texts(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from([" + ", " - ", "*", "/"])
    exponents = st.sampled_from(["2", "3", "-1", "-2", "0.5", "(1/2)", "(-3/2)", "-$0"])
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})"),
        st.tuples(inner, exponents).map(lambda t: f"({t[0]})^{t[1]}"),
        inner.map(lambda text: f"(-{text})"),
        st.tuples(st.sampled_from(FUNCTIONS), inner).map(lambda t: f"{t[0]}({t[1]})"),
    )


# Texts of expressions in which $0, $1, ... stand for variables.
_variables = st.sampled_from(["$0", "$1", "$2", "$3"])
_expression_texts = st.recursive(_variables | numbers, _larger_texts, max_leaves=5)


@st.composite
def expressions(draw: st.DrawFn, symbols: tuple[sympy.Symbol, ...]) -> sympy.Expr:
    """SymPy expressions that the language can write."""
    text = draw(_expression_texts)
    text = re.sub(r"\$(\d)", lambda m: symbols[int(m[1]) % len(symbols)].name, text)
    try:
        return parse_expression(text, symbols)
    except SpecificationError:
        return symbols[0]


def _larger_templates(inner: st.SearchStrategy[Template]) -> st.SearchStrategy[Template]:
    binary = st.sampled_from(["+", "-", "*", "/", "^"])
    return st.one_of(
        st.tuples(binary, st.tuples(inner, inner)).map(lambda t: Apply(*t)),
        st.tuples(st.sampled_from(FUNCTIONS), st.tuples(inner)).map(lambda t: Apply(*t)),
        inner.map(lambda t: Apply("neg", (t,))),
    )


_bounds = st.tuples(st.none() | finite, st.none() | finite)
_leaves = st.one_of(
    st.integers(0, 4).map(lambda n: Variable(str(n))),
    finite.map(Number) | st.integers(1, 9).map(Number),
    _bounds.filter(lambda b: None in b or b[0] < b[1]).map(lambda b: Constant(*b)),
    st.tuples(st.integers(-5, 5), st.integers(0, 5)).map(lambda b: Integer(b[0], b[0] + b[1])),
)
_references = st.integers(0, 2).map(lambda n: Reference(str(n)))
_templates = st.recursive(_leaves | _references, _larger_templates, max_leaves=5)


def _settled(template: Template, rules: list[str], arguments: tuple[str, ...]) -> Template:
    """The template with names in place of numbers, and no minus before a literal."""
    match template:
        case Reference(number):
            return Reference(rules[int(number) % len(rules)])
        case Variable(number):
            return Variable(arguments[int(number) % len(arguments)])
        case Apply("neg", (Number(value),)) if value >= 0:
            return Number(-value)
        case Apply(operator, inner):
            return Apply(operator, tuple(_settled(t, rules, arguments) for t in inner))
    return template


def _has_value(template: Template, arguments: tuple[str, ...]) -> bool:
    """Whether no part is something like asin(2), which a grammar may not hold."""
    if not isinstance(template, Apply):
        return True
    if not all(_has_value(part, arguments) for part in template.arguments):
        return False
    if not _is_fixed(template):
        return True
    try:
        value = parse_expression(format_template(template), map(make_symbol, arguments))
    except SpecificationError:
        return False
    return value != 0  # nor may it be divided by


def _is_fixed(template: Template) -> bool:
    if isinstance(template, Apply):
        return all(map(_is_fixed, template.arguments))
    return isinstance(template, Number | Variable)


@st.composite
def grammars(draw: st.DrawFn, variables: tuple[str, ...]) -> Grammar:
    """Grammars whose rules are all used and all end, and none can become itself."""
    free = names.filter(lambda name: name not in variables)
    rules = draw(st.lists(free, min_size=1, max_size=3, unique=True))
    arguments = tuple(draw(st.lists(st.sampled_from(variables), min_size=1, unique=True)))
    made = []
    for position, name in enumerate(rules):
        following = Reference(str(position + 1))
        alternatives = [Apply("+", (draw(_leaves), following)), draw(_leaves)]
        extra = draw(st.lists(_templates, max_size=2))
        alternatives.extend(t for t in extra if not isinstance(t, Reference))
        settled = [_settled(t, rules, arguments) for t in alternatives]
        made.append(Rule(name, tuple(t for t in settled if _has_value(t, arguments))))
    label = draw(st.none() | names)
    return Grammar(arguments, tuple(made), None if label == "none" else label)


@st.composite
def noises(draw: st.DrawFn, fields: tuple[str, ...]) -> float | ByField | None:
    """Noise of all fields, and perhaps of some of them alone, or of each of their samples."""
    level = st.none() | positive(1e12)
    rest = draw(level)
    own = draw(st.lists(st.sampled_from(fields), unique=True)) if fields else []
    values = level | st.lists(level, min_size=1, max_size=3).map(tuple)
    pairs = tuple((name, draw(values)) for name in fields if name in own)
    return ByField(rest, pairs) if pairs else rest


@st.composite
def options(draw: st.DrawFn, dimension: int, fields: tuple[str, ...] = ()) -> Options:
    """Options with every value in its range."""

    def each(values: st.SearchStrategy) -> st.SearchStrategy:
        return st.none() | values | st.tuples(*[values] * dimension)

    return Options(
        MethodOptions(draw(st.sampled_from(["calibrated", "paper", "ablated"]))),
        EstimateOptions(
            draw(st.sampled_from(["gaussian_process", "spline", "cubic", "linear", "nearest"])),
            draw(noises(fields)),
        ),
        TestOptions(
            "bsplines",
            draw(st.none() | st.integers(1, 30)),
            draw(each(st.integers(1, 1000))),
            draw(each(positive(1))),
            draw(st.sampled_from(["splines", "riemann"])),
            draw(st.integers(4, 100_000)),
        ),
        SolveOptions(draw(st.sampled_from(["exact", "collie", "cvxopt"]))),
        SearchOptions(
            "genetic",
            draw(st.integers(2, 100_000)),
            draw(st.integers(0, 10_000)),
            draw(st.integers(0, 2**32 - 1)),
            draw(st.integers(1, 1000)),
            draw(st.just(0.0) | st.floats(1e-9, 1e3)),
            draw(st.integers(1, 10_000)),
        ),
        SelectOptions(draw(st.sampled_from(["evidence", "loss"]))),
    )


@st.composite
def terms(
    draw: st.DrawFn, xs: tuple[sympy.Symbol, ...], us: tuple[sympy.Symbol, ...], *, zero: bool
) -> tuple[ExtendedDerivative, ...]:
    """Extended derivatives, none a multiple of another, some of them named.

    `zero` allows some of order zero.
    """
    orders = st.tuples(*[st.integers(0, 2)] * len(xs)).filter(lambda a: zero or sum(a))
    alphas = draw(st.lists(orders, min_size=1, max_size=4))
    free = names.filter(lambda name: name not in {s.name for s in (*xs, *us)})
    labels = draw(st.lists(st.none() | free, min_size=4, max_size=4))
    scope, made = Scope(xs, us), {}
    for alpha, label in zip(alphas, labels, strict=False):
        if sum(alpha):
            a, h = draw(expressions(xs)), draw(expressions((*us, *xs)))
        else:
            a, h = draw(st.sampled_from([sympy.S.One, xs[0] ** 2])), us[0] ** 2
        a, h = a if a != 0 else sympy.S.One, h if h.free_symbols & set(us) else us[0]
        a = sympy.S.One if has_kink(a, MultiIndex(alpha), xs) else a
        name = label if label not in [e.name for e in made.values()] else None
        term = ExtendedDerivative(MultiIndex(alpha), a, h, name)
        made.setdefault(normal(term, scope)[1], term)
    assume(any(e.alpha.order for e in made.values()))
    assume(are_independent(made.values(), scope))
    return tuple(made.values())


def are_independent(found: Iterable[ExtendedDerivative], scope: Scope) -> bool:
    """Whether no sum of several terms, times numbers, is a function of coordinates and fields."""

    def is_derivative(product: sympy.Expr) -> bool:
        return bool(scope.space.derivatives(product))

    rows = Elimination(is_derivative)
    for place, term in enumerate(found):
        expression = carried_out(Placed(term, Span(1, 1, 1, 2)), scope)
        row = None if expression is None else by_products(expression)
        rest, made = rows.add(row, place) if row else ({}, {})
        if len(made) > 1 and not any(map(is_derivative, rest)):
            return False
    return True


@st.composite
def problems(draw: st.DrawFn, *, zero: bool = False) -> Problem:
    """Problems with up to three coordinates and two fields."""
    every = draw(st.lists(names, min_size=2, max_size=5, unique=True))
    split = draw(st.integers(max(1, len(every) - 2), min(3, len(every) - 1)))
    xs, us = tuple(map(make_symbol, every[:split])), tuple(map(make_symbol, every[split:]))
    bound = finite
    coordinates = []
    for x in xs:
        lower, upper = draw(st.none() | bound), draw(st.none() | bound)
        assume(lower is None or upper is None or lower < upper)
        coordinates.append(Coordinate(x, lower, upper, draw(st.none() | texts)))
    # Of an order that no term has, so that none is the same as one of the other field.
    jet = Jet(us[0], MultiIndex((3, *(0,) * (len(xs) - 1))))
    definitions = (None, *(draw(st.sampled_from([None, jet])) for _ in us[1:]))
    measured = tuple(
        Field(u, draw(st.none() | texts), d) for u, d in zip(us, definitions, strict=True)
    )
    found = draw(terms(xs, us, zero=zero))
    taken = {*every, *(term.name for term in found)}
    others = draw(st.lists(names.filter(lambda n: n not in taken), max_size=2, unique=True))
    between = st.sampled_from(["smooth", "linear", "held"])
    inputs = tuple(Input(make_symbol(q), draw(st.none() | texts), draw(between)) for q in others)
    variables = (*xs, *us, *(q.symbol for q in inputs))
    known = draw(st.just(sympy.S.Zero) | expressions(variables))
    return Problem(tuple(coordinates), measured, Dictionary(found), known, draw(texts), inputs)


@st.composite
def equations(draw: st.DrawFn, problem: Problem) -> VariationalReadyPDE:
    """Equations over some terms of a problem's dictionary, none with coefficient zero."""
    positions = draw(
        st.lists(st.sampled_from(range(len(problem.dictionary))), min_size=1, unique=True)
    )
    size = st.floats(1e-6, 1e6) | st.integers(1, 5).map(float)
    signs = st.sampled_from([1.0, -1.0])
    beta = tuple(draw(size) * draw(signs) for _ in positions)
    symbols = problem.coordinate_symbols
    if not any(term.is_zero_order for term in problem.dictionary):
        symbols = problem.variables
    return VariationalReadyPDE(
        problem.dictionary.subset(tuple(positions)), beta, draw(expressions(symbols))
    )


@st.composite
def specifications(draw: st.DrawFn) -> Specification:
    """Whole specifications, some of them with a block for each of several equations."""
    zero = draw(st.booleans())
    problem = draw(problems(zero=zero))
    variables = tuple(s.name for s in problem.variables)
    constants = draw(st.dictionaries(names, finite, max_size=2))
    labels = {term.name for term in problem.dictionary}
    assume(constants.keys().isdisjoint((*variables, *labels)))
    rule_names = grammars(variables)
    grammar = None if zero else draw(st.none() | rule_names)
    assume(grammar is None or constants.keys().isdisjoint(r.name for r in grammar.rules))
    kinds = st.sampled_from(["latex", "table", "csv", "json"])
    expected = draw(st.none() | equations(problem))
    first = EquationBlock("first", problem.dictionary, grammar, problem.known, expected)
    return Specification(
        problem,
        grammar,
        tuple(constants.items()),
        draw(
            st.none()
            | data_sources(
                tuple(s.name for s in problem.coordinate_symbols),
                tuple(s.name for s in (*problem.field_symbols, *problem.input_symbols)),
                tuple(c.symbol.name for c in problem.coordinates if c.unit is None),
            )
        ),
        draw(options(len(problem.coordinates), tuple(s.name for s in problem.field_symbols))),
        expected,
        tuple(draw(st.lists(st.builds(Export, kinds, file_names), max_size=2))),
        equations=() if draw(st.booleans()) else draw(blocks(problem, constants, first)),
    )


@st.composite
def blocks(
    draw: st.DrawFn, problem: Problem, constants: dict[str, float], first: EquationBlock
) -> tuple[EquationBlock, ...]:
    """One equation of a problem, and perhaps others in the same coordinates and fields."""
    xs, us = problem.coordinate_symbols, problem.field_symbols
    labels = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    made = [replace(first, name=labels[0])]
    for label in labels[1:]:
        dictionary = Dictionary(draw(terms(xs, us, zero=False)))
        known = {*constants, *(q.name for q in problem.input_symbols)}
        assume(known.isdisjoint(term.name for term in dictionary))
        grammar = draw(st.none() | grammars(tuple(s.name for s in problem.variables)))
        assume(grammar is None or known.isdisjoint(r.name for r in grammar.rules))
        given = draw(st.just(sympy.S.Zero) | expressions(problem.variables))
        expected = draw(st.none() | equations(replace(problem, dictionary=dictionary)))
        made.append(EquationBlock(label, dictionary, grammar, given, expected))
    return tuple(made)


@st.composite
def data_sources(
    draw: st.DrawFn,
    coordinates: tuple[str, ...],
    fields: tuple[str, ...],
    unitless: tuple[str, ...],
) -> DataSource:
    """Data sources that rename some of the variables, slice axes and state units of time."""
    variables = (*coordinates, *fields)
    free = [name for name in variables if name not in ("sample", "missing")]
    assume(free)
    ours = draw(st.lists(st.sampled_from(free), unique=True, max_size=2))
    theirs = draw(st.lists(texts, min_size=len(ours), max_size=len(ours), unique=True))
    pairs = tuple(p for p in zip(ours, theirs, strict=True) if p[0] != p[1])
    sample, missing = draw(st.none() | texts), draw(st.sampled_from(["error", "drop"]))
    meant = [dict(pairs).get(name, name) for name in variables]
    meant += [] if sample is None else [sample]
    assume(len(set(meant)) == len(meant))
    return DataSource(
        draw(file_names),
        sample,
        pairs,
        missing,
        slices=draw(_slices(coordinates, fields)),
        times=draw(_times(unitless)),
        columns=draw(st.none() | st.sampled_from(("sample", *coordinates)))
        if not pairs and sample is None
        else None,
        missing_value=draw(st.none() | finite),
    )


@st.composite
def _slices(
    draw: st.DrawFn, coordinates: tuple[str, ...], fields: tuple[str, ...]
) -> tuple[Slice, ...]:
    """Slices of coordinates, some with a step, and of axes that have any name but a field's."""
    made = []
    axes = st.sampled_from(coordinates) | texts.filter(lambda name: name not in fields)
    for name in draw(st.lists(axes, unique=True, max_size=2)):
        lower, upper = draw(st.none() | finite), draw(st.none() | finite)
        assume(lower is None or upper is None or lower <= upper)
        step = draw(st.integers(1, 1_000_000)) if name in coordinates else 1
        made.append(Slice(name, lower, upper, step))
    return tuple(made)


@st.composite
def _times(draw: st.DrawFn, coordinates: tuple[str, ...]) -> tuple[TimeUnit, ...]:
    """Units of time that the language can write."""
    units = st.sampled_from(["ns", "ms", "s", "minutes", "h", "days", "weeks", "year"])
    dates = st.none() | st.datetimes().map(lambda moment: moment.isoformat())
    named = (
        draw(st.lists(st.sampled_from(coordinates), unique=True, max_size=2)) if coordinates else []
    )
    return tuple(TimeUnit(name, draw(units), draw(dates)) for name in named)


_as_written = st.sampled_from(
    [
        *("u_t", "u_xx", "v_tx", "d_t(u)", "d_x(d_t(u*v))", "d[t, x](u^2)", "d_xx(u) / 2"),
        *("u*u_x", "u^2*u_x", "k*u*v_x + k*v*u_x", "sin(u)*u_t", "u_x/u", "exp(-x)*u_xx"),
        *("x^2*u_xx", "d_x(u*d_x(u))", "d_x(k*u*d_x(u^2))", "laplacian(u)", "div(grad(u^k))"),
        *("div(u*grad(u))", "x*laplacian(v)", "grad(u^3)", "divergence(u)", "(1 + u)*u_xx + u_x^2"),
        *("derivatives(u, 2)", "derivatives(u*v, 1)", "t*d_x(t*u)", "-d_t(x*u)", "u*v_t + v*u_t"),
    ]
)
_stock = ("elementary", "polynomial", "rational", "trigonometric", "exponential", "reaction")


@st.composite
def written(draw: st.DrawFn) -> str:
    """Texts as people write them: rewritten terms, constants with names, stock grammars."""
    entries = draw(st.lists(_as_written, min_size=1, max_size=4, unique=True))
    head = draw(st.sampled_from(["", *(f"grammar {name}" for name in (*_stock, "none"))]))
    arguments = "" if "none" in head else draw(st.sampled_from(["", " g(u)", " g(t, v)"]))
    known = draw(st.sampled_from(["", "known { k*u - K^2/3 }"]))
    method = draw(st.sampled_from(["", "method paper", "method ablated", "search { seed = 3 }"]))
    equation = draw(st.lists(_as_written.filter(lambda e: "derivatives" not in e), max_size=2))
    expected = f"expect {' - 0.5*'.join(f'({e})' for e in equation)} = k*u" if equation else ""
    parts = [
        f"dictionary {{ {', '.join(entries)} }}",
        *(f"{head}{arguments}" if head else "", known, expected),
    ]
    if draw(st.booleans()):
        other = draw(st.sampled_from(["dictionary { v_t }", "dictionary { v_t }\ngrammar none"]))
        second = draw(st.sampled_from(["equation v { ", "equation second\n{\n"]))
        parts = ["equation u {", *parts, "}", f"{second}{other}", "}"]
    return "\n".join(
        [
            "coordinates t in [0, 2*K], x in [-1/3, inf]",
            draw(st.sampled_from(["fields u, v", "fields u, v = d_t(u)"])),
            "constants k = 3, K = k/4",
            draw(st.sampled_from(["", "inputs q", 'inputs q held "m", s'])),
            *parts,
            *(method, ""),
        ]
    )
