"""Fields that are measured derivatives of others: v where v = d_t(u) was measured beside u."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from pdedsl.form.jet import Jet, JetSpace


def in_other_fields(
    expression: sympy.Expr, space: JetSpace, definitions: Mapping[sympy.Symbol, Jet]
) -> sympy.Expr:
    """An expression in jets with every measured derivative written as what it is: v_x as u_tx.

    Args:
        expression: in jets of all fields.
        space: coordinates and fields.
        definitions: by field, of which derivative of another field it is the measurement.
    """
    replaced = {}
    for symbol in expression.free_symbols:
        jet = space.find(symbol)
        defined = None if jet is None else definitions.get(jet.field)
        if jet is not None and defined is not None:
            replaced[symbol] = space.symbol(defined.field, defined.alpha + jet.alpha)
    return expression.xreplace(replaced)


def in_measured_fields(
    expression: sympy.Expr, space: JetSpace, definitions: Mapping[sympy.Symbol, Jet]
) -> sympy.Expr | None:
    """An expression in jets of other fields without derivatives: u u_t as u v; None if it has some.

    Args: as those of `in_other_fields`.
    """
    names = {space.symbol(jet.field, jet.alpha): v for v, jet in definitions.items()}
    found = expression.xreplace(names)
    return None if space.derivatives(found) else found
