"""Records of runs that were never run: any number of coordinates, any names, titles and units."""

from dataclasses import replace
from itertools import product

import numpy as np

from pdedsl.discovery import Discovery
from pdedsl.language import parse, parse_equation, unparse
from pdedsl.records import BoundTerm, Correlation, EquationRecord, FreeNumber, Rival, WithoutG
from pdedsl.report.latex import latex_equation
from pdedsl.run_fields import RunFields, RunSample

AWKWARD_NAMES = ("lambda", "u_max", "E2", "_v", "u__x", "a_name_that_is_very_much_too_long_for_any")
AWKWARD_TEXTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "50 % of #1 & a_b ~ {c} ^2 \\input{secret} $x$",
    "]]> &amp; <!-- ä Čé λ µ 漢字 \N{BELL} -->",
    "</title></style></svg>",
)


def quoted(text):
    return '"' + "".join(c for c in text if c.isprintable()).replace('"', '""') + '"'


def text_of(coordinates=("t",), field="u", title="", unit=""):
    first = coordinates[0]
    marked = f" {quoted(unit)}" if unit else ""
    return (
        (f"title {quoted(title)}\n" if title else "")
        + f"coordinates {', '.join(f'{name}{marked}' for name in coordinates)}\n"
        + f"fields {field}{marked}\n"
        + f'data "made.npz"\ndictionary {{ d[{first}]({field}), d[{first},2]({field}) }}\n'
    )


def made_fields(coordinates, field, *, scattered=False, samples=2, noise=0.1):
    rng = np.random.default_rng(0)
    shape = (9, 8, 7, 6)[: len(coordinates)]
    axes = {name: np.linspace(0, 1, n) for name, n in zip(coordinates, shape, strict=True)}
    found = []
    for number in range(samples):
        estimate = np.sin(sum(np.meshgrid(*axes.values(), indexing="ij")) + number)
        points, data = None, estimate + noise * rng.normal(size=shape)
        if scattered:
            points = rng.uniform(0, 1, (40, len(shape)))
            data = np.sin(points.sum(axis=1) + number)
        level = {field: noise}
        found.append(RunSample(number, axes, {field: estimate}, level, {field: data}, points))
    return RunFields(tuple(found), 10, dict.fromkeys(coordinates, 1))


def made_residuals(coordinates, samples=2):
    centres = product(np.linspace(0.1, 0.9, 5), repeat=len(coordinates))
    rng = np.random.default_rng(1)
    lines = [",".join(["sample", *coordinates, "residual"])]
    for sample, centre in product(range(samples), list(centres)):
        lines.append(",".join(f"{v:.4g}" for v in (sample, *centre, rng.normal())))
    return "\n".join(lines) + "\n"


def made_run(coordinates=("t",), field="u", *, title="", unit="", value=0.25, error=0.001, **kept):
    """A run that found d(u) + value d2(u) = c1 exp(u) in these names."""
    specification = parse(text_of(coordinates, field, title, unit))
    first = coordinates[0]
    text = f"d[{first}]({field}) + {value!r}*d[{first},2]({field}) = 2.5*exp({field})"
    pde = parse_equation(text, specification.problem)
    one, two = f"d[{first}]({field})", f"d[{first},2]({field})"
    errors = [None, error]
    equation = EquationRecord(
        name="equation",
        text=text,
        latex=latex_equation(pde, specification.problem.coordinate_symbols, standard_errors=errors),
        bound=(
            BoundTerm(one, 1.0, unit="1"),
            BoundTerm(two, value, error, kept.pop("interval", None), unit or None),
        ),
        free=f"2.5*exp({field})",
        evidence=123.4,
        chi2_per_dof=0.9,
        loss=1e-3,
        free_form=f"c1*exp({field})",
        free_numbers=(FreeNumber("c1", 2.5, 0.1, (1.9, None)),),
        correlations=(Correlation(two, "c1", -0.97),),
        without_g=WithoutG(f"{one} = 0", False, -1e6, 5e3, 1e6),
    )
    rivals = [Rival(text, 4, 1e-3, 123.4, 0.9), Rival(f"{one} = {field}", 1, 2e-3, 100.0, 1.2)]
    rivals += [Rival(f"{one} = 0", 0, None, -1e6, 5e3), Rival(f"{two} = 0", 0)]
    made = Discovery(
        verdict="identified",
        reason="a test, 5 % of it & more",
        specification=unparse(specification),
        seed=7,
        seconds=1.5,
        equations=(equation,),
        front=tuple(rivals),
        versions={"pdedsl": "0.1.0", "numpy": "2.0"},
        residuals=made_residuals(coordinates),
        fields=made_fields(coordinates, field),
    )
    return replace(made, **kept)
