"""Several figures by name, which a notebook shows as pictures."""

from __future__ import annotations

import base64
import io
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Figures(dict[str, "Figure"]):
    """Figures by name; a notebook shows them one below the other."""

    def _repr_html_(self) -> str:
        return "".join(
            f'<p><img alt="{escape(n)}" src="{_picture(f)}"></p>' for n, f in self.items()
        )


def _picture(figure: Figure) -> str:
    """A figure as SVG within an address."""
    stream = io.BytesIO()
    figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Date", "Creator")))
    return "data:image/svg+xml;base64," + base64.b64encode(stream.getvalue()).decode("ascii")
