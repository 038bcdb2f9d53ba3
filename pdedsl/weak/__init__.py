"""Step 2 of 3, the weak form: field estimates become matrices and vectors."""

from typing import TYPE_CHECKING

from pdedsl.lazy import lazily

if TYPE_CHECKING:
    from pdedsl.weak.checks import Wish, fine_axes, precheck
    from pdedsl.weak.functions import make_function
    from pdedsl.weak.integrator import LeibnizPart, TermIntegrator, integrate, make_term_integrator
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
    "fine_axes",
    "integrate",
    "linearised",
    "make_function",
    "make_term_integrator",
    "noise_gram",
    "precheck",
    "prior_gram",
    "prior_modes",
    "riemann_quadrature",
    "spline_quadrature",
]

_HOMES = {
    "AxisQuadrature": "quadrature",
    "AxisTestFunctions": "testfunctions",
    "Column": "noise",
    "Jacobian": "jacobian",
    "LeibnizPart": "integrator",
    "PriorModes": "prior_modes",
    "SampleGroup": "noise",
    "TermIntegrator": "integrator",
    "TestFunctions": "testfunctions",
    "Wish": "checks",
    "bsplines": "testfunctions",
    "column": "noise",
    "fine_axes": "checks",
    "integrate": "integrator",
    "linearised": "noise",
    "make_function": "functions",
    "make_term_integrator": "integrator",
    "noise_gram": "noise",
    "precheck": "checks",
    "prior_gram": "noise",
    "prior_modes": "prior_modes",
    "riemann_quadrature": "quadrature",
    "spline_quadrature": "quadrature",
}

__getattr__ = lazily(__name__, _HOMES)
