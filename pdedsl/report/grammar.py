"""The grammar of g as understood, with what it can make, for `pdedsl check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np
from rich.console import Console

from pdedsl.language import (
    Grammar,
    Specification,
    derive,
    expression_counts,
    format_expression,
    format_rule,
    format_template,
    grammar_notes,
    minimum_depths,
)

EXAMPLES = 10
"""How many expressions are shown."""

ATTEMPTS = 500
"""How many are drawn at most to find so many different ones."""

HEIGHTS = 4
"""In how many heights they are drawn, the least that the grammar allows and the next ones."""

DRAWN = 100_000
"""Characters after which no more are drawn, whatever they are."""

WIDEST = 100
"""Most characters of an expression that is shown, unless the grammar has no shorter ones."""

SIZES = (5, 10, 20)
"""Up to which sizes expressions are counted."""

EXACT = 10**9
"""From where on a count is rounded."""


def show_grammar(specification: Specification, console: Console) -> None:
    """Print the rules, what in them may not be meant, how much they make, and examples of it."""
    grammar, known = specification.grammar, specification.problem.known
    if grammar is None:
        console.print(f"g = {format_expression(known)}")
        return
    console.print(f"g({', '.join(grammar.arguments)})")
    if known != 0:
        console.print(f"  known of it: {format_expression(known)}")
    lines = [
        *(f"  {line}" for rule in grammar.rules for line in format_rule(rule).splitlines()),
        *(f"note: {note}" for note in grammar_notes(grammar)),
        f"distinct expressions: {_counted(grammar)}",
        f"such as, at random with seed {specification.options.search.seed}:",
        *(f"  {text}" for text in examples(grammar, specification.options.search.seed)),
    ]
    for line in lines:
        console.print(line)


def _counted(grammar: Grammar) -> str:
    """The counts up to some sizes, and what they count."""
    totals = list(accumulate(expression_counts(grammar, SIZES[-1])))
    reached = [n for n in SIZES if n <= len(totals)] or [len(totals)]
    if reached[-1] < len(totals):
        reached.append(len(totals))
    texts = [f"{_written(totals[n - 1])} of up to {n}" for n in reached if n]
    return f"{', '.join(texts)} names, numbers and operations" if texts else "too many to count"


def _written(count: int) -> str:
    return f"{count:,}" if count < EXACT else f"about {count:.1e}"


def examples(grammar: Grammar, seed: int) -> tuple[str, ...]:
    """Up to `EXAMPLES` different expressions of a grammar, the same for the same seed.

    Every alternative is drawn as often as any other that ends within a height, and heights from
    the least that the grammar allows. Fewer are shown where the grammar has no more.
    """
    found: dict[str, None] = {}
    for text in _drawn(grammar, seed):
        if len(text) <= WIDEST:
            found[text] = None
        if len(found) == EXAMPLES:
            break
    return tuple(found) or (next(_drawn(grammar, seed)),)


def _drawn(grammar: Grammar, seed: int) -> Iterator[str]:
    rng = np.random.default_rng(seed)

    def choice(choices: Sequence[object]) -> object:
        return choices[int(rng.integers(len(choices)))]

    least = minimum_depths(grammar)[grammar.start]
    length = 0
    for attempt in range(ATTEMPTS):
        text = format_template(derive(grammar, choice, least + attempt % HEIGHTS))
        yield text
        length += len(text)
        if length > DRAWN:
            return
