"""Figures by name, and why one cannot be drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pdedsl.errors import DataError, PdedslError
from pdedsl.figures import KINDS
from pdedsl.figures.look import PAPER, Look, drawn_as, needs_matplotlib
from pdedsl.figures.subject import Subject

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def missing(kind: str, subject: Subject) -> str | None:
    """Why a figure cannot be drawn, in a sentence, None if it can.

    Raises:
        PdedslError: there is no such figure.
    """
    if kind not in KINDS:
        raise PdedslError(f"there is no figure {kind!r}\n  figures are {', '.join(KINDS)}")
    if kind in ("fields", "noise") and subject.fields is None:
        return "the run keeps no data and no field estimate (fields.npz)"
    if kind == "residuals" and not subject.residuals:
        return "the run keeps no residual map"
    if kind == "front" and not subject.front:
        return "the run keeps no rivals"
    return None


def draw(kind: str, subject: Subject, look: Look = PAPER) -> Figure:
    """One figure of a run.

    Args:
        kind: one of `figures.KINDS`.
        subject: the run.
        look: colors and sizes.

    Raises:
        PdedslError: there is no such figure, or matplotlib is not installed.
        DataError: the run does not keep what it needs.
    """
    needs_matplotlib(f"the figure {kind!r}")
    reason = missing(kind, subject)
    if reason is not None:
        remedy = "run `pdedsl discover` again, and give the run folder itself"
        raise DataError(reason, where=f"figure {kind}", remedy=remedy)
    with drawn_as(look):
        return _drawn(kind, replace(subject, is_set=look.is_set), look)


def _drawn(kind: str, subject: Subject, look: Look) -> Figure:
    if kind == "front":
        from pdedsl.figures.front import draw_front

        return draw_front(subject, look)
    if kind == "residuals":
        from pdedsl.figures.residuals import draw_residuals

        return draw_residuals(subject, look)
    assert subject.fields is not None
    if kind == "noise":
        from pdedsl.figures.noise import draw_noise

        return draw_noise(subject, subject.fields, look)
    from pdedsl.figures.fields import draw_fields

    return draw_fields(subject, subject.fields, look)
