"""Texts that the repository holds: examples, the tour, stock grammars, and those of the tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HOME = Path(__file__).parents[2]
_FENCED = re.compile(r"^```pde\n(.*?)^```", re.M | re.S)
_EQUATION = re.compile(r"^[^\n{}\"]{3,200}=[^\n{}\"=]{1,200}$")


def valid() -> tuple[str, ...]:
    """Whole specifications, nearly all of them valid, always in the same order."""
    found = [_read(path) for path in _files() if "wrong" not in path.parts]
    for page in sorted((HOME / "docs").glob("*.md")):
        found += _FENCED.findall(_read(page))
    return tuple(dict.fromkeys(found))


def others() -> tuple[str, ...]:
    """Texts with mistakes, fragments, and whatever the tests try."""
    found = [_read(path) for path in _files() if "wrong" in path.parts]
    found += [s for s in _quoted() if re.search(r"\b(fields|dictionary|grammar)\b.*\n", s)]
    return tuple(dict.fromkeys(found))


def equations() -> tuple[str, ...]:
    """Single lines of the tests that look like equations."""
    return tuple(dict.fromkeys(s for s in _quoted() if _EQUATION.match(s)))


def _files() -> list[Path]:
    folders = ("examples", "grammars", "tests")
    return [path for folder in folders for path in sorted((HOME / folder).rglob("*.pde"))]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _quoted() -> list[str]:
    """The literals of the tests of the language."""
    found = []
    for path in sorted((HOME / "tests").rglob("*.py")):
        tree = ast.parse(_read(path))
        nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        found += [n.value for n in nodes if isinstance(n.value, str) and len(n.value) < 5000]
    return found
