"""What an array must be before anything is computed from it: plain finite numbers, in order."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pdedsl.errors import DataError

Array = NDArray[np.float64]
LEAST_POINTS = 4  # on an axis; fewer hold no second derivative and its error
LARGEST_NUMBER = 1e100  # squares must not overflow
SMALLEST_RANGE = 1e-100  # of a field or an axis; squares must not underflow
EXACT = 2**53  # up to which float64 holds every whole number
MOST_NAMES = 20  # listed in a message
LONGEST_NAME = 40
_KINDS = {
    "c": ("complex numbers", "give real and imaginary part as two fields"),
    "O": ("Python objects", "store it as float64: array.astype(float)"),
    "U": ("text", "store it as numbers"),
    "S": ("text", "store it as numbers"),
    "M": ("dates", "give them as numbers, such as days since the first"),
    "m": ("time differences", "give them as numbers, such as days"),
    "b": ("truth values", "store it as float64 if it is a measured number"),
    "V": ("records", "store each column as an array of its own"),
}


def read_only(values: ArrayLike) -> Array:
    """A float64 copy that cannot be written to, or the array itself where that is so already."""
    if _is_settled(values):
        return values
    copy = np.array(values, dtype=np.float64)
    copy.setflags(write=False)
    return copy


def _is_settled(values: ArrayLike) -> TypeGuard[Array]:
    """Whether an array, and whatever it is a part of, is float64 and cannot be written to."""
    if type(values) is not np.ndarray or values.dtype != np.float64:
        return False
    part: object = values
    while isinstance(part, np.ndarray):
        if part.flags.writeable:
            return False
        part = part.base
    return part is None


def together(arrays: Sequence[Array]) -> Array:
    """Arrays of one shape as one, read-only: without a copy where they lie side by side already."""
    first, whole = arrays[0], arrays[0].base
    if len(arrays) == 1:
        return read_only(first)[None]
    if isinstance(whole, np.ndarray) and whole.shape == (len(arrays), *first.shape):
        places = [a.__array_interface__["data"][0] for a in arrays]
        if places == [a.__array_interface__["data"][0] for a in whole] and all(
            a.base is whole and a.strides == first.strides for a in arrays
        ):
            return read_only(whole)
    return settled(np.stack(arrays))


def settled(values: Array) -> Array:
    """An array that nobody else holds, from now on read-only."""
    values.setflags(write=False)
    return values


def as_float(name: str, values: ArrayLike) -> Array:
    """The array as float64, masked entries as NaN.

    Raises:
        DataError: empty, a single number, not real numbers (complex, text, dates, objects), or
            numbers that float64 cannot hold or tell apart.
    """
    array = np.ma.asanyarray(values) if np.ma.isMaskedArray(values) else np.asarray(values)
    if array.dtype.kind not in "iuf":
        texts = array.dtype.kind == "O" and all(isinstance(e, str) for e in array.flat)
        kind = "U" if texts and array.size else array.dtype.kind
        what, remedy = _KINDS.get(kind, (f"type {array.dtype}", "store it as float64"))
        what = f"{what}, not real numbers{_first_other(array)}"
        raise DataError(f"the array holds {what}", where=name, remedy=remedy)
    if array.ndim == 0:
        raise DataError("a single number, not an array", where=name, remedy="give an array")
    if array.size == 0:
        raise DataError(
            f"the array is empty, shape {array.shape}", where=name, remedy="check the file"
        )
    with np.errstate(over="ignore"):
        numbers = array.astype(np.float64, copy=False)
    plain = np.ma.filled(numbers, np.nan) if np.ma.isMaskedArray(numbers) else numbers
    _check_conversion(name, array, plain)
    return plain


def _first_other(array: NDArray[np.generic]) -> str:
    """Where the first entry is that could not even be read as a number; empty if all can."""
    for place, entry in np.ndenumerate(array) if array.dtype.kind in "OUS" else ():
        try:
            float(entry)
        except (TypeError, ValueError, OverflowError):
            return f": the first that is none, at {list(place)}, is {str(entry)[:40]!r}"
    return ""


def _check_conversion(name: str, array: NDArray[np.generic], numbers: Array) -> None:
    """Refuse numbers that float64 cannot hold, or cannot tell apart, though their own type does."""
    if array.dtype.kind == "f" and array.dtype.itemsize > numbers.dtype.itemsize:
        lost = np.isfinite(np.ma.filled(array, 0)) & ~np.isfinite(numbers) & ~np.isnan(numbers)
        if lost.any():
            place = tuple(int(i) for i in np.argwhere(lost)[0])
            raise DataError(
                f"{int(lost.sum())} of {lost.size} values are too large for float64; the first is"
                f" at {list(place)}",
                where=name,
                remedy="change the unit",
            )
        return
    if array.dtype.kind not in "iu":
        return
    known = numbers[~np.isnan(numbers)]
    whole = known.size and np.abs(known).max() > EXACT
    if whole and len(np.unique(known)) < len(np.unique(np.ma.compressed(array))):
        raise DataError(
            "these whole numbers are so large that float64 makes some of them equal",
            where=name,
            remedy="subtract an offset, such as the first value, before they are stored",
        )


def check_finite(name: str, values: Array, remedy: str) -> None:
    """Refuse NaN, infinity, and numbers beyond 1e120, naming the first place and the count."""
    bad = ~(np.abs(values) <= LARGEST_NUMBER)
    if not bad.any():
        return
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    count, first = int(bad.sum()), values[place]
    if np.isfinite(first):
        what, remedy = f"too large, {first:g}", "change the unit"
    else:
        what = "not finite, " + ("NaN" if np.isnan(first) else "infinite")
        if np.isinf(first):
            remedy = "correct it: an infinite value is never left out, not by missing = drop either"
    raise DataError(
        f"{count} of {values.size} values cannot be used; the first, at {list(place)}, is {what}",
        where=name,
        remedy=remedy,
    )


def check_axis(name: str, axis: Array) -> None:
    """Refuse an axis that is not one-dimensional, finite and strictly increasing."""
    if axis.ndim != 1:
        raise DataError(
            f"an axis has one dimension, this array has shape {axis.shape}",
            where=name,
            remedy="give the axis values once, in increasing order",
        )
    check_finite(name, axis, "an axis needs a number for every point")
    steps = np.diff(axis)
    if np.all(steps > 0):
        return
    k = int(np.argmax(steps <= 0)) + 1
    pair = f"{name}[{k}] = {axis[k]:g} after {name}[{k - 1}] = {axis[k - 1]:g}"
    if axis[k] == axis[k - 1]:
        message, remedy = f"an axis value is repeated: {pair}", "keep one of the repeated points"
    elif np.all(steps < 0):
        message = f"the axis decreases: {pair}"
        remedy = "reverse the axis, and the fields along it"
    else:
        message = f"the axis is not sorted: {pair}"
        remedy = "sort the axis, and the fields along it"
    raise DataError(message, where=name, remedy=remedy)


def check_field(name: str, values: Array) -> None:
    """Refuse a field that is not finite, does not vary (beyond rounding), or varies by 1e-100."""
    check_finite(name, values, "fill or remove them, or write: missing = drop")
    variation = float(np.ptp(values))
    if 0 < variation < SMALLEST_RANGE:
        raise DataError(
            f"the field varies by no more than {variation:g}", where=name, remedy="change the unit"
        )
    if variation <= 64 * np.finfo(float).eps * np.abs(values).max():
        raise DataError(
            f"the field is constant, {values.flat[0]:g} everywhere",
            where=name,
            remedy="leave this sample out, or bind another array",
        )


def listed(names: list[str]) -> str:
    """Names with commas, the rest of very many counted."""
    rest = len(names) - MOST_NAMES
    shown = [n if len(n) <= LONGEST_NAME else f"{n[: LONGEST_NAME - 3]}..." for n in names]
    return ", ".join(shown[:MOST_NAMES]) + (f" and {rest:,} more" if rest > 0 else "")


def nearest(name: str, available: list[str]) -> str | None:
    """The available name that looks most like this one, upper and lower case alike."""
    if name in available:
        return name
    lowered = {other.lower(): other for other in reversed(available[:500])}
    found = get_close_matches(name.lower(), list(lowered), n=1)
    return lowered[found[0]] if found else None
