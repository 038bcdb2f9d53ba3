"""Write pde.tmLanguage.json, the TextMate grammar, from the words of the Pygments lexer."""

import json
from pathlib import Path

from pdedsl import highlighting as h

FILE = Path(__file__).with_name("pde.tmLanguage.json")


def rule(name, pattern):
    """One pattern and the scope of what it matches."""
    return {"name": f"{name}.pde", "match": pattern}


def grammar():
    """The grammar; the first pattern that matches counts."""
    keyword = rf"(?:^|(?<=\{{))\s*(?:{'|'.join(h.STATEMENTS)})\b{h.BEGINS}|^\s*grammar\b(?=\s*\()"
    functions, derivatives = "|".join(h.FUNCTIONS), "|".join(h.DERIVATIVES)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "pdedsl",
        "scopeName": "source.pde",
        "fileTypes": ["pde"],
        "patterns": [
            rule("comment.line.number-sign", r"#.*$"),
            rule("string.quoted.double", r'"(?:""|[^"])*"'),
            rule("keyword.control", keyword),
            rule("entity.name.function.rule", rf"\b{h.NAME}(?=\s*::=)"),
            rule("entity.name.tag", rf"\b{h.NAME}(?=\s*:)"),
            rule("support.function.derivative", rf"\b(?:{h.DERIVATIVE})"),
            rule("support.function.derivative", rf"\b(?:{derivatives})\b(?=\s*\()"),
            rule("support.function", rf"\b(?:{functions})\b"),
            rule("constant.language", rf"\b(?:{'|'.join(h.GRAMMAR_WORDS)})\b"),
            rule("keyword.operator.word", rf"\b(?:{h.IN}|{h.DATA_WORD})"),
            rule("variable.other", rf"\b{h.NAME}"),
            rule("constant.numeric", rf"{h.NUMBER}|[0-9]+"),
            rule("keyword.operator", r"::=|\.\.|\*\*|[-+*/^=|]"),
            rule("punctuation", r"[(){}\[\],:]"),
        ],
    }


def text():
    """The file that should be there."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
