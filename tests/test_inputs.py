"""Equations whose forcing is known as data alone are found, kept, shown and solved forward."""

import json

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import pdedsl
from pdedsl.cli import main
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError, NoEvolutionError
from pdedsl.form.evolution import evolution_form
from pdedsl.loading import load_data

DAMPING, STIFFNESS, GAIN = 0.4, 2.0, 1.5

OSCILLATOR = """
coordinates t "s"
fields u "m"
inputs q{word} "N"
dictionary {{ d_t(u), d_tt(u) }}
{grammar}
search genetic {{ population = {population}, generations = {generations}, seed = {seed} }}
expect d_tt(u) + 0.4*d_t(u) = 1.5*q - 2*u
"""
HEAT = """
coordinates t "s", x "m"
fields u "K"
inputs q "K/s"
dictionary {{ d_t(u), d_x(u), d_xx(u) }}
grammar polynomial g(u, q)
search genetic {{ population = {population}, generations = {generations} }}
expect d_t(u) - 0.1*d_xx(u) = 2*q - 0.5*u
"""


def written(text, **options):
    defaults = {"word": "", "grammar": "grammar polynomial g(t, u, q)", "seed": 0}
    return text.format(**{**defaults, "population": 60, "generations": 4, **options})


def noisy(values, noise, seed):
    return values + noise * values.std() * np.random.default_rng(seed).normal(size=values.shape)


def telegraph(count, rng, rate):
    """-1 or 1, switched at random times."""
    return np.where(np.cumsum(rng.random(count) < rate) % 2 == 0, 1.0, -1.0)


def driven(between, noise=0.01, seed=0, count=201, end=20.0):
    """The oscillator driven by an irregular forcing, exactly, and what was measured of it."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0, end, count)
    if between == "held":
        q = telegraph(count, rng, 0.08)
        slopes = np.zeros(count)
    else:
        q = np.convolve(rng.normal(size=count + 8), np.ones(5) / 2, mode="same")[4:-4]
        slopes = np.append(np.diff(q), 0.0) / (t[1] - t[0])
    rates = np.zeros((4, 4))  # of u, u_t, q and the slope of q
    rates[0, 1], rates[2, 3] = 1.0, 1.0
    rates[1] = -STIFFNESS, -DAMPING, GAIN, 0.0
    step = expm(rates * (t[1] - t[0]))
    states = [rng.normal(size=2)]
    for known, slope in zip(q[:-1], slopes[:-1], strict=True):
        states.append((step @ [*states[-1], known, slope])[:2])
    return {"t": t, "u": noisy(np.array(states)[:, 0], noise, seed), "q": q}


def heated(noise=0.02, seed=0, places=33, times=31):
    """A rod with insulated ends under a source that is known in time and space."""
    rng = np.random.default_rng(seed)
    modes = np.arange(5)
    t, x = np.linspace(0, 2, times), np.linspace(0, 3, places)
    shapes = np.cos(np.pi * modes[:, None] * x / 3)
    tones, phases, strength = rng.uniform(1, 5, 5), rng.uniform(0, 6, 5), rng.normal(size=5)

    def source(s):
        return strength * np.sin(tones * s + phases)

    decay = 0.1 * (np.pi * modes / 3) ** 2 + 0.5
    made = solve_ivp(
        lambda s, c: 2 * source(s) - decay * c,
        (0, 2),
        rng.normal(size=5) / (1 + modes),
        t_eval=t,
        rtol=1e-9,
        atol=1e-10,
    )
    q = np.array([source(s) for s in t]) @ shapes
    return {"t": t, "x": x, "u": noisy(made.y.T @ shapes, noise, seed), "q": q}


def numbers(found):
    """Damping, stiffness and gain over inertia, from whatever term is held at 1."""
    bound = {b.term: b.coefficient for b in found.equations[0].bound}
    g = found.to_callable()
    at = [g(t=0.0, u=u, q=q) for u, q in ((0.0, 1.0), (0.0, 0.0), (1.0, 0.0))]
    scale = bound["d_tt(u)"]
    return np.array([bound["d_t(u)"], at[1] - at[2], at[0] - at[1]]) / scale


def right(found, tolerance):
    np.testing.assert_allclose(numbers(found), [DAMPING, STIFFNESS, GAIN], rtol=tolerance)


@pytest.fixture(scope="module")
def held():
    """A run with a forcing that holds between the points."""
    data = driven("held", count=121, end=12.0)
    return pdedsl.discover(written(OSCILLATOR, word=" held"), data), data


def test_a_switched_forcing_is_found_with_its_gain(held):
    found, _ = held
    assert (found.verdict, found.expectation) == ("identified", "met")
    right(found, 0.03)


def test_the_forcing_drives_the_forward_solution(held):
    found, data = held
    made = found.simulate()
    assert made.is_whole
    assert "q as it is in the data" in made.method
    assert np.max(np.abs(made.fields[0]["u"] - data["u"])) < 0.05 * np.std(data["u"])
    with pytest.raises(pdedsl.PdedslError, match="nothing is known of q"):
        found.simulate(until=20.0)


def test_g_is_a_function_of_the_input_too(held):
    found, _ = held
    g = found.to_callable()
    assert g.arguments == ("t", "u", "q")
    values = g(u=0.0, t=0.0, q=np.array([-1.0, 0.0, 1.0]))
    np.testing.assert_allclose(values - values[1], values[2] * np.array([-1, 0, 1]), atol=0.1)
    assert "q(t)" in str(found.equation)


def test_a_saved_run_keeps_its_input(held, tmp_path):
    found, data = held
    found.save(tmp_path)
    again = Discovery.load(tmp_path)
    np.testing.assert_array_equal(again.fields.samples[0].inputs["q"].values, data["q"])
    one, other = (each.simulate(start="estimate") for each in (found, again))
    np.testing.assert_array_equal(one.fields[0]["u"], other.fields[0]["u"])


def test_reports_name_the_input(held, tmp_path):
    from pdedsl.report.page.whole import page
    from pdedsl.report.paper.document import paper

    found, _ = held
    tex = paper(found)["paper.tex"]
    assert "given $q$" in tex
    assert "$q$ entered as measured, steps between the points." in tex
    assert "q" in page(found, drawn=False)


@pytest.mark.parametrize("kind", ["frame", "xarray"])
def test_frames_and_labelled_arrays_hold_inputs_as_mappings_do(kind):
    data = driven("held", count=41, end=4.0)
    specification = pdedsl.parse(written(OSCILLATOR))
    if kind == "frame":
        held = pytest.importorskip("pandas").DataFrame(data)
    else:
        t = data["t"]
        arrays = {name: ("t", data[name]) for name in ("u", "q")}
        held = pytest.importorskip("xarray").Dataset(arrays, {"t": t})
    assert load_data(specification, held).digest == load_data(specification, data).digest


@pytest.mark.slow
def test_a_run_that_broke_off_goes_on_with_the_same_digits(tmp_path):
    data = driven("held", count=61, end=9.0)
    options = {"grammar": "grammar polynomial g(u, q)", "population": 20, "generations": 2}
    text = written(OSCILLATOR, **options)
    whole = pdedsl.discover(text, data, journal=tmp_path / "journal")
    again = pdedsl.discover(text, data, journal=tmp_path / "journal")
    assert again.equations == whole.equations
    other = {**data, "q": data["q"] + 0.01 * data["t"]}
    with pytest.raises(DataError, match="other data"):
        pdedsl.discover(text, other, journal=tmp_path / "journal")


def test_commands_take_a_text_with_inputs(tmp_path, capsys):
    data = driven("held", count=121, end=12.0)
    np.savez(tmp_path / "data.npz", t=data["t"], u=data["u"], force=data["q"])
    text = """
    coordinates t "s"
    fields u "m"
    inputs q held "N"
    data "data.npz" { q = force }
    dictionary { d_t(u), d_tt(u), u }
    grammar none
    known { 1.5*q }
    expect d_tt(u) + 0.4*d_t(u) + 2*u = 1.5*q
    """
    path = tmp_path / "driven.pde"
    path.write_text(text)
    assert main(["check", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "q is an input, known as data, held from each point to the next" in shown
    assert "input q: from -1 to 1, by t" in shown
    undeclared = tmp_path / "undeclared.pde"
    undeclared.write_text(text.replace("q held", "q"))
    assert main(["check", str(undeclared)]) == 0
    assert "inputs q held" in capsys.readouterr().out
    assert main(["check", "--json", str(path)]) == 0
    problem = json.loads(capsys.readouterr().out)["problem"]
    assert problem["inputs"] == [{"name": "q", "unit": "N", "between": "held"}]
    run = str(tmp_path / "run")
    assert main(["discover", str(path), "--out", run]) == 0
    assert main(["simulate", run]) == 0
    assert main(["latex", run]) == 0
    assert "q" in capsys.readouterr().out


def test_a_known_part_may_be_all_that_holds_the_input():
    data = driven("linear", count=121, end=12.0)
    text = """
    coordinates t
    fields u
    inputs q linear
    dictionary { d_t(u), d_tt(u), u }
    grammar none
    known { 1.5*q }
    """
    found = pdedsl.discover(text, data)
    coefficients = {b.term: b.coefficient for b in found.equations[0].bound}
    scale = coefficients["d_tt(u)"]
    assert found.verdict == "identified"
    np.testing.assert_allclose(coefficients["u"] / scale, STIFFNESS, rtol=0.02)
    np.testing.assert_allclose(coefficients["d_t(u)"] / scale, DAMPING, rtol=0.05)


def test_a_term_may_have_the_input_beside_the_field():
    # u_t + (q u)_x = 0 for a flow q(t) that is the same everywhere.
    t, x = np.linspace(0, 2, 41), np.linspace(0, 6, 61)
    q = 1 + 0.8 * np.sin(3 * t)
    way = t + 0.8 * (1 - np.cos(3 * t)) / 3
    u = np.exp(-((x - 1.5 - way[:, None]) ** 2))
    text = """
    coordinates t, x
    fields u
    inputs q
    dictionary { d_t(u), d_x(u), d_x(q*u) }
    grammar none
    """
    found = pdedsl.discover(text, {"t": t, "x": x, "u": noisy(u, 0.01, 1), "q": q})
    assert found.verdict == "identified"
    coefficients = {b.term: b.coefficient for b in found.equations[0].bound}
    assert set(coefficients) == {"d_t(u)", "d_x(q*u)"}
    np.testing.assert_allclose(coefficients["d_x(q*u)"] / coefficients["d_t(u)"], 1, rtol=0.02)
    assert found.simulate().is_whole


def test_a_derivative_of_an_input_in_time_cannot_be_stepped_forward():
    text = "coordinates t, x\nfields u\ninputs q\nexpect {} = d_xx(q*u)\n"
    refused, possible = (pdedsl.parse(text.format(term)) for term in ("d_t(q*u)", "d_t(u)"))
    with pytest.raises(NoEvolutionError, match="the derivative of q in t occurs in it"):
        evolution_form([refused.expected], refused.problem, 0)
    form = evolution_form([possible.expected], possible.problem, 0)
    assert [q.name for q in form.given] == ["q"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [1e-80, 1e60])
def test_inputs_of_any_size_that_squares_can_hold_come_to_an_answer(size):
    data = driven("held", count=61, end=9.0)
    options = {"grammar": "grammar polynomial g(u, q)", "population": 20, "generations": 1}
    text = written(OSCILLATOR, **options).split("expect")[0]
    found = pdedsl.discover(text, {**data, "q": size * data["q"]})
    assert found.verdict
    assert all(np.isfinite(b.coefficient) for e in found.equations for b in e.bound)


def test_a_known_part_beyond_what_squares_can_hold_is_refused():
    data = driven("held", count=61, end=6.0)
    text = "coordinates t\nfields u\ninputs q\ndictionary { d_t(u) }\nknown { q^2 }\n"
    with pytest.raises(DataError, match=r"in the units of these data it is of the order of 1e\+1"):
        pdedsl.discover(text, {**data, "q": 1e70 * data["q"]})


@pytest.mark.parametrize("method", ["paper", "ablated"])
def test_the_published_methods_take_inputs(method):
    data = driven("held", count=41, end=8.0)
    text = written(OSCILLATOR, population=20, generations=1, word=" held").split("expect")[0]
    found = pdedsl.discover(f"method {method}\n{text}", data)
    assert found.equations


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.01, 0.05])
@pytest.mark.parametrize("between", ["held", "linear"])
@pytest.mark.parametrize("seed", range(4))
def test_an_oscillator_is_found_under_any_forcing(between, noise, seed):
    text = written(OSCILLATOR, word=f" {between}", population=200, generations=8, seed=seed)
    found = pdedsl.discover(text, driven(between, noise, seed))
    assert found.expectation == "met"
    right(found, 0.03 if noise < 0.02 else 0.12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_stock_grammar_of_a_text_that_names_none_finds_the_forcing(seed):
    options = {"population": 300, "generations": 10, "grammar": "", "word": " held"}
    found = pdedsl.discover(written(OSCILLATOR, **options), driven("held", 0.01, seed))
    assert found.expectation == "met"


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.01, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_heat_is_found_under_a_source_in_time_and_space(noise, seed):
    text = written(HEAT, population=100, generations=6)
    found = pdedsl.discover(text, heated(noise, seed, places=41, times=41))
    assert found.expectation == "met"
    assert found.verdict == "identified"


@pytest.mark.slow
def test_heat_is_found_from_scattered_points_with_their_source():
    data = heated(0.01, 0, places=41, times=41)
    t, x = (a.ravel() for a in np.meshgrid(data["t"], data["x"], indexing="ij"))
    chosen = np.random.default_rng(0).random(t.size) < 0.7
    table = {"t": t, "x": x, "u": data["u"].ravel(), "q": data["q"].ravel()}
    text = written(HEAT, population=100, generations=6)
    found = pdedsl.discover(text, {n: column[chosen] for n, column in table.items()})
    assert found.expectation == "met"
