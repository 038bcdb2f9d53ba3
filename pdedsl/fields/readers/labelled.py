"""NetCDF and Zarr, read by xarray: arrays whose dimensions have names.

Times stay numbers with the unit that the file states; `fields.clock` counts them.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

from pdedsl.errors import DataError
from pdedsl.fields.readers.memory import xarray_source
from pdedsl.fields.readers.source import (
    Source,
    Variable,
    check_size,
    damaged,
    guarded,
    not_one,
    optional,
)

_ANEW = "write it with xarray, or copy it anew"
_COMMON = ("standard", "gregorian", "proleptic_gregorian")
_PICKLES = frozenset({"pickle", "numcodecs.pickle"})  # names of the codec
_LARGEST_METADATA = 2**24  # bytes of one file that describes an array
_MOST_METADATA = 10_000  # such files


@contextmanager
def open_netcdf(path: Path) -> Iterator[Source]:
    """The variables of a file, classic by SciPy and NetCDF-4 by h5netcdf.

    Raises:
        DataError: not a NetCDF file, or a package is missing.
    """
    with path.open("rb") as stream:
        classic = stream.read(3) == b"CDF"
    if not classic:
        optional("h5netcdf", "NetCDF-4 files")
        with guarded(not_one("a NetCDF file", _ANEW)):
            optional("h5py", "NetCDF-4 files").File(path, "r").close()
    engine = "scipy" if classic else "h5netcdf"
    with _opened(path, "a NetCDF file", engine=engine) as source:
        yield source


@contextmanager
def open_zarr(path: Path) -> Iterator[Source]:
    """The variables of a folder; pickles in it are refused before it is opened.

    Raises:
        DataError: not a Zarr folder, pickles in it, or a package is missing.
    """
    optional("zarr", "Zarr folders")
    _refuse_pickles(path)
    with _opened(path, "a Zarr folder", engine="zarr", consolidated=False) as source:
        yield source


@contextmanager
def _opened(path: Path, what: str, **options: Any) -> Iterator[Source]:
    xarray = optional("xarray", "NetCDF and Zarr")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # how old or mixed a file is, is not the reader's to judge
        with guarded(not_one(what, _ANEW)):
            data = xarray.open_dataset(path, decode_times=False, **options)
        with data:
            if not data.variables:
                raise DataError("it holds no variables", where="file", remedy="check what wrote it")
            source = xarray_source(data)

            def load(name: str) -> Variable:
                held = data.variables[name]
                check_size(name, prod(held.shape), held.dtype.itemsize)
                with guarded(damaged(name)):
                    found = source.load(name)
                calendar = str(held.attrs.get("calendar", "standard"))
                unit = found.unit if calendar in _COMMON else f"{found.unit} ({calendar})"
                return replace(found, unit=unit if "since" in found.unit else found.unit)

            yield replace(source, load=load)


def _refuse_pickles(path: Path) -> None:
    """Refuse a folder in which the description of any array names a pickle."""
    files = [f for name in (".zarray", "zarr.json", ".zmetadata") for f in path.rglob(name)]
    if not files:
        raise DataError(
            "the folder holds nothing that Zarr has written",
            where="file",
            remedy="write it with Dataset.to_zarr, or name the folder itself",
        )
    if len(files) > _MOST_METADATA:
        message = f"the folder holds more than {_MOST_METADATA:,} arrays"
        raise DataError(message, where="file", remedy="store those that are needed by themselves")
    for file in files:
        if _names_pickle(file):
            raise DataError(
                "an array is stored as pickled Python objects, which may run code and are not read",
                where=file.parent.name,
                remedy="store it as numbers, and text as fixed-length text",
            )


def _names_pickle(file: Path) -> bool:
    with guarded(not_one("a Zarr folder", "write it anew with Dataset.to_zarr")):
        if file.stat().st_size > _LARGEST_METADATA:
            raise ValueError("too long a description")
        described = json.loads(file.read_text(encoding="utf-8"))
    return not _PICKLES.isdisjoint(_values(described))


def _values(described: Any) -> Iterator[str]:
    """All texts in a description, in small letters."""
    waiting = [described]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held.lower()
        elif isinstance(held, dict):
            waiting += held.values()
        elif isinstance(held, list):
            waiting += held
