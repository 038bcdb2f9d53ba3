"""PDE-FIND and WSINDy: their terms in ours, their subdomains, and what they find where they run."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.cli import main
from pdedsl.errors import PdedslError
from pdedsl.experiments import problems
from pdedsl.form import make_symbol
from pdedsl.language import format_term, parse, parse_equation
from pdedsl.reproduce import baselines, pysindy_baselines, run_case, sets
from pdedsl.reproduce.case import METHODS, Case, Published
from pdedsl.reproduce.product_terms import dictionary_of, over_dictionary, rmse_in_products
from pdedsl.reproduce.pysindy_baselines import pde_find, wsindy, wsindy_conservative
from pdedsl.reproduce.reread import coefficients_of, in_products
from pdedsl.reproduce.rows import append_row
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.subdomains import CELLS, WIDEST, half_widths
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.summary import summarise
from pdedsl.reproduce.text import text_of

HEAT, BURGERS = (problems()[name] for name in ("heat", "burgers"))
LINEAR = tuple(problems()[name] for name in ("heat", "burgers", "kuramoto_sivashinsky"))


def found(method, problem, **setting):
    data = problem.run(0, **({"samples": 3, "noise": 0.001} | setting))
    return np.array(method(of_problem(problem), data))


@pytest.fixture
def without_pysindy(monkeypatch):
    monkeypatch.setattr(baselines, "find_spec", lambda name: None)


def test_half_a_product_is_a_derivative_of_the_square():
    import sympy

    x = make_symbol("x")
    u = sympy.Function("u")(x)
    assert sympy.simplify(u * u.diff(x) - (u**2).diff(x) / 2) == 0
    bound = over_dictionary({"u": 0.0, "u_1": 0.0, "u_11": 0.2, "uu_1": -1.0}, BURGERS.dictionary)
    assert bound == (0.0, 1.0, 0.0, 0.5, -0.2, 0.0)
    scaled = np.array(bound) / np.abs(bound).sum()
    np.testing.assert_allclose(scaled, BURGERS.target_bound, atol=1e-15)


def test_a_derivative_of_the_square_is_taken_as_it_is():
    bound = over_dictionary({"v_1": -0.5, "u_11": 0.2}, BURGERS.dictionary)
    assert bound == (0.0, 1.0, 0.0, 0.5, -0.2, 0.0)


def test_a_product_without_a_counterpart_is_an_error_in_the_place_of_its_kin():
    bound = over_dictionary({"uu_11": 0.4, "u_1": 3.0}, HEAT.dictionary)
    assert bound == (0.0, 1.0, -3.0, 0.0, 0.0, -0.2)


@pytest.mark.parametrize("problem", LINEAR, ids=lambda p: p.name)
def test_the_dictionaries_of_the_paper_are_those_of_the_conversion(problem):
    order = 4 if problem.name == "kuramoto_sivashinsky" else 2
    assert set(dictionary_of(order)) == set(problem.dictionary)


def test_the_papers_rmse_is_that_of_the_products_at_unit_norm():
    true = BURGERS.target_bound
    wrong = (0, 1, 0, 0, -0.2, 0)
    theirs = np.array([0, 1, 0, 0, -0.2, 0]) / 1.2 - np.array([0, 1, 0, 1, -0.2, 0]) / 2.2
    expected = np.sqrt(np.mean(theirs**2))
    assert rmse_in_products(wrong, true, BURGERS.dictionary) == pytest.approx(expected)
    assert rmse_in_products(true, true, BURGERS.dictionary) == 0.0


def test_subdomains_are_wider_where_fields_are_smoother_and_stay_within_bounds():
    x = np.linspace(0.0, 1.0, 200, endpoint=False)
    rough, smooth = (np.sin(2 * np.pi * k * x)[None, :, None] + 0 * x for k in (30, 10))
    (narrow, _), (wide, _) = (half_widths(f, (1.0, 1.0), 4) for f in (rough, smooth))
    assert CELLS / 199 < narrow < wide < WIDEST
    noise = np.random.default_rng(0).standard_normal((2, 20, 20))
    assert all(CELLS / 19 <= h / 2.0 <= WIDEST for h in half_widths(noise, (2.0, 2.0), 4))


@pytest.mark.parametrize("name", ["slm", "heat_source", "oscillator", "laplace_1"])
@pytest.mark.parametrize("method", [pde_find, wsindy, wsindy_conservative])
def test_other_problems_are_refused(method, name):
    subject = of_problem(problems()[name])
    with pytest.raises(PdedslError, match=rf"^{name}: .*(?s:.*)pdedsl reproduce linear"):
        method(subject, None)


def test_a_known_source_is_refused():
    with pytest.raises(PdedslError, match="with g = 0"):
        pde_find(replace(of_problem(HEAT), known="exp(t)"), None)


def test_a_missing_package_is_told_before_anything_is_run(without_pysindy, capsys, tmp_path):
    csv = tmp_path / "rows.csv"
    assert main(["reproduce", "linear", "--method", "wsindy-frols", "--csv", str(csv)]) == 2
    shown = capsys.readouterr().err
    assert "--method wsindy-frols needs pysindy, which is not installed" in shown
    assert 'pip install "pdedsl[baselines]"' in shown
    assert not csv.exists()


def test_rows_that_are_there_need_no_package(without_pysindy, capsys, tmp_path):
    csv, cases = tmp_path / "rows.csv", sets((0.1,))["linear"].cases
    equation = "2*d_t(u) + 0.9*d_x(u^2) + -0.4*d_xx(u) = 0"
    for case in cases:
        blank = Run(case, "wsindy-frols", 0).blank
        append_row(csv, replace(blank, verdict="solved", equation=equation, rmse=0.25))
    words = ["reproduce", "linear", "--noise", "0.1", "--seeds", "1", "--method", "wsindy-frols"]
    assert main([*words, "--csv", str(csv)]) == 0
    expected = rmse_in_products((0, 2, 0, 0.9, -0.4, 0), BURGERS.target_bound, BURGERS.dictionary)
    lines = (tmp_path / "rows-summary.md").read_text().splitlines()
    heads = next(line for line in lines if line.startswith("| setting")).split(" | ")
    burgers = next(k for k, line in enumerate(lines) if line.startswith("**Burgers"))
    ours = next(line for line in lines[burgers:] if "wsindy-frols" in line).split(" | ")
    assert ours[heads.index("RMSE")] == "0.25"
    assert ours[heads.index("RMSE in products")] == format(expected, ".2g")
    assert "RMSE in products is that of" in capsys.readouterr().out


NUMBERS = st.one_of(st.just(0.0), st.floats(1e-9, 1e9)).map(lambda v: float(f"{v:.6g}"))


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([1, -1]), NUMBERS), min_size=6, max_size=6),
    st.permutations(range(6)),
)
def test_the_numbers_of_a_linear_combination_are_read_as_the_language_reads_them(parts, order):
    values, terms = [sign * size for sign, size in parts], BURGERS.dictionary
    text = " + ".join(f"{values[p]:.6g}*{terms[p]}" for p in order if values[p])
    if text:
        assert coefficients_of(f"{text} = 0", terms) == tuple(values)
    if any(values[1:]):
        problem = parse(text_of(of_problem(BURGERS))).problem
        pde = parse_equation(f"{text} = 0", problem)
        names = [format_term(term, problem.coordinate_symbols) for term in pde.dictionary]
        read = dict(zip(names, pde.beta, strict=True))
        assert [read.get(term, 0.0) for term in terms] == pytest.approx(values)


@pytest.mark.parametrize(
    "text",
    [
        "d_t(u) = 3*u",
        "d_t(u) + d_ttt(u) = 0",
        "d_t(u) d_x(u) = 0",
        "d_t(u) + sin(u) = 0",
        "2 = 0",
        "",
    ],
)
def test_what_is_no_combination_of_the_terms_has_no_numbers(text):
    assert coefficients_of(text, BURGERS.dictionary) is None


def test_the_sign_of_an_equation_does_not_count():
    burgers = sets()["linear"].cases[6]
    texts = ("d_t(u) + 0.4*d_x(u^2) = 0", "-0.4*d_x(u^2) - d_t(u) = 0")
    first, second = (in_products(burgers, text, 0) for text in texts)
    assert first == second
    wrong = (0, 1, 0, 0.4, 0, 0)
    expected = rmse_in_products(wrong, BURGERS.target_bound, BURGERS.dictionary)
    assert first == {"rmse_products": pytest.approx(expected)}
    assert in_products(burgers, "d_t(u) = sin(u)", 0) == {}


def test_a_missing_package_is_the_message_of_a_run(without_pysindy):
    row = run_case(Run(sets()["linear"].cases[0], "pde-find", 0))
    assert row.failed
    assert "pdedsl[baselines]" in row.message


def test_a_package_that_cannot_be_imported_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pysindy", None)
    with pytest.raises(PdedslError, match=r"pip install .pdedsl\[baselines\]"):
        found(pde_find, HEAT)


def test_only_the_linear_set_has_baselines():
    assert sets()["linear"].methods == (*METHODS, *baselines.NAMES)
    assert sets()["heat"].methods == METHODS
    assert {"pde-find", "wsindy"} <= set(baselines.NAMES)


def test_variants_stand_beside_the_numbers_of_their_family():
    numbers = (("paper", Published(rmse=0.1)), ("wsindy", Published(rmse=0.3)))
    case = Case(None, "heat", 0.1, 10, 30, published=numbers)
    shown = [case.paper(m).rmse for m in ("calibrated", "wsindy", "wsindy-ssr", "ablated")]
    assert shown == [0.1, 0.3, 0.3, None]


def test_a_family_has_a_line_of_its_own_unless_a_variant_was_run():
    linear = sets((0.1,))["linear"]
    found = [s.method for s in summarise(linear, {}, ("wsindy-ssr",), range(1), {})][:2]
    assert found == ["wsindy-ssr", "pde-find"]


def test_the_paper_shows_forward_selection_for_wsindy_but_not_for_heat():
    chosen = [
        pysindy_baselines._of_the_paper(method, of_problem(problem))
        for method in ("pde-find", "wsindy")
        for problem in LINEAR
    ]
    assert chosen == ["ssr", "ssr", "ssr", "ssr", "frols", "frols"]


class TestWithPysindy:
    @pytest.fixture(autouse=True)
    def _package(self, monkeypatch):
        pytest.importorskip("pysindy")
        monkeypatch.setattr(pysindy_baselines, "SUBDOMAINS", 60)
        monkeypatch.setattr(pysindy_baselines, "INTEGRALS", 0)

    @pytest.mark.parametrize("optimiser", ["ssr", "frols"])
    @pytest.mark.parametrize("problem", [HEAT, BURGERS], ids=lambda p: p.name)
    def test_wsindy_is_right_where_there_is_little_noise(self, problem, optimiser):
        bound = found(lambda s, d: wsindy(s, d, optimiser=optimiser), problem)
        scaled = bound / np.abs(bound).sum()
        np.testing.assert_allclose(scaled, problem.target_bound, atol=0.01)

    def test_without_products_wsindy_is_right_to_a_thousandth_and_drops_all_needless_terms(self):
        bound = found(wsindy_conservative, BURGERS)
        np.testing.assert_allclose(bound / np.abs(bound).sum(), BURGERS.target_bound, atol=1e-3)
        np.testing.assert_array_equal(bound != 0, np.array(BURGERS.target_bound) != 0)

    @pytest.mark.parametrize("optimiser", ["ssr", "frols"])
    def test_pde_find_has_the_diffusivity_within_a_quarter(self, optimiser):
        bound = found(lambda s, d: pde_find(s, d, optimiser=optimiser), HEAT, samples=10, noise=0.0)
        assert bound[1] == 1.0
        assert bound[4] == pytest.approx(-0.25, rel=0.25)

    @pytest.mark.parametrize("method", [pde_find, wsindy, wsindy_conservative])
    def test_the_same_data_give_the_same_numbers_and_the_global_generator_is_left_alone(
        self, method
    ):
        before = np.random.get_state()[1].copy()  # noqa: NPY002
        first = found(method, BURGERS, samples=2, noise=0.05)
        np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002
        np.random.uniform(size=3)  # noqa: NPY002
        np.testing.assert_array_equal(first, found(method, BURGERS, samples=2, noise=0.05))

    def test_a_row_is_judged_and_says_what_was_found(self):
        case = replace(sets((0.001,))["linear"].cases[1], samples=2)
        row = run_case(Run(case, "wsindy-conservative", 0))
        assert row.verdict == "solved", row.message
        assert row.strict
        assert row.rmse < 0.001
        assert row.equation.startswith("1*d_t(u) + 0.")
