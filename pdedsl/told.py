"""What was found, as lines of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from pdedsl.records import TOGETHER, EquationRecord, Finding


def told(
    verdict: str,
    reason: str,
    expectation: str | None,
    findings: Sequence[Finding],
    equations: Sequence[EquationRecord],
) -> str:
    """Verdict, equations and their numbers, as `pdedsl discover` prints them."""
    lines = [verdict] if findings else _said(verdict, reason, expectation)
    for f in findings:
        lines.extend(f"  {f.name}: {line}" for line in _said(f.verdict, f.reason, f.expectation))
        if f.follows:
            lines.append(f"  {f.name}: follows from the others: it is {f.follows}")
    verdicts = {f.name: f.verdict for f in findings}
    for equation in equations:
        claims = verdicts.get(equation.name, verdict) != "not identified"
        lines.extend(_equation(equation, claims))
    return "\n".join(lines)


def _said(verdict: str, reason: str, expectation: str | None) -> list[str]:
    """Verdict and reason, and whether the expectation was met, a line each."""
    lines = [f"{verdict}: {reason}" if reason else verdict]
    return lines if expectation is None else [*lines, f"expectation {expectation}"]


def _equation(equation: EquationRecord, claims: bool) -> list[str]:
    lines = [f"{equation.name}{'' if claims else ', not claimed'}: {equation.text}"]
    lines.extend(
        f"  {_with_error(b.term, b.coefficient, b.standard_error)}{_in_unit(b.unit)}"
        f"{_within(b.interval)}"
        for b in equation.bound
    )
    if equation.free_numbers:
        lines.append(f"  found for g: {equation.free_form}")
    lines.extend(
        f"    {_with_error(n.name, n.value, n.standard_error)}{_within(n.interval)}"
        for n in equation.free_numbers
    )
    lines.extend(
        f"  {c.first} and {c.second} are known together only: correlation {c.value:.3f}"
        for c in equation.correlations
        if abs(c.value) > TOGETHER
    )
    if equation.without_g is not None:
        lines.append(f"  {equation.without_g}; {_gained(equation.without_g.gain)}")
    return lines


def _with_error(name: str, value: float, standard_error: float | None) -> str:
    error = "" if standard_error is None else f" +- {standard_error:.2g}"
    return f"{name}: {value:.6g}{error}"


def _gained(gain: float | None) -> str:
    if gain is None:
        return "no g of the grammar has more evidence"
    return f"the g that was found has {gain:.{1 if abs(gain) < 100 else 0}f} more evidence"


def _in_unit(unit: str | None) -> str:
    return "" if unit in (None, "1") else f" {unit}"


def _within(interval: tuple[float | None, float | None] | None) -> str:
    if interval is None:
        return ""
    low, high = ("no bound" if end is None else f"{end:.3g}" for end in interval)
    return f", 95 % from {low} to {high}"
