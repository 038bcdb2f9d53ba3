"""Texts meant to hang or crash: deep nests, long sums and lists, expansions that explode."""

from __future__ import annotations

import random
from collections.abc import Callable

HEAD = "coordinates t, x, y\nfields u, v\nconstants L = 2.5\n"
DICTIONARY = HEAD + "dictionary { d_t(u) }\n"
LARGEST = 99_000

_SIZES = (2, 2, 3, 3, 4, 5, 5, 7, 9, 12, 15, 20, 30, 39, 60, 99, 101, 149, 300, 1_000, 20_000)
_LEAVES = ("t", "x", "y", "u", "v", "L", "u_t", "u_x", "v_xx", "u_tx", "1", "2", "0.5", "3", "100")
_FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
_EVERY = (*_FUNCTIONS, "exp", "log", "abs", "sqrt")
_DERIVATIVES = ("d_t", "d_x", "d_xx", "d_tx", "d_xxxx", "d[x,3]", "d[t,x,y]", "laplacian", "div")
_POWERS = ("2", "3", "12", "-1", "-2", "0.5", "(1/3)", "100", "u", "-x", "L", "0", "(u_x)")


def attack(draw: random.Random) -> str:
    """One such text."""
    if draw.random() < 0.35:
        return draw.choice(_STRUCTURES)(draw, draw.choice(_SIZES))[:LARGEST]
    expressions = ", ".join(expression(draw) for _ in range(draw.choice([1, 1, 1, 2, 8])))
    return draw.choice(_PLACES).replace("@", expressions)[:LARGEST]


def equation(draw: random.Random) -> str:
    """The same as a single equation."""
    return f"{expression(draw)} = {expression(draw)}"[:LARGEST]


def expression(draw: random.Random, depth: int = 0) -> str:
    """An expression that costs more than it looks, mostly of others within it."""
    if depth > 2 or draw.random() < 0.15:
        return tree(draw, draw.choice([1, 3, 6, 15]))
    return draw.choice(_SHAPES)(draw, draw.choice(_SIZES), lambda: expression(draw, depth + 1))


def tree(draw: random.Random, size: int) -> str:
    """A random expression of about so many leaves."""
    if size <= 1:
        return draw.choice(_LEAVES)
    kind = draw.random()
    if kind < 0.25:
        return f"{draw.choice(_EVERY)}({tree(draw, size - 1)})"
    if kind < 0.4:
        return f"{draw.choice(_DERIVATIVES)}({tree(draw, size - 1)})"
    if kind < 0.55:
        return f"({tree(draw, size - 1)})^{draw.choice(_POWERS)}"
    left = draw.randint(1, size - 1)
    operator = draw.choice("+-**/")
    return f"({tree(draw, left)}){operator}({tree(draw, size - left)})"


Inner = Callable[[], str]


def _nest(before: str, after: str, times: int, inner: str) -> str:
    return before * times + inner + after * times


def _parentheses(draw: random.Random, size: int, inner: Inner) -> str:
    return _nest("(", ")", size, inner())


def _function(draw: random.Random, size: int, inner: Inner) -> str:
    name = draw.choice(_EVERY)
    more = draw.choice(["", "x*", "2*", "1+", "u+", "-", "1/", "x^"])
    return _nest(f"{name}({more}", ")", min(size, 200), inner())


def _mixed(draw: random.Random, size: int, inner: Inner) -> str:
    names = [draw.choice(_EVERY) for _ in range(min(size, 60))]
    return "".join(f"{n}(" for n in names) + inner() + ")" * len(names)


def _derived(draw: random.Random, size: int, inner: Inner) -> str:
    name = draw.choice(_DERIVATIVES)
    return _nest(
        f"{name}({draw.choice(['', 'u*', 'x*', 'u+', 'u_x*'])}", ")", min(size, 60), inner()
    )


def _vectors(draw: random.Random, size: int, inner: Inner) -> str:
    one = draw.choice(["div(u*grad(", "div(grad(", "laplacian((", "div(v^2*grad(", "curl(grad("])
    return _nest(one, "))", min(size, 30), inner())


def _tower(draw: random.Random, size: int, inner: Inner) -> str:
    return "^".join([inner(), *(draw.choice(_POWERS) for _ in range(min(size, 45)))])


def _powers(draw: random.Random, size: int, inner: Inner) -> str:
    start, power = draw.choice(["(", "(x*", "(1+", "(u+x*"]), draw.choice(_POWERS)
    return _nest(start, f")^{power}", min(size, 45), inner())


def _exploding(draw: random.Random, size: int, inner: Inner) -> str:
    """A power of a sum under a derivative of high order, which would be multiplied out."""
    summands = "+".join(draw.choice(_LEAVES) for _ in range(draw.choice([2, 3, 6, 20])))
    name, power = draw.choice(_DERIVATIVES), draw.choice(_POWERS)
    return f"{draw.choice(['', 'u*', 'u_x*', 'x*'])}{name}(({summands})^{power}*({inner()}))"


def _long(draw: random.Random, size: int, inner: Inner) -> str:
    sign = draw.choice("+-*/^")
    parts = [inner() for _ in range(min(3, size))]
    leaves = draw.choices([*_LEAVES, *parts], k=min(size, 5000))
    return sign.join(leaves)


def _ambiguous(draw: random.Random, size: int, inner: Inner) -> str:
    """Products of factors that are alike, in many orders."""
    factors = [f"({inner()})" for _ in range(2)] + ["u_x", "u", "x", "(u+x)", "(u-x)", "u_t"]
    return "*".join(draw.choices(factors, k=min(size, 40)))


def _numbers(draw: random.Random, size: int, inner: Inner) -> str:
    digits = "".join(draw.choices("0123456789", k=min(size, 3000)))
    form = draw.choice(["{}", "0.{}", "1e{}", "1e-{}", "{}.5", "1/{}", "2^{}", "{}^0.5", "{}*u"])
    return form.format(digits)


def _radicals(draw: random.Random, size: int, inner: Inner) -> str:
    base = draw.choice(["x", "u", "(u+x)", str(10**30 + draw.randrange(10**9)), inner()])
    return "*".join(f"({base} + {i})^{draw.choice(_POWERS)}" for i in range(min(size, 60)))


def _minus(draw: random.Random, size: int, inner: Inner) -> str:
    return draw.choice(["-", "- -", "2--"]) * size + inner()


def _brackets(draw: random.Random, size: int, inner: Inner) -> str:
    indices = ", ".join(
        draw.choice(["t", "x", "y", "2", "1", "9", "u"]) for _ in range(min(size, 99))
    )
    return f"d[{indices}]({inner()})"


_SHAPES: tuple[Callable[[random.Random, int, Inner], str], ...] = (
    *(_parentheses, _function, _function, _mixed, _derived, _derived, _vectors, _tower, _powers),
    *(_exploding, _exploding, _long, _long, _ambiguous, _numbers, _radicals, _minus, _brackets),
)
_PLACES = (
    *(DICTIONARY + "known { @ }", HEAD + "dictionary { @ }", HEAD + "dictionary { d_x(@) }"),
    *(HEAD + "dictionary { u*d_x(@) }", HEAD + "dictionary { (@)*d_tt(u^2) }"),
    *(DICTIONARY + "expect d_t(u) = @", DICTIONARY + "expect @ = 0", HEAD + "expect @ = 0"),
    *(DICTIONARY + "grammar { e ::= @ | u }", DICTIONARY + "grammar { e ::= e*e | @ }"),
    *("constants c = @\n" + DICTIONARY, DICTIONARY.replace("t,", "t in [@, 9],")),
    *(
        DICTIONARY + "grammar { e ::= const in [@, 1e6] }",
        HEAD + "dictionary { derivatives(@, 4) }",
    ),
    DICTIONARY.replace("dictionary {", "dictionary { a: @, a*x, "),
)


def _rules(draw: random.Random, size: int) -> str:
    form = draw.choice(
        [
            "r{i} ::= r{j}",
            "r{i} ::= r{j} + r{j}",
            "r{i} ::= r{j}*r{j} | t",
            "r{i} ::= r{j} | r{j} + t | u",
            "r{i} ::= r{k} + r{j} | x",
            "r{i} ::= sin(r{j}) | int in 1..{k} | u",
        ]
    )
    count = min(size, 3000)
    rules = [form.format(i=i, j=(i + 1) % count, k=draw.randrange(count)) for i in range(count)]
    return DICTIONARY + "grammar {\n" + "\n".join([*rules, f"r{count} ::= t"]) + "\n}"


def _alternatives(draw: random.Random, size: int) -> str:
    pool = ["t", "u*e", "e + e", "const", "int in 1..9", "e^(int in 1..5)", "sin(e)", "e/e", "e-e"]
    more = [tree(draw, 4) for _ in range(3)]
    return (
        DICTIONARY + "grammar { e ::= t | " + " | ".join(draw.choices(pool + more, k=size)) + " }"
    )


def _dictionary(draw: random.Random, size: int) -> str:
    form = draw.choice(["d_x(u^{i})", "n{i}: d_x({i}*u)", "{i}*u_x", "u^{i}*u_x", "d[x,{i}](u)"])
    form = draw.choice([form, "x^{i}*d_t(u)", "d_x(sin({i}*u))", "derivatives(u^{i}, 2)", "@"])
    terms = [form.format(i=i + 1).replace("@", tree(draw, 6)) for i in range(min(size, 3000))]
    return HEAD + "dictionary {\n" + "\n".join(terms) + "\n}"


def _names(draw: random.Random, size: int) -> str:
    form = draw.choice(["x{i}", "x" * min(size, 5000) + "{i}", "_{i}", "u_{i}", "é{i}", "𝑥{i}"])
    names = ", ".join(form.format(i=i) for i in range(min(size, 2000)))
    place = draw.choice(
        [
            f"coordinates {names}\nfields u\ndictionary {{ derivatives(u, 2) }}",
            f"coordinates t\nfields {names}\ndictionary {{ d_t(x1), d_t(u_1) }}",
            f"{DICTIONARY}constants " + ", ".join(f"{n} = 2" for n in names.split(", ")),
            f"{DICTIONARY}grammar g({names}) {{ e ::= t }}",
            f"{DICTIONARY}known {{ {names.replace(', ', '+')} }}",
        ]
    )
    return place


def _statements(draw: random.Random, size: int) -> str:
    line = draw.choice(
        [
            'title "a"\n',
            'export latex "a.tex"\n',
            "constants a = 2\n",
            "dictionary { d_t(u) }\n",
            "search genetic { seed = 3 }\n",
            "equation a {\n",
            "expect d_t(u) = u\n",
            "fields u\n",
            "known { u }\n",
            "foo\n",
            "}\n",
        ]
    )
    return DICTIONARY + line * size


def _blocks(draw: random.Random, size: int) -> str:
    """Very many equations, or equations within equations."""
    if draw.random() < 0.2:
        return HEAD + "equation a {\n" * size + "dictionary { d_t(u) }\n" + "}\n" * size
    parts = [
        f"equation e{i} {{\ndictionary {{ d_t({'uv'[i % 2]}), d_x({tree(draw, 3)}) }}\n}}"
        for i in range(min(size, 1500))
    ]
    return HEAD + "\n".join(parts)


def _measured(draw: random.Random, size: int) -> str:
    """Fields that are derivatives of fields, of each other, of themselves."""
    names = [f"w{i}" for i in range(min(size, 400))]
    form = draw.choice(["d_t({})", "d_x({})", "{}", "d_tx({})", "laplacian({})", "d_t({}) + u"])
    fields = ", ".join(f"{n} = {form.format(draw.choice(['u', n, *names]))}" for n in names)
    terms = f"d_t(u), d_t(w0), w1, {tree(draw, 3)}"
    return f"coordinates t, x\nfields u, {fields}\ndictionary {{ {terms} }}"


def _units(draw: random.Random, size: int) -> str:
    """Units that are long, or none."""
    pieces = [
        "m",
        "s",
        "kg",
        "/",
        "*",
        "^",
        "2",
        "-",
        "(",
        ")",
        " ",
        "µ",
        "°C",
        "%",
        "_",
        "\\",
        "1e9",
        "9",
    ]
    units = ["".join(draw.choices(pieces, k=min(size, 2000))) for _ in range(3)]
    return (
        f'coordinates t "{units[0]}", x "{units[1]}"\nfields u "{units[2]}"\n'
        f"dictionary {{ d_t(u), u*d_x(u), x^2*d_xx(u^3), {tree(draw, 3)} }}"
    )


def _characters(draw: random.Random, size: int) -> str:
    piece = draw.choice(
        ['"', "#", "{", "}", "(", "[", ",", "\n", " ", "é", "\u202e", "::=", "|", "-"]
    )
    before = draw.choice(
        ["", DICTIONARY, DICTIONARY + "known { ", 'title "', HEAD + "dictionary {"]
    )
    return before + piece * (size * 5) + draw.choice(["", "}", '"'])


def _ranges(draw: random.Random, size: int) -> str:
    parts = [f"int in {draw.randrange(5)}..{draw.choice([5, 99, 999, size])}" for _ in range(5)]
    form = " | ".join(f"t^({p})" for p in parts) + " | (" + ")*(".join(parts) + ")*e"
    return DICTIONARY + f"grammar {{ e ::= {form} | u }}"


_STRUCTURES: tuple[Callable[[random.Random, int], str], ...] = (
    *(_rules, _alternatives, _dictionary, _dictionary, _names, _statements, _characters, _ranges),
    *(_blocks, _measured, _units),
)
