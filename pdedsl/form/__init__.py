"""Step 1 of 3, the mathematics: extended derivatives, dictionaries, Variational-Ready PDEs."""

from pdedsl.form.classification import Classification, classify
from pdedsl.form.dictionary import Dictionary, zero_order_overlap
from pdedsl.form.extended_derivative import ExtendedDerivative, expand
from pdedsl.form.jet import Jet, JetSpace
from pdedsl.form.multi_index import MultiIndex, multi_indices
from pdedsl.form.pde import VariationalReadyPDE
from pdedsl.form.presentation import simple_terms
from pdedsl.form.problem import Coordinate, Field, Input, Problem, make_symbol
from pdedsl.form.rewriting import Kind, Obstruction, Rewriting, Undecided
from pdedsl.form.variational import rewrite

__all__ = [
    "Classification",
    "Coordinate",
    "Dictionary",
    "ExtendedDerivative",
    "Field",
    "Input",
    "Jet",
    "JetSpace",
    "Kind",
    "MultiIndex",
    "Obstruction",
    "Problem",
    "Rewriting",
    "Undecided",
    "VariationalReadyPDE",
    "classify",
    "expand",
    "make_symbol",
    "multi_indices",
    "rewrite",
    "simple_terms",
    "zero_order_overlap",
]
