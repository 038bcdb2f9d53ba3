"""Step 2 of 3, the weak form: field estimates become matrices and vectors."""

from pdedsl.weak.choice import Wish
from pdedsl.weak.integrator import (
    LeibnizPart,
    TermIntegrator,
    integrate,
    make_function,
    make_term_integrator,
)
from pdedsl.weak.noise import Column, SampleGroup, column, linearised, noise_gram, prior_gram
from pdedsl.weak.quadrature import AxisQuadrature, riemann_quadrature, spline_quadrature
from pdedsl.weak.testfunctions import AxisTestFunctions, TestFunctions, bsplines

__all__ = [
    "AxisQuadrature",
    "AxisTestFunctions",
    "Column",
    "LeibnizPart",
    "SampleGroup",
    "TermIntegrator",
    "TestFunctions",
    "Wish",
    "bsplines",
    "column",
    "integrate",
    "linearised",
    "make_function",
    "make_term_integrator",
    "noise_gram",
    "prior_gram",
    "riemann_quadrature",
    "spline_quadrature",
]
