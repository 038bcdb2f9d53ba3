"""Step 2 of 3, the weak form: field estimates become matrices and vectors."""

from pdedsl.weak.choice import Wish
from pdedsl.weak.integrator import (
    LeibnizPart,
    TermIntegrator,
    integrate,
    make_function,
    make_term_integrator,
)
from pdedsl.weak.jacobian import Jacobian
from pdedsl.weak.noise import Column, SampleGroup, column, linearised, noise_gram, prior_gram
from pdedsl.weak.prior_modes import PriorModes, prior_modes
from pdedsl.weak.quadrature import AxisQuadrature, riemann_quadrature, spline_quadrature
from pdedsl.weak.testfunctions import AxisTestFunctions, TestFunctions, bsplines

__all__ = [
    "AxisQuadrature",
    "AxisTestFunctions",
    "Column",
    "Jacobian",
    "LeibnizPart",
    "PriorModes",
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
    "prior_modes",
    "riemann_quadrature",
    "spline_quadrature",
]
