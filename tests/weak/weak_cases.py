"""Exact fields on sampling grids, and integrals computed without integration by parts."""

from functools import reduce

import numpy as np
import sympy

from pdedsl.form import ExtendedDerivative, MultiIndex, make_symbol
from pdedsl.weak import (
    AxisTestFunctions,
    PriorModes,
    SampleGroup,
    bsplines,
    column,
    make_function,
    make_term_integrator,
    spline_quadrature,
)

X = tuple(make_symbol(name) for name in ("t", "x", "y"))
U, V = make_symbol("u"), make_symbol("v")


def uneven(size):
    """A smoothly mapped axis from 0 to 1: spacings differ by a factor of about two."""
    s = np.linspace(0, 1, size)
    return s + 0.05 * np.sin(2 * np.pi * s) - 0.1 * s * (1 - s)


def term(orders, a, h):
    return ExtendedDerivative(MultiIndex(tuple(orders)), sympy.sympify(a), sympy.sympify(h))


def group(rules, fields, *, noise_sd=0.1):
    """One noise-free sample of fields given as expressions of the coordinates."""
    x = np.meshgrid(*(r.nodes for r in rules), indexing="ij", sparse=True)
    shape = tuple(r.nodes.size for r in rules)
    exact = [make_function(f, X[: len(rules)])(*x) for f in fields]
    mean = np.array([[np.broadcast_to(f, shape) for f in exact]])
    sd = np.full((1, len(fields)), noise_sd)
    priors = tuple(no_prior(rules) for _ in fields)
    return SampleGroup(tuple(rules), mean, np.zeros_like(mean), sd, priors)


def no_prior(rules):
    """Modes of a field that is known exactly."""
    return PriorModes(
        tuple(np.zeros((1, r.nodes.size, 1)) for r in rules), np.array([0]), np.ones(1)
    )


def spline_rules(axes, functions, orders, refine=1):
    return [
        spline_quadrature(a, f, o, refine=refine)
        for a, f, o in zip(axes, functions, orders, strict=True)
    ]


def weak_values(rules, extended, fields):
    """z of a term, shape (S,)."""
    symbols = (U, V)[: len(fields)]
    integrator = make_term_integrator(extended, X[: len(rules)], symbols)
    return column(group(rules, fields), integrator).values[0]


def gauss_rule(functions: AxisTestFunctions, points=8):
    """Gauss-Legendre points on every piece of the test functions, weights phi * dx (count, q)."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    edges = functions.breakpoints
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    x = (middle[:, None] + half[:, None] * nodes).ravel()
    return x, functions.evaluate(x) * (half[:, None] * weights).ravel()


def strong_values(functions, extended, fields):
    """The integral of a d^alpha[h] phi with the derivative carried out on the field, (S,)."""
    coordinates = X[: len(functions)]
    inner = extended.h.subs(dict(zip((U, V), fields, strict=False)))
    steps = [(x, n) for x, n in zip(coordinates, extended.alpha.orders, strict=True) if n]
    integrand = extended.a * (sympy.diff(inner, *steps) if steps else inner)
    points, weights = zip(*(gauss_rule(f) for f in functions), strict=True)
    x = np.meshgrid(*points, indexing="ij", sparse=True)
    shape = tuple(p.size for p in points)
    result = np.broadcast_to(make_function(integrand, coordinates)(*x), shape)
    for w in weights:
        result = np.tensordot(result, w, axes=(0, 1))
    return result.ravel()


def functions_on(dimension, degree, *, count=3, support=0.6):
    return [bsplines(0.0, 1.0, degree=degree, count=count, support=support)] * dimension


def dense(jacobian):
    """B at the data points as the plain matrix that its definition gives, shape (D or 1, S, n)."""
    rules = jacobian.quadrature
    shape = tuple(r.nodes.size for r in rules)
    total = 0.0
    for gamma, values in jacobian.parts:
        weights = reduce(np.kron, [r.weights[o] for r, o in zip(rules, gamma.orders, strict=True)])
        total = total + weights.reshape(1, -1, *shape) * values[:, None]
    for axis, rule in enumerate(rules, start=2):
        if rule.from_data is not None:
            total = np.moveaxis(np.moveaxis(total, axis, -1) @ rule.from_data, -1, axis)
    return total.reshape(*total.shape[:2], -1)
