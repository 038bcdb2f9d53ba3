"""How a solution answers to small changes of its initial state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

Array = NDArray[np.float64]


def responses(
    right_side: Any, times: Array, values: Array, changes: Array, every: int = 1
) -> Array:
    """Solve dS/dt = J(t, y(t)) S, S(t_0) = changes, by the implicit midpoint rule.

    Args:
        right_side: of dy/dt = f(t, y), with a method `jacobian`.
        times: increasing, as fine as the answers are wanted to be accurate.
        values: y at these times, shape (times, unknowns).
        changes: of the initial state, shape (unknowns, changes).
        every: how many steps apart answers are kept.

    Returns:
        S at every so many times, shape (times, unknowns, changes).

    Raises:
        ArithmeticError: the Jacobian or an answer is not finite.

    Source: Hairer, Lubich and Wanner 2006, the variational equation of a flow.
    """
    now, found = changes, [changes]
    one = sparse.eye_array(len(changes), format="csc")
    for k, step in enumerate(np.diff(times), start=1):
        middle = (values[k - 1] + values[k]) / 2
        half = right_side.jacobian(float(times[k] - step / 2), middle) * (step / 2)
        if not np.all(np.isfinite(half.data)):
            raise ArithmeticError("the Jacobian is not finite")
        try:
            now = splu(sparse.csc_matrix(one - half)).solve(now + half @ now)
        except RuntimeError as error:  # exactly singular
            raise ArithmeticError(str(error)) from error
        if not np.all(np.isfinite(now)):
            raise ArithmeticError("an answer is not finite")
        if k % every == 0:
            found.append(now)
    return np.stack(found)
