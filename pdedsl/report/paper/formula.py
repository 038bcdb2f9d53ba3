"""Equations broken into lines that fit a column, aligned at their signs of equality."""

from __future__ import annotations

import re
from collections.abc import Sequence

WIDEST = 62
"""Signs, about, that a line of mathematics has room for."""


def display(equations: Sequence[str]) -> str:
    """Equations as one display, each numbered; long ones go on in lines of their own.

    Args:
        equations: LaTeX mathematics, each with one sign of equality between spaces.
    """
    if len(equations) == 1:
        (lines,) = (_lines(e) for e in equations)
        if len(lines) == 1:
            return f"\\begin{{equation}}\n  {equations[0]}\n\\end{{equation}}\n"
        inside = " \\\\\n  ".join(lines)
        return (
            f"\\begin{{equation}}\n\\begin{{split}}\n  {inside}\n"
            "\\end{split}\n\\end{equation}\n"
        )
    rows = [" \\nonumber \\\\\n  ".join(_lines(e)) for e in equations]
    return "\\begin{align}\n  " + " \\\\\n  ".join(rows) + "\n\\end{align}\n"


def _lines(equation: str) -> list[str]:
    left, _, right = equation.partition(" = ")
    lines, shown = [f"{left} &="], _width(left) + 3
    for piece in _summands(right):
        if shown + _width(piece) > WIDEST and shown > 3:
            lines.append(r"&\quad ")
            shown = 3
        lines[-1] += f" {piece}"
        shown += _width(piece) + 1
    return lines if len(lines) > 1 or "&" not in equation else [equation]


def _summands(side: str) -> list[str]:
    """The summands of a side with their signs; what is in brackets or braces stays together."""
    found, depth = [""], 0
    for piece in re.split(r"([{}()]| [+-] )", side):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(piece, 0)
        if depth == 0 and piece in (" + ", " - "):
            found.append(f"{piece.strip()} ")
        else:
            found[-1] += piece
    return found


def _width(tex: str) -> int:
    """About how many signs are seen of a piece of mathematics."""
    return len(re.sub(r"\\(?:left|right|mathrm|frac|[,;])|\\(?=[A-Za-z])|[{}^_ ]", "", tex))
