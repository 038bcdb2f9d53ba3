"""Which reader a file has: one row a format, told by the suffix of the file's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from pdedsl.fields.readers.source import Source

Opener = Callable[[Path], AbstractContextManager[Source]]


@dataclass(frozen=True)
class Format:
    """A format of files.

    Attributes:
        name: for people.
        suffixes: of files that have it, in small letters.
        module: of this package that reads it.
        opener: the function of that module that opens a file.
        folder: whether a "file" is a folder.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    opener: str
    folder: bool = False

    def open(self, path: Path) -> AbstractContextManager[Source]:
        """The variables of a file, as long as the `with` block lasts."""
        home = import_module(f"pdedsl.fields.readers.{self.module}")
        opener: Opener = getattr(home, self.opener)
        return opener(path)


FORMATS = (
    Format("NumPy archive", (".npz",), "numpy_files", "open_archive"),
    Format("NumPy array", (".npy",), "numpy_files", "open_array"),
    Format("delimited text", (".csv", ".tsv", ".txt", ".dat"), "delimited", "open_table"),
    Format("Parquet", (".parquet", ".pq"), "parquet", "open_parquet"),
    Format("MATLAB", (".mat",), "matlab", "open_matlab"),
    Format("HDF5", (".h5", ".hdf5", ".hdf"), "hdf5", "open_hdf5"),
    Format("NetCDF", (".nc", ".nc4", ".cdf", ".netcdf"), "labelled", "open_netcdf"),
    Format("Zarr", (".zarr",), "labelled", "open_zarr", folder=True),
)

SUFFIXES = tuple(suffix for each in FORMATS for suffix in each.suffixes)


def format_of(path: Path) -> Format | None:
    """The format that a path's suffix names, None for none of them."""
    suffix = path.suffix.lower()
    return next((each for each in FORMATS if suffix in each.suffixes), None)
