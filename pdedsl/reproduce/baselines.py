"""Methods of other packages, to be run beside ours where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from types import MappingProxyType

from pdedsl.errors import PdedslError
from pdedsl.experiments import Simulation
from pdedsl.reproduce.case import Subject
from pdedsl.reproduce.pysindy_baselines import pde_find, wsindy, wsindy_conservative

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


KNOWN: tuple[Baseline, ...] = (
    Baseline("pde-find", "pysindy", pde_find),
    Baseline("wsindy", "pysindy", wsindy),
    Baseline("pde-find-ssr", "pysindy", partial(pde_find, optimiser="ssr")),
    Baseline("pde-find-frols", "pysindy", partial(pde_find, optimiser="frols")),
    Baseline("wsindy-ssr", "pysindy", partial(wsindy, optimiser="ssr")),
    Baseline("wsindy-frols", "pysindy", partial(wsindy, optimiser="frols")),
    Baseline("wsindy-conservative", "pysindy", wsindy_conservative),
)
"""All baselines. A module that defines one imports its package inside `run` and is named here.

The first two use the optimiser that the paper's figure shows, the better one there.
"""

NAMES = tuple(baseline.name for baseline in KNOWN)


def available(known: tuple[Baseline, ...] = KNOWN) -> Mapping[str, Baseline]:
    """The baselines whose packages are installed, by name."""
    return MappingProxyType({b.name: b for b in known if find_spec(b.needs) is not None})


def check(method: str, known: tuple[Baseline, ...] = KNOWN) -> None:
    """Refuse a baseline whose package is missing; other methods pass.

    Raises:
        PdedslError: its package is not installed.
    """
    for baseline in known:
        if baseline.name == method and find_spec(baseline.needs) is None:
            raise PdedslError(
                f"--method {method} needs {baseline.needs}, which is not installed\n"
                '  pip install "pdedsl[baselines]"'
            )
