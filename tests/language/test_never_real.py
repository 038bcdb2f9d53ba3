"""What is refused because it never has a real value never has one; bounds of grammars hold."""

from __future__ import annotations

import cmath
import math

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
}
_leaves = st.sampled_from(["x", "u", "1", "2", "0.5", "3"])


def _larger(inner):
    return st.one_of(
        st.tuples(st.sampled_from([*COMPLEX, "-", "-"]), inner).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda p: f"({p[0]}){p[1]}({p[2]})"),
        st.tuples(inner, st.sampled_from(["2", "3", "0.5"])).map(lambda p: f"({p[0]})^{p[1]}"),
    )


def is_real(text, at):
    """Whether an expression has a real value at a point, computed by Python's own functions."""
    code = compile(text.replace("^", "**"), "<test>", "eval")
    try:
        value = complex(eval(code, {"__builtins__": {}, **COMPLEX, **at}))  # noqa: S307
    except (ValueError, ArithmeticError):
        return False
    return cmath.isfinite(value) and abs(value.imag) <= 1e-12 * abs(value)


@settings(max_examples=300)
@given(st.recursive(_leaves, _larger, max_leaves=4))
def test_what_is_refused_as_never_real_is_real_nowhere(inner):
    for name in ("log", "asin", "acos", "sqrt"):
        text = f"{name}({inner})"
        try:
            parse_expression(text, [x, u])
        except SpecificationError as error:
            mistakes = error.mistakes
        else:
            continue
        if any("whatever its" in m.message or "always negative" in m.message for m in mistakes):
            at = [{"x": complex(a), "u": complex(b)} for a in POINTS for b in POINTS]
            assert not any(is_real(text, point) for point in at)


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
    parse_expression(text, [x, u])


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
