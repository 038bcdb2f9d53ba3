"""Fields without an equation: white noise, and smooth fields that know nothing of each other."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

END = 2.0
LENGTH_SCALE = 0.4
JITTER = 1e-10


def simulate_noise(
    seed: int = 0, samples: int = 10, points: int = 20, noise: float = 1.0
) -> Simulation:
    """Independent normal numbers u(t, x) on [0, 2] x [0, 2], of standard deviation `noise`.

    `clean` is zero, shape (samples, 1, points, points).
    """
    t = x = make_axis(END, points)
    rng = np.random.default_rng(seed)
    noisy = noise * rng.standard_normal((samples, 1, points, points))
    noise_sd = np.full((samples, 1), noise)
    return Simulation(("t", "x"), (t, x), np.zeros_like(noisy), noisy, noise_sd, truth="")


def simulate_unrelated(
    seed: int = 0, samples: int = 10, points: int = 20, noise: float = 0.05
) -> Simulation:
    """Two smooth fields u(t, x) and v(t, x) on [0, 2] x [0, 2], drawn independently.

    Each is a Gaussian process with mean 0, variance 1 and the kernel of `initial_condition`
    along both axes, length scale 0.4. `clean` has shape (samples, 2, points, points).
    """
    t = x = make_axis(END, points)
    distance = t[:, None] - t[None, :]
    covariance = np.exp(-(distance**2) / (2.0 * LENGTH_SCALE**2)) + JITTER * np.eye(points)
    root = np.linalg.cholesky(covariance)

    def draw(rng: Generator) -> Array:
        return root @ rng.standard_normal((2, points, points)) @ root.T

    experiment = Experiment(("t", "x"), (t, x), "", ("u", "v"))
    return simulate_experiment(experiment, draw, seed, samples, noise)
