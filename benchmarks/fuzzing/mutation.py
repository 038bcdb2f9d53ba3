"""Texts from nothing, and texts with something cut, doubled, swapped, spliced or replaced."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

SPECIAL = [
    *"()[]{}=,:|^*/+-#\"'.;@\\$%&~<>!?_\t\n\r\x00\x07\x0b\x1b\x85\u200b\u2028\u202e\ufeff",
    *("é", "²", "π", "½", "𝑥", "\u0301", "\ud800", "０", "٣"),
    *("::=", "..", "**", "==", "d_x(", "d[", "u_", "u_xx", "const in [", "int in 1..", " in "),
    *("9^9^9", "1e999", "1e-320", "0", "-1", "1/0", "0.0", "inf", "nan", "pi", "E", "I", "u"),
    *(
        "derivatives(",
        "equation {",
        "grammar",
        "dictionary {",
        "\nexpect ",
        'title "',
        "laplacian(",
    ),
    *("div(", "grad(", "sqrt(", "log(", "abs(", "exp(", "variable", "field", "coordinate", "none"),
    *(
        "\nknown { ",
        "\nconstants a = ",
        "\ncoordinates ",
        "\nfields ",
        '\ndata "',
        "../",
        "\\input",
    ),
]
_TOKENS = re.compile(r"\w+|\s+|::=|\*\*|\.\.|.", re.S)


def tokens(text: str) -> list[str]:
    """Words, runs of white space and signs, which together are the text."""
    return _TOKENS.findall(text)


def noise(draw: random.Random) -> bytes:
    """Random bytes, letters of the language, or characters from everywhere."""
    size = draw.choice([1, 5, 50, 500, 5000, 99_000])
    kind = draw.randrange(4)
    if kind == 0:
        return draw.randbytes(size)
    if kind == 1:
        alphabet = 'tuxd_()[]{}=,:|^*/+-0123456789. \n"#'
        return "".join(draw.choices(alphabet, k=size)).encode()
    if kind == 2:
        return encoded("".join(draw.choices(SPECIAL, k=max(1, size // 4))))
    codes = (draw.choice([0x7F, 0x2FF, 0xFFFF, 0x10FFFF]) for _ in range(size // 4 + 1))
    return encoded("".join(chr(draw.randint(0, top)) for top in codes))


def encoded(text: str) -> bytes:
    """The text as UTF-8; halves of surrogate pairs become bytes that are not."""
    return text.encode("utf-8", "surrogatepass")


def mutated(draw: random.Random, texts: Sequence[str]) -> bytes:
    """One of the texts with one to six changes, in its tokens, its lines or its bytes."""
    text = draw.choice(texts)
    for _ in range(draw.choice([1, 1, 2, 3, 6])):
        text = draw.choice(_CHANGES)(draw, text, draw.choice(texts))
        text = text[:99_999]
    data = encoded(text)
    return _bytes_changed(draw, data) if draw.random() < 0.1 else data


def _range(draw: random.Random, pieces: Sequence[str]) -> tuple[int, int]:
    start = draw.randrange(len(pieces) + 1)
    return start, min(len(pieces), start + draw.choice([0, 1, 1, 1, 2, 3, 8, 20]))


def _replaced(draw: random.Random, text: str, other: str) -> str:
    """Some tokens replaced by tokens of another text, or of this one."""
    here, there = tokens(text), tokens(draw.choice([text, other]))
    (a, b), (c, d) = _range(draw, here), _range(draw, there)
    return "".join([*here[:a], *there[c:d], *here[b:]])


def _same_kind(draw: random.Random, text: str, other: str) -> str:
    """A word replaced by a word, or a sign by a sign: what is most often still valid."""
    here, there = tokens(text), tokens(draw.choice([text, other]))
    places = [i for i, token in enumerate(here) if not token.isspace()]
    if not places:
        return other
    i = draw.choice(places)
    alike = [t for t in there if not t.isspace() and t[:1].isalnum() == here[i][:1].isalnum()]
    here[i] = draw.choice(alike or [here[i]])
    return "".join(here)


def _special(draw: random.Random, text: str, other: str) -> str:
    here = tokens(text)
    a, b = _range(draw, here)
    return "".join([*here[:a], draw.choice(SPECIAL) * draw.choice([1, 1, 1, 2, 30]), *here[b:]])


def _repeated(draw: random.Random, text: str, other: str) -> str:
    here = tokens(text)
    a, b = _range(draw, here)
    piece, times = "".join(here[a:b]), draw.choice([2, 3, 10, 100, 1000])
    many = piece * min(times, 1 + 100_000 // max(1, len(piece)))
    return "".join([*here[:a], many, *here[b:]])


def _wrapped(draw: random.Random, text: str, other: str) -> str:
    """Some tokens within brackets or a function, many times."""
    here = tokens(text)
    a, b = _range(draw, here)
    names = ["", "sin", "exp", "log", "d_x", "d_t", "laplacian", "sqrt", "abs", "-"]
    times = draw.choice([1, 1, 2, 5, 30, 120])
    opening = "".join(f"{draw.choice(names)}(" for _ in range(times))
    return "".join([*here[:a], opening, *here[a:b], ")" * times, *here[b:]])


def _lines(draw: random.Random, text: str, other: str) -> str:
    """Lines taken out, moved, doubled, or taken from another text."""
    here, there = text.splitlines(keepends=True), other.splitlines(keepends=True)
    (a, b), (c, d) = _range(draw, here), _range(draw, there)
    kind = draw.randrange(4)
    if kind == 0:
        return "".join([*here[:a], *here[b:]])
    if kind == 1:
        return "".join([*here[b:], *here[:b]])
    if kind == 2:
        return "".join([*here[:b], *here[a:]])
    return "".join([*here[:a], *there[c:d], *here[a:]])


def _number(draw: random.Random, text: str, other: str) -> str:
    """A number made another one."""
    found = list(re.finditer(r"\d+(\.\d+)?", text))
    if not found:
        return text
    match = draw.choice(found)
    new = draw.choice(["0", "1", "2", "100", "101", "9" * 39, "1e300", "1e-300", "0.5", "-1", "8"])
    return text[: match.start()] + new + text[match.end() :]


def _renamed(draw: random.Random, text: str, other: str) -> str:
    """A name made another one wherever it stands."""
    names = re.findall(r"[A-Za-z_]\w*", text)
    if not names:
        return text
    others = ["E", "I", "lambda", "in", "d", "u_t", "u_", "_", "__class__", "sin", "x", "t", "none"]
    new = draw.choice([*others, draw.choice(names)])
    return re.sub(rf"\b{draw.choice(names)}\b", new, text)


_CHANGES: tuple[Callable[[random.Random, str, str], str], ...] = (
    *(_replaced, _replaced, _same_kind, _same_kind, _same_kind, _special),
    *(_repeated, _wrapped, _lines, _lines, _number, _renamed),
)


def _bytes_changed(draw: random.Random, data: bytes) -> bytes:
    for _ in range(draw.choice([1, 2, 10])):
        place = draw.randrange(len(data) + 1)
        data = data[:place] + draw.randbytes(draw.choice([0, 1, 4])) + data[place + 1 :]
    return data
