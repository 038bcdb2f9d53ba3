"""Records of equations as data frames and NumPy functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from numpy.typing import NDArray

from pdedsl.errors import PdedslError
from pdedsl.form import Problem
from pdedsl.records import EquationRecord
from pdedsl.weak.functions import make_function

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = (
    "equation",
    "part",
    "term",
    "coefficient",
    "standard_error",
    "low",
    "high",
    "unit",
    "verdict",
    "follows",
)
NORMAL_95 = 1.959964
"""Standard errors from the middle of a 95 % interval to its ends."""


@dataclass(frozen=True, eq=False)
class FreePart:
    """The derivative-free part g of an equation as a vectorised function.

    Call it with arrays that can be broadcast, one for each of `arguments`: in that order, or by
    name. Where g is not a finite real number the result is NaN.

    Attributes:
        arguments: names of the coordinates, then of the fields, then of the inputs.
        expression: g in SymPy, fields standing as plain symbols.
    """

    arguments: tuple[str, ...]
    expression: sympy.Expr

    def __post_init__(self) -> None:
        """Print the expression; names never become code."""
        symbols = [sympy.Symbol(name, real=True) for name in self.arguments]
        object.__setattr__(self, "_function", make_function(self.expression, symbols))

    def __call__(self, *values: Any, **named: Any) -> NDArray[np.float64]:
        """The values of g.

        Raises:
            PdedslError: a value too many, twice, or of an unknown name; or one that g needs is
                missing.
        """
        given = self._given(values, named)
        arrays = [np.asarray(given.get(name, np.nan), dtype=np.float64) for name in self.arguments]
        with np.errstate(all="ignore"):
            found = np.asarray(self._function(*arrays))  # type: ignore[attr-defined]
        if np.iscomplexobj(found):
            found = np.where(found.imag == 0, found.real, np.nan)
        shape = np.broadcast_shapes(*(np.shape(v) for v in given.values()))
        result = np.array(np.broadcast_to(found, shape), dtype=np.float64)
        return np.where(np.isfinite(result), result, np.nan)

    def _given(self, values: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
        known = f"g is a function of {', '.join(self.arguments)}"
        if len(values) > len(self.arguments):
            raise PdedslError(f"{len(values)} values are too many\n  {known}")
        given = dict(zip(self.arguments, values, strict=False))
        for name in named:
            if name not in self.arguments or name in given:
                how = "is given twice" if name in given else "is no name of it"
                raise PdedslError(f"{name} {how}\n  {known}")
        given |= named
        needed = {s.name for s in self.expression.free_symbols} - set(given)
        if needed:
            raise PdedslError(f"no value for {', '.join(sorted(needed))}\n  {known}")
        return given


def free_part(problem: Problem, g: sympy.Expr) -> FreePart:
    """g of an equation over a problem."""
    return FreePart(tuple(s.name for s in problem.variables), g)


def frame(
    equations: Sequence[EquationRecord], verdicts: dict[str, str], follows: dict[str, str]
) -> DataFrame:
    """A row for each term and each number of g.

    `part` is "derivative" or "g"; `low` and `high` are the ends of the 95 % interval, infinite
    where the data do not bound it, NaN where nothing is known.

    Args:
        equations: of a run.
        verdicts: by the name of the equation.
        follows: by name, of which others it is made; empty where it was not found to follow.

    Raises:
        PdedslError: pandas is not installed.
    """
    if find_spec("pandas") is None:
        message = "a data frame needs pandas, which is not installed"
        raise PdedslError(f'{message}\n  pip install "pdedsl[data]"')
    import pandas as pd

    rows = []
    for e in equations:
        for b in e.bound:
            known = (b.coefficient, b.standard_error, b.interval)
            rows.append((e.name, "derivative", b.term, *known, b.unit))
        for n in e.free_numbers:
            rows.append((e.name, "g", n.name, n.value, n.standard_error, n.interval, None))
    told = [
        (name, part, term, value, _number(se), *ends(value, se, interval), unit)
        for name, part, term, value, se, interval, unit in rows
    ]
    said = [(*row, verdicts[row[0]], follows.get(row[0], "")) for row in told]
    return pd.DataFrame(said, columns=list(COLUMNS))


def ends(
    value: float,
    standard_error: float | None,
    interval: tuple[float | None, float | None] | None,
) -> tuple[float, float]:
    """The 95 % interval of a number; NaN where it has none, infinite where it has no bound."""
    if interval is not None:
        low, high = interval
        return (-np.inf if low is None else low, np.inf if high is None else high)
    half = NORMAL_95 * _number(standard_error)
    return value - half, value + half


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
