"""JSON records read key by key, each value of the kind that is asked for."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from pdedsl.errors import DataError

T = TypeVar("T")


@dataclass(frozen=True)
class Reader:
    """A JSON object whose keys are read one by one, each of the kind asked for.

    Attributes:
        record: the object.
        where: its place in a file, for messages.

    Every method raises DataError where the key is missing, or its value is of another kind.
    """

    record: dict[str, Any]
    where: str

    def filled(self, **absent: Any) -> Reader:
        """With values for keys that earlier versions did not write."""
        return Reader(absent | self.record, self.where)

    def text(self, key: str) -> str:
        """A text of whole characters."""
        value = self._value(key)
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            message = f"{key!r} holds half of a surrogate pair, which is no character"
            raise DataError(message, where=self.where)
        return value if isinstance(value, str) else self._wrong(key, "a text")

    def optional_text(self, key: str) -> str | None:
        """A text, or None for null."""
        return None if self._value(key) is None else self.text(key)

    def whole(self, key: str) -> int:
        """A whole number."""
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return self._wrong(key, "a whole number")

    def number(self, key: str) -> float:
        """A number; null is NaN."""
        value = self.optional(key)
        return math.nan if value is None else value

    def optional(self, key: str) -> float | None:
        """A number, or None for null."""
        value = self._value(key)
        if value is None:
            return None
        numeric = isinstance(value, int | float) and not isinstance(value, bool)
        if numeric and abs(value) <= sys.float_info.max:
            return float(value)
        return self._wrong(key, "a finite number or null")

    def ends(self, key: str) -> tuple[float | None, float | None] | None:
        """A pair of numbers either of which may be null, or null."""
        value = self._value(key)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2:
            return self._wrong(key, "null or a list of two numbers")
        pair = Reader({"low": value[0], "high": value[1]}, f"{self.where}: {key}")
        return pair.optional("low"), pair.optional("high")

    def many(self, key: str, read: Callable[[Reader], T]) -> tuple[T, ...]:
        """A list of objects, each read by a function."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            return self._wrong(key, "a list of objects")
        places = (f"{self.where}: {key}[{position}]" for position in range(len(value)))
        return tuple(read(Reader(v, place)) for v, place in zip(value, places, strict=True))

    def perhaps(self, key: str, read: Callable[[Reader], T]) -> T | None:
        """An object read by a function, or None for null."""
        value = self._value(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            return self._wrong(key, "null or an object")
        return read(Reader(value, f"{self.where}: {key}"))

    def texts(self, key: str) -> dict[str, str]:
        """An object whose values are texts."""
        value = self._value(key)
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            return self._wrong(key, "an object of texts")
        return value

    def choice(self, key: str, choices: tuple[Any, ...]) -> Any:
        """One of some values."""
        value = self._value(key)
        return one_of(value, choices, key, self.where)

    def _value(self, key: str) -> Any:
        if key not in self.record:
            raise DataError(f"the key {key!r} is missing", where=self.where)
        return self.record[key]

    def _wrong(self, key: str, expected: str) -> NoReturn:
        kind = type(self.record[key]).__name__
        raise DataError(f"{key!r} should be {expected}, and is of type {kind}", where=self.where)


def parsed(text: str, where: str, wanted: int) -> dict[str, Any]:
    """The JSON object in a text, once its schema is known to be ours."""
    try:
        record = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        remedy = "give the run folder of `pdedsl discover`, or its result.json"
        raise DataError(f"not valid JSON: {error}", where=where, remedy=remedy) from error
    if not isinstance(record, dict):
        raise DataError("not a JSON object", where=where)
    schema = record.get("schema")
    if isinstance(schema, bool) or schema != wanted:
        raise DataError(
            f"schema {schema!r}, and this version reads schema {wanted}",
            where=where,
            remedy="load it with the version of pdedsl that wrote it",
        )
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def one_of(value: object, choices: tuple[object, ...], key: str, where: str = "") -> object:
    """The value, if it is one of the choices.

    Raises:
        DataError: it is none of them.
    """
    if not any(value == choice for choice in choices):
        shown = ", ".join("null" if c is None else f'"{c}"' for c in choices)
        raise DataError(f"{key} is {value!r}, and should be one of {shown}", where=where)
    return value
