"""Texts that once took long, or could not be used once accepted, are judged quickly."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import sympy
from hanging import small, soon

from pdedsl.errors import FormError, SpecificationError
from pdedsl.form import ExtendedDerivative, MultiIndex, classification, make_symbol, variational
from pdedsl.form.simplify import expanded_size
from pdedsl.form.slope import slope
from pdedsl.form.vanishing import is_zero, multiplied_out
from pdedsl.language import classify_equation, notes, parse, unparse
from pdedsl.language.derivations import derivable, derive
from pdedsl.language.grammar import Apply, Number, Reference, Variable, height, minimum_depths
from pdedsl.language.grammar_count import expression_counts
from pdedsl.language.real_parts import real_part_size
from pdedsl.language.settled import judged
from pdedsl.report.problem_record import problem_record
from pdedsl.weak.integrator import make_term_integrator, make_term_integrators

HEAD = "coordinates t, x, y\nfields u, v\ndictionary { d_t(u) }\n"


def rules(form, count=200):
    return HEAD + "grammar {\n" + "\n".join(form(i) for i in range(count)) + "\n}"


def quickly(function, *arguments):
    with soon():
        return function(*arguments)


def judge(text):
    """Everything that a check says of a text, or its mistakes."""
    try:
        specification = parse(text)
    except SpecificationError as error:
        return str(error)
    counts = [expression_counts(p.grammar, 9) for p in specification.parts if p.grammar is not None]
    return problem_record(specification), notes(specification), counts


def fractions(inside, count):
    """Fractions within fractions."""
    return "1/(1 + " * count + inside + ")" * count


CHAIN = "x" + "-x" * 90 + " | x" + "-t*x" * 49
WAYS = " | ".join(f"r{i}" for i in range(1, 12))
QUICK = {
    "a power of something that is not real, in derivatives": (
        "coordinates t, x, y\nfields u, v\ndictionary { u_t, (y^u - (v + v_xx)^2)^(u_x) }"
    ),
    "hyperbolic functions within each other": (
        HEAD + "known { " + "sinh(-" * 12 + "(u + x)^u*(u + x + 2)^2" + ")" * 12 + " }"
    ),
    "a hyperbolic function of a power of a sum": (
        HEAD + "known { sinh(tanh((u + x + log(v) + acos(t))^20)) }"
    ),
    "a root of one over a power of a sum": (
        HEAD + "known { abs(x + sqrt(1/cos(2 - (log(u) + log(v) + log(x))^40))) }"
    ),
    "long alternatives": HEAD
    + f"grammar {{\nr ::= {WAYS}\n"
    + "\n".join(f"r{i} ::= t | {CHAIN}" for i in range(1, 12))
    + "\n}",
    "rules that are each other": rules(
        lambda i: f"r{i} ::= r{i + 1} | t" if i < 199 else "r199 ::= x"
    ),
    "counts of rules that all may be the same": rules(
        lambda i: f"r{i} ::= r{(i + 1) % 200} + r{(i * 7 + 3) % 200} | r{(i * 13 + 1) % 200}*x | t"
    ),
    "nested fractions before a product": (
        f"coordinates t, x\nfields u\ndictionary {{ d_t(u), {fractions('t + x', 7)}*u*u_x }}"
    ),
    "an arc function over a field": (
        "coordinates t, x\nfields u\ndictionary { d_t(u), acos(2*u + 1)/u*u_x }"
    ),
    "powers of many sines": (
        "coordinates t, x\nfields u\ngrammar none\ndictionary { d_t(u), "
        + ", ".join(f"sin({k}*u)^3*u_x" for k in range(2, 42))
        + " }"
    ),
    "many arc functions": (
        "coordinates t, x\nfields u\ngrammar none\ndictionary { d_t(u), "
        + ", ".join(f"atan(u + 0.{k})*u_x" for k in range(10, 90))
        + " }"
    ),
    "fractions that fall apart": (
        "coordinates t, x\nfields u\ngrammar none\ndictionary { d_t(u), "
        + ", ".join(f"u_x/((u^2 + {n})*(u - {n})*(u + {n + 1}))" for n in range(1, 40))
        + " }"
    ),
    "powers times exponentials and sines": (
        "coordinates t, x\nfields u\ngrammar none\ndictionary { d_t(u), "
        + ", ".join(f"u_x*u^{n % 5}*exp({n}*u)*sin({n}*u)" for n in range(1, 40))
        + " }"
    ),
    "roots of what is quadratic": (
        "coordinates t, x\nfields u\ngrammar none\ndictionary { d_t(u), "
        + ", ".join(f"u_x/sqrt(u^2 + {n}*u + {n * n})" for n in range(1, 40))
        + " }"
    ),
    "nested fractions of the field before its slope": (
        f"coordinates t, x\nfields u\ndictionary {{ d_t(u), {fractions('1 + u', 8)}*u_x }}"
    ),
    "nested fractions of an exponential before a slope": (
        f"coordinates t, x\nfields u\ndictionary {{ d_t(u), {fractions('exp(u)', 8)}*u_x }}"
    ),
    "a derivative below nested fractions": (
        f"coordinates t, x\nfields u\ndictionary {{ d_t(u), {fractions('u_x', 5)} }}"
    ),
    "nested fractions in derivatives that are compared": (
        "coordinates t, x\nfields u\ngrammar none\n"
        f"dictionary {{ d_x({fractions('u', 12)}), d_x(u*{fractions('u', 12)}) }}"
    ),
}


@pytest.mark.parametrize("text", QUICK.values(), ids=QUICK.keys())
def test_a_text_is_judged_quickly(text):
    assert quickly(judge, text)


def test_an_equation_of_very_many_fields_is_judged_quickly():
    with pytest.raises(SpecificationError, match="too many summands"):
        quickly(classify_equation, "u_t = " + " + ".join(f"u{i}_x" for i in range(200)))


def test_sums_below_the_line_are_not_multiplied_out(monkeypatch):
    """The kind of an equation is told by slopes and values where it would have 53,000 terms."""
    sizes = []

    def watched(expression):
        sizes.append(expanded_size(expression))
        return multiplied_out(expression)

    monkeypatch.setattr(classification, "multiplied_out", watched)
    logs = "log(x*log(x*log(x*log(x*log(x*(u + x*(u + x*sinh(x*sinh(x*x)))^0)^0)))))"
    below = "(y + u + v + 100 + v + u_t)^-2"
    text = f"{logs} = d_t({below}*((log(L) - (3 - cosh(0.5)))^3))"
    assert quickly(classify_equation, text).text is None
    assert sizes
    assert max(sizes) <= classification.MAX_SUMMANDS


def test_it_is_asked_once_whether_a_slope_vanishes(monkeypatch):
    """The function that depends on v_yy + y_yy alone is in the sum, and judged by itself before."""
    asked = []

    def watched(expression):
        asked.append(expression)
        return is_zero(expression)

    monkeypatch.setattr(variational, "is_zero", watched)
    variational._slope_vanishes.cache_clear()
    inside = "acos((laplacian((v + y)*100))^L) + log(L)"
    found = quickly(classify_equation, f"u_x*u_t = x*(exp(tanh(t + 1)^0) + abs({inside}))")
    assert found.classification.variational_ready is None
    assert "it was not found out whether this has a weak form" in found.refusal
    slopes = [each for each in asked if each.has(sympy.Abs, sympy.acos)]
    assert len(slopes) == 1


def test_a_power_with_a_root_of_a_derivative_is_judged_in_little_memory():
    """It once took 620 MB; half a megabyte is enough."""
    left = "u - v*cosh((u_t^0.5)^(1/3))*v*((u + y)^-x*d_t(x^L))/cosh(100)"
    with soon(), small(megabytes=50):
        found = classify_equation(f"{left} = 2*asin(0.5)")
    assert found.classification.variational_ready is False
    assert "a derivative inside a function" in found.refusal


@pytest.mark.parametrize("height", [6, 12, 18])
def test_towers_of_powers_of_sums_are_judged_quickly(height):
    """Multiplied out they have more terms than there is memory for the digits of their number."""
    with pytest.raises(SpecificationError, match="too many summands"):
        quickly(classify_equation, "(1 + " * height + "v" + ")^12" * height + " = u_x")


@pytest.mark.parametrize(
    "term",
    ["u_x/sqrt(u^2 + {0}*u + {0}^2)", "u_x/((u^2 + {0})*(u - {0}))", "u_x/(1 + exp({0}*u))^2"],
)
def test_sums_whose_antiderivatives_are_found_one_by_one_are_judged_quickly(term):
    found = quickly(classify_equation, "u_t = " + " + ".join(term.format(n) for n in range(1, 5)))
    assert found.text is not None


@pytest.mark.parametrize("name", ["sinh", "cosh", "tanh"])
def test_hyperbolic_functions_of_short_or_real_expressions_are_read(name):
    for inside in ("log(u)", "sqrt(u + x)", "u^x", "(u + v + x)^100", f"{name}({name}(log(u)))"):
        assert parse(HEAD + f"grammar none\nknown {{ {name}({inside}) }}").problem.known.has(U)


def test_the_size_of_a_real_part_grows_with_powers_and_hyperbolic_functions():
    u = make_symbol("u")
    inside = sympy.log(u) + u
    assert real_part_size(inside) == 3
    assert real_part_size(inside**3) == 10
    assert real_part_size(sympy.tanh(inside)) == 12
    assert real_part_size(inside**100 * (inside + 1) ** 100) == 10**6


def test_alternatives_have_a_greatest_height():
    assert height(Variable("t")) == 0
    parse(HEAD + "grammar { e ::= t | " + "-".join(["x"] * 101) + " }")
    with pytest.raises(SpecificationError, match="100 operations within each other"):
        parse(HEAD + "grammar { e ::= t | " + "-".join(["x"] * 102) + " }")


def test_the_highest_alternative_needs_no_deep_recursion():
    text = HEAD + "grammar { e ::= " + "-".join(["t"] * 101) + " }"
    before, deep = sys.getrecursionlimit(), len(_frames())
    sys.setrecursionlimit(deep + 500)
    try:
        specification = parse(text)
        assert parse(unparse(specification)) == specification
        assert notes(specification)
    finally:
        sys.setrecursionlimit(before)


def _frames():
    frame, found = sys._getframe(), []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found


def test_equal_parts_are_told_whatever_the_order_of_their_sums():
    t, x, one = Variable("t"), Variable("x"), Number(1)
    first = Apply("+", (Apply("+", (t, x)), one))
    second = Apply("+", (one, Apply("+", (x, t))))
    assert judged(Apply("-", (first, second))).value == 0.0
    assert judged(Apply("/", (first, second))).value == 1.0
    other = Apply("-", (Apply("-", (t, x)), one))
    assert judged(Apply("-", (first, other))).value is None
    assert judged(Apply("-", (Reference("e"), Reference("e")))).value is None


def test_the_least_depths_that_are_given_out_are_not_those_that_are_kept():
    grammar = parse(HEAD + "grammar { e ::= e + e | t }").grammar
    minimum_depths(grammar).clear()
    assert minimum_depths(grammar) == {"e": 1}


def test_sets_of_terms_that_cannot_be_written_out_are_refused():
    blocks = "\n".join(
        f"equation e{i} {{ dictionary {{ derivatives(u*v, 4), derivatives(v^{i + 2}, 4) }} }}"
        for i in range(18)
    )
    text = f"coordinates t, x, y\nfields u, v\n{blocks}"
    with pytest.raises(SpecificationError, match="with its terms written out, the text has more"):
        parse(text)


def test_the_longest_set_of_terms_is_the_place_of_a_text_that_is_too_long_written_out():
    sets = "\n".join(
        f"equation e{i} {{ dictionary {{ derivatives(v, 1), derivatives({h}, 7) }} }}"
        for i, h in enumerate(["u"] * 7 + ["u*v"] + ["u"] * 12)
    )
    with pytest.raises(SpecificationError) as caught:
        parse(f"coordinates t, x, y\nfields u, v\n{sets}")
    (mistake,) = caught.value.mistakes
    assert mistake.span is not None
    line = caught.value.source.split("\n")[mistake.span.line - 1]
    assert line[mistake.span.column - 1 : mistake.span.end_column - 1] == "derivatives(u*v, 7)"


@pytest.mark.parametrize("rule", ["r{} ::= sin(r{})", "r{} ::= r{}", "r{} ::= 1 + r{}"])
def test_long_chains_of_rules_are_refused_and_those_up_to_the_limit_are_drawn(rule):
    def chain(length):
        rules = "\n".join(rule.format(i, i + 1) for i in range(length))
        return f"{HEAD}grammar g(u) {{\n{rules}\nr{length} ::= u\n}}"

    with pytest.raises(SpecificationError, match="ends only after 200 rules and operations"):
        parse(chain(220))
    grammar = parse(chain(60)).grammar
    assert derivable(grammar, derive(grammar, lambda choices: choices[0], 1))


def test_derivations_of_high_alternatives_need_no_more_frames_than_they_have_operations():
    grammar = parse(f"{HEAD}grammar g(u) {{ e ::= {'u + ' * 98}e | u }}").grammar
    drawn = derive(grammar, lambda choices: choices[0], 6)
    assert height(drawn) >= 5


# Derivatives


U, V, X, T = (make_symbol(name) for name in "uvxt")
ABSOLUTE = [
    sympy.Abs(sympy.log(U)),
    sympy.Abs(sympy.acos(U * V)) ** 2 * U,
    sympy.log(sympy.Abs(sympy.sqrt(V) - sympy.Abs(sympy.log(U)))) * sympy.Abs(sympy.log(U)),
    sympy.cosh(sympy.Abs(sympy.log(U) - V)),
    sympy.Abs(U - V) * sympy.Abs(U),
]


@pytest.mark.parametrize("h", ABSOLUTE, ids=str)
def test_slopes_of_absolute_values_are_those_of_real_functions(h):
    point, step = {U: 0.31, V: 0.62}, 1e-6
    either = [float(h.subs(point | {U: 0.31 + s})) for s in (step, -step)]
    assert float(slope(h, U).subs(point)) == pytest.approx(
        (either[0] - either[1]) / 2 / step, rel=1e-7
    )
    assert slope(h, X) == 0


def test_slopes_without_absolute_values_are_those_of_sympy():
    for h in (sympy.sin(U * V) ** 3, sympy.Abs(U**2 - V), sympy.exp(U) / V):
        assert slope(h, U, 2) == sympy.diff(h, U, 2)


def test_slopes_of_absolute_values_within_functions_stay_short():
    h = V**8
    for name in ("exp", "sin", "sinh", "log", "acos", "tanh", "exp", "tanh", "sinh", "cosh"):
        h = getattr(sympy, name)(h)
    h = sympy.sqrt(sympy.Abs(h))
    for _ in range(3):
        h = sympy.acos(X * h)
    found = quickly(slope, h, V)
    assert sympy.count_ops(found) < 1_000
    made = quickly(
        make_term_integrator, ExtendedDerivative(MultiIndex((0, 1)), sympy.S.One, h), (T, X), (V,)
    )
    assert np.shape(made.h_u[0](0.1, 0.2, 0.3)) == ()


def test_factors_whose_derivatives_explode_are_refused_in_words():
    a = sympy.sin(sympy.exp(sympy.sin(sympy.exp(X * T))))
    term = ExtendedDerivative(MultiIndex((4, 4)), a, U)
    with pytest.raises(FormError, match="more than 2,000 parts"):
        quickly(make_term_integrator, term, (T, X), (U,))


def test_factors_without_the_derivatives_that_a_weak_form_needs_are_refused():
    text = "coordinates t, x\nfields u\ndictionary {{ d_t(u), {} }}"
    for term in ("abs(x)*d_xx(u)", "abs(t*x)*d_tx(u)", "abs(log(x))*d_xx(u^2)"):
        with pytest.raises(SpecificationError, match="a derivative of an order above 1"):
            parse(text.format(term))
    for term in ("abs(x)*d_x(u)", "abs(t)*d_xx(u)", "d_xx(abs(x)*u)"):
        parse(text.format(term))
    with pytest.raises(FormError, match="leave abs"):
        make_term_integrator(ExtendedDerivative(MultiIndex((0, 2)), sympy.Abs(X), U), (T, X), (U,))


@pytest.mark.parametrize("number", [10**19 - 1, 10**30, sympy.Rational(10**25, 3), -(2**63) - 1])
def test_functions_with_exact_numbers_of_many_digits_give_floats(number):
    term = ExtendedDerivative(MultiIndex((0, 1)), sympy.sympify(number) * X, number * U)
    (made,) = make_term_integrators((term,), (T, X), (U,))
    points = np.array([0.5, 2.0])
    for value in (made.parts[-1].coefficient(points, points), made.h(points, points, points)):
        assert np.asarray(value).dtype == float
        assert np.abs(value) == pytest.approx(abs(float(number)) * points, rel=1e-15)


def test_terms_of_one_h_share_its_functions():
    alphas = [MultiIndex((0, n)) for n in range(1, 4)]
    terms = [ExtendedDerivative(alpha, X, sympy.sin(U)) for alpha in alphas]
    first, *rest = make_term_integrators(terms, (T, X), (U,))
    assert all(one.h is first.h and one.h_u is first.h_u for one in rest)
    assert [len(one.parts) for one in (first, *rest)] == [2, 2, 2]
