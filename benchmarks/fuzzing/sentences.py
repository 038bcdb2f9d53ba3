"""Random sentences of the `.lark` files themselves, with names that nearly make sense."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields

from lark import Lark
from lark.grammar import Rule, Symbol

from pdedsl.language.layout import STATEMENTS
from pdedsl.language.locate import grammars_folder, stock_grammars
from pdedsl.language.options import Options, option_checks
from pdedsl.language.scope import FUNCTION_NAMES

DECLARED = ("t", "x", "y", "u", "v", "L")
RULES = ("expr", "term", "atom")
_DERIVATIVES = ("d_t", "d_x", "d_xx", "d_tx", "d_y", "d_xxxx")
_CALLS = (*FUNCTION_NAMES, *_DERIVATIVES * 2, "laplacian", "div", "grad", "derivatives", "f")
_HEADS = {
    "coordinates": "t, x, y",
    "fields": "u, v",
    "constants": "L = 2.5",
    "export": 'latex "a.tex"',
    "grammar": "g(t, x, u)",
}
_POOLS = {
    "call": _CALLS,
    "bracket": ("d", "d", "d", "e"),
    "index": ("t", "x", "y", "u"),
    "real_range": ("const", "const", "c", "int"),
    "whole_range": ("int", "int", "const"),
    "value": (*DECLARED, *("u_t", "u_x", "u_xx", "v_y", "v_tx", "const", "variable", "w", "E")),
    "rule": RULES,
    "functions": FUNCTION_NAMES,
    "data": (*("t", "x", "u", "sample", "missing", "columns", "every", "since", "days", "drop"),),
    "coordinates": ("t", "x", "y", "L"),
    "free": ("t", "x", "u", "u", "v", "L"),
    "fields": ("u", "v"),
}
_WEIGHTS = {
    **{"IN": 0.01, "real_range": 0.02, "whole_range": 0.02, "bracket": 0.3, "MINUS": 0.2},
    **{"group": 0.5, "power": 0.4, "NUMBER": 0.4},
}
_PARTS = tuple(k for k, s in STATEMENTS.items() if getattr(s, "part", False))
_FREE = ("coordinates", "free", "fields")
_BOUND = ("bracket", "real_range", "whole_range")
_NUMBERS = (
    *("1", "2", "3") * 5,
    *("0", "1.5", "4", "12", "0.5", ".25", "1e3", "100", "8", "1.5e-7", "5"),
)
_TEXTS = ('"a"', '""', '"m/s"', '"\\input{a}"', '"a""b"', '"% $x_1$"', '"data.npz"', '"../a.npz"')


class Sentences:
    """Writes random sentences of every rule of `pde.lark`."""

    def __init__(self) -> None:
        """Load the grammar and find how soon each of its rules can end."""
        entries = {s.entry for s in STATEMENTS.values() if s.entry} - {"statement"}
        starts = sorted({s.head for s in STATEMENTS.values()} | entries | {"expression"})
        lark = Lark.open(
            str(grammars_folder() / "pde.lark"),
            parser="lalr",
            start=starts,
            keep_all_tokens=True,
        )
        self._rules: dict[str, list[Rule]] = {}
        for rule in lark.rules:
            self._rules.setdefault(rule.origin.name, []).append(rule)
        self._signs = {t.name: str(t.pattern.value).replace("\\", "") for t in lark.terminals}
        self._heights = self._least_heights()

    def specification(self, draw: random.Random) -> str:
        """A whole text: mostly the usual statements, their heads and entries by chance."""
        usual = ["coordinates", "fields", "constants"]
        usual += ["equation", "equation"] if draw.random() < 0.1 else ["dictionary"]
        others = draw.sample(
            [k for k in STATEMENTS if k not in usual], draw.choice([0, 1, 1, 2, 5])
        )
        lines = []
        for keyword in [*usual, *others]:
            if draw.random() > 0.02:
                lines.append(self._statement(draw, keyword))
        return "\n".join(lines)

    def equation(self, draw: random.Random) -> str:
        """A sentence of the rule of equations."""
        return self._sentence(draw, "equation", draw.randint(6, 20))

    def _statement(self, draw: random.Random, keyword: str) -> str:
        shape = STATEMENTS[keyword]
        head = _HEADS.get(keyword)
        if head is None or draw.random() < 0.03:
            head = self._head(draw, keyword)
        if shape.entry is None or (shape.block == "optional" and draw.random() < 0.2):
            return f"{keyword} {head}"
        height = draw.randint(6, 16)
        if shape.entry == "statement":
            inner = ["dictionary", *draw.choices(_PARTS, k=draw.choice([0, 1, 1, 3]))]
            return (
                f"{keyword} {head} {{\n"
                + "\n".join(self._statement(draw, k) for k in inner)
                + "\n}"
            )
        count = draw.choice([1, 1, 2, 3, 6]) if shape.entry != "expression" else 1
        entries = [self._entry(draw, keyword, shape.entry, height, i) for i in range(count)]
        return f"{keyword} {head} {{\n" + "\n".join(entries) + "\n}"

    def _head(self, draw: random.Random, keyword: str) -> str:
        if keyword == "grammar" and draw.random() < 0.7:
            return draw.choice([*stock_grammars(), "none", "(t, u)", "(v)"])
        if keyword in _GROUPS and draw.random() < 0.8:
            method = option_checks(_GROUPS[keyword]).get("method")
            return draw.choice(getattr(method, "words", ("",)))
        if keyword == "equation":
            return draw.choice(("prey", "predator", "first", "u"))
        return self._sentence(draw, STATEMENTS[keyword].head, draw.randint(5, 12))

    def _entry(self, draw: random.Random, keyword: str, rule: str, height: int, i: int) -> str:
        if rule == "rule" and draw.random() < 0.9:
            more = self._sentence(draw, "expression", height)
            return f"{RULES[i % len(RULES)]} ::= {more} | {draw.choice(('t', 'u', 'const'))}"
        if keyword in _GROUPS and draw.random() < 0.9:
            name = draw.choice([*option_checks(_GROUPS[keyword])])
            if name == "noise" and draw.random() < 0.7:
                return _noise(draw)
            return f"{name} = {self._sentence(draw, 'value', 4)}"
        if rule == "entry":
            return self._sentence(draw, rule, height, "data")
        if rule == "term" and draw.random() < 0.7:
            a = self._sentence(draw, "expression", height - 3, "coordinates")
            h = self._sentence(draw, "expression", height, draw.choice(("free", "fields")))
            h = f"u*({h})" if draw.random() < 0.3 else h
            return f"({a})*{draw.choice(_DERIVATIVES)}({h})" if draw.random() < 0.5 else f"d_x({h})"
        role = "free" if rule == "expression" and draw.random() < 0.8 else "value"
        return self._sentence(draw, rule, height, role)

    def _sentence(self, draw: random.Random, rule: str, height: int, role: str = "value") -> str:
        return " ".join(self._expanded(draw, rule, height, role))

    def _expanded(self, draw: random.Random, name: str, height: int, role: str) -> Iterator[str]:
        if name not in self._rules:
            yield self._terminal(draw, name, role)
            return
        rules = [r for r in self._rules[name] if not (role in _FREE and _alias(r) in _BOUND)]
        least = max(height - 1, min(map(self._height, rules)))
        fitting = [r for r in rules if self._height(r) <= least]
        (rule,) = draw.choices(fitting, [_weight(r) for r in fitting])
        alias = _alias(rule)
        for position, symbol in enumerate(rule.expansion):
            inner = role if name == "name" else _role(name, alias, position, role)
            yield from self._expanded(draw, str(symbol.name), height - 1, inner)

    def _terminal(self, draw: random.Random, name: str, role: str) -> str:
        if name == "NAME":
            return draw.choice(_POOLS[role])
        if name == "NUMBER":
            return draw.choice(_NUMBERS)
        if name == "STRING":
            return draw.choice(_TEXTS)
        return draw.choice(("^", "^", "**")) if name == "POWER" else self._signs[name]

    def _height(self, rule: Rule) -> float:
        return max((self._heights[s.name] for s in rule.expansion if not s.is_term), default=0)

    def _least_heights(self) -> dict[str, float]:
        heights = dict.fromkeys(self._rules, float("inf"))

        def height(symbol: Symbol) -> float:
            return 0 if symbol.is_term else heights[symbol.name]

        before = None
        while before != heights:
            before = dict(heights)
            for name, rules in self._rules.items():
                tops = [max(map(height, r.expansion), default=0) for r in rules]
                heights[name] = min(heights[name], 1 + min(tops))
        return heights


_GROUPS = {f.name: getattr(Options(), f.name) for f in fields(Options)}


def _noise(draw: random.Random) -> str:
    """Noise of one field, mostly of one that is declared, or of each of its samples."""
    levels = draw.choices((*_NUMBERS, "fit", "auto", "-1"), k=draw.choice([1, 1, 2, 3, 3]))
    value = levels[0] if len(levels) == 1 else f"({', '.join(levels)})"
    return f"noise {draw.choice(('u', 'u', 'v', 'v', 't', 'w'))} = {value}"


def _alias(rule: Rule) -> str:
    return (rule.alias or "").rpartition("__")[2]


def _weight(rule: Rule) -> float:
    """How often a rule is chosen: mostly calls have one argument, and few things are numbers."""
    first = str(rule.expansion[0].name) if rule.expansion else ""
    several = 0.05 if _alias(rule) == "call" and len(rule.expansion) > 4 else 1.0
    return _WEIGHTS.get(first, 1.0) * _WEIGHTS.get(_alias(rule), 1.0) * several


def _role(rule: str, alias: str, position: int, role: str) -> str:
    """What a name stands for that stands there."""
    if role == "data":
        return role
    if role in _FREE:
        return "functions" if alias == "call" and position == 0 else role
    if alias in ("call", "bracket", "real_range", "whole_range") and position == 0:
        return alias
    if rule.endswith("index"):
        return "index"
    return "rule" if rule in ("rule", "term") and position == 0 and not alias else "value"
