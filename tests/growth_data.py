"""Logistic growth from several starts, measured with noise."""

import numpy as np

HEAD = """coordinates t
fields u
data "growth.npz" { sample = run }
"""
"""The beginning of a text for them."""

SEARCH = f"""{HEAD}dictionary {{ d_t(u), d_tt(u) }}
grammar polynomial
search genetic {{ population = 24, generations = 2 }}
"""
"""A short search."""


def growth(samples=6, points=25, noise=0.01, seed=0):
    """u' = 2 u (1 - u) from several starts."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 3.0, points)
    start = np.linspace(0.05, 1.6, samples)[:, None]
    clean = start / (start + (1 - start) * np.exp(-2 * t))
    return {"run": np.arange(samples), "t": t, "u": clean + rng.normal(0.0, noise, clean.shape)}
