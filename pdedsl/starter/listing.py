"""What was seen in the data, a line of comment for each variable."""

from __future__ import annotations

from datetime import datetime, timedelta

from pdedsl.starter.chosen import Chosen
from pdedsl.starter.seen import Seen

_MOST_LINES = 40
_LONGEST_NAME = 40
_LONGEST_REASON = 80


def listing(chosen: Chosen, seen: list[Seen]) -> list[str]:
    """Name, size, range and use of each variable, in columns.

    Args:
        chosen: what they are taken for.
        seen: what could be read; the others are those that went aside.
    """
    known = {s.name for s in seen}
    rows = [(shown(s.name), size_text(s), range_text(s), _use(chosen, s.name)) for s in seen]
    rows += [
        (shown(name), "", "", f"not used: {shown(reason, _LONGEST_REASON)}")
        for name, reason in chosen.plan.aside.items()
        if name not in known
    ]
    rest = len(rows) - _MOST_LINES
    widths = [max(len(row[i]) for row in rows[:_MOST_LINES]) for i in range(3)]
    lines = [
        "#   " + "  ".join([*(f"{c:<{w}}" for c, w in zip(row, widths, strict=False)), row[3]])
        for row in rows[:_MOST_LINES]
    ]
    return lines + ([f"#   and {rest:,} more"] if rest > 0 else [])


def beside(rows: list[tuple[str, str]]) -> list[str]:
    """Lines with their remarks in a column; `format_text` leaves comments as they are."""
    width = max((len(line) for line, _ in rows), default=0)
    return [f"{line:<{width}}  # {remark}" for line, remark in rows]


def shown(text: str, longest: int = _LONGEST_NAME) -> str:
    """A text of the data in a comment: printable, and not too long."""
    plain = "".join(c if c.isprintable() else "?" for c in text)
    return plain if len(plain) <= longest else f"{plain[: longest - 3]}..."


def size_text(seen: Seen) -> str:
    """The shape as people write it."""
    return " x ".join(str(n) for n in seen.values.shape)


def range_text(seen: Seen) -> str:
    """From where to where a variable runs, with its unit and what is missing."""
    low, high = float(seen.known[0]), float(seen.known[-1])
    if seen.kind == "text":
        text = f"{seen.known.size} texts"
    elif seen.kind == "date":
        text = f"{seen.first} to {_later(seen.first, high)}"
    elif seen.kind == "duration":
        text = f"times, {timedelta(seconds=low)} to {timedelta(seconds=high)}"
    else:
        text = f"{low:.6g} to {high:.6g}" + (f" {shown(seen.unit)}" if seen.unit else "")
    return text + (f", {seen.missing:,} missing" if seen.missing else "")


def _later(first: str, seconds: float) -> str:
    try:
        return (datetime.fromisoformat(first) + timedelta(seconds=seconds)).isoformat()
    except OverflowError:
        return "..."


def _use(chosen: Chosen, name: str) -> str:
    plan = chosen.plan
    part = next((p for p in chosen.parts if p.theirs == name), None)
    if part is not None:
        what = "coordinate" if part in chosen.coordinates else "field"
        return what if part.ours == name else f"{what} {part.ours}"
    if name == plan.sample:
        return "tells samples apart"
    if any(name == sliced for sliced, *_ in plan.slices):
        return "sliced"
    if name in plan.aside:
        return f"not used: {shown(plan.aside[name], _LONGEST_REASON)}"
    return f"a column of {chosen.fields[0].ours}" if plan.cells else "not used"
