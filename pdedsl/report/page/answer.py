"""What was found: verdict, equation, its numbers, and what is known of them together."""

from __future__ import annotations

import re

from pdedsl.discovery import Discovery
from pdedsl.errors import SpecificationError
from pdedsl.form import Problem, make_symbol
from pdedsl.language import parse, parse_equation, parse_expression
from pdedsl.records import TOGETHER, EquationRecord
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.mathml import (
    MathPrinter,
    equation_mathml,
    math_element,
    math_name,
    term_mathml,
)
from pdedsl.report.page.pieces import (
    DASH,
    MINUS,
    code,
    interval,
    number,
    paragraph,
    section,
    soft,
    table,
    wide,
)

MEANING = {
    "identified": "The residual is no more than the noise explains, rivals of another form have"
    " less evidence, and the 95 % interval of no term holds zero.",
    "best of rivals": "No other equation of this dictionary and grammar does better, but more is"
    " going on than it says: the residual is larger than the noise explains. The residual map"
    " shows where.",
    "not identified": "Nothing is claimed. The data do not tell one equation of this dictionary"
    " and grammar from the others, or from a smooth field that obeys none. An equation that is"
    " shown all the same is the best that was found, and no finding.",
}
"""What a verdict means, whatever its reason."""


def verdicts(found: Discovery) -> Markup:
    """Verdict and reason, of each equation where there are several."""
    if not found.findings:
        return _verdict(None, found.verdict, found.reason, found.expectation)
    each = (_verdict(f.name, f.verdict, f.reason, f.expectation) for f in found.findings)
    following = (
        paragraph(f"{f.name} follows from the others: it is ", code(f.follows), ".")
        for f in found.findings
        if f.follows
    )
    return joined(*each, *following)


def _verdict(name: str | None, verdict: str, reason: str, expectation: str | None) -> Markup:
    head = joined(name and f"{name}: ", element("strong", _capital(verdict)), ".")
    expected = None
    if expectation is not None:
        expected = soft(f"What the text expects was {expectation}.")
    said = paragraph(f"{_capital(reason)}.") if reason else None
    kind = verdict.replace(" ", "-")
    meaning = soft(MEANING[verdict])
    return element("div", element("p", head), said, meaning, expected, class_=f"verdict {kind}")


def equations(found: Discovery) -> Markup:
    """The equations as mathematics and as text."""
    if not found.equations:
        return section("Equation", paragraph("There is none to show."))
    parts = []
    for equation in found.equations:
        name = element("h3", equation.name) if len(found.names) > 1 else None
        parts += [name, _shown(equation, _problem(found, equation)), paragraph(code(equation.text))]
    return section("Equation" if len(found.equations) == 1 else "Equations", *parts)


def _shown(equation: EquationRecord, problem: Problem) -> Markup:
    pde = parse_equation(equation.text, problem)
    errors = [b.standard_error for b in equation.bound]
    left, right = equation_mathml(pde, problem.coordinate_symbols, standard_errors=errors)
    formula = math_element(left, element("mo", "="), right, block=True, label=equation.text)
    return wide(formula, "equation", "wide equation")


def numbers(found: Discovery) -> Markup | None:
    """Tables of coefficients and of the numbers in g, and how they go together."""
    if not found.equations:
        return None
    parts = []
    for equation in found.equations:
        if len(found.names) > 1:
            parts.append(element("h3", equation.name))
        problem = _problem(found, equation)
        parts += [_bound(equation, problem), *_free(equation, problem)]
        parts += [*_together(equation), *_without_g(equation)]
        evidence = number(equation.evidence, 4), number(equation.chi2_per_dof, 3)
        parts.append(
            paragraph("Evidence ", evidence[0], ", chi2 per degree of freedom ", evidence[1], ".")
        )
    note = soft(
        "Intervals hold 95 %. Where chi2 rises evenly they are 1.96 standard errors to both sides,"
        " else they are taken from the profile of chi2. A term without a standard error sets the"
        " scale. Evidence is the log of the odds against a smooth field that obeys no equation;"
        " chi2 per degree of freedom is 1 where the residual is what the noise explains"
        f"{_SMOOTHED if _is_smoothed(found) else ''}."
    )
    return section("Coefficients", *parts, note)


_SMOOTHED = (
    ", and less here, where points are scattered or values missing, since the equation is fitted to"
    " the smoothed field"
)


def _is_smoothed(found: Discovery) -> bool:
    """Whether samples are scattered."""
    return found.fields is not None and any(s.points is not None for s in found.fields.samples)


def _bound(equation: EquationRecord, problem: Problem) -> Markup:
    pde = parse_equation(equation.text, problem)
    terms = [term_mathml(pde.dictionary[p], problem.coordinate_symbols) for p in pde.support]
    rows = [
        (
            math_element(term, label=b.term),
            number(b.coefficient, 4, b.standard_error),
            number(b.standard_error, 2),
            interval(b.coefficient, b.standard_error, b.interval),
            _unit(b.unit),
        )
        for term, b in zip(terms, equation.bound, strict=True)
    ]
    head = ("term", "#coefficient", "#standard error", "#95 % interval", "unit")
    return table("Left side: terms of the dictionary", head, rows)


def _free(equation: EquationRecord, problem: Problem) -> tuple[Markup, ...]:
    if not equation.free_numbers:
        return ()
    form = _form(equation, problem)
    rows = [
        (
            math_element(math_name(n.name), label=n.name),
            number(n.value, 4, n.standard_error),
            number(n.standard_error, 2),
            interval(n.value, n.standard_error, n.interval),
        )
        for n in equation.free_numbers
    ]
    head = ("number", "#value", "#standard error", "#95 % interval")
    caption = "Right side: numbers in the g that was found"
    return wide(paragraph("g = ", form), "g"), table(caption, head, rows)


def _form(equation: EquationRecord, problem: Problem) -> Markup:
    names = [make_symbol(n.name) for n in equation.free_numbers]
    symbols = (*problem.variables, *names)
    try:
        form = parse_expression(equation.free_form, symbols)
    except SpecificationError:
        return code(equation.free_form)
    return math_element(MathPrinter().row(form), label=equation.free_form)


def _together(equation: EquationRecord) -> tuple[Markup, ...]:
    """Pairs of numbers that are known together only."""
    high = [c for c in equation.correlations if abs(c.value) > TOGETHER]
    if high:
        items = [
            element(
                "li", code(c.first), " and ", code(c.second), ": correlation ", number(c.value, 3)
            )
            for c in sorted(high, key=lambda c: -abs(c.value))
        ]
        said = "These numbers are known together much better than each by itself:"
        return paragraph(said), element("ul", *items)
    if not equation.correlations:
        return ()
    most = max(equation.correlations, key=lambda c: abs(c.value))
    said = (": ", number(most.value, 2), f". None is above {TOGETHER} in size.")
    pair = code(most.first), " and ", code(most.second)
    return (paragraph("The largest correlation of two errors is that of ", *pair, *said),)


def _without_g(equation: EquationRecord) -> tuple[Markup, ...]:
    bare = equation.without_g
    if bare is None:
        return ()
    chi2, evidence = number(bare.chi2_per_dof, 3), number(bare.evidence, 4)
    says = " explains the data within the noise" if bare.is_enough else " is not enough"
    measures = (" (chi2 per degree of freedom ", chi2, ", evidence ", evidence, "). ")
    if bare.gain is None:
        gain = joined("No g of the grammar has more evidence.")
    else:
        gain = joined("The g that was found has ", number(bare.gain, 4), " more evidence.")
    return (paragraph("Without g: ", code(bare.text), says, *measures, gain),)


def _problem(found: Discovery, equation: EquationRecord) -> Problem:
    specification = parse(found.specification)
    parts = {p.equation_name: p.problem for p in specification.parts}
    return parts.get(equation.name, specification.problem)


def _unit(unit: str | None) -> Markup:
    """A unit with its powers raised; a dash for none."""
    if unit is None:
        return joined(DASH)
    parts = re.split(r"\^(-?\d+)(?![\^\d])", unit)
    return joined(
        *(element("sup", p.replace("-", MINUS)) if k % 2 else p for k, p in enumerate(parts))
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
