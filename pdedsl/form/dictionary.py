"""The dictionary: which extended derivatives the derivative-bound part may use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy

from pdedsl.errors import FormError
from pdedsl.form.extended_derivative import ExtendedDerivative


@dataclass(frozen=True)
class Dictionary:
    """A finite sequence of distinct extended derivatives, in the order the user wrote them.

    The paper asks for |alpha| > 0 in every term, and yet uses plain u in its experiments.
    Here a zero-order term is allowed as long as the derivative-free part cannot contain it;
    `zero_order_overlap` names those that it could.
    """

    terms: tuple[ExtendedDerivative, ...]

    def __post_init__(self) -> None:
        """Refuse an empty dictionary, and one that holds a term twice."""
        if not self.terms:
            raise FormError("the dictionary has no terms")
        seen: dict[ExtendedDerivative, int] = {}
        for position, term in enumerate(self.terms):
            if term in seen:
                raise FormError(f"terms {seen[term] + 1} and {position + 1} are the same")
            seen[term] = position

    def __len__(self) -> int:
        return len(self.terms)

    def __iter__(self) -> Iterator[ExtendedDerivative]:
        return iter(self.terms)

    def __getitem__(self, position: int) -> ExtendedDerivative:
        return self.terms[position]

    @property
    def order(self) -> int:
        """The highest total order of a derivative."""
        return max(term.alpha.order for term in self.terms)

    def subset(self, positions: tuple[int, ...]) -> Dictionary:
        """The dictionary of the named positions only."""
        return Dictionary(tuple(self.terms[p] for p in positions))


def zero_order_overlap(
    dictionary: Dictionary, arguments: tuple[sympy.Symbol, ...]
) -> tuple[ExtendedDerivative, ...]:
    """Zero-order terms that a derivative-free part in these arguments could express as well."""
    allowed = set(arguments)
    return tuple(
        term
        for term in dictionary
        if term.is_zero_order and (term.a * term.h).free_symbols <= allowed
    )
