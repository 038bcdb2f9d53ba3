"""Closed-form differential equations from noisy measurements, described in a page of text."""

from typing import TYPE_CHECKING, Any

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
    "DataError": "pdedsl.errors",
    "Discovery": "pdedsl.discovery",
    "PdedslError": "pdedsl.errors",
    "Specification": "pdedsl.language",
    "SpecificationError": "pdedsl.errors",
    "discover": "pdedsl.pipeline",
    "parse": "pdedsl.language",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that import stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'pdedsl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
