"""Write the parts of language.md that the code decides: grammar, options, functions, limits.

`python docs/make_language.py` writes them anew between their marks; all else is written by hand.
"""

import re
from dataclasses import fields
from pathlib import Path

from pdedsl.language import limits
from pdedsl.language.checks import PerField
from pdedsl.language.layout import STATEMENTS
from pdedsl.language.locate import grammars_folder
from pdedsl.language.options import Options, defaults, option_checks
from pdedsl.language.scope import FUNCTION_NAMES

PAGE = Path(__file__).with_name("language.md")
_PIECE = re.compile(r'->\s*\w+|"[^"]*"|/(?:\\.|[^/\\])+/|[A-Za-z_]+|\S')


def rules():
    """The rules of the `.lark` files by name, as lists of pieces of text."""
    found, name = {}, None
    for file in ("pde.lark", "expression.lark"):
        text = (grammars_folder() / file).read_text(encoding="utf-8")
        for line in re.sub(r"(?m)(^|\s)//.*|^%.*", "", text).splitlines():
            begins = re.match(r"\??([A-Za-z_]+)(?:\.-?\d+)?:", line)
            if begins:
                name = begins[1]
                found[name] = []
            body = line[begins.end() :] if begins else line
            if name:
                found[name] += [p for p in _PIECE.findall(body) if not p.startswith("->")]
    return found


def in_ebnf(pieces, signs):
    """The pieces of a rule in EBNF, terminals that are signs written out."""
    text = " ".join(signs.get(piece, piece) for piece in pieces)
    while "[" in re.sub(r'"[^"]*"', "", text):
        text = re.sub(r'(?<!")\[ ([^\[\]]*) \](?!")', r"( \1 )?", text)
    text = re.sub(r'\( ([\w"]+) \)\?', r"\1?", text)
    text = re.sub(r"(?<!\")\( ", "(", text)
    return re.sub(r" \)(?!\")| (?=[*?+](?:$|[ )]))", lambda m: m[0].strip(), text)


def is_sign(pieces):
    """Whether a terminal is made of quoted signs only."""
    return all(piece.startswith('"') or piece == "|" for piece in pieces)


def wrapped(name, body):
    """A rule with an alternative a line where there are several."""
    alternatives = re.split(r" \| (?![^()]*\))", body)
    return f"{name:<12} ::= " + ("\n" + " " * 13 + "| ").join(alternatives)


def ebnf():
    """The grammar: statements from the table of the layout, pieces from the `.lark` files."""
    every = rules()
    signs = {
        name: " ".join(pieces) if len(pieces) == 1 else f"({' '.join(pieces)})"
        for name, pieces in every.items()
        if name.isupper() and pieces and is_sign(pieces)
    }
    lines = [
        wrapped("text", "(statement? NEWLINE)*"),
        wrapped("statement", " | ".join([*statements(part=False), "part"])),
        wrapped("parts", "(part? NEWLINE)*"),
        wrapped("part", " | ".join(statements(part=True))),
        wrapped("terms", 'term (("," | NEWLINE) term)*'),
        wrapped("rules", "rule (NEWLINE rule)*"),
        wrapped("settings", '(setting (("," | NEWLINE) setting)*)?'),
        wrapped("entries", '(entry (("," | NEWLINE) entry)*)?'),
        *(
            wrapped(name, in_ebnf(pieces, signs))
            for name, pieces in every.items()
            if name.islower() and pieces
        ),
        *(wrapped(name, " ".join(every[name])) for name in ("NAME", "NUMBER", "STRING")),
    ]
    return "```ebnf\n" + "\n".join(line.rstrip() for line in lines) + "\n```"


def statements(*, part):
    """Those that are about one equation, or all others."""
    return [statement(k, s) for k, s in STATEMENTS.items() if s.part == part]


def statement(keyword, shape):
    """A keyword, what follows it, and its block."""
    head = "" if shape.head == "nothing" else f" {shape.head}"
    if shape.block == "none":
        return f'"{keyword}"{head}'
    plural = {"expression": "expression", "entry": "entries", "statement": "parts"}
    entries = plural.get(shape.entry, f"{shape.entry}s")
    block = f'"{{" {entries} "}}"'
    return f'"{keyword}"{head} {block if shape.block == "required" else f"({block})?"}'


def options():
    """A table of every option: what it takes, its defaults, its meaning."""
    lines = [
        "| option | takes | default | with `method paper` | meaning |",
        "|---|---|---|---|---|",
    ]
    ours, papers = defaults("calibrated"), defaults("paper")
    for group in (f.name for f in fields(Options)):
        mine, theirs = getattr(ours, group), getattr(papers, group)
        meanings = attributes(type(mine).__doc__)
        for name, check in option_checks(mine).items():
            first, second = (check.write(getattr(g, name)) for g in (mine, theirs))
            shown = "" if first == second else f"`{second}`"
            meaning = meanings.get(name, type(mine).__doc__.split("\n")[0].rstrip("."))
            meaning = meaning.replace("None", f"`{getattr(check, 'unset', None)}`")
            lines.append(f"| `{group}.{name}` | {takes(check)} | `{first}` | {shown} | {meaning} |")
    return "\n".join(lines)


def attributes(doc):
    """The meanings of attributes by name, from a docstring."""
    _, _, listed = doc.partition("Attributes:\n")
    found = re.findall(r"^\s{8}(\w+): (.*(?:\n\s{12}.*)*)", listed, re.M)
    return {name: re.sub(r"\s+", " ", text).rstrip(".") for name, text in found}


def takes(check):
    """What an option takes, in the words with which another value is refused."""
    if isinstance(check, PerField):
        return f"{takes(check.common)}, and the same for one field, or for each sample of it"
    many = hasattr(check, "each")
    try:
        (check.each if many else check).read(object(), 1)
    except ValueError as error:
        text = str(error)
    else:
        raise AssertionError("an object is no value")
    text = re.sub(r"\b([a-z]+_?[a-z]+)(?=, |$)", r"`\1`", text) if "one of" in text else text
    if many:
        text += f", or one for each coordinate in parentheses, or {check.unset}"
    return text


def functions():
    """The functions of the language."""
    return ", ".join(f"`{name}`" for name in FUNCTION_NAMES)


def sizes():
    """A table of the limits, from the comments beside them."""
    text = Path(limits.__file__).read_text(encoding="utf-8")
    lines = ["| limit | of what |", "|---:|---|"]
    for name, comment in re.findall(r"^([A-Z_]+) = \S+(?:  # (.*))?$", text, re.M):
        words = name.lower().replace("_", " ")
        value = getattr(limits, name)
        number = f"{value:,}" if isinstance(value, int) and value < 10**9 else f"{value:.0e}"
        lines.append(f"| {number} | {words}{comment and f': {comment}'} |")
    return "\n".join(lines)


PARTS = {"grammar": ebnf, "options": options, "functions": functions, "limits": sizes}


def made(page):
    """The page with its parts written anew."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name}: made by make_language.py -->", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        assert found, f"no marks of {name}"
        page = f"{before}{begin}\n{make()}\n{end}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
