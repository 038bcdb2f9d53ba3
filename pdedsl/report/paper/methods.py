"""The paragraph on methods: what was actually done, in the order in which it was."""

from __future__ import annotations

import csv

from pdedsl.discovery import Discovery
from pdedsl.language import ByField, Specification
from pdedsl.report.latex import latex_expression
from pdedsl.report.latex_text import latex_name
from pdedsl.report.paper import references as ref
from pdedsl.report.paper.escape import latex_text

ESTIMATORS = {
    "gaussian_process": "a Gaussian process",
    "spline": "a smoothing spline, chosen by cross-validation",
    "cubic": "cubic interpolation",
    "linear": "linear interpolation",
    "nearest": "nearest-neighbor interpolation",
}
SOLVERS = {
    "exact": "solved exactly",
    "collie": rf"solved by CoLLie \cite{{{ref.DCIPHER}}}",
    "cvxopt": rf"solved by convex programming with CVXOPT \cite{{{ref.CVXOPT}}}",
}
SELECTED = {
    "evidence": "Among the candidates the one with most evidence was chosen: the log of the odds"
    " against a smooth field that obeys no equation",
    "loss": "Among the candidates the one with the least loss was chosen",
}
PUBLISHED = {
    "paper": "as published",
    "ablated": "in its ablated form, with finite differences in place of the weak form",
}


def methods(found: Discovery, specification: Specification) -> str:
    """Sentences as LaTeX; citations are of keys in `references`."""
    method = specification.options.method.method
    said = [_program(found, method, len(specification.problem.coordinates))]
    said += [*_estimate(found, specification), *_inputs(specification)]
    if method != "ablated":
        said.append(_weak(found, specification))
    said += [*_search(found, specification), _selected(specification)]
    said += [*_errors(found, method), _versions(found)]
    return "\n".join(said) + "\n"


def _program(found: Discovery, method: str, dimension: int) -> str:
    version = found.versions.get("pdedsl", "")
    name = f"pdedsl~{latex_text(version)}" if version else "pdedsl"
    cited = ref.DCIPHER if dimension > 1 else f"{ref.DCODE},{ref.DCIPHER}"
    what = "equation was" if len(found.names) == 1 else "equations were"
    if method in PUBLISHED:
        how = PUBLISHED[method]
        return rf"The {what} found by D-CIPHER {how} \cite{{{cited}}}, as {name} has it."
    return (
        rf"The {what} found with {name}, whose method grew from variational approaches to the"
        rf" discovery of closed-form differential equations \cite{{{cited}}}."
    )


def _estimate(found: Discovery, specification: Specification) -> list[str]:
    options, count = specification.options.estimate, _samples(found)
    which = {None: "Every sample", 1: "The one sample"}.get(count, f"Each of {count} samples")
    estimator = ESTIMATORS[options.method]
    said = [rf"{which} was estimated as a field by {estimator} \cite{{{ref.GAUSSIAN}}};"]
    if options.method != "gaussian_process":
        gaussian = rf"its noise level came from a Gaussian process \cite{{{ref.GAUSSIAN}}};"
        said = [f"{which} was estimated as a field by {estimator};", gaussian]
    noise = "given" if options.noise is not None else "fitted"
    if isinstance(options.noise, ByField):
        noise = "given for some fields and fitted for others"
    return [*said, f"the standard deviation of the noise was {noise}."]


def _inputs(specification: Specification) -> list[str]:
    """What was done with quantities that are known."""
    said = []
    ways = {"smooth": "smooth curves", "linear": "straight lines", "held": "steps"}
    for between, how in ways.items():
        names = [q.symbol.name for q in specification.problem.inputs if q.between == between]
        if names:
            listed = ", ".join(f"${latex_name(name)}$" for name in names)
            said.append(f"{listed} entered as measured, {how} between the points.")
    return said


def _weak(found: Discovery, specification: Specification) -> str:
    options = specification.options.test
    counts = _functions(found, specification)
    along = " and ".join(f"{n} along ${latex_name(name)}$" for name, n in counts)
    degree = "" if options.degree is None else f" of degree {options.degree}"
    how = "integrals over them were exact for splines"
    if options.quadrature == "riemann":
        how = f"integrals over them were Riemann sums on {options.points} points along each axis"
    number = f" ({along})" if along else ""
    return (
        f"Derivatives were moved onto B-splines{degree} as test functions{number}, so that no"
        f" derivative of data was taken; {how}."
    )


def _search(found: Discovery, specification: Specification) -> list[str]:
    options = specification.options
    solved = SOLVERS[options.solve.method]
    inner = f"Least squares for the derivative terms, on the unit L1 sphere, were {solved}."
    given = [p.problem.known for p in specification.parts if p.problem.known != 0]
    known = ", ".join(f"${latex_expression(part)}$" for part in given)
    part = f" Given beforehand was {known}." if known else ""
    if all(p.grammar is None for p in specification.parts):
        return [f"No derivative-free part beyond what is known was allowed.{part}", inner]
    search = options.search
    many = f"{search.population} candidates over {search.generations} generations"
    constants = rf", constants being fitted by variable projection \cite{{{ref.PROJECTION}}}"
    fitted = "" if options.method.method in PUBLISHED else constants
    return [
        "The derivative-free part was searched for by grammar-guided genetic programming"
        rf" \cite{{{ref.DEAP}}} with {many} (seed {found.seed}, expressions of at most"
        f" {search.length} nodes){fitted}.{part}",
        inner,
    ]


def _selected(specification: Specification) -> str:
    return f"{SELECTED[specification.options.select.method]}."


def _errors(found: Discovery, method: str) -> list[str]:
    known = [b for e in found.equations for b in (*e.bound, *e.free_numbers)]
    if method != "calibrated" or not any(b.standard_error for b in known):
        return []
    return [
        "The numbers minimize a $\\chi^2$ that counts the noise in every term, and so do their"
        " standard errors; 95\\,\\% intervals are 1.96 standard errors"
        " to both sides, or where these are not enough from the profile of $\\chi^2$."
    ]


def _versions(found: Discovery) -> str:
    named = {name: v for name, v in found.versions.items() if name != "pdedsl"}
    others = [f"{latex_text(name)}~{latex_text(version)}" for name, version in named.items()]
    used = f" It ran with {', '.join(others)}." if others else ""
    return rf"Expressions were handled by SymPy \cite{{{ref.SYMPY}}}.{used}"


def _samples(found: Discovery) -> int | None:
    """D, as far as the record tells."""
    if found.fields is not None:
        return found.fields.count
    rows = _rows(found)
    return len({row["sample"] for row in rows}) if rows and "sample" in rows[0] else None


def _functions(found: Discovery, specification: Specification) -> list[tuple[str, int]]:
    """How many test functions there were along each axis, for the first equation and sample."""
    rows = _rows(found)
    if not rows:
        return []
    first = [r for r in rows if all(r.get(k) == rows[0].get(k) for k in ("equation", "sample"))]
    names = [s.name for s in specification.problem.coordinate_symbols]
    if any(name not in rows[0] for name in names):
        return []
    return [(name, len({row[name] for row in first})) for name in names]


def _rows(found: Discovery) -> list[dict[str, str]]:
    return list(csv.DictReader(found.residuals.splitlines()))
