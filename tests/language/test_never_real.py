"""What is refused because it never has a real value never has one; bounds of grammars hold."""

from __future__ import annotations

import cmath
import math
import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import Apply, Constant, Integer, Number, Reference, Variable, parse_expression
from pdedsl.language.settled import judged

x, u = make_symbol("x"), make_symbol("u")
POINTS = [-3.5, -1.0, -0.2, 0.0, 0.3, 1.0, 2.7]
COMPLEX = {
    **{
        name: getattr(cmath, name) for name in ("exp", "log", "sin", "cosh", "asin", "sqrt", "acos")
    },
    "abs": abs,
    "-": operator.neg,
}
BETWEEN = {"+": operator.add, "*": operator.mul, "-": operator.sub}

# Pairs of a text and of what computes its value at a point by Python's own functions.
_leaves = st.sampled_from(
    [("x", lambda at: at["x"]), ("u", lambda at: at["u"])]
    + [(text, lambda _, n=complex(text): n) for text in ("1", "2", "0.5", "3")]
)


def called(name, inner):
    text, value = inner
    return f"{name}({text})", lambda at: complex(COMPLEX[name](value(at)))


def joined(left, sign, right):
    of = BETWEEN[sign]
    return f"({left[0]}){sign}({right[0]})", lambda at: of(left[1](at), right[1](at))


def raised(inner, exponent):
    text, value = inner
    return f"({text})^{exponent}", lambda at: value(at) ** exponent


def _larger(inner):
    return st.one_of(
        st.builds(called, st.sampled_from([*COMPLEX, "-"]), inner),
        st.builds(joined, inner, st.sampled_from("+-*"), inner),
        st.builds(raised, inner, st.sampled_from([2, 3, 0.5])),
    )


def is_real(value, at):
    """Whether what computes a value gives a real one at a point."""
    try:
        found = complex(value(at))
    except (ValueError, ArithmeticError):
        return False
    return cmath.isfinite(found) and abs(found.imag) <= 1e-12 * abs(found)


@settings(max_examples=300)
@given(st.recursive(_leaves, _larger, max_leaves=4))
def test_what_is_refused_as_never_real_is_real_nowhere(inner):
    for name in ("log", "asin", "acos", "sqrt"):
        text, value = called(name, inner)
        try:
            parse_expression(text, [x, u])
        except SpecificationError as error:
            mistakes = error.mistakes
        else:
            continue
        if any("whatever its" in m.message or "always negative" in m.message for m in mistakes):
            at = [{"x": complex(a), "u": complex(b)} for a in POINTS for b in POINTS]
            assert not any(is_real(value, point) for point in at)


@pytest.mark.parametrize(
    "text",
    [
        *("log(-exp(u))", "log(-u^2)", "log(-abs(u) - 1)", "log(-exp(u)*u^2)", "sqrt(-exp(u))"),
        *("sqrt(-1 - u^2)", "(-exp(u))^0.5", "(-exp(u))^x", "(-1 - u^2)^(1/3)", "asin(2 + u^2)"),
        *("acos(-cosh(u) - 1)", "x + 2*sin(log(-exp(u)))"),
    ],
)
def test_what_is_never_real_is_refused(text):
    with pytest.raises(SpecificationError, match=r"whatever its variables are|always negative"):
        parse_expression(text, [x, u])


@pytest.mark.parametrize(
    "text",
    [
        *("log(u)", "log(-u)", "log(u - u^2)", "sqrt(-u)", "asin(2*exp(u))", "acos(cosh(u))"),
        *("(-exp(u))^2.0", "(-exp(u))^3", "(-exp(u))^-1", "log(sin(u) + 0.5)", "sqrt(u*x)"),
    ],
)
def test_what_may_be_real_is_accepted(text):
    assert parse_expression(text, [x, u]).has(u)


_numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0])
_templates = st.recursive(
    st.one_of(
        _numbers.map(Number),
        st.sampled_from([Variable("x"), Reference("e"), Constant(), Integer(-1, 2)]),
        st.sampled_from([Constant(-2.0, -1.0), Constant(0.0, None), Constant(None, 1.5)]),
    ),
    lambda inner: st.one_of(
        st.tuples(
            st.sampled_from(
                ["neg", "exp", "abs", "sqrt", "cosh", "sin", "cos", "tanh", "acos", "log"]
            ),
            st.tuples(inner),
        ).map(lambda p: Apply(*p)),
        st.tuples(st.sampled_from(["+", "-", "*", "/", "^"]), st.tuples(inner, inner)).map(
            lambda p: Apply(*p)
        ),
    ),
    max_leaves=6,
)
_OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": math.pow,
    "neg": lambda a: -a,
    "abs": abs,
}


def drawn_value(template, draw):
    """A value that a template may have."""
    match template:
        case Number(value):
            return value
        case Integer(lower, upper):
            return float(draw(st.integers(lower, upper)))
        case Constant(lower, upper):
            low, high = -9.0 if lower is None else lower, 9.0 if upper is None else upper
            return draw(st.floats(low, high))
        case Apply(operator, arguments):
            function = _OPERATIONS.get(operator) or getattr(math, operator)
            return function(*(drawn_value(a, draw) for a in arguments))
    return draw(st.floats(-9.0, 9.0))


@settings(max_examples=400)
@given(st.data())
def test_every_value_of_a_template_is_within_its_bounds(data):
    template = data.draw(_templates)
    try:
        value = drawn_value(template, data.draw)
    except (ValueError, ArithmeticError):
        return
    known = judged(template)
    low, high = known.range
    slack = 1e-9 * (1 + abs(value)) if math.isfinite(value) else 0.0
    assert low - slack <= value <= high + slack
    assert known.value is None or not math.isnan(known.value)
