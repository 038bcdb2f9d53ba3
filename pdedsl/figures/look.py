"""How figures look: on paper in ink, on a page in colours that follow its theme."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pdedsl.errors import PdedslError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMN, PAGE = 3.4, 7.0
"""Widths in inches: of a column, and of both with what is between them."""

FIELD, SIGNED = "cividis", "PuOr"
"""Colours of values, and of values about zero; both are told apart by the color-blind."""


@dataclass(frozen=True)
class Look:
    """Colours and sizes.

    Attributes:
        ink: of text and axes.
        faint: of lines that guide the eye.
        series: of samples and methods.
        points: size of text.
        widest: every figure is as wide as this where it is given, in inches.
        is_set: whether names are set as mathematics.
    """

    ink: str
    faint: str
    series: tuple[str, ...]
    points: float = 8.0
    widest: float | None = None
    is_set: bool = True

    def width(self, wanted: float) -> float:
        """Of a figure that would be so wide on paper."""
        return self.widest or wanted


PAPER = Look(
    ink="#000000",
    faint="#8c8c8c",
    series=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
)
"""For journals. Colors: Okabe and Ito, Color Universal Design, 2008."""

SCREEN = Look(
    ink="#010101",
    faint="#010102",
    series=tuple(f"#01020{n}" for n in range(6)),
    points=9.5,
    widest=PAGE,
    is_set=False,
)
"""For a page: each color stands for a variable of its style sheet, see `inline`."""


def needs_matplotlib(what: str) -> None:
    """Refuse to go on where matplotlib is not installed.

    Raises:
        PdedslError: it is not.
    """
    if find_spec("matplotlib") is None:
        message = f"{what} needs matplotlib, which is not installed"
        raise PdedslError(f'{message}\n  pip install "pdedsl[plots]"')


@contextmanager
def drawn_as(look: Look) -> Iterator[None]:
    """Matplotlib's settings while figures of a look are made or written; text stays text."""
    import matplotlib as mpl

    small = look.points - 1
    settings: dict[str, Any] = {
        **dict.fromkeys(("font.size", "axes.titlesize", "axes.labelsize"), look.points),
        **dict.fromkeys(("xtick.labelsize", "ytick.labelsize", "legend.fontsize"), small),
        **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor"), look.ink),
        **dict.fromkeys(("xtick.color", "ytick.color", "legend.edgecolor"), look.ink),
        **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), "none"),
        **dict.fromkeys(("axes.linewidth", "xtick.major.width", "ytick.major.width"), 0.6),
        "axes.grid": False,
        "axes.unicode_minus": True,
        "font.family": "sans-serif",
        "mathtext.fontset": "dejavusans",
        "legend.frameon": False,
        "lines.linewidth": 1.2,
        "image.cmap": FIELD,
        "svg.fonttype": "none",
        "svg.hashsalt": "pdedsl",
        "pdf.fonttype": 42,
        "savefig.dpi": 200,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "text.usetex": False,
        "text.parse_math": True,
    }
    defaults = {key: value for key, value in mpl.rcParamsDefault.items() if key != "backend"}
    with warnings.catch_warnings(), mpl.rc_context({**defaults, **settings}):
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        yield


def new_figure(look: Look, width: float, height: float) -> Figure:
    """An empty figure of this size in inches, which no state of pyplot holds."""
    from matplotlib.figure import Figure

    return Figure(figsize=(look.width(width), height), layout="constrained")
