"""Whirls in a plane liquid: Fourier series on a torus, a Runge-Kutta method of order 8 in time."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from pdedsl.errors import PdedslError
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

Spectrum = NDArray[np.complex128]

VISCOSITY = 0.1
END, WIDTH = 1.5, 3.0
NODES = 36
"""Along each side of the torus, whose sides are 2 pi; products are made on half as many again."""
LONGEST = 2.3
"""Wavenumbers of the initial whirls end here."""

VORTICITY = "d_t(w) + d_x(u*w) + d_y(v*w) - 0.1*d_xx(w) - 0.1*d_yy(w) = 0"
MOMENTUM = "d_t(u) + d_x(u^2) + d_y(u*v) + d_x(p) - 0.1*d_xx(u) - 0.1*d_yy(u) = 0"
_FIELDS = ("w", "u", "v", "p")


def simulate_vorticity(
    seed: int = 0, samples: int = 3, points: int = 14, noise: float = 0.01
) -> Simulation:
    """Vorticity w = d_x(v) - d_y(u) and velocities u, v on [0, 1.5] x [0, 3] x [0, 3].

    `clean` has shape (samples, 3, points, points, points), as exact as `flow`.
    """
    return _measured(VORTICITY, ("w", "u", "v"), seed, samples, points, noise)


def simulate_momentum(
    seed: int = 0, samples: int = 3, points: int = 14, noise: float = 0.01
) -> Simulation:
    """Velocities u, v and the pressure p over the density, of the same flows.

    `clean` has shape (samples, 3, points, points, points), as exact as `flow`.
    """
    return _measured(MOMENTUM, ("u", "v", "p"), seed, samples, points, noise)


def _measured(
    truth: str, fields: tuple[str, ...], seed: int, samples: int, points: int, noise: float
) -> Simulation:
    t, x, y = make_axis(END, points), make_axis(WIDTH, points), make_axis(WIDTH, points)
    chosen = [_FIELDS.index(name) for name in fields]

    def draw(rng: Generator) -> Array:
        return flow(rng, t, x, y)[chosen]

    experiment = Experiment(("t", "x", "y"), (t, x, y), truth, fields)
    return simulate_experiment(experiment, draw, seed, samples, noise)


def flow(rng: Generator, t: Array, x: Array, y: Array, *, refine: int = 1) -> Array:
    """Vorticity, both velocities and pressure, shape (4, t, x, y).

    The flow begins with random whirls, of root mean square speed 1 beside a random mean flow. The
    relative error is below 1e-8, as `tests/experiments/test_whirls_and_ages.py` shows by refining.

    Args:
        rng: draws the initial state, which does not depend on `refine`.
        t: increasing instants, none before 0.
        x: places along the first side.
        y: places along the second side.
        refine: multiplies the nodes; time steps are a hundred times as exact where it is not 1.

    Raises:
        PdedslError: the solution does not reach the last instant.
    """
    nodes, accuracy = NODES * refine, 1e-9 if refine == 1 else 1e-12
    mean, first = rng.normal(0.0, 0.3, 2), _whirls(rng, nodes)
    done = solve_ivp(
        partial(_rates, mean=mean),
        (0.0, float(t[-1])),
        first.ravel(),
        method="DOP853",
        t_eval=t,
        rtol=accuracy,
        atol=1e-3 * accuracy * float(np.max(np.abs(first))),
    )
    if not done.success:
        raise PdedslError(f"no flow up to t = {t[-1]:g}: {done.message}")
    found = np.empty((4, t.size, x.size, y.size))
    along, across = _waves(nodes, x), _waves(nodes, y)
    for i, flat in enumerate(done.y.T):
        spectra = _all_fields(flat.reshape(nodes, nodes), mean)
        found[:, i] = np.einsum("fkl,kx,ly->fxy", spectra, along, across, optimize=True).real
    return found


def _whirls(rng: Generator, nodes: int) -> Spectrum:
    """The vorticity of random waves with wavenumbers up to `LONGEST`."""
    spectrum = np.zeros((nodes, nodes), dtype=complex)
    most = int(LONGEST)
    for k in range(most + 1):
        for l in range(-most, most + 1):
            if (k, l) > (0, 0) and np.hypot(k, l) <= LONGEST:
                spectrum[k, l] = rng.normal() + 1j * rng.normal()
                spectrum[-k, -l] = np.conj(spectrum[k, l])
    u, v = _velocities(spectrum)
    return np.asarray(spectrum / np.sqrt(np.sum(np.abs(u) ** 2 + np.abs(v) ** 2)))


def _wavenumbers(nodes: int) -> tuple[Array, Array]:
    k = np.fft.fftfreq(nodes, 1.0 / nodes)
    return k[:, None], k[None, :]


def _waves(nodes: int, x: Array) -> Spectrum:
    return np.asarray(np.exp(1j * np.multiply.outer(np.fft.fftfreq(nodes, 1.0 / nodes), x)))


def _over_square(spectrum: Spectrum) -> Spectrum:
    """The field whose negative Laplacian this is, with mean 0."""
    k, l = _wavenumbers(len(spectrum))
    square = k**2 + l**2
    square[0, 0] = 1.0
    found = spectrum / square
    found[0, 0] = 0.0
    return np.asarray(found)


def _velocities(vorticity: Spectrum) -> tuple[Spectrum, Spectrum]:
    """Both velocities without the mean flow."""
    k, l = _wavenumbers(len(vorticity))
    stream = _over_square(vorticity)
    return 1j * l * stream, -1j * k * stream


def _rates(_: float, flat: Spectrum, mean: Array) -> Spectrum:
    """The time derivative of the vorticity."""
    nodes = round(np.sqrt(flat.size))
    vorticity = flat.reshape(nodes, nodes)
    k, l = _wavenumbers(nodes)
    u, v = _velocities(vorticity)
    carried = _product(1j * k * vorticity, u) + _product(1j * l * vorticity, v)
    drift = 1j * (mean[0] * k + mean[1] * l) + VISCOSITY * (k**2 + l**2)
    return np.asarray(-carried - drift * vorticity).ravel()


def _product(one: Spectrum, other: Spectrum) -> Spectrum:
    """Of two fields, without the waves that the nodes cannot tell from longer ones."""
    nodes = len(one)
    fine, half = 3 * nodes // 2, nodes // 2

    def values(spectrum: Spectrum) -> Array:
        padded = np.zeros((fine, fine), dtype=complex)
        low = np.fft.ifftshift(np.arange(-half, half))
        padded[np.ix_(low, low)] = spectrum
        return np.asarray(np.fft.ifft2(padded).real * fine**2)

    found = np.fft.fft2(values(one) * values(other)) / fine**2
    low = np.fft.ifftshift(np.arange(-half, half))
    kept = np.asarray(found[np.ix_(low, low)])
    kept[half], kept[:, half] = 0.0, 0.0
    return kept


def _all_fields(vorticity: Spectrum, mean: Array) -> Spectrum:
    """Vorticity, velocities and pressure; -lap(p) is the divergence of what the flow carries."""
    k, l = _wavenumbers(len(vorticity))
    u, v = _velocities(vorticity)
    u[0, 0], v[0, 0] = mean
    forces = -(k**2 * _product(u, u) + 2 * k * l * _product(u, v) + l**2 * _product(v, v))
    return np.stack([vorticity, u, v, _over_square(forces)])
