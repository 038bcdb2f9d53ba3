"""Where the grammar files are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def grammars_folder(package: Path = _PACKAGE) -> Path:
    """The folder of the `.lark` files and stock search grammars.

    A wheel carries it as `pdedsl/grammars`; an editable install and a bare checkout have it at
    the top of the repository, beside the package.
    """
    candidates = (package / "grammars", package.parent / "grammars")
    for folder in candidates:
        if (folder / "pde.lark").is_file():
            return folder
    raise FileNotFoundError(f"pde.lark in none of {', '.join(map(str, candidates))}")


def stock_grammars() -> dict[str, Path]:
    """The stock search grammars by name, in alphabetical order."""
    return {path.stem: path for path in sorted(grammars_folder().glob("*.pde"))}
