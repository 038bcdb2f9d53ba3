"""The block of `data` of a starter text."""

from __future__ import annotations

from collections.abc import Iterator

from pdedsl.fields import Dataset, Sample
from pdedsl.starter.chosen import COLUMNS, Chosen, Part
from pdedsl.starter.listing import range_text
from pdedsl.starter.names import in_data, quoted
from pdedsl.starter.thinning import steps


def data_block(chosen: Chosen, dataset: Dataset, path: str) -> list[str]:
    """Its lines: names, samples, missing values, slices, and what else may be said as comments.

    Args:
        chosen: what the parts of the data are taken for.
        dataset: as they are read then.
        path: of the data, as the text has it.
    """
    entries = [
        *_samples(chosen, len(dataset.samples)),
        *(entry for part in chosen.parts for entry in _names(part)),
        *_missing(chosen),
        *_slices(chosen),
        *_steps(chosen, dataset),
    ]
    return [
        f"# {_form(dataset)}. The names on the right are those of the data.",
        f"data {quoted(path)} {{",
        *(f"    {entry}" for entry in entries),
        "}",
    ]


def _form(dataset: Dataset) -> str:
    """How the samples are laid out."""
    first, count = dataset.samples[0], len(dataset.samples)
    if isinstance(first, Sample):
        form = "on a grid of " + " x ".join(str(n) for n in first.grid.shape) + " points"
    else:
        form = f"at {len(first.points):,} scattered points"
    if count == 1:
        return f"One sample, {form}"
    grouped = len(dataset.groups) == 1
    return f"{count:,} samples, {form}" + ("" if grouped else " in the first, others elsewhere")


def _samples(chosen: Chosen, count: int) -> Iterator[str]:
    if chosen.columns == "sample":
        yield f"sample = {COLUMNS}  # each column is a sample of {chosen.fields[0].ours}"
    elif chosen.plan.sample is not None:
        yield f"sample = {in_data(chosen.plan.sample)}  # tells {count:,} samples apart"
    else:
        yield "# sample = NAME  # if an axis or column tells repetitions apart"


def _names(part: Part) -> Iterator[str]:
    """What the data call a part, and in which unit its dates are counted."""
    if part.theirs is None:
        name = COLUMNS if part.seen.name == COLUMNS else ""
    else:
        name = "" if part.theirs == part.ours else in_data(part.theirs)
    times = f" in {part.unit}" if part.is_dates else ""
    if not name and not times:
        return
    equals = f" = {name}" if name else ""
    seen = f"  # {range_text(part.seen)}" if times or part.theirs is None else ""
    yield f"{part.ours}{equals}{times}{seen}"
    if part.seen.first:
        since = f'{times} since "{part.seen.first[:10]}"'
        yield f"# {part.ours}{equals}{since}  # counts from this date"


def _missing(chosen: Chosen) -> Iterator[str]:
    if chosen.gap is not None:
        yield f"missing_value = {chosen.gap!r}  # looks like the mark of a missing value"
    if chosen.missing:
        counts = ", ".join(f"{count:,} of {name}" for name, count in chosen.missing.items())
        yield f"missing = drop  # are missing: {counts}; error would refuse the data"
    else:
        yield "missing = error  # nothing is missing; drop would leave such points out"


def _slices(chosen: Chosen) -> Iterator[str]:
    for name, low, high in chosen.plan.slices:
        yield f"{in_data(name)} in [{low!r}, {high!r}]  # another part is another slice"


def _steps(chosen: Chosen, dataset: Dataset) -> Iterator[str]:
    thinned = steps(dataset)
    for name, step in thinned.items():
        yield f"{name} every {step}  # so many points take long; smaller steps use more of them"
    axis = chosen.coordinates[0]
    name = axis.ours
    if name not in thinned:
        yield f"# {name} every 2  # each second value only"
    low, high = _ends(dataset)
    yield f"# {name} in [{low:.6g}, {(low + high) / 2:.6g}]  # a part only, here the first half"


def _ends(dataset: Dataset) -> tuple[float, float]:
    """The range of the first coordinate, as the text counts it."""
    columns = [s.grid.axes[0] if isinstance(s, Sample) else s.points[:, 0] for s in dataset.samples]
    return min(float(c.min()) for c in columns), max(float(c.max()) for c in columns)
