"""Options as a text sets them, in its blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pdedsl.errors import Mistake
from pdedsl.form import Problem
from pdedsl.language import syntax
from pdedsl.language.arithmetic import literal
from pdedsl.language.checks import ByField, Check, OptionValue, PerField
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import did_you_mean, shown
from pdedsl.language.options import OptionGroup, option_checks

G = TypeVar("G", bound=OptionGroup)


@dataclass(frozen=True)
class Declared:
    """What values of options may be counted or named by.

    Attributes:
        dimension: number of coordinates.
        fields: names, in the order in which they are declared.
    """

    dimension: int
    fields: tuple[str, ...]

    @classmethod
    def of(cls, problem: Problem) -> Declared:
        """The coordinates and fields of a problem."""
        return cls(len(problem.coordinates), tuple(s.name for s in problem.field_symbols))


def read_options(
    group: G,
    keyword: str,
    method: syntax.Name | None,
    settings: Sequence[syntax.Setting],
    declared: Declared,
) -> G:
    """A group of options with some of them set; Mistaken for all that cannot be."""
    first = next(iter(option_checks(group)))
    given = [] if method is None else [syntax.Setting(syntax.Name(first, method.span), method)]
    mistakes: list[Mistake] = []
    values: dict[str, Any] = {}
    own: dict[str, dict[str, OptionValue]] = {}
    for setting in (*given, *settings):
        name, field = setting.name.name, setting.field
        place = values if field is None else own.setdefault(name, {})
        key = name if field is None else field.name
        if key in place:
            message = f"{shown(name if field is None else f'{name} {key}')} is given twice"
            mistakes.append(Mistake(message, setting.name.span, "take one of them out"))
            continue
        read = attempt(mistakes, lambda s: (_read_setting(group, keyword, s, declared),), setting)
        if read is not None:
            place[key] = read[0]
    if mistakes:
        raise Mistaken(*mistakes)
    changed = {n: _merged(getattr(group, n), v, declared) for n, v in values.items()}
    for name, each in own.items():
        changed[name] = _merged(changed.get(name, getattr(group, name)), each, declared)
    return replace(group, **changed)


def _merged(before: Any, given: Any, declared: Declared) -> Any:
    """An option once it is given a value, or some fields are given values of their own by name."""
    rest, own = (before.rest, dict(before.own)) if isinstance(before, ByField) else (before, {})
    if isinstance(given, dict):
        own |= given
    else:
        rest = given
    ordered = tuple((name, own[name]) for name in declared.fields if name in own)
    return ByField(rest, ordered) if ordered else rest


def names_set(
    group: OptionGroup, method: syntax.Name | None, settings: Sequence[syntax.Setting]
) -> set[str]:
    """Names of the options that a statement sets, as `read_options` reads it."""
    first = next(iter(option_checks(group)))
    return {s.name.name for s in settings} | (set() if method is None else {first})


def _read_setting(
    group: OptionGroup, keyword: str, setting: syntax.Setting, declared: Declared
) -> OptionValue:
    name, value, field = setting.name, setting.value, setting.field
    checks = option_checks(group)
    if name.name not in checks:
        message = f"{keyword} has no option {shown(name.name)}"
        remedy = did_you_mean(name.name, checks) or f"options are {', '.join(checks)}"
        raise wrong(message, name.span, remedy)
    check = checks[name.name]
    read = check.read if field is None else _own_reader(check, name, field, declared)
    try:
        return read(_plain(value), declared.dimension)
    except ValueError as error:
        message = f"{shown(_words(value))} is no value of {name.name}"
        raise wrong(message, value.span, f"it takes {error}") from None


def _own_reader(
    check: Check, name: syntax.Name, field: syntax.Name, declared: Declared
) -> Callable[[OptionValue, int], OptionValue]:
    """What reads the value that an option has for one field; Mistaken if there is no such thing."""
    if not isinstance(check, PerField):
        message = f"{name.name} is one for all fields"
        raise wrong(message, field.span, f"write {name.name} = ... without {shown(field.name)}")
    if field.name not in declared.fields:
        near = did_you_mean(field.name, declared.fields)
        remedy = near or f"fields are {', '.join(declared.fields)}"
        raise wrong(f"there is no field {shown(field.name)}", field.span, remedy)
    return check.read_own


def _plain(value: syntax.Value) -> OptionValue:
    match value:
        case syntax.Number(text, span):
            number = literal(text, span)
            return int(number) if number.is_Integer else float(number)
        case syntax.Name(name, _):
            return name
        case syntax.Text(text, _):
            return text
        case syntax.Tuple(values, _):
            return tuple(_plain(v) for v in values)


def _words(value: syntax.Value) -> str:
    match value:
        case syntax.Number(text, _) | syntax.Name(text, _) | syntax.Text(text, _):
            return text
        case syntax.Tuple(values, _):
            return f"({', '.join(_words(v) for v in values)})"
