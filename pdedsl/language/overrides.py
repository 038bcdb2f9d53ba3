"""Options as the command line sets them, in place of those of a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from pdedsl.errors import Mistake, Span, SpecificationError
from pdedsl.language import syntax
from pdedsl.language.mistaken import Mistaken, wrong
from pdedsl.language.nearest import nearest, shown
from pdedsl.language.options import OptionGroup, Options, defaults, option_checks
from pdedsl.language.parser import read_text
from pdedsl.language.settings import Declared, read_options
from pdedsl.language.source import clean
from pdedsl.language.specification import Specification


def with_overrides(specification: Specification, overrides: Mapping[str, str]) -> Specification:
    """The specification with options replaced, as `--set search.seed=3` asks.

    Another method brings its own defaults for the options that neither the text nor an override
    sets.

    Args:
        specification: what to start from.
        overrides: text of values by "group.option", such as {"search.seed": "3"}; a group alone
            stands for what follows its keyword, as in {"method": "paper", "solve": "collie"}.

    Raises:
        SpecificationError: unknown options and wrong values, one mistake a line of "--set".
    """
    options = specification.options
    mistakes: list[Mistake] = []
    declared = Declared.of(specification.problem)
    given = specification.given | {_option_of(_full(options, path)) for path in overrides}
    places = {path: line for line, path in enumerate(overrides, start=1)}
    for path, text in sorted(overrides.items(), key=lambda item: _full(options, item[0]) != METHOD):
        line = places[path]
        try:
            options = _override(options, path, clean(text), declared)
            if _full(options, path) == METHOD:
                options = _rebased(options, given)
        except Mistaken as error:
            place = _in_line(line, path, text)
            mistakes.extend(replace(m, span=place(m.span)) for m in error.mistakes[:1])
    if mistakes:
        lines = (f"{path} = {text}".replace("\n", " ") for path, text in overrides.items())
        mistakes.sort(key=lambda m: m.span.line if m.span else 0)
        raise SpecificationError(tuple(mistakes), "\n".join(lines), "--set")
    return replace(specification, options=options, given=given)


def _in_line(line: int, path: str, text: str) -> Callable[[Span | None], Span]:
    """From where a mistake is to where it is in `path = text`: its name or its value."""
    value = len(path) + 4

    def place(span: Span | None) -> Span:
        if span is None or span.line == _NAME.line:
            return Span(line, 1, line, value - 3)
        return Span(line, value, line, value + max(len(text), 1))

    return place


METHOD = "method.method"
_NAME = Span(0, 1, 0, 2)
"""Where the name of an option on the command line stands: in no line of its value."""


def _full(options: Options, path: str) -> str:
    """The path of an option, which a group alone stands for where it is the first one."""
    groups = [f.name for f in fields(options)]
    return f"{path}.{next(iter(option_checks(getattr(options, path))))}" if path in groups else path


def _option_of(path: str) -> str:
    """The option that a full path is about, which may end in the name of a field."""
    return ".".join(path.split(".")[:2])


def _rebased(options: Options, given: frozenset[str]) -> Options:
    """The options with those that were not given at the defaults of their method."""
    base = defaults(options.method.method)
    for group in fields(options):
        ours = getattr(options, group.name)
        kept = {
            name: getattr(ours, name)
            for name in option_checks(ours)
            if f"{group.name}.{name}" in given
        }
        changed = replace(getattr(base, group.name), **kept)
        base = replace(base, **{group.name: changed})
    return base


def _override(options: Options, path: str, text: str, declared: Declared) -> Options:
    keyword, _, rest = _full(options, path).partition(".")
    name, _, of = rest.partition(".")
    field = syntax.Name(of, _NAME) if of else None
    groups = [f.name for f in fields(options)]
    if keyword not in groups or not name:
        every = [f"{g}.{o}" for g in groups for o in option_checks(getattr(options, g))]
        every = [e for e in every if e != METHOD] + ["method"]
        near = nearest(path, every) or f"search.{path}"
        remedy = f"did you mean {near}?" if near in every else f"one of {', '.join(every)}"
        raise wrong(f"there is no option {shown(path)}", None, remedy)
    group: OptionGroup = getattr(options, keyword)
    setting = syntax.Setting(syntax.Name(name, _NAME), read_text("value", text), field)
    changed: Any = read_options(group, keyword, None, (setting,), declared)
    return replace(options, **{keyword: changed})
