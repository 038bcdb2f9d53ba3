"""The problem as understood, for `pdedsl check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from pdedsl.fields.inputs import is_stepped
from pdedsl.form import ExtendedDerivative
from pdedsl.form.units import term_unit, unit_text
from pdedsl.language import (
    LoneEquation,
    Specification,
    assumptions,
    both_parts,
    describe,
    describe_expected,
    format_definition,
    format_equation,
    format_expression,
    format_term,
)
from pdedsl.language.notes import rewriting_text, unused_inputs
from pdedsl.report.grammar import show_grammar
from pdedsl.report.latex import latex_term
from pdedsl.run_fields import RunFields, noise_levels
from pdedsl.weak.memory import memory, sizes_of
from pdedsl.weak.system import by_grid

if TYPE_CHECKING:
    from pdedsl.fields import FieldEstimate
    from pdedsl.form import Problem
    from pdedsl.weak import TestFunctions


HELD = "held from each point to the next"


def show_problem(specification: Specification, console: Console) -> None:
    """Print the terms as alpha, a, h and in LaTeX, the grammar, and what is expected.

    Those of each equation, where there are several.
    """
    problem = specification.problem
    console.print(problem.title or "(no title)")
    for field in problem.fields:
        definition = format_definition(field, problem.coordinate_symbols)
        if definition is not None:
            console.print(f"{field.symbol.name} is {definition}, measured itself")
    for known in problem.inputs:
        how = HELD if known.between == "held" else f"{known.between} between its points"
        console.print(f"{known.symbol.name} is an input, known as data, {how}")
    for note in unused_inputs(specification):
        console.print(f"note: {note.message}; {note.remedy}")
    for part in specification.parts:
        if specification.equations:
            console.print(f"\nequation {part.equation_name}")
        _show_equation(part, console)


def _show_equation(specification: Specification, console: Console) -> None:
    problem = specification.problem
    units = [_unit(term, specification) for term in problem.dictionary]
    columns = ("term", "alpha", "a", "h", "LaTeX", *(("unit",) if any(units) else ()))
    table = Table(*map(_whole, columns), title="dictionary", title_justify="left")
    for term, unit in zip(problem.dictionary, units, strict=True):
        cells = (
            format_term(term, problem.coordinate_symbols),
            str(term.alpha.orders),
            format_expression(term.a),
            format_expression(term.h),
            latex_term(term, problem.coordinate_symbols),
            *((unit,) if any(units) else ()),
        )
        table.add_row(*map(Text, cells))  # as they are: brackets are no markup
    console.print(table, soft_wrap=False)
    for position in range(len(specification.rewritings)):
        console.print(rewriting_text(specification, position))
    show_grammar(specification, console)
    if specification.expected is not None:
        text = format_equation(specification.expected, problem)
        console.print(f"expected: {text}")
        for line in describe_expected(specification.expected, problem):
            console.print(f"  {line}")


def _whole(head: str) -> Column:
    """A column whose cells are broken where they do not fit, and never cut."""
    return Column(head, overflow="fold")


def _unit(term: ExtendedDerivative, specification: Specification) -> str:
    """The unit of a term, empty where it is not certain."""
    unit = term_unit(term, specification.problem, pure=not specification.constants)
    return "" if unit is None else unit_text(unit)


def show_equation(found: LoneEquation, console: Console) -> None:
    """Print what the names of an equation were taken for, its terms, and its kind."""
    console.print(f"assumed: {assumptions(found.scope)}")
    if found.text is not None:
        console.print(found.text)
    kind = found.classification
    for line in (*both_parts(kind, found.scope), *describe(kind, found.scope)):
        console.print(line)
    if found.refusal is not None:
        console.print(found.refusal)


def show_data(
    problem: Problem,
    estimates: tuple[FieldEstimate, ...],
    functions: Mapping[str, tuple[TestFunctions, ...]],
    kept: RunFields,
    console: Console,
) -> None:
    """Print grid, samples, noise level and test functions.

    Args:
        problem: names coordinates and fields.
        estimates: one a sample.
        functions: for each equation by name, and for every sampling grid, in order of appearance;
            none without a weak form.
        kept: what a run keeps of the fields, for the noise level.
        console: where to print.
    """
    for name, each in functions.items():
        if len(functions) > 1:
            console.print(f"\nequation {name}")
        _show_grids(problem, estimates, each, console)
    for name, level in noise_levels(kept).items():
        console.print(f"noise of {name}: {float(f'{100 * level.share:.2g}'):g} % of its spread")
    _show_inputs(problem, estimates, console)
    counts = Counter(note for e in estimates for note in e.notes)
    for note, count in counts.items():
        each = f" ({count} of {len(estimates)} samples)" if len(estimates) > 1 else ""
        console.print(Text(f"{note}{each}"))


def _show_inputs(problem: Problem, estimates: tuple[FieldEstimate, ...], console: Console) -> None:
    """Print the range of each input, and what it depends on."""
    for j, q in enumerate(problem.inputs):
        name = q.symbol.name
        known = [e.inputs[j].values for e in estimates]
        low, high = min(float(v.min()) for v in known), max(float(v.max()) for v in known)
        axes = [i for i in range(known[0].ndim) if any(v.shape[i] > 1 for v in known)]
        along = ", ".join(problem.coordinates[i].symbol.name for i in axes)
        console.print(f"input {name}: from {low:.6g} to {high:.6g}, by {along or 'sample alone'}")
        if q.between != "held" and is_stepped(known):
            first = problem.coordinates[0].symbol.name
            console.print(
                f"  it often stays as it is and then jumps: where it holds until the next {first},"
                f" write inputs {name} held"
            )


def show_memory(
    parts: Sequence[Specification],
    estimates: tuple[FieldEstimate, ...],
    functions: Mapping[str, tuple[TestFunctions, ...]],
    console: Console,
) -> None:
    """Print the memory that a run takes, the most of its equations, and what of it is most."""
    groups = by_grid(estimates)
    every = [
        memory(part.problem, sizes_of(groups, functions[part.equation_name]))
        for part in parts
        if functions[part.equation_name]
    ]
    if every:
        console.print(str(max(every, key=lambda needed: needed.total)))


def _show_grids(
    problem: Problem,
    estimates: tuple[FieldEstimate, ...],
    functions: tuple[TestFunctions, ...],
    console: Console,
) -> None:
    """Print each sampling grid with its test functions."""
    for position, members in enumerate(by_grid(estimates)):
        samples = len(members)
        heads = ("coordinate", "points", "from", "to", "test functions", "support")
        table = Table(*map(_whole, heads))
        for i, c in enumerate(problem.coordinates):
            axis = members[0].grid.axes[i]
            f = functions[position].axes[i] if functions else None
            table.add_row(
                c.symbol.name,
                str(axis.size),
                f"{axis[0]:.6g}",
                f"{axis[-1]:.6g}",
                "none" if f is None else f"{f.count} of degree {f.degree}",
                "" if f is None else f"{f.width:.4g}",
            )
        console.print(f"{samples} sample{'s' if samples != 1 else ''}")
        console.print(table, soft_wrap=False)
