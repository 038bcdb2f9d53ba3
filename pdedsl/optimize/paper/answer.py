"""The paper's result as an equation: beta of unit L1 norm, its first entry positive, and g."""

from __future__ import annotations

from pdedsl.optimize.answer import Answer, equation
from pdedsl.optimize.conclusion import Conclusion
from pdedsl.optimize.expression import to_sympy
from pdedsl.optimize.paper.scoring import Scorer
from pdedsl.optimize.paper.values import Piece, readable


def answer(scorer: Scorer, piece: Piece) -> Answer:
    """The equation of a candidate.

    The paper gives no standard errors, no evidence and no chi2: they are None and NaN. Where part
    of g is known the equation stays in its scale.
    """
    problem = scorer.system.problem
    symbols = {s.name: s for s in problem.variables}
    solution = scorer.solution(piece)
    support = tuple(p for p, b in enumerate(solution.beta) if b != 0)
    flip = problem.known == 0 and solution.beta[support[0]] < 0
    beta = [float(-b if flip else b) for b in solution.beta[list(support)]]
    g = to_sympy(readable(piece, scorer.values), symbols)
    pde = equation(problem, support, beta, -g if flip else g)
    nothing = float("nan")
    return Answer(pde, (None,) * len(support), nothing, nothing, solution.loss, piece.size)


def conclude(best: Answer | None, method: str) -> tuple[Conclusion, str]:
    """What can be said of it: the paper's method tells no law from its absence."""
    name = "the paper's method" if method == "paper" else "the paper's ablated method"
    if best is None:
        return "not identified", f"{name} met no expression that is defined on all the data"
    return "best of rivals", (
        f"it has the lowest loss in the last generation; {name} gives neither error bars"
        " nor a verdict, so whether the data need this equation or any is left open"
    )
