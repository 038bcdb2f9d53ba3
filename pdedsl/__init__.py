"""Closed-form differential equations from noisy measurements, described in a page of text."""

from typing import TYPE_CHECKING

from pdedsl.lazy import lazily

if TYPE_CHECKING:
    from pdedsl.discovery import Discovery
    from pdedsl.errors import DataError, PdedslError, SpecificationError
    from pdedsl.language import Specification, parse
    from pdedsl.pipeline import discover
    from pdedsl.starter.starting import new

__all__ = [
    "DataError",
    "Discovery",
    "PdedslError",
    "Specification",
    "SpecificationError",
    "discover",
    "new",
    "parse",
]

_HOMES = {
    "DataError": "errors",
    "Discovery": "discovery",
    "PdedslError": "errors",
    "Specification": "language",
    "SpecificationError": "errors",
    "discover": "pipeline",
    "new": "starter.starting",
    "parse": "language",
}

__getattr__ = lazily(__name__, _HOMES)
