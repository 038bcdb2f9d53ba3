"""Several equations of one text: what was found for each, as one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from pdedsl.discovery import Discovery
from pdedsl.following import following
from pdedsl.language import parse, parse_equation
from pdedsl.records import Conclusion, Expectation, Finding
from pdedsl.run_fields import RunFields


def together(
    found: Mapping[str, Discovery], specification: str, fields: RunFields | None = None
) -> Discovery:
    """What was found for several equations, by name, as one record; the worst verdict is its own.

    Args:
        found: at least one, each about one equation, in the order of the text.
        specification: the resolved `.pde` text that holds them all.
        fields: the data and their estimate, which they have in common.
    """
    verdicts: tuple[Conclusion, ...] = get_args(Conclusion)
    verdict = max((d.verdict for d in found.values()), key=verdicts.index)
    worst = {name: d.reason for name, d in found.items() if d.verdict == verdict and d.reason}
    expectations = [d.expectation for d in found.values() if d.expectation is not None]
    last = list(found.values())[-1]
    follows = _following(found, specification, fields)
    return replace(
        last,
        fields=fields,
        verdict=verdict,
        reason="; ".join(f"{name}: {reason}" for name, reason in worst.items()),
        specification=specification,
        equations=tuple(e for d in found.values() for e in d.equations),
        front=tuple(r for d in found.values() for r in d.front),
        expectation=max(expectations, default=None, key=get_args(Expectation).index),
        residuals=_with_names({name: d.residuals for name, d in found.items()}),
        findings=tuple(
            Finding(name, d.verdict, d.reason, d.expectation, follows.get(name, ""))
            for name, d in found.items()
        ),
    )


def _following(
    found: Mapping[str, Discovery], specification: str, fields: RunFields | None
) -> dict[str, str]:
    """Which equations follow from others, of those that are identified."""
    claimed = [e for d in found.values() if d.verdict == "identified" for e in d.equations]
    if len(claimed) < 2:
        return {}
    parts = {p.equation_name: p.problem for p in parse(specification).parts}
    each = [(e, parse_equation(e.text, parts[e.name])) for e in claimed]
    return following(each, next(iter(parts.values())), {} if fields is None else fields.box)


def _with_names(tables: Mapping[str, str]) -> str:
    """Tables of the same columns one below the other, the name of each in a first column."""
    lines: list[str] = []
    for name, table in tables.items():
        head, *rows = table.splitlines() or [""]
        if head and not lines:
            lines.append(f"equation,{head}")
        lines.extend(f"{name},{row}" for row in rows)
    return "".join(f"{line}\n" for line in lines)
