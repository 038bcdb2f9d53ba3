"""The equations of a text: what each may be made of, with every mistake on the way.

A text without `equation` blocks has one equation, whose statements stand among the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from pdedsl.errors import Mistake, Span
from pdedsl.language import limits, syntax
from pdedsl.language.equation_block import START, read_block, rewriting_cost
from pdedsl.language.layout import STATEMENTS
from pdedsl.language.nearest import shown
from pdedsl.language.scope import Scope
from pdedsl.language.specification import EQUATION, EquationBlock
from pdedsl.language.statements import Statements


def read_blocks(
    statements: Statements, scope: Scope, mistakes: list[Mistake], *, complete: bool
) -> tuple[EquationBlock, ...]:
    """The equations in the order of the text, at least one.

    Args:
        statements: of the whole text.
        scope: the declared names.
        mistakes: found so far; what is found here is added.
        complete: whether nothing was found before, so that what is missing is missing.
    """
    found = statements.all("equation")
    if not found:
        return (
            read_block(
                statements, syntax.Name(EQUATION, START), scope, mistakes, complete=complete
            ),
        )
    mistakes.extend(_outside(statements))
    mistakes.extend(_names(found))
    mistakes.extend(m for each in found for m in _inside(each))
    if len(found) > limits.EQUATIONS:
        span = found[limits.EQUATIONS].keyword.span
        message = f"more than {limits.EQUATIONS} equations"
        mistakes.append(Mistake(message, span, "write several files"))
    blocks, spent = list[EquationBlock](), 0
    for each in found[: limits.EQUATIONS]:
        name = each.head.name if isinstance(each.head, syntax.Name) else EQUATION
        inner = Statements(each.inner)
        mistakes.extend(inner.mistakes)
        head = syntax.Name(name, each.keyword.span)
        block = read_block(inner, head, scope, mistakes, complete=complete, spent=spent)
        blocks.append(block)
        spent += rewriting_cost(inner, scope)
    return tuple(blocks)


def _outside(statements: Statements) -> list[Mistake]:
    """Statements about one equation that stand outside, where there are blocks."""
    parts = [keyword for keyword, shape in STATEMENTS.items() if shape.part]
    return [
        Mistake(
            f"{s.keyword.name} outside of the equation blocks",
            s.keyword.span,
            "move it into the block of the equation that it is about",
        )
        for s in statements.all(*parts)
    ]


def _inside(block: syntax.Statement) -> list[Mistake]:
    """Statements inside of a block that are about the whole text."""
    return [
        Mistake(
            f"{s.keyword.name} inside of an equation block",
            s.keyword.span,
            "move it out of the block: it holds for all equations",
        )
        for s in block.inner
        if not STATEMENTS[s.keyword.name].part
    ]


def _names(blocks: Sequence[syntax.Statement]) -> list[Mistake]:
    """What is wrong with the names of blocks: too long, or given before."""
    seen: dict[str, Span] = {}
    mistakes = []
    for name in (b.head for b in blocks if isinstance(b.head, syntax.Name)):
        if len(name.name) > limits.NAME_LENGTH:
            message = f"a name of more than {limits.NAME_LENGTH} characters"
            mistakes.append(Mistake(message, name.span, "shorten it"))
        elif name.name in seen:
            message = f"there are two equations {shown(name.name)}"
            remedy = f"the other is in line {seen[name.name].line}: choose another name"
            mistakes.append(Mistake(message, name.span, remedy))
        seen.setdefault(name.name, name.span)
    return mistakes
