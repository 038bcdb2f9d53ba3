"""The paper's method from field estimates to an equation, by the options of a specification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pdedsl.fields import FieldEstimate
from pdedsl.language import Specification
from pdedsl.optimize.answer import Answer
from pdedsl.optimize.conclusion import Conclusion
from pdedsl.optimize.expression import Node, number
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.paper.ablation import pointwise_system
from pdedsl.optimize.paper.answer import answer, conclude
from pdedsl.optimize.paper.scoring import Scorer
from pdedsl.optimize.paper.search import Generation, Settings, search
from pdedsl.optimize.paper.system import PaperSystem, weak_system
from pdedsl.optimize.paper.values import piece_of, readable
from pdedsl.optimize.recall import Recall, afresh
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.watching import OnProgress, Progress
from pdedsl.weak.checks import Wish

DIGITS = 3
"""Of the numbers in an expression that progress is shown by."""


@dataclass(frozen=True, eq=False)
class PaperAnswer:
    """What the paper's method answers.

    Attributes:
        best: the equation, None if no expression is defined on all the data.
        front: equations of lowest loss at every length.
        conclusion: verdict and reason.
    """

    best: Answer | None
    front: tuple[Answer, ...]
    conclusion: tuple[Conclusion, str]


def discover(
    specification: Specification,
    estimates: Sequence[FieldEstimate],
    wish: Wish,
    on_progress: OnProgress = lambda _: None,
    recall: Recall = afresh,
) -> PaperAnswer:
    """Run the method "paper" or "ablated".

    Args:
        specification: with that method.
        estimates: one a sample.
        wish: test functions as far as they are fixed.
        on_progress: called after every generation; False ends the search.
        recall: asked for losses before they are computed.
    """
    options = specification.options
    system = make_system(specification, estimates, wish)
    scorer = Scorer(system, options.solve.method, recall)
    settings = Settings(
        population=options.search.population,
        generations=options.search.generations,
        seed=options.search.seed,
        length=options.search.length,
        parsimony=options.search.parsimony,
        tournament=options.search.tournament,
    )
    report = _reporter(scorer, settings, on_progress)
    found = search(scorer, specification.grammar, settings, report)
    best = None if found.best is None else answer(scorer, found.best)
    front = tuple(answer(scorer, piece) for piece in found.front)
    return PaperAnswer(best, front, conclude(best, options.method.method))


def make_system(
    specification: Specification, estimates: Sequence[FieldEstimate], wish: Wish
) -> PaperSystem:
    """The inner problem: weak for "paper", pointwise for "ablated"."""
    if specification.options.method.method == "ablated":
        return pointwise_system(specification.problem, estimates)
    test = specification.options.test
    points = test.points if test.quadrature == "riemann" else None
    return weak_system(specification.problem, estimates, wish, riemann_points=points)


def _reporter(
    scorer: Scorer, settings: Settings, on_progress: OnProgress
) -> Callable[[Generation], bool | None]:
    def report(done: Generation) -> bool | None:
        shown = _short(readable(piece_of(done.best.program), scorer.values))
        best = Scored(Terms((shown,)), done.best.loss)
        return on_progress(Progress(done.generation, settings.generations - 1, done.scored, best))

    return report


def _short(node: Node) -> Node:
    """The expression with its numbers rounded."""
    if node.op == "num":
        return number(float(f"{node.value:.{DIGITS}g}"))
    return replace(node, args=tuple(_short(a) for a in node.args))
