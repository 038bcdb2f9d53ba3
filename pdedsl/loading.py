"""A text and its data, read and checked, before anything heavy is imported."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pdedsl.errors import DataError
from pdedsl.fields import Binding, Dataset, Sample, from_mapping, read
from pdedsl.language import Specification, parse, parse_file, with_overrides
from pdedsl.weak import Wish, fine_axes, precheck


def load_specification(
    text_or_path: str | os.PathLike[str], overrides: Mapping[str, str] | None = None
) -> Specification:
    """Parse a text, or the file at a path; one line ending in `.pde` is a path."""
    text = os.fspath(text_or_path)
    is_path = not isinstance(text_or_path, str) or ("\n" not in text and text.endswith(".pde"))
    specification = parse_file(Path(text)) if is_path else parse(text)
    return with_overrides(specification, overrides) if overrides else specification


def load_data(specification: Specification, data: Any = None) -> Dataset:
    """The data a specification names, or the mapping given in its place.

    Raises:
        DataError: they cannot be used, or not with these test functions and terms.
    """
    problem, source = specification.problem, specification.data
    binding = Binding(
        tuple(c.symbol.name for c in problem.coordinates),
        tuple(f.symbol.name for f in problem.fields),
        names=dict(source.names) if source else {},
        sample=source.sample if source else None,
        missing="drop" if source and source.missing == "drop" else "error",
        ranges={
            c.symbol.name: (c.lower, c.upper)
            for c in problem.coordinates
            if c.lower is not None or c.upper is not None
        },
    )
    if data is not None:
        dataset = from_mapping(data, binding)
    elif source is None:
        raise DataError(
            "the specification names no data",
            where=specification.name,
            remedy='write data "FILE.npz", or pass data= from Python',
        )
    else:
        dataset = read((specification.folder or Path()) / source.path, binding)
    grids = [s.grid.axes for s in dataset.samples if isinstance(s, Sample)]
    _precheck(specification, grids)
    return dataset


def _precheck(specification: Specification, grids: list[tuple[Any, ...]]) -> None:
    """Check what the method will do with these grids.

    The paper's method sums over a fine grid that the field estimate is read off on, and its
    ablated version has no test functions.
    """
    method, test = specification.options.method.method, specification.options.test
    wish = wish_of(specification)
    if method == "ablated":
        wish = Wish()
    elif method == "paper" and test.quadrature == "riemann":
        grids = [fine_axes(axes, test.points) for axes in grids]
    precheck(specification.problem, grids, wish)


def wish_of(specification: Specification) -> Wish:
    """The test functions as far as the specification fixes them."""
    test = specification.options.test
    dimension = len(specification.problem.coordinates)
    return Wish(test.degree, _each(test.count, dimension), _each(test.support, dimension))


def _each(value: Any, dimension: int) -> tuple[Any, ...] | None:
    if value is None:
        return None
    return tuple(value) if isinstance(value, tuple) else (value,) * dimension
