"""Methods of other packages, to be run beside ours where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from pdedsl.experiments import Simulation
from pdedsl.reproduce.case import Subject

Run = Callable[[Subject, Simulation], tuple[float, ...]]


@dataclass(frozen=True)
class Baseline:
    """A method that finds coefficients only.

    Attributes:
        name: on the command line and in rows.
        needs: the package that must be installed.
        run: from a subject and its data to P coefficients, in any scale, 0 for absent terms.
    """

    name: str
    needs: str
    run: Run


KNOWN: tuple[Baseline, ...] = ()
"""All baselines. A module that defines one imports its package inside `run` and is named here."""


def available(known: tuple[Baseline, ...] = KNOWN) -> Mapping[str, Baseline]:
    """The baselines whose packages are installed, by name."""
    return MappingProxyType({b.name: b for b in known if find_spec(b.needs) is not None})
