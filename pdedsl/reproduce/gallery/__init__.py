"""Equations that the paper ran, lists, names or discusses, as subjects.

`entry` says what an entry is; `papers` has those that the paper ran, `rings`, `sources`, `light`,
`flows` and `ages` have the others. `reproduce.example` writes any of them as a text with its data.
"""

from __future__ import annotations

from pdedsl.reproduce.case import Case
from pdedsl.reproduce.gallery.ages import ages
from pdedsl.reproduce.gallery.entry import Entry, Law
from pdedsl.reproduce.gallery.flows import flows
from pdedsl.reproduce.gallery.light import light
from pdedsl.reproduce.gallery.papers import papers
from pdedsl.reproduce.gallery.rings import rings
from pdedsl.reproduce.gallery.sources import sources

__all__ = ["Entry", "Law", "entries", "gallery", "papers"]


def entries() -> tuple[Entry, ...]:
    """Every problem with what is to be said of it."""
    return (*papers(), *rings(), *sources(), *light(), *flows(), *ages())


def gallery() -> tuple[Case, ...]:
    """Every problem as it is run, at 1 % noise."""
    return tuple(entry.case for entry in entries())
