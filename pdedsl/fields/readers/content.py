"""What a file seems to hold, whatever its name says, told by how it begins."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

_BEGINNING = 4096  # bytes
_MAT73 = b"MATLAB 7.3 MAT-file"
_HDF5 = b"\x89HDF\r\n\x1a\n"
_TAB, _SPACE, _DELETE = 9, 32, 127


@dataclass(frozen=True)
class Content:
    """What is in a file.

    Attributes:
        name: for people.
        suffixes: that files of this kind may have to be read; empty where none of them is.
        remedy: what to do where there is no such suffix.
    """

    name: str
    suffixes: tuple[str, ...] = ()
    remedy: str = ""


TEXT = Content("text", (".csv", ".tsv", ".txt", ".dat"))
_PACKED = "unpack it first, with {}"
_TABLE = "save the sheet as CSV"
_BEGIN = (
    (b"\x93NUMPY", Content("a NumPy array", (".npy",))),
    (_MAT73, Content("a MATLAB file of version 7.3", (".mat", ".h5", ".hdf5", ".hdf"))),
    (b"MATLAB 5.0 MAT-file", Content("a MATLAB file", (".mat",))),
    (_HDF5, Content("an HDF5 or NetCDF-4 file", (
        ".h5", ".hdf5", ".hdf", ".nc", ".nc4", ".cdf", ".netcdf", ".mat"))),
    (b"CDF", Content("a NetCDF file", (".nc", ".nc4", ".cdf", ".netcdf"))),
    (b"PAR1", Content("a Parquet file", (".parquet", ".pq"))),
    (b"\x1f\x8b", Content("packed by gzip", remedy=_PACKED.format("gunzip"))),
    (b"BZh", Content("packed by bzip2", remedy=_PACKED.format("bunzip2"))),
    (b"\xfd7zXZ", Content("packed by xz", remedy=_PACKED.format("unxz"))),
    (b"\x28\xb5\x2f\xfd", Content("packed by Zstandard", remedy=_PACKED.format("unzstd"))),
    (b"7z\xbc\xaf", Content("an archive of 7-Zip", remedy=_PACKED.format("7z x"))),
    (b"\xd0\xcf\x11\xe0", Content("a workbook of old Excel", remedy=_TABLE)),
    (b"ARROW1", Content("a Feather file", remedy="store it as Parquet")),
    (b"SQLite format 3", Content("an SQLite database", remedy="export the table as CSV")),
    (b"version https://git-lfs", Content("a pointer of Git LFS", remedy="run git lfs pull")),
    (b"%PDF", Content("a PDF document", remedy="name the file that holds the numbers")),
)  # fmt: skip
_PICKLE = Content(
    "a pickle of Python, which may run code and is not read",
    remedy="load it where it was made, and store the arrays with numpy.savez_compressed",
)
_PAGE = Content("a page of HTML", remedy="it may be an error or a login: fetch the data anew")
_WIDE = Content("text in UTF-16", remedy="save it as UTF-8 text")


def content_of(file: Path) -> Content | None:
    """What a file seems to hold, None where that cannot be told.

    Raises:
        OSError: it cannot be read.
    """
    with file.open("rb") as stream:
        begun = stream.read(_BEGINNING)
    for sign, content in _BEGIN:
        if begun.startswith(sign):
            return content
    if begun.startswith(b"PK\x03\x04"):
        return _zipped(file)
    if begun[:2] in (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"):
        return _PICKLE
    if begun[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _WIDE
    if begun.lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return _PAGE
    return TEXT if _is_text(begun) else None


def _is_text(begun: bytes) -> bool:
    """Whether bytes are text in UTF-8, the last letter of which may be cut."""
    if any((c < _SPACE and not _TAB <= c <= 13) or c == _DELETE for c in begun):
        return False
    try:
        begun.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(begun) - 3 and len(begun) == _BEGINNING
    return bool(begun.strip())


def _zipped(file: Path) -> Content | None:
    """What a zip file holds, None for a damaged one."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except (OSError, ValueError, RuntimeError, zipfile.BadZipFile, NotImplementedError):
        return None
    if any(name.endswith(".npy") for name in names) or not names:
        return Content("a NumPy archive", (".npz",))
    if "[Content_Types].xml" in names:
        return Content("an Excel workbook", remedy=_TABLE)
    if "mimetype" in names and "content.xml" in names:
        return Content("a sheet of OpenDocument", remedy=_TABLE)
    return Content("a zip archive", remedy=_PACKED.format("unzip"))
