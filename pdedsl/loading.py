"""A text and its data, read and checked, before anything heavy is imported."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sympy

from pdedsl.errors import DataError
from pdedsl.fields import Binding, Clock, Dataset, Sample, from_mapping, read
from pdedsl.form import ExtendedDerivative, MultiIndex
from pdedsl.language import (
    DataSource,
    Specification,
    format_term,
    parse,
    parse_file,
    refuse_out_of_reach,
    with_overrides,
)
from pdedsl.time_units import SECONDS
from pdedsl.weak.checks import (
    Wish,
    check_fine_grid,
    check_memory,
    check_points,
    fine_axes,
    precheck,
)
from pdedsl.weak.memory import check_machine, least_size
from pdedsl.weak.scales import DECADES, is_representable, places, term_size


def load_specification(
    text_or_path: str | os.PathLike[str], overrides: Mapping[str, Any] | None = None
) -> Specification:
    """Parse a text, or the file at a path; one line ending in `.pde` is a path.

    Raises:
        SpecificationError: mistakes in the text, or an expected equation that cannot come out.
    """
    text = os.fspath(text_or_path)
    is_path = not isinstance(text_or_path, str) or ("\n" not in text and text.endswith(".pde"))
    specification = parse_file(Path(text)) if is_path else parse(text)
    refuse_out_of_reach(specification)
    texts = {str(name): str(value) for name, value in (overrides or {}).items()}
    return with_overrides(specification, texts) if texts else specification


def load_data(specification: Specification, data: Any = None) -> Dataset:
    """The data a specification names, or those given in its place.

    Args:
        specification: with what its block of `data` says of names, slices and missing values.
        data: a mapping of arrays, a data frame, an xarray Dataset or DataArray, or the path of a
            file.

    Raises:
        DataError: they cannot be used, or not with these test functions and terms.
    """
    source = specification.data
    binding = binding_of(specification)
    if isinstance(data, str | os.PathLike):
        dataset = read(data, binding)
    elif data is not None:
        dataset = from_mapping(data, binding)
    elif source is None:
        raise DataError(
            "the specification names no data",
            where=specification.name,
            remedy='write data "FILE.npz", or pass data= from Python',
        )
    else:
        try:
            dataset = read((specification.folder or Path()) / source.path, binding)
        except DataError as error:
            raise _placed(error, specification, source) from error
    for part in specification.parts:
        _precheck(part, dataset)
        _check_scales(part, dataset)
    return dataset


def binding_of(specification: Specification) -> Binding:
    """How coordinates and fields are found in the data."""
    problem = specification.problem
    source = specification.data or DataSource("")
    names = tuple(c.symbol.name for c in problem.coordinates)
    clocks = {
        c.symbol.name: Clock(c.unit, stated=False) for c in problem.coordinates if c.unit in SECONDS
    }
    clocks |= {time.name: Clock(time.unit, time.since) for time in source.times}
    limits = {s.name: (s.lower, s.upper) for s in source.slices}
    return Binding(
        names,
        tuple(f.symbol.name for f in problem.fields),
        names=dict(source.names),
        sample=source.sample,
        missing="drop" if source.missing == "drop" else "error",
        ranges={
            c.symbol.name: (c.lower, c.upper)
            for c in problem.coordinates
            if c.lower is not None or c.upper is not None
        },
        slices={n: ends for n, ends in limits.items() if n in names and ends != (None, None)},
        only={n: ends for n, ends in limits.items() if n not in names},
        every={s.name: s.every for s in source.slices if s.every > 1},
        clocks=clocks,
        columns=source.columns,
        gap=source.missing_value,
        inputs=tuple(q.symbol.name for q in problem.inputs),
    )


def _placed(error: DataError, specification: Specification, source: DataSource) -> DataError:
    """The error of a whole file with the place at which the text names it; others as they are."""
    if source.span is None or ": " in error.where:
        return error
    place = f"{specification.name}:{source.span.line}:{source.span.column}"
    remedy = f"{error.remedy}\n  the text names it at {place}"
    return DataError(error.message, where=error.where, remedy=remedy)


def _precheck(specification: Specification, dataset: Dataset) -> None:
    """Check what the method will do with these grids.

    The paper's method sums over a fine grid that the field estimate is read off on, and its
    ablated version has no test functions.
    """
    problem, test = specification.problem, specification.options.test
    method, samples = specification.options.method.method, len(dataset.samples)
    grids = [s.grid.axes for s in dataset.samples if isinstance(s, Sample)]
    wish = Wish() if method == "ablated" else wish_of(specification)
    if method != "ablated" and test.quadrature == "riemann":
        check_fine_grid(problem, wish if method == "calibrated" else Wish(), samples, test.points)
        if method == "paper":
            grids = [fine_axes(axes, test.points) for axes in grids]
    precheck(problem, grids, wish)
    if method == "calibrated":
        check_memory(problem, wish, samples)
        check_machine(problem, [least_size(s, n, wish.count) for s, n in _shapes(dataset)])
        for axes in grids if test.quadrature == "riemann" else ():
            check_points(axes, test.points, [c.symbol.name for c in problem.coordinates])


def _shapes(dataset: Dataset) -> list[tuple[tuple[int, ...], int]]:
    """The shape of every sampling grid, and how many samples it has."""
    first = (dataset.samples[group[0]] for group in dataset.groups)
    counts = [len(group) for group in dataset.groups]
    pairs = zip(first, counts, strict=True)
    return [(s.grid.shape, count) for s, count in pairs if isinstance(s, Sample)]


def _check_scales(specification: Specification, dataset: Dataset) -> None:
    """Refuse terms whose squares are no numbers in the units of these data."""
    problem = specification.problem
    where = places(dataset)
    zero = MultiIndex((0,) * len(problem.coordinates))
    known = ExtendedDerivative(zero, sympy.S.One, problem.known)
    for term in (*problem.dictionary, *(() if problem.known == 0 else (known,))):
        size = term_size(problem, term, where)
        if not is_representable(size):
            text = format_term(term, problem.coordinate_symbols)
            raise DataError(
                f"in the units of these data it is of the order of 1e{size:+.0f}",
                where=f"the term {text}",
                remedy="change the units of its coordinates and fields, so that it comes between"
                f" 1e-{DECADES:.0f} and 1e+{DECADES:.0f}",
            )


def wish_of(specification: Specification) -> Wish:
    """The test functions as far as the specification fixes them."""
    test = specification.options.test
    dimension = len(specification.problem.coordinates)
    return Wish(test.degree, _each(test.count, dimension), _each(test.support, dimension))


def _each(value: Any, dimension: int) -> tuple[Any, ...] | None:
    if value is None:
        return None
    return tuple(value) if isinstance(value, tuple) else (value,) * dimension
