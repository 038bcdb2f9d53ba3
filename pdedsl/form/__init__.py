"""Step 1 of 3, the mathematics: extended derivatives, dictionaries, Variational-Ready PDEs."""

from pdedsl.form.dictionary import Dictionary, zero_order_overlap
from pdedsl.form.extended_derivative import ExtendedDerivative, expand
from pdedsl.form.multi_index import MultiIndex, multi_indices
from pdedsl.form.pde import VariationalReadyPDE
from pdedsl.form.problem import Coordinate, Field, Problem, make_symbol

__all__ = [
    "Coordinate",
    "Dictionary",
    "ExtendedDerivative",
    "Field",
    "MultiIndex",
    "Problem",
    "VariationalReadyPDE",
    "expand",
    "make_symbol",
    "multi_indices",
    "zero_order_overlap",
]
