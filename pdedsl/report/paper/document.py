"""The whole document, and the references that it cites."""

from __future__ import annotations

import re

from pdedsl.discovery import Discovery
from pdedsl.errors import SpecificationError
from pdedsl.form import Problem, make_symbol
from pdedsl.language import Specification, parse, parse_expression
from pdedsl.records import EquationRecord
from pdedsl.report.latex import latex_expression
from pdedsl.report.latex_text import latex_name, latex_unit
from pdedsl.report.paper.escape import latex_text
from pdedsl.report.paper.formula import display
from pdedsl.report.paper.methods import methods
from pdedsl.report.paper.numbers import table
from pdedsl.report.paper.references import bibliography

MARK = "% written by pdedsl latex --paper; the next time writes it anew"
"""First line of the document, by which it is known again."""

BIB_MARK = "Works that paper.tex of pdedsl cites."

PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=28mm]{geometry}
\usepackage{amsmath}
\usepackage{booktabs}
\usepackage{siunitx}
\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
\sisetup{exponent-product = \cdot}
\setlength{\emergencystretch}{3em}
\setlength{\belowcaptionskip}{6pt}
"""


def paper(found: Discovery) -> dict[str, str]:
    """`paper.tex` and `references.bib` of a run, by file name.

    Raises:
        SpecificationError: the record's texts are not in the language.
    """
    specification = parse(found.specification)
    problem = specification.problem
    names = ", ".join(symbol.name for symbol in problem.field_symbols)
    title = latex_text(problem.title or f"An equation of {names}")
    body = [
        f"{MARK}\n{PREAMBLE}",
        f"\\title{{{title}}}\n\\author{{}}\n\\date{{}}\n",
        "\\begin{document}\n\\maketitle\n",
        "\\section*{Equation}\n",
        _said(found, specification),
        "\\section*{Methods}\n",
        methods(found, specification),
        "\\bibliographystyle{unsrt}\n\\bibliography{references}\n\\end{document}\n",
    ]
    text = "\n".join(body)
    keys = [k for cited in re.findall(r"\\cite\{([^}]+)\}", text) for k in cited.split(",")]
    return {"paper.tex": text, "references.bib": f"{BIB_MARK}\n\n{bibliography(keys)}"}


def _said(found: Discovery, specification: Specification) -> str:
    """Equations, verdict and table."""
    measured = f"Measurements of {_quantities(specification.problem)}"
    if not found.equations:
        return f"{measured} do not tell an equation. {_verdict(found)}\n"
    parts = {p.equation_name: p.problem for p in specification.parts}
    pairs = tuple((e, parts.get(e.name, specification.problem)) for e in found.equations)
    lead = f"{measured} lead to\n"
    if found.verdict == "not identified":
        lead = f"{measured} do not tell an equation; the best that was found, no finding, is\n"
    shown = display([e.latex for e in found.equations])
    where = _where(pairs)
    return f"{lead}{shown}{where}{_verdict(found)}\n\n{_floating(pairs)}"


def _verdict(found: Discovery) -> str:
    each = found.findings or (found,)
    said = []
    for finding in each:
        name = latex_text(getattr(finding, "name", ""))
        told = latex_text(finding.reason)
        reason = ": " + re.sub(r"\bchi2\b", r"$\\chi^2$", told) if told else ""
        of = f" on {name}" if name else ""
        said.append(rf"The verdict{of} is \emph{{{finding.verdict}}}{reason}.")
    said += [
        rf"The equation {latex_text(f.name)} follows from the others: it is"
        rf" \texttt{{{latex_text(f.follows)}}}."
        for f in found.findings
        if f.follows
    ]
    return " ".join(said)


def _where(pairs: tuple[tuple[EquationRecord, Problem], ...]) -> str:
    """The goodness of fit of each equation."""
    told = []
    for equation, _ in pairs:
        if equation.chi2_per_dof is None or equation.evidence is None:
            continue
        of = f" for {latex_text(equation.name)}" if len(pairs) > 1 else ""
        told.append(
            rf"$\chi^2$ per degree of freedom is \num{{{equation.chi2_per_dof:.2g}}} and the"
            rf" evidence \num{{{equation.evidence:.4g}}}{of}"
        )
    return f"{'; '.join(told)}. " if told else ""


def _floating(pairs: tuple[tuple[EquationRecord, Problem], ...]) -> str:
    numbers = [n for e, _ in pairs for n in e.free_numbers]
    forms = "; ".join(_form(e, problem) for e, problem in pairs if e.free_numbers)
    free = f" Numbers $c$ are those of the derivative-free part {forms}." if numbers else ""
    first = "Coefficients with standard errors and 95\\,\\% intervals; what has none is held."
    caption = f"{first}{free}"
    return (
        "\\begin{table}[ht]\n\\centering\n\\small\n\\setlength{\\tabcolsep}{5pt}\n"
        f"\\caption{{{caption}}}\n{table(pairs)}\\end{{table}}\n"
    )


def _form(equation: EquationRecord, problem: Problem) -> str:
    """The part of g that was found, a name for each of its numbers."""
    names = (make_symbol(number.name) for number in equation.free_numbers)
    symbols = (*problem.variables, *names)
    try:
        return f"${latex_expression(parse_expression(equation.free_form, symbols))}$"
    except SpecificationError:
        return rf"\texttt{{{latex_text(equation.free_form)}}}"


def _quantities(problem: Problem) -> str:
    """Fields, coordinates and inputs with their units."""
    fields = [_with_unit(f.symbol.name, f.unit) for f in problem.fields]
    over = [_with_unit(c.symbol.name, c.unit) for c in problem.coordinates]
    known = [_with_unit(q.symbol.name, q.unit) for q in problem.inputs]
    return f"{_listed(fields)} over {_listed(over)}" + (
        f", given {_listed(known)}" if known else ""
    )


def _with_unit(name: str, unit: str | None) -> str:
    tex = latex_unit(unit)
    return f"${latex_name(name)}$" + ("" if tex in ("--", "", "1") else f" (in ${tex}$)")


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
