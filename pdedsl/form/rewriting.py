"""What comes of rewriting: terms and a rest, an obstruction, or no answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import sympy

from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.separation import Gradient


@dataclass(frozen=True)
class Rewriting:
    """The expression is the sum of the terms and of free(x, u).

    Attributes:
        terms: extended derivatives of order > 0.
        free: the rest, without derivatives.
    """

    terms: tuple[ExtendedDerivative, ...]
    free: sympy.Expr


class Kind(Enum):
    """Why an expression is not Variational-Ready."""

    PRODUCT = "a product of derivatives"
    CURL = "mixed derivatives of h disagree"
    FUNCTION = "a function of a derivative that is no power"


@dataclass(frozen=True)
class Obstruction:
    """Why the expression is no sum of a d^alpha[h] and a derivative-free rest.

    Attributes:
        kind: the condition that fails.
        left_over: what no term has, in jets: products of derivatives, the part with alpha, or the
            function of a derivative.
        taken: terms that were taken off before, because of higher derivatives in the expression,
            and whose expansion changed `left_over`.
        alpha: of the part whose gradient has a curl.
        gradient: its coefficients, one a field.
        pair: positions of the two fields whose mixed derivatives disagree.
    """

    kind: Kind
    left_over: sympy.Expr
    taken: tuple[ExtendedDerivative, ...] = ()
    alpha: MultiIndex | None = None
    gradient: Gradient = ()
    pair: tuple[int, int] = (0, 0)


class Undecided(Enum):
    """Why no answer was found."""

    ZERO = "whether a coefficient is zero was not decided"
    INTEGRAL = "it is Variational-Ready, but no h was found among elementary functions"
    SIZE = "it is too large"
