"""new(): a data file in, a starter text out, which has passed the check."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pdedsl.errors import DataError, PdedslError
from pdedsl.fields import Dataset
from pdedsl.fields.arrays import LEAST_POINTS
from pdedsl.fields.assembly import dataset as dataset_of
from pdedsl.fields.readers.paths import checked_format, shown_path
from pdedsl.fields.readers.source import Source, Variable
from pdedsl.language import Specification, format_text, parse
from pdedsl.loading import load_data
from pdedsl.starter.axes import array_plans
from pdedsl.starter.chosen import Chosen, choose
from pdedsl.starter.columns import table_plans
from pdedsl.starter.plan import Plan
from pdedsl.starter.seen import LONGEST_PATH, Seen, is_writable, look
from pdedsl.starter.text import starter
from pdedsl.starter.wide_tables import wide_plans

_MOST_PLANS = 8


def new(path: str | os.PathLike[str], *, beside: str | os.PathLike[str] | None = None) -> str:
    """A commented `.pde` text for a data file, a beginning that runs as it is.

    Coordinates, fields and samples are guessed from names, shapes and rows of the data; the
    dictionary, grammar and search are those that are usual for as many coordinates. Comments say
    what was seen, what was guessed and how to change it.

    Args:
        path: of the data, in any format that is read.
        beside: the folder that the text will lie in, for the path of the data in it; without it
            the path is written as it is given.

    Raises:
        DataError: the data cannot be read, hold no field or no coordinate, or do not pass the
            check that `pdedsl check` makes.
    """
    file = Path(path)
    try:
        with checked_format(file).open(file) as source:
            guess = _guessed(_remembering(source))
    except DataError as error:
        shown = shown_path(file)
        where = shown if error.where in ("", "file") else f"{shown}: {error.where}"
        raise DataError(error.message, where=where, remedy=error.remedy) from error
    shown = _relative(file, None if beside is None else Path(beside))
    text = format_text(starter(guess.chosen, guess.seen, guess.dataset, shown, _title(file)))
    check(replace(parse(text), folder=None if beside is None else Path(beside)))
    return text


def check(specification: Specification) -> None:
    """All that `pdedsl check` does with a text and its data, without showing it.

    Raises:
        DataError: the data cannot be used so.
    """
    from pdedsl.pipeline import estimates_of, functions_of

    estimates = estimates_of(specification, load_data(specification))
    for part in specification.parts:
        functions_of(part, estimates)


@dataclass(frozen=True, eq=False)
class _Guess:
    """What is written, what was seen, and the data as they are read so."""

    chosen: Chosen
    seen: list[Seen]
    dataset: Dataset


def _guessed(source: Source) -> _Guess:
    """The first plan by which the data can be read.

    Raises:
        DataError: there is none; of several that fail, that of the first.
    """
    seen, aside = look(source)
    failed: DataError | None = None
    for number, plan in enumerate(_plans(source, seen, aside)):
        chosen = choose(plan if failed is None else _instead(plan, failed))
        try:
            return _Guess(chosen, seen, dataset_of(source, chosen.binding))
        except DataError as error:
            failed = failed or error
        if number + 1 == _MOST_PLANS:
            break
    raise _with_unused(failed, seen, aside) if failed else _no_field(source, seen, aside)


def _plans(source: Source, seen: list[Seen], aside: dict[str, str]) -> Iterator[Plan]:
    if not source.table:
        yield from array_plans(seen, aside)
        return
    yield from wide_plans(seen, aside)
    yield from table_plans(seen, aside)


def _instead(plan: Plan, failed: DataError) -> Plan:
    where = f"{failed.where}: " if failed.where else ""
    remark = f"what is likelier cannot be used: {where}{failed.message}"
    return replace(plan, remarks=(*plan.remarks, " ".join(remark.split())[:160]))


def _with_unused(failed: DataError, seen: list[Seen], aside: dict[str, str]) -> DataError:
    """The refusal of the likeliest plan, with what may be why it is no better one."""
    unused = [f"{name} ({reason})" for name, reason in aside.items()]
    unused += [f"{s.name} (text)" for s in seen if s.kind == "text"]
    if not unused:
        return failed
    remedy = f"{failed.remedy}\n  not read as numbers: {'; '.join(unused[:20])}"
    return DataError(failed.message, where=failed.where, remedy=remedy)


def _no_field(source: Source, seen: list[Seen], aside: dict[str, str]) -> DataError:
    there = [f"{s.name} ({s.kind}s)" for s in seen]
    there += [f"{name} ({reason})" for name, reason in aside.items()]
    numbers = [s for s in seen if s.kind == "number" and s.known.size > 1]
    what = (
        f"no field along a coordinate of at least {LEAST_POINTS} values"
        if numbers
        else "no numbers that vary"
    )
    return DataError(
        f"the data hold {what}",
        where="file",
        remedy=f"give each coordinate and each measured field {_article(source.kind)} of numbers"
        " with a name\n  there are: " + "; ".join(there[:20]),
    )


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _remembering(source: Source) -> Source:
    """The source, which loads each variable once."""
    held: dict[str, Variable] = {}

    def load(name: str) -> Variable:
        if name not in held:
            held[name] = source.load(name)
        return held[name]

    return replace(source, load=load)


def _relative(file: Path, folder: Path | None) -> str:
    """The path of the data as the text has it; links on the way are followed first."""
    shown = file.as_posix()
    if folder is not None:
        real = Path(os.path.realpath(file.absolute().parent)) / file.name
        try:
            shown = Path(os.path.relpath(real, os.path.realpath(folder))).as_posix()
        except ValueError:  # on another drive
            shown = real.as_posix()
    if not is_writable(shown, LONGEST_PATH):
        raise PdedslError(
            f"{shown_path(file)}: the path cannot be written into a text\n"
            "  rename it: control characters, or too many characters"
        )
    return shown


def _title(file: Path) -> str:
    return file.stem if is_writable(file.stem) else "data"
