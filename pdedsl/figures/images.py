"""Values over two coordinates as an image, or as colored points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.figures.grids import MOST_PIXELS, MOST_POINTS, thinned
from pdedsl.figures.look import FIELD, SIGNED
from pdedsl.run_fields import RunSample

Array = NDArray[np.float64]

EDGE = "#808080"
"""About points, so that those of a light color are seen on a light page."""

HOLE = "#b0b0b0"
"""Behind an image, for places without data."""

LEAST_SIGNED = 3.0
"""Standard deviations that the colors of signed values reach at least."""


def scale_of(*arrays: Array) -> Any:
    """Colors for the values of arrays together."""
    from matplotlib.colors import Normalize

    finite = np.concatenate([a[np.isfinite(a)].ravel() for a in arrays])
    return Normalize(*((finite.min(), finite.max()) if finite.size else (0.0, 1.0)))


def signed_scale(values: Array) -> Any:
    """Colors for values in standard deviations, white at zero."""
    from matplotlib.colors import Normalize

    finite = np.abs(values[np.isfinite(values)])
    top = max(LEAST_SIGNED, float(finite.max()) if finite.size else 0.0)
    return Normalize(-top, top)


def image(axes: Any, across: Array, up: Array, values: Array, norm: Any) -> Any:
    """Draw values of shape (len(across), len(up)), the first coordinate to the right."""
    cut = thinned(len(across), MOST_PIXELS), thinned(len(up), MOST_PIXELS)
    x, y, z = across[cut[0]], up[cut[1]], values[cut]
    style = {"shading": "nearest", "norm": norm, "cmap": _map(norm), "rasterized": True}
    if len(x) < 2 or len(y) < 2:
        return cloud(axes, *(a.ravel() for a in np.meshgrid(x, y, indexing="ij")), z.ravel(), norm)
    return axes.pcolormesh(x, y, np.ma.masked_invalid(z.T), **style)


def cloud(axes: Any, across: Array, up: Array, values: Array, norm: Any) -> Any:
    """Draw values at scattered points."""
    cut = thinned(len(values), MOST_POINTS)
    style = {"norm": norm, "cmap": _map(norm), "linewidths": 0.3, "edgecolors": EDGE}
    return axes.scatter(across[cut], up[cut], c=values[cut], s=9, rasterized=True, **style)


def mark_holes(axes: Any, sample: RunSample) -> None:
    """Let what an image leaves out for want of data be grey."""
    if sample.holes is not None:
        axes.set_facecolor(HOLE)


def bar(figure: Any, drawn: Any, axes: Any, label: str) -> None:
    """A bar that tells what the colors mean."""
    shown = figure.colorbar(drawn, ax=axes, label=label, pad=0.02, aspect=18)
    shown.outline.set_visible(False)
    shown.solids.set_rasterized(True)


def _map(norm: Any) -> str:
    return SIGNED if norm.vmin == -norm.vmax else FIELD
