"""Whether the unit of a measured derivative is that of the derivative it is said to be."""

from __future__ import annotations

from collections.abc import Sequence

from pdedsl.errors import Mistake
from pdedsl.form import Coordinate, Field
from pdedsl.form.same_units import is_same_unit
from pdedsl.form.units import derivative_unit, read_unit, unit_text
from pdedsl.language import syntax
from pdedsl.language.equation_text import format_definition
from pdedsl.language.nearest import shown


def unit_mistakes(
    nodes: Sequence[syntax.Field], coordinates: Sequence[Coordinate], fields: Sequence[Field]
) -> list[Mistake]:
    """Measured derivatives that are declared in another unit than follows from their definition.

    Nothing is said where a unit is missing, or not simple enough to be compared.

    Args:
        nodes: the fields as written.
        coordinates: with their units.
        fields: with their units and definitions.
    """
    written = {n.name.name: n.unit for n in reversed(nodes) if n.unit is not None}
    symbols = tuple(x.symbol for x in coordinates)
    mistakes = []
    for field in fields:
        following = (
            None
            if field.definition is None
            else derivative_unit(field.definition, coordinates, fields)
        )
        declared = read_unit(field.unit)
        if declared is None or following is None or is_same_unit(declared, following):
            continue
        name, unit, right = field.symbol.name, written[field.symbol.name], unit_text(following)
        definition = shown(format_definition(field, symbols) or "")
        message = f"{shown(name)} is in {shown(unit.value)}, but {definition} is in {right}"
        remedy = f'write "{right}"; data in any other unit have to be converted first'
        mistakes.append(Mistake(message, unit.span, remedy))
    return mistakes
