"""Sizes above which a text is refused, so that none can hang the program that reads it."""

from __future__ import annotations

CHARACTERS = 100_000  # of a file; a specification is a page of text
TOKENS = 600  # of one piece: a line, a term, a rule
NESTING = 100  # brackets within brackets
DEPTH = 100  # operations within operations
NAME_LENGTH = 60
DIGITS = 40  # characters of one number
MAGNITUDE = 1e300  # of a number, and its reciprocal
EXPONENT = 100  # of a power
OPERATIONS = 500  # nodes of one expression once it is multiplied out as far as SymPy does
EXPRESSIONS = 4000  # nodes of all expressions of a file
ORDER = 8  # of a derivative
COORDINATES = 6
TERMS = 200  # of a dictionary
ALTERNATIVES = 500  # of one rule
MISTAKES = 50  # reported at once
