"""What to write in place of characters that the language has not."""

from __future__ import annotations

import unicodedata

_LOOKALIKES = {
    "×": "write *",
    "·": "write *",
    "⋅": "write *",
    "∙": "write *",
    "÷": "write /",
    "−": "write -",
    "–": "write -",
    "—": "write -",
    "√": "write sqrt( )",
    "∂": "a derivative is written d_x(u)",
    "Δ": "write laplacian(u)",
    "∇": "write grad(u), div( ) of a vector, or laplacian(u) for its square",
    "“": 'quotes are written "',
    "”": 'quotes are written "',
    "„": 'quotes are written "',
    "'": 'quotes are written "',
    "‘": 'quotes are written "',
    "’": "derivatives are written d_t(u)",
    ";": "a statement, term or rule ends with its line",
    "%": "a percentage is written 0.1, a comment begins with #",
    "[": "write (",
    ".": "numbers are written 0.5, ranges of whole numbers 1..3",
    "α": "write alpha",
    "β": "write beta",
    "γ": "write gamma",
    "θ": "write theta",
    "λ": "write lambda",
    "μ": "write mu",
    "ν": "write nu",
    "ρ": "write rho",
    "σ": "write sigma",
    "φ": "write phi",
    "ω": "write omega",
}

_ALLOWED = "letters a-z, digits and _ make names"


def lookalike(character: str) -> str:
    """The remedy for a character: the ASCII that is meant by it, else its name.

    >>> lookalike("×"), lookalike("⁴"), lookalike("（")
    ('write *', 'write ^4', 'write (')
    >>> lookalike("\N{CYRILLIC SMALL LETTER A}")
    'it is cyrillic small letter a; letters a-z, digits and _ make names'
    """
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    if character.isascii() or len(character) > 1:
        return _ALLOWED
    plain = unicodedata.normalize("NFKC", character)
    if plain.isascii():
        raised = unicodedata.decomposition(character).startswith("<super>")
        return f"write {'^' if raised else ''}{plain}"
    name = unicodedata.name(character, "").lower()
    return f"it is {name}; {_ALLOWED}" if name else _ALLOWED
