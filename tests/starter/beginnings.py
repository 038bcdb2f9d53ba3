"""Texts begun by `new`, and what they say; one field, and tables as text."""

import numpy as np

import pdedsl
from pdedsl.language import format_text
from pdedsl.loading import load_data

T, X = np.linspace(0, 1, 8), np.linspace(-1, 2, 9)
U = np.sin(3 * T)[:, None] * np.exp(X)
ARRAYS = {"run": np.array([3.0, 7.0]), "t": T, "x": X, "u": np.stack([U, 2 * U + 1])}


def begun(path):
    """The text, what it says, and the data as they are read by it."""
    text = pdedsl.new(path)
    assert format_text(text) == text
    found = pdedsl.parse(text)
    return text, found, load_data(found)


def said(found):
    """Coordinates, fields and samples of a specification, by the names in the data."""
    names = dict(found.data.names)
    coordinates = [c.symbol.name for c in found.problem.coordinates]
    fields = [f.symbol.name for f in found.problem.fields]
    theirs = [[names.get(n, n) for n in part] for part in (coordinates, fields)]
    return " ".join(theirs[0]), " ".join(theirs[1]), found.data.sample


def table(path, columns):
    """A delimited file of columns by name."""
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    cells = (['"' + str(c).replace('"', '""') + '"' for c in row] for row in rows)
    path.write_text("\n".join(",".join(row) for row in cells) + "\n", encoding="utf-8")
    return path
