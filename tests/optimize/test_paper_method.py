"""The paper's algorithm by name: its loss, its search, and its ablation."""

import functools
import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from test_primitives import TYPED, parsed, stands_for

import pdedsl
from pdedsl.errors import DataError
from pdedsl.fields import Binding, estimate, from_mapping
from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.form.equivalence import same_functional_form
from pdedsl.language import (
    Constant,
    Reference,
    parse,
    parse_expression,
    parse_file,
    stock_grammar,
)
from pdedsl.optimize.expression import Node, constant, number, variable
from pdedsl.optimize.paper.ablation import STEP, differentiated, pointwise_system
from pdedsl.optimize.paper.programs import Programs, limits
from pdedsl.optimize.paper.scoring import Scorer
from pdedsl.optimize.paper.search import Settings, search
from pdedsl.optimize.paper.system import weak_system
from pdedsl.optimize.paper.values import Piece, Values, leaf, piece_of, readable
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.values import evaluate
from pdedsl.weak.checks import Wish

EXAMPLES = Path(__file__).parents[2] / "examples"
AS_PUBLISHED = Wish(3, (10,), (0.1,))
T, U = variable("t"), variable("u")


def oscillator(points=20, samples=10):
    """u'' + 4 u' + 16 u = 5 sin(3 t) without noise: particular solution and decaying waves."""
    t = np.linspace(0.0, 2.0, points)
    rng = np.random.default_rng(0)
    a = 5 / (7**2 + 12**2)
    forced = a * (7 * np.sin(3 * t) - 12 * np.cos(3 * t))
    omega = np.sqrt(12.0)
    c, s = rng.uniform(-2, 2, (2, samples, 1))
    free = np.exp(-2 * t) * (c * np.cos(omega * t) + s * np.sin(omega * t))
    return {"sample": np.arange(samples), "t": t, "u": forced + free}


SECOND = parse("coordinates t\nfields u\ndictionary { d_t(u), d_tt(u) }\nmethod paper")


def estimates(arrays):
    return estimate(from_mapping(arrays, Binding(("t",), ("u",), sample="sample")), pool=False)


@functools.cache
def clean(samples=10):
    return estimates(oscillator(samples=samples))


def tree(node):
    """An expression as a piece."""
    return leaf(node) if not node.args else Piece(node.op, [tree(a) for a in node.args])


def times(c, node):
    return Node("*", (number(c), node))


def minus(left, right):
    return Node("-", (left, right))


DRIVE = Node("sin", (times(3.0, T),))
TRUE = minus(DRIVE, times(3.2, U))


# The loss.


@pytest.mark.parametrize("system", [weak_system, pointwise_system], ids=["paper", "ablated"])
def test_the_true_g_has_the_lowest_loss_on_clean_data(system):
    made = (
        system(SECOND.problem, clean(), AS_PUBLISHED)
        if system is weak_system
        else system(SECOND.problem, clean())
    )
    scorer = Scorer(made)
    wrong = [
        times(-3.2, U),
        DRIVE,
        number(1.0),
        minus(Node("sin", (times(2.0, T),)), times(3.2, U)),
        minus(DRIVE, times(2.5, U)),
        minus(DRIVE, Node("exp", (U,))),
    ]
    pieces = [tree(g) for g in (TRUE, *wrong)]
    scorer.score(pieces)
    true, *others = (scorer.losses[p.key] for p in pieces)
    assert true < 0.05 * min(others)
    assert scorer.solution(pieces[0]).beta == pytest.approx([0.8, 0.2], abs=0.01)


def test_z_and_w_are_riemann_sums_at_the_field_estimate():
    system = weak_system(SECOND.problem, clean(), AS_PUBLISHED)
    (functions,), t = system.functions[0].axes, np.linspace(0.0, 2.0, 200)
    step = t[1] - t[0]
    u = np.array([e.on((t,))[0] for e in clean()])
    first = -step * u @ functions.evaluate(t, 1).T
    second = step * u @ functions.evaluate(t, 2).T
    assert system.z == pytest.approx(np.stack([first.ravel(), second.ravel()], axis=1))
    w = step * (np.sin(3 * t) - 3.2 * u) @ functions.evaluate(t).T
    scorer = Scorer(system)
    assert scorer.right_hand_side(tree(TRUE)) == pytest.approx(w.ravel())
    scorer.score([tree(TRUE)])
    solution = scorer.solution(tree(TRUE))
    residual = system.z @ solution.beta - w.ravel()
    assert scorer.losses[tree(TRUE).key] == pytest.approx(float(residual @ residual))


def test_the_paper_s_test_functions_part_the_axis_and_have_unit_norm():
    (functions,) = weak_system(SECOND.problem, clean(), AS_PUBLISHED).functions[0].axes
    assert functions.starts == pytest.approx(0.2 * np.arange(10))
    assert functions.width == pytest.approx(0.2)
    t = np.linspace(0.0, 2.0, 20_001)
    gram = functions.evaluate(t) @ functions.evaluate(t).T * (t[1] - t[0])
    assert gram == pytest.approx(np.eye(10), abs=1e-6)


def test_ablated_derivatives_are_central_differences_of_gaussian_processes():
    three = clean(3)
    t = three[0].grid.axes[0]
    u = np.array([e.observed[0] for e in three])
    h = STEP * 2.0
    for order in (1, 2):
        fits = fit_grid((t,), u, (None,) * len(u))
        u = np.array([(f.curve.on((t + h,)) - f.curve.on((t - h,))) / (2 * h) for f in fits])
        found = differentiated((t,), np.array([e.observed[0] for e in three]), (order,))
        assert found == pytest.approx(u)
    system = pointwise_system(SECOND.problem, three)
    assert system.z[:, 1] == pytest.approx(u.ravel())
    data = np.array([e.observed[0] for e in three])
    direct = system.z @ [0.8, 0.2] - (np.sin(3 * t) - 3.2 * data).ravel()
    scorer = Scorer(system)
    scorer.score([tree(TRUE)])
    assert scorer.losses[tree(TRUE).key] <= float(direct @ direct)
    assert scorer.right_hand_side(tree(TRUE)) == pytest.approx((np.sin(3 * t) - 3.2 * data).ravel())


def test_factors_of_position_multiply_ablated_derivatives_and_constants_have_none():
    t = np.linspace(0.0, 1.0, 12)
    arrays = {"sample": np.arange(2), "t": t, "u": np.array([t**2, np.sin(t)])}
    text = "coordinates t\nfields u\ndictionary { t*d_t(u), d_t(u^2) }\nknown { 2*t }"
    system = pointwise_system(parse(text).problem, estimates(arrays))
    u, slope = arrays["u"], np.array([2 * t, np.cos(t)])
    assert system.z[:, 0] == pytest.approx((t * slope).ravel(), abs=1e-2)
    assert system.z[:, 1] == pytest.approx((2 * u * slope).ravel(), abs=1e-2)
    assert system.known == pytest.approx(np.tile(2 * t, 2))
    assert np.all(differentiated((t,), np.ones((1, 12)), (1,)) == 0)


# Expressions.


def test_protected_operations_are_numbers_where_plain_ones_are_not():
    values = Values({"t": np.array([-2.0, 0.0, 2.0]), "u": np.array([1.0, 200.0, -200.0])})
    with np.errstate(all="ignore"):
        assert values.of(tree(Node("/", (U, T)))) == pytest.approx([-0.5, 1.0, -100.0])
        assert values.of(tree(Node("log", (T,)))) == pytest.approx([np.log(2), 0.0, np.log(2)])
        assert values.of(tree(Node("exp", (U,)))) == pytest.approx([np.e, 0.0, 0.0])


def test_values_are_those_of_plain_expressions_away_from_protection():
    inputs = {"t": np.linspace(1.0, 2.0, 5)[None], "u": np.linspace(0.5, 3.0, 15).reshape(3, 5)}
    values, made = Values(inputs), Programs(primitives(TYPED), random.Random(0))
    for _ in range(100):
        program = made.new()
        plain = evaluate(to_expression(program), inputs)
        assert np.broadcast_to(values.of(piece_of(program)), (3, 5)) == pytest.approx(
            np.broadcast_to(plain, (3, 5)), nan_ok=True
        )


def test_what_protection_made_a_number_is_written_as_one():
    values = [Values({"t": np.array([1.0, 2.0]), "u": np.array([-1.0, 1.0])})]
    zero = minus(T, T)
    assert readable(tree(Node("/", (U, zero))), values) == number(1.0)
    assert readable(tree(Node("log", (zero,))), values) == number(0.0)
    assert readable(tree(Node("log", (U,))), values) == Node("log", (Node("abs", (U,)),))
    assert readable(tree(Node("log", (T,))), values) == Node("log", (T,))


def test_equal_expressions_are_scored_once_whatever_the_order_of_operands():
    scorer = Scorer(weak_system(SECOND.problem, clean(), AS_PUBLISHED))
    first, second = tree(Node("+", (T, times(0.5, U)))), tree(Node("+", (times(0.5, U), T)))
    assert first.key == second.key
    assert tree(minus(T, U)).key != tree(minus(U, T)).key
    assert tree(times(0.5, U)).key != tree(times(0.25, U)).key
    scorer.score([first, second, first])
    assert len(scorer.losses) == 1


def test_what_overflows_loses_and_spoils_no_other():
    scorer = Scorer(weak_system(SECOND.problem, clean(), AS_PUBLISHED))
    power = Node("^", (number(10.0), Node("exp", (times(40.0, U),))))
    pieces = [tree(power), tree(Node("asin", (number(2.0),))), tree(U)]
    scorer.score(pieces)
    losses = [scorer.losses[p.key] for p in pieces]
    assert losses[:2] == [np.inf, np.inf]
    assert np.isfinite(losses[2])


# Programs.


@pytest.mark.parametrize("kind", ["new", "least", "crossed", "regrown", "hoisted", "pointed"])
@pytest.mark.parametrize("grammar", [TYPED, stock_grammar("elementary", ("t", "u"))])
def test_every_operator_stays_inside_the_grammar(grammar, kind):
    made = Programs(primitives(grammar), random.Random(1))
    bounds = [(None, None), (0.0, 4.0)]
    for _ in range(200):
        first, second = made.new(), made.new()
        arguments = {"new": (), "least": (), "crossed": (first, second)}.get(kind, (first,))
        program = getattr(made, kind)(*arguments)
        assert parsed(program) == len(program)
        node = to_expression(program)
        assert not any(n.op == "const" for n in nodes(node))
        start = Reference(grammar.start)
        assert any(
            stands_for(option, start, grammar)
            for option in itertools.islice(options(node, bounds), 4096)
        )


def nodes(node):
    yield node
    for argument in node.args:
        yield from nodes(argument)


def options(node, bounds):
    """The expression with its fractions read as constants of any of the bounds."""
    if node.op == "num" and not node.value.is_integer():
        for lower, upper in bounds:
            if (
                (-1.0 if lower is None else lower)
                <= node.value
                <= (1.0 if upper is None else upper)
            ):
                yield constant(node.value, (lower, upper))
        return
    for args in itertools.product(*(list(options(a, bounds)) for a in node.args)):
        yield Node(node.op, args, node.name, node.value)


def test_constants_lie_between_their_bounds_and_mutate():
    assert limits(Constant()) == (-1.0, 1.0)
    assert limits(Constant(0.0, 5.0)) == (0.0, 5.0)
    assert limits(Constant(3.0, None)) == (3.0, 5.0)
    assert limits(Constant(None, -4.0)) == (-6.0, -4.0)
    assert limits(Constant(None, 0.0)) == (-1.0, 0.0)
    made = Programs(primitives(stock_grammar("elementary", ("t",))), random.Random(2))
    program = next(p for p in (made.new() for _ in range(100)) if len(p) > 20)
    numbers = {n.value for n in nodes(to_expression(program)) if n.op == "num"}
    assert numbers
    assert all(-1.0 < v < 1.0 for v in numbers)
    mutants = [to_expression(made.pointed(program)) for _ in range(200)]
    drawn = {n.value for m in mutants for n in nodes(m) if n.op == "num"}
    assert len(drawn) > 20


# The search.

DECAY = """coordinates t
fields u
data "decay.npz" { sample = sample }
dictionary { d_t(u) }
method paper
search { population = 150, generations = 5 }
"""


def decay(noise=0.0):
    t = np.linspace(0.0, 2.0, 20)
    rng = np.random.default_rng(3)
    clean = np.array([[2.0], [-1.0], [0.5]]) * np.exp(-t)
    return {"sample": np.arange(3), "t": t, "u": clean + rng.normal(0.0, noise, clean.shape)}


@pytest.mark.parametrize("method", ["paper", "ablated"])
def test_a_small_population_finds_a_simple_law(method):
    text = DECAY.replace("paper", method) + "expect d_t(u) = -u\n"
    found = pdedsl.discover(text, decay(0.001))
    assert found.expectation == "met"
    assert found.verdict == "best of rivals"
    assert "neither error bars nor a verdict" in found.reason
    (equation,) = found.equations
    assert (equation.evidence, equation.chi2_per_dof) == (None, None)
    assert equation.loss > 0
    assert found.coefficients == {"d_t(u)": (1.0, None)}
    assert pdedsl.Discovery.from_json(found.to_json()) == found
    losses = [r.loss for r in found.front]
    assert losses == sorted(losses, reverse=True)
    assert [r.complexity for r in found.front] == sorted({r.complexity for r in found.front})


def test_the_same_seed_gives_the_same_record_whatever_the_random_state():
    random.seed(1)
    first = pdedsl.discover(DECAY, decay(0.01))
    random.seed(2)
    state = random.getstate()
    second = pdedsl.discover(DECAY, decay(0.01))
    assert random.getstate() == state
    assert (first.equations, first.front) == (second.equations, second.front)


def test_another_seed_scores_other_programs():
    def scored(seed):
        scorer = Scorer(weak_system(SECOND.problem, clean(), AS_PUBLISHED))
        search(scorer, SECOND.grammar, Settings(population=30, generations=2, seed=seed))
        return set(scorer.losses)

    assert scored(0) == scored(0)
    assert scored(0) != scored(1)


def test_the_answer_is_the_lowest_loss_of_the_last_generation():
    scorer = Scorer(weak_system(SECOND.problem, clean(), AS_PUBLISHED))
    seen = []
    settings = Settings(population=60, generations=4, seed=5, tournament=5, length=12)
    found = search(scorer, SECOND.grammar, settings, seen.append)
    assert [g.generation for g in seen] == [0, 1, 2, 3]
    assert scorer.losses[found.best.key] == seen[-1].best.loss
    assert max(p.size for p in found.front) <= 12
    lowest = min(scorer.losses.values())
    assert scorer.losses[found.front[-1].key] == lowest


def test_parsimony_keeps_programs_short():
    def mean_length(parsimony):
        scorer = Scorer(weak_system(SECOND.problem, clean(), AS_PUBLISHED))
        settings = Settings(population=100, generations=6, seed=1, parsimony=parsimony)
        last = []
        search(scorer, SECOND.grammar, settings, lambda g: last.append(g.best.length))
        return np.mean(last[1:])

    assert mean_length(10.0) <= mean_length(0.0)


def test_progress_is_told_after_every_generation():
    seen = []
    pdedsl.discover(DECAY, decay(), on_progress=seen.append)
    assert [(p.generation, p.generations) for p in seen] == [(n, 4) for n in range(5)]
    assert all(np.isfinite(p.best.loss) and p.best.terms.key for p in seen)


def test_a_known_part_and_no_grammar_need_no_search():
    text = DECAY.replace("method", "known { -u }\ngrammar none\nmethod")
    found = pdedsl.discover(text, decay())
    assert found.equations[0].free == "-u"
    assert found.coefficients == {"d_t(u)": (1.0, None)}
    # u' + u = 0 has no g at all: the smallest Z beta on the sphere
    text = DECAY.replace("d_t(u) }", "d_t(u), u }\ngrammar none")
    values = {k: v for k, (v, _) in pdedsl.discover(text, decay()).coefficients.items()}
    assert values == pytest.approx({"d_t(u)": 0.5, "u": 0.5}, abs=0.01)


def test_supports_are_measured_on_the_grid_of_the_sums():
    """A tenth of twenty points spans 1.9 intervals: too few for us, enough for the paper."""
    found = pdedsl.discover(DECAY, decay())
    assert found.equations
    with pytest.raises(DataError, match="spans"):
        pdedsl.discover(DECAY + "test { points = 15 }\n", decay())
    with pytest.raises(DataError, match="spans"):
        pdedsl.discover(DECAY + "test { quadrature = splines }\n", decay())


@pytest.mark.parametrize("count", ["(10, 10)", "auto"])
def test_fields_over_space_and_time_are_integrated_too(count):
    t, x = np.linspace(0.0, 1.0, 15), np.linspace(0.0, 3.0, 16)
    u = np.exp(-0.5 * t)[:, None] * np.sin(x) + np.exp(-2.0 * t)[:, None] * np.cos(2 * x)
    text = f"""coordinates t, x
fields u
dictionary {{ d_t(u), d_xx(u), d_x(u) }}
grammar none
method paper
test {{ count = {count} }}
"""
    found = pdedsl.discover(text, {"t": t, "x": x, "u": u})
    values = {k: v for k, (v, _) in found.coefficients.items()}
    assert values["d_xx(u)"] / values["d_t(u)"] == pytest.approx(-0.5, abs=0.02)


@pytest.mark.slow
def test_the_paper_s_own_setting_finds_the_oscillator_s_force_for_most_seeds():
    """15 000 candidates, 30 generations; with 2000 none of the three seeds gets there."""
    expected = parse_file(EXAMPLES / "oscillator.pde").expected.g
    found = []
    for seed in range(3):
        overrides = {"method": "paper", "search.population": "15000"}
        overrides |= {"search.generations": "30", "search.seed": str(seed)}
        run = pdedsl.discover(EXAMPLES / "oscillator.pde", overrides=overrides)
        values = {k: v for k, (v, _) in run.coefficients.items()}
        assert values == pytest.approx({"d_t(u)": 0.8, "d_tt(u)": 0.2}, abs=0.02)
        g = parse_expression(run.equations[0].free, expected.free_symbols)
        found.append(same_functional_form(g, expected, tuple(expected.free_symbols)))
    assert sum(found) >= 2
