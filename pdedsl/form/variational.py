"""Variational-Ready or not: differential expressions as sums of a(x) d^alpha[h(x, u)], decided.

Let V be the sums of a d^alpha[h] with |alpha| > 0 and of a derivative-free g(x, u).

1. V is the set of sums of d^alpha[h_alpha(x, u)], alpha = 0 included: by Leibniz' rule, a
   d^alpha[h] is the sum over gamma <= alpha of
   (-1)^|gamma| C(alpha, gamma) d^(alpha - gamma)[h d^gamma a].
2. For |alpha| = m > 0, d^alpha[h] is the sum over j of (dh/du_j) d^alpha u_j and of what has only
   derivatives of order below m. So if F in V has order m > 0, and F = sum of d^alpha[h_alpha], then
   - an h_alpha with |alpha| > m has no dependence on u, since nothing cancels its derivatives of
     order |alpha|; its term is a function of x only and belongs to g;
   - F is of first degree in the derivatives of order m, and the coefficient of d^alpha u_j is
     dh_alpha/du_j: a function c_j of (x, u) alone, with dc_j/du_k = dc_k/du_j.
3. Conversely let F be of order m, with such coefficients. Then each alpha has an h with gradient c
   (where the domain has no holes), and any two differ by a function of x only, which changes
   d^alpha[h] by a function of x only. F less all d^alpha[h] is of lower order, and it is in V if
   and only if F is, since V is a linear space. The same holds for a d^alpha[f] in place of
   d^alpha[h] where c = a(x) df/du, and for any sum of such, since they are in V by 1 and have the
   same part of order m.

So taking off the highest order again and again decides: F is in V if and only if that ends with
a derivative-free rest, whatever h, and whatever split of c into a and f, is chosen on the way. What
stops it - a product of derivatives that has one of order m, or a gradient with a curl - proves that
F is not in V. The decision needs derivatives of c only (see `bound_part`); h is found by
integration afterwards, which may fail.

Derivatives are those of distributions, and d^alpha[h] is what the chain rule says only if the
derivatives of c of an order below m - 1 are continuous: |u| u_xx + sign(u) u_x^2 is d_xx(u |u|)/2,
but sign(u) u_xx is not d_xx|u|, which has a peak where u is zero. Where an absolute value makes
them jump, nothing is decided.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import sympy

from pdedsl.form.antiderivative import potential, without_absolute_logarithms
from pdedsl.form.differential_polynomial import (
    Monomial,
    NotDecided,
    NotPolynomial,
    Polynomial,
    TooLarge,
    expression_of,
    polynomial,
    subtract,
)
from pdedsl.form.jet import JetSpace
from pdedsl.form.kink import kinks
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.piece import Piece
from pdedsl.form.presentation import gathered
from pdedsl.form.rewriting import Kind, Obstruction, Rewriting, Undecided
from pdedsl.form.separation import Gradient, curl, separate
from pdedsl.form.slope import algebraic_slope, in_factors, jumps
from pdedsl.form.vanishing import exponentials_merged, is_zero, multiplied_out, vanishes_nearby

CHOICES = 16  # ways of writing that are compared
SLOPES = 32  # of which it is kept whether they vanish


def rewrite(expression: sympy.Expr, space: JetSpace) -> Rewriting | Obstruction | Undecided:
    """The expression as extended derivatives and a derivative-free rest, or why there are none.

    Decided for polynomials in the derivatives with elementary coefficients, up to what
    `Undecided` names; decimals are taken as written. Of the ways of writing that come of choosing
    a d^alpha[f] or d^alpha[a f] for each term, the first with the fewest terms is returned. Every
    rewriting has been expanded again and compared.

    Args:
        expression: in jets, or in SymPy's derivatives of u(t, x).
        space: its coordinates and fields; other symbols are constants.

    Source: Kacprzyk, Qian, van der Schaar 2023, definitions 1 and 2; proof above.

    >>> x, u = sympy.symbols("x u", real=True)
    >>> space = JetSpace((x,), (u,))
    >>> u_x = space.symbol(u, MultiIndex((1,)))
    >>> [(term.a, term.h) for term in rewrite(u * u_x, space).terms]
    [(1/2, u**2)]
    >>> rewrite(u_x**2, space).left_over
    u[1]**2
    """
    exact = exactly(space.from_derivatives(expression))
    try:
        whole = polynomial(exact, space)
        found = _reduce(whole, space, (), CHOICES)
        if isinstance(found, Rewriting) and not _expands_to(found, exact, space):
            return Undecided.ZERO
    except NotPolynomial as error:
        return _beyond_polynomials(exact, error.factor, space)
    except (NotDecided, ArithmeticError):
        return Undecided.ZERO
    except TooLarge:
        return Undecided.SIZE
    return found


def exactly(expression: sympy.Expr) -> sympy.Expr:
    """The expression with its decimals as fractions: 0.1 is 1/10."""
    decimals = expression.atoms(sympy.Float)
    return expression.xreplace({d: sympy.Rational(repr(float(d))) for d in decimals})


def _reduce(
    rest: Polynomial, space: JetSpace, taken: tuple[Piece, ...], choices: int
) -> Rewriting | Obstruction | Undecided:
    """Take off the highest order, in each of several ways, and go on with what is left."""
    order = max((_order(m, space) for m in rest), default=0)
    if order == 0:
        if any(piece.h is None for piece in taken):
            return Undecided.INTEGRAL
        terms = [(p.alpha, p.a, p.h) for p in taken if p.h is not None]
        return Rewriting(gathered(terms, space), exponentials_merged(rest.get((), sympy.S.Zero)))
    products = {m: c for m, c in rest.items() if len(m) > 1 and _order(m, space) == order}
    if products:
        return _obstruction(Kind.PRODUCT, products, taken, space)
    pieces: list[Piece] = []
    for alpha, gradient in _gradients(rest, order, space).items():
        pair = curl(gradient, space)
        if pair is not None:
            part = {m: c for m, c in rest.items() if len(m) == 1 and _alpha(m, space) == alpha}
            found = _obstruction(Kind.CURL, part, taken, space)
            return replace(found, alpha=alpha, gradient=gradient, pair=pair)
        if any(_jumps_below(c, order - 1, space) for c in gradient):
            return Undecided.ZERO
        for a, f in separate(gradient, space):
            h = potential(f, space.fields)
            known = h is not None and not _jumps_on_the_way(h, space)
            pieces.append(Piece(alpha, a, f, h if known else None))
    return _shortest(rest, space, taken, pieces, choices)


def _shortest(
    rest: Polynomial,
    space: JetSpace,
    taken: tuple[Piece, ...],
    pieces: list[Piece],
    choices: int,
) -> Rewriting | Obstruction | Undecided:
    """The best of the ways to go on; that there is one, or none, does not depend on the way."""
    ways = _ways(pieces, space)[: max(choices, 1)]
    best: Rewriting | None = None
    for way in ways:
        left = rest
        for piece in way:
            left = subtract(left, piece.expanded(space))
        found = _reduce(left, space, (*taken, *way), choices // len(ways))
        if not isinstance(found, Rewriting):
            return found
        if best is None or _length(found) < _length(best):
            best = found
    assert best is not None, "there is always one way"
    return best


def _ways(pieces: list[Piece], space: JetSpace) -> list[tuple[Piece, ...]]:
    """All factors before the derivatives; then all inside; then one inside."""
    inside = [piece.inside(space) for piece in pieces]
    movable = [i for i, moved in enumerate(inside) if moved is not None]
    sets = [set[int](), set(movable), *({i} for i in movable)]
    chosen = [s for i, s in enumerate(sets) if s not in sets[:i]]
    return [tuple((inside[i] or p) if i in s else p for i, p in enumerate(pieces)) for s in chosen]


def _length(found: Rewriting) -> int:
    return len(found.terms) + (found.free != 0)


def _gradients(rest: Polynomial, order: int, space: JetSpace) -> dict[MultiIndex, Gradient]:
    """For each alpha of an order, the coefficients of the fields' derivatives."""
    result: dict[MultiIndex, list[sympy.Expr]] = {}
    for monomial, coefficient in rest.items():
        jet = space.find(monomial[0]) if len(monomial) == 1 else None
        if jet is not None and jet.alpha.order == order:
            row = result.setdefault(jet.alpha, [sympy.S.Zero] * len(space.fields))
            row[space.fields.index(jet.field)] = coefficient
    ordered = sorted(result, key=lambda alpha: tuple(-n for n in alpha.orders))
    return {alpha: tuple(result[alpha]) for alpha in ordered}


def _obstruction(
    kind: Kind, left: Polynomial, taken: tuple[Piece, ...], space: JetSpace
) -> Obstruction:
    concerned = [p for p in taken if not left.keys().isdisjoint(p.expanded(space))]
    terms = gathered([(p.alpha, p.a, p.h) for p in concerned if p.h is not None], space)
    return Obstruction(kind, expression_of(left), terms)


def _beyond_polynomials(
    expression: sympy.Expr, factor: sympy.Expr, space: JetSpace
) -> Rewriting | Obstruction | Undecided:
    """What is in V has degree at most its order in each derivative; proved to have not, or not."""
    order = space.order(expression)
    if _is_small(expression) and order <= CHOICES:
        for symbol in space.derivatives(factor):
            if _degree_is_above(order, expression, symbol):
                return Obstruction(Kind.FUNCTION, factor)
    if _is_small(expression) and kinks(expression, space.derivatives(expression)):
        return Obstruction(Kind.FUNCTION, factor)
    cancelled = sympy.cancel(sympy.together(expression)) if _is_small(expression) else expression
    if cancelled != expression and cancelled.is_polynomial(*space.derivatives(cancelled)):
        return rewrite(cancelled, space)
    return Undecided.ZERO


def _degree_is_above(degree: int, expression: sympy.Expr, symbol: sympy.Symbol) -> bool:
    """Whether it is proved to be no polynomial of at most this degree in a symbol."""
    slope = sympy.Add(*(s for s in sympy.Add.make_args(expression) if symbol in s.free_symbols))
    if slope.could_extract_minus_sign():
        slope = -slope
    for _ in range(degree + 1):
        slope = algebraic_slope(slope, symbol)
    return _slope_vanishes(slope) is False


@lru_cache(maxsize=SLOPES)
def _slope_vanishes(slope: sympy.Expr) -> bool | None:
    """Whether a slope is zero: asked again for each symbol of a sum, and with other summands."""
    return is_zero(in_factors(slope))


def _is_small(expression: sympy.Expr) -> bool:
    return sympy.count_ops(expression) <= CHOICES * 4


def _jumps_below(c: sympy.Expr, order: int, space: JetSpace) -> bool:
    """Whether a derivative of an order below this may jump for an absolute value in it."""
    slopes = {multiplied_out(without_absolute_logarithms(c))}
    if not any(s.has(sympy.Abs) for s in slopes):
        return False
    for _ in range(order):
        if any(jumps(s) for s in slopes):
            return True
        symbols = (*space.coordinates, *space.fields)
        slopes = {multiplied_out(algebraic_slope(s, x)) for s in slopes for x in symbols}
    return False


def _jumps_on_the_way(h: sympy.Expr, space: JetSpace) -> bool:
    """Whether an arctangent is of something over a coordinate: atan(u/x) jumps where x is zero."""
    below = (sympy.fraction(sympy.together(f.args[0]))[1] for f in h.atoms(sympy.atan))
    return any(not b.free_symbols.isdisjoint(space.coordinates) for b in below)


def _expands_to(found: Rewriting, written: sympy.Expr, space: JetSpace) -> bool:
    """Whether the derivatives of the terms, carried out, give the expression again.

    That they do follows from the gradients; it is looked at again in values, and by algebra where
    there are none.
    """
    total = sympy.Add(found.free, *map(space.expand, found.terms))
    nothing = vanishes_nearby(total - written)
    if nothing is None:
        return not subtract(polynomial(written, space), polynomial(total, space))
    return nothing


def _order(monomial: Monomial, space: JetSpace) -> int:
    return max((jet.alpha.order for jet in map(space.find, monomial) if jet), default=0)


def _alpha(monomial: Monomial, space: JetSpace) -> MultiIndex | None:
    jet = space.find(monomial[0])
    return None if jet is None else jet.alpha
