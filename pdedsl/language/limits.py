"""Sizes above which a text is refused, so that none can hang the program that reads it."""

from __future__ import annotations

CHARACTERS = 100_000  # of a file; a specification is a page of text
TOKENS = 5_000  # of a file
PIECE = 600  # tokens of a line, a term, an alternative of a rule, without parentheses
NESTING = 100  # brackets within brackets
DEPTH = 40  # operations within operations
WORK = 3_000  # of all expressions together, as depth.work measures it
NAME_LENGTH = 60
RADICAND = 10**12  # largest whole number whose root is kept exact
DIGITS = 40  # characters of one number
MAGNITUDE = 1e300  # of a number, and its reciprocal
EXPONENT = 100  # of a power
OPERATIONS = 500  # nodes of one expression once it is multiplied out as far as SymPy does
REAL_PART = 50  # of what sinh, cosh, tanh, or powers of powers are of, as real_part_size has it
ORDER = 8  # of a derivative
COORDINATES = 6
EQUATIONS = 20  # blocks of a text
SUMMANDS = 150  # of derivatives that are carried out
NODES_OF_SUMMAND = 6  # on average
REWRITING = 4_000  # of all entries of a dictionary together, as rewriting_cost.cost measures it
TERMS = 200  # of a dictionary
COMPARED = 5_000  # of the terms that may add up to each other, as same_terms has it
ALTERNATIVES = 500  # of one rule
HEIGHT = 100  # operations of one alternative within each other; t + u + x has two
CHAIN = 200  # rules and operations within each other in the least expression of a rule
OPERANDS = 16  # rules and whole numbers in one alternative
WHOLE_NUMBERS = 1_000  # of all `int in` ranges of a grammar
MISTAKES = 20  # reported at once
MISTAKES_OF_NONE = 3  # likewise, of a text without a single statement
