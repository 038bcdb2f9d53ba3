"""Fragments: a grammar without declarations around it, as the stock grammars are."""

from __future__ import annotations

from pdedsl.errors import SpecificationError
from pdedsl.language import source, syntax
from pdedsl.language.grammar import Grammar
from pdedsl.language.mistaken import Mistaken
from pdedsl.language.parser import read_statements
from pdedsl.language.scope import Scope
from pdedsl.language.templates import read_grammar

_WORDS = ("variable", "field", "coordinate")


def is_fragment(text: str) -> bool:
    """Whether a text is nothing but a grammar of no declared names."""
    statements, mistakes = read_statements(source.clean(text))
    if mistakes or [s.keyword.name for s in statements] != ["grammar"]:
        return False
    head = statements[0].head
    if not isinstance(head, syntax.GrammarHead) or statements[0].entries is None:
        return False
    return len(head.names) < 2 and all(name.name in _WORDS for name in head.arguments or ())


def parse_fragment(text: str, name: str = "<text>") -> Grammar:
    """The grammar of a fragment, each word for arguments standing for itself.

    Args:
        text: one for which `is_fragment` holds.
        name: what to call the text in mistakes.

    Raises:
        SpecificationError: all mistakes in its rules.
    """
    text = source.clean(text)
    statements, _ = read_statements(text)
    rules = tuple(e for e in statements[0].entries or () if isinstance(e, syntax.Rule))
    words = {word: (word,) for word in _WORDS}
    try:
        return read_grammar(rules, _WORDS, None, Scope(), words)
    except Mistaken as error:
        raise SpecificationError(error.mistakes, source.displayable(text), name) from None
