"""MATLAB's file format of level 5, as far as arrays of numbers and of text go.

SciPy reads all of the format, but ends the whole process at some damaged files; here every length
is compared with what is there before it is used.

Source: MathWorks, "MAT-File Format", level 5 MAT-files.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.readers.source import LARGEST_ARRAY

HEADER = 128  # bytes before the first element
_MATRIX, _COMPRESSED = 14, 15
_TYPES = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
    16: "u1", 17: "u2", 18: "u4",
}  # fmt: skip
_CLASSES = {
    1: "cell", 2: "struct", 3: "object", 4: "char", 5: "sparse", 6: "double", 7: "single",
    8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32", 13: "uint32", 14: "int64",
    15: "uint64", 16: "function", 17: "opaque",
}  # fmt: skip
_BEGINNING = 4096  # bytes of a matrix that hold its name and shape
_MOST_VARIABLES = 10_000


@dataclass(frozen=True)
class Entry:
    """A variable of a file: where it is, of which class and shape, and whether it is complex."""

    start: int
    size: int
    compressed: bool
    kind: str
    shape: tuple[int, ...]
    is_complex: bool


def is_level_5(begun: bytes) -> bool:
    """Whether a file begins as level 5 does, given its first 128 bytes."""
    return len(begun) >= HEADER and begun[126:128] in (b"IM", b"MI")


def entries(path: Path) -> dict[str, Entry]:
    """The variables of a file by name; ValueError or zlib.error at a damaged one."""
    length = path.stat().st_size
    found: dict[str, Entry] = {}
    with path.open("rb") as stream:
        order = _order(stream)
        position = HEADER
        while position + 8 <= length:
            stream.seek(position)
            kind, size = (int(n) for n in np.frombuffer(stream.read(8), f"{order}u4"))
            if kind not in (_MATRIX, _COMPRESSED) or position + 8 + size > length:
                raise ValueError("an element that does not fit into the file")
            begun = stream.read(min(size, _BEGINNING))
            if kind == _COMPRESSED:
                begun = zlib.decompressobj().decompress(begun, _BEGINNING)[8:]
            name, entry = _described(begun, order, position + 8, size, kind == _COMPRESSED)
            if name:
                found[name] = entry
            if len(found) > _MOST_VARIABLES:
                raise ValueError(f"more than {_MOST_VARIABLES:,} variables")
            position += 8 + size
    return found


def load(path: Path, entry: Entry) -> NDArray[Any]:
    """The array of a variable: numbers, or text by row; ValueError or zlib.error if damaged."""
    with path.open("rb") as stream:
        order = _order(stream)
        stream.seek(entry.start)
        content = stream.read(entry.size)
    if entry.compressed:
        content = zlib.decompressobj().decompress(content, LARGEST_ARRAY + _BEGINNING)[8:]
    return _array(content, order)


def _order(stream: BinaryIO) -> str:
    stream.seek(126)
    return "<" if stream.read(2) == b"IM" else ">"


def _described(
    begun: bytes, order: str, start: int, size: int, compressed: bool
) -> tuple[str, Entry]:
    parts = _parts(begun, order)
    flags = np.frombuffer(next(parts)[1], f"{order}u4")
    kind = _CLASSES.get(int(flags[0]) & 0xFF, "unknown")
    if kind == "opaque":
        name = bytes(next(parts)[1]).decode("ascii", "replace")
        return name, Entry(start, size, compressed, kind, (), False)
    shape = tuple(int(n) for n in np.frombuffer(next(parts)[1], f"{order}i4"))
    name = bytes(next(parts)[1]).decode("ascii", "replace")
    if min(shape, default=0) < 0:
        raise ValueError("a negative length")
    return name, Entry(start, size, compressed, kind, shape, bool(int(flags[0]) & 0x800))


def _parts(content: bytes, order: str) -> Iterator[tuple[int, memoryview]]:
    """The elements within an element: the type of each, and its bytes."""
    view, position = memoryview(content), 0
    while position + 8 <= len(view):
        kind, size = (int(n) for n in np.frombuffer(view[position : position + 8], f"{order}u4"))
        start = position + 8
        if kind >> 16:  # up to four bytes lie in the second half of the tag
            kind, size, start = kind & 0xFFFF, kind >> 16, position + 4
        if start + size > len(view) or (start == position + 4 and size > 4):
            raise ValueError("the array ends too early")
        yield kind, view[start : start + size]
        position += 8 if start == position + 4 else 8 + size + (-size % 8)
    raise ValueError("the array ends too early")


def _array(content: bytes, order: str, depth: int = 0) -> NDArray[Any]:
    parts = _parts(content, order)
    flags = np.frombuffer(next(parts)[1], f"{order}u4")
    kind = _CLASSES.get(int(flags[0]) & 0xFF, "unknown")
    shape = tuple(int(n) for n in np.frombuffer(next(parts)[1], f"{order}i4"))
    name = bytes(next(parts)[1]).decode("ascii", "replace")
    count = prod(shape)
    if min(shape, default=-1) < 0 or count * 8 > LARGEST_ARRAY:
        raise ValueError(f"a shape that cannot be: {shape}")
    if kind == "cell" and depth == 0:
        cells = [_array(bytes(next(parts)[1]), order, 1) for _ in range(min(count, len(content)))]
        texts = [str(c.flat[0]) if c.dtype.kind == "U" and c.size == 1 else "" for c in cells]
        if any(c.dtype.kind != "U" or c.size > 1 for c in cells):
            raise DataError(
                "this is a cell array that holds more than texts",
                where=name,
                remedy="store its numbers as an array of their own, as by cell2mat in MATLAB",
            )
        return np.array(texts, dtype=object)
    numbers = _numbers(*next(parts), order)
    if numbers.size != count:
        raise ValueError(f"{numbers.size} values for the shape {shape}")
    if kind == "char":
        rows = numbers.reshape(shape, order="F")
        return np.array(["".join(map(chr, row)).rstrip() for row in rows.reshape(len(rows), -1)])
    if int(flags[0]) & 0x800:
        return (numbers + 1j * _numbers(*next(parts), order)).reshape(shape, order="F")
    return numbers.reshape(shape, order="F")


def _numbers(kind: int, content: memoryview, order: str) -> NDArray[Any]:
    if kind not in _TYPES:
        raise ValueError(f"numbers of an unknown type {kind}")
    return np.frombuffer(content, order + _TYPES[kind]).copy()
