"""Closed-form differential equations from noisy measurements, described in a page of text."""

from typing import TYPE_CHECKING

from pdedsl.lazy import lazily

if TYPE_CHECKING:
    from pdedsl.discovery import Discovery
    from pdedsl.errors import DataError, PdedslError, SpecificationError
    from pdedsl.language import Specification, parse
    from pdedsl.pipeline import discover

__all__ = [
    "DataError",
    "Discovery",
    "PdedslError",
    "Specification",
    "SpecificationError",
    "discover",
    "parse",
]

_HOMES = {
    "DataError": "errors",
    "Discovery": "discovery",
    "PdedslError": "errors",
    "Specification": "language",
    "SpecificationError": "errors",
    "discover": "pipeline",
    "parse": "language",
}

__getattr__ = lazily(__name__, _HOMES)
