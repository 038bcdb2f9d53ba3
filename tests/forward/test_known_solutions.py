"""Forward solutions: known solutions come out, to the order of the scheme, on any axes."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from solved_runs import T, X, heat, made, modes, off, one, oscillator, ring

from pdedsl.errors import DataError, PdedslError

t = T[:, None]


def burgers():
    nu, c, a = 0.2, 0.7, 0.5
    u = c - a * np.tanh(a * (X - 1 - c * t) / (2 * nu))
    terms = "d_t(u), d_x(u^2), d_xx(u)"
    return one(terms, "d_t(u) + 0.5*d_x(u^2) - 0.2*d_xx(u) = 0", {"t": T, "x": X}, u)


def wave():
    u = np.cos(2 * t) * np.sin(2 * X)
    return one("d_tt(u), d_xx(u)", "d_tt(u) - d_xx(u) = 0", {"t": T, "x": X}, u)


def damped_in_space():
    """u_tt = u_xx + 0.1 u_txx: a mixed derivative of lower order in time is no hindrance."""
    r = np.roots([1.0, 0.1, 1.0])[0]
    u = np.real(np.exp(r * t)) * np.sin(X)
    terms = "d_tt(u), d_xx(u), d_txx(u)"
    return one(terms, "d_tt(u) - d_xx(u) - 0.1*d_txx(u) = 0", {"t": T, "x": X}, u)


def position_in_a():
    u = np.exp(2 * t) * X**2
    return one("d_t(u), x^2*d_xx(u)", "d_t(u) - x^2*d_xx(u) = 0", {"t": T, "x": X}, u)


def time_and_place_in_g():
    u = np.sin(t) * np.cos(X)
    equation = "d_t(u) - d_xx(u) = cos(t)*cos(x) + u"
    return one("d_t(u), d_xx(u)", equation, {"t": T, "x": X}, u)


def porous():
    u = 0.25 * (0.5 * t + X + 1)
    return one("d_t(u), d_xx(u^2)", "d_t(u) - d_xx(u^2) = 0", {"t": T, "x": X}, u)


def beam():
    u = np.exp(-0.3 * t) * np.sin(X + 0.3) + np.exp(-4.8 * t) * np.cos(2 * X)
    return one("d_t(u), d_xxxx(u)", "d_t(u) + 0.3*d_xxxx(u) = 0", {"t": T, "x": X}, u)


def chain_rule():
    return one("d_t(u^2)", "d_t(u^2) = -2*u^2", {"t": T}, np.exp(-T))


def carried():
    u = np.sin(X - 2 * t)
    return one("d_t(u), d_x(u)", "d_t(u) + 2*d_x(u) = 0", {"t": T, "x": X}, u)


def time_last():
    terms, equation = "d_t(u), d_xx(u)", "d_t(u) - 0.5*d_xx(u) = 0"
    return one(terms, equation, {"x": X, "t": T}, modes(X).T)


def plate():
    x, y = np.linspace(0, 3, 16), np.linspace(0, 2, 12)
    u = np.exp(-0.5 * T)[:, None, None] * np.sin(x)[:, None] * np.cos(y)
    terms = "d_t(u), d_xx(u), d_yy(u)"
    equation = "d_t(u) - 0.25*d_xx(u) - 0.25*d_yy(u) = 0"
    return one(terms, equation, {"t": T, "x": x, "y": y}, u)


def uneven():
    x = X + 0.04 * np.sin(7 * X)
    return heat(x)


KNOWN = {
    f.__name__: f
    for f in (
        *(heat, ring, burgers, wave, damped_in_space, position_in_a, time_and_place_in_g, porous),
        *(beam, chain_rule, carried, time_last, plate, uneven, oscillator),
    )
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_solution_comes_out(name):
    made_run = KNOWN[name]()
    simulation = made_run.simulate(refine=3 if name == "plate" else None, start="estimate")
    assert simulation.is_whole
    assert off(simulation) < 2e-3
    assert simulation.summaries[0].departure is None
    assert simulation.summaries[0].relative < 2e-3


def order(run, coarse, fine, wrong):
    """By how much the error falls with the spacing, taking away what a fine grid leaves."""
    errors = [wrong(run.simulate(refine=k)) for k in (coarse, fine)]
    return np.log(errors[0] / errors[1]) / np.log(fine / coarse)


def test_space_is_of_fourth_order_in_a_ring():
    x = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
    fast = np.exp(-4.5 * t) * np.sin(3 * x)
    run = one("d_t(u), d_xx(u)", "d_t(u) - 0.5*d_xx(u) = 0", {"t": T, "x": x}, fast)
    one_mode = {k: run.simulate(refine=k).samples[0].fields["u"][-1] for k in (1, 2, 16)}
    away = {k: np.abs(one_mode[k] - one_mode[16]).max() for k in (1, 2)}
    assert np.log2(away[1] / away[2]) == pytest.approx(4.0, abs=0.4)


def test_space_is_of_third_order_at_least_between_edges():
    x = np.linspace(0.0, 3.0, 13)
    run = heat(x)
    found = {k: run.simulate(refine=k).samples[0].fields["u"] for k in (1, 2, 12)}
    away = {k: np.abs(found[k] - found[12]).max() for k in (1, 2)}
    assert np.log2(away[1] / away[2]) > 3.0


def test_kuramoto_sivashinsky_follows_its_spectral_solution():
    n, length = 64, 16 * np.pi
    x = np.arange(n) * length / n
    k = 2 * np.pi * np.fft.rfftfreq(n, length / n)

    def rate(_, u):
        linear = (k**2 - k**4) * np.fft.rfft(u)
        return np.fft.irfft(linear - 0.5j * k * np.fft.rfft(u * u), n)

    times = np.linspace(0, 8, 33)
    start = np.cos(x / 8) * (1 + np.sin(x / 8))
    u = solve_ivp(rate, (0, 8), start, "LSODA", times, rtol=1e-8, atol=1e-8).y.T
    terms = "d_t(u), d_x(u^2), d_xx(u), d_xxxx(u)"
    equation = "d_t(u) + 0.5*d_x(u^2) + d_xx(u) + d_xxxx(u) = 0"
    whole = one(terms, equation, {"t": times, "x": x}, u).simulate()
    assert whole.edges == "edges: periodic in x"
    assert off(whole) < 0.01
    part = one(terms, equation, {"t": times, "x": x[:40]}, u[:, :40]).simulate()
    assert "values and slopes" in part.edges
    assert off(part) < 0.01


def lotka_volterra():
    times = np.linspace(0, 20, 80)

    def rate(_, z):
        return [0.6 * z[0] - 0.03 * z[0] * z[1], 0.02 * z[0] * z[1] - 0.8 * z[1]]

    u, v = solve_ivp(rate, (0, 20), [30, 4], t_eval=times, rtol=1e-10, atol=1e-10).y
    text = (
        "coordinates t\nfields u, v\n"
        "equation a { dictionary { d_t(u) } }\nequation b { dictionary { d_t(v) } }\n"
    )
    equations = {"a": "d_t(u) = 0.6*u - 0.03*u*v", "b": "d_t(v) = 0.02*u*v - 0.8*v"}
    return made(text, equations, {"t": times}, {"u": u, "v": v})


def test_equations_of_several_fields_are_solved_together_and_beyond_the_data():
    run = lotka_volterra()
    simulation = run.simulate(until=30.0, start="estimate")
    sample = simulation.samples[0]
    assert sample.axes["t"][-1] == 30.0
    assert list(sample.fields) == ["u", "v"]
    for name in "uv":
        known = sample.measured.estimate[name]
        assert np.abs(sample.fields[name][:80] - known).max() < 1e-4
    late = [r for r in simulation.error if r.time > 20]
    assert late
    assert all(np.isnan(r.error_data) for r in late)


def test_a_field_without_an_equation_is_taken_as_estimated():
    times = np.linspace(0, 2, 41)
    own = {"u": np.exp(np.sin(times)), "v": np.cos(times)}
    run = one("d_t(u)", "d_t(u) = u*v", {"t": times}, own, fields="u, v")
    simulation = run.simulate(start="estimate")
    assert off(simulation) < 1e-6
    assert list(simulation.samples[0].fields) == ["u"]
    assert "v as estimated" in simulation.method
    with pytest.raises(PdedslError, match="nothing is known of v"):
        run.simulate(until=3.0)


def test_a_measured_derivative_is_the_rate_of_change_and_the_start():
    times = np.linspace(0, 2, 41)
    w = np.sqrt(15.75)
    u = np.exp(-0.5 * times) * np.cos(w * times)
    v = np.exp(-0.5 * times) * (-0.5 * np.cos(w * times) - w * np.sin(w * times))
    own = {"u": u, "v": v}
    run = one("d_t(v)", "d_t(v) = -16*u - v", {"t": times}, own, fields="u, v = d_t(u)")
    simulation = run.simulate(start="estimate")
    assert off(simulation, name="u") < 1e-7
    assert off(simulation, name="v") < 1e-7


def test_data_in_a_ring_are_seen_to_be_and_others_are_not():
    closed = np.linspace(0.0, 2 * np.pi, 33)
    assert ring().simulate().edges == "edges: periodic in x"
    assert heat(closed).simulate().edges == "edges: periodic in x"
    assert "both edges" in heat().simulate().edges
    pinned = one(
        *("d_t(u), d_xx(u)", "d_t(u) - d_xx(u) = 0", {"t": T, "x": X}),
        np.exp(-((np.pi / 3) ** 2) * t) * np.sin(np.pi * X / 3),
    )
    assert "both edges" in pinned.simulate().edges


def test_a_flow_has_its_edge_where_it_enters():
    assert "lower edge, where the flow enters" in carried().simulate().edges
    back = one("d_t(u), d_x(u)", "d_t(u) - d_x(u) = 0", {"t": T, "x": X}, np.sin(X + t))
    assert "upper edge, where the flow enters" in back.simulate().edges


def test_beyond_the_data_a_ring_goes_on_and_a_rod_does_not():
    sample = ring().simulate(until=2.0).samples[0]
    x = sample.axes["x"]
    expected = np.exp(-1.0) * np.sin(x) + 0.5 * np.exp(-4.0) * np.cos(2 * x)
    assert np.abs(sample.fields["u"][-1] - expected).max() < 1e-3
    with pytest.raises(PdedslError, match="nothing is known of the edges"):
        heat().simulate(until=2.0)


def test_until_may_be_before_the_end_but_not_before_the_start():
    sample = heat().simulate(until=0.52).samples[0]
    assert sample.axes["t"][-1] == 0.52
    for until in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(PdedslError, match="not after the start"):
            oscillator().simulate(until=until)


def test_samples_are_chosen_by_their_numbers():
    run = oscillator(3)
    assert [s.measured.number for s in run.simulate(samples=[2, 0]).samples] == [2, 0]
    with pytest.raises(DataError, match="no sample 7"):
        run.simulate(samples=[7])
    with pytest.raises(PdedslError, match="no sample is asked for"):
        run.simulate(samples=[])


@pytest.mark.parametrize("wrong", [{"edges": "open"}, {"refine": 0}, {"start": "zero"}])
def test_what_there_is_not_is_refused(wrong):
    with pytest.raises(PdedslError, match=next(iter(wrong))):
        heat().simulate(**wrong)


def test_a_wrong_initial_rate_is_mended_by_a_fit():
    run = oscillator()
    assert run.fields is not None
    (sample,) = run.fields.samples
    sample.estimate["u"][0] += 0.1
    relative = [run.simulate(start=s).summaries[0].relative for s in ("estimate", "fit")]
    ratios = [r.error_data for r in run.simulate(start="fit").error]
    assert relative[0] > 5 * relative[1]
    assert np.sqrt(np.mean(np.square(ratios))) < 0.012


def test_nothing_is_solved_without_fields_or_equations():
    from dataclasses import replace

    run = oscillator()
    with pytest.raises(DataError, match="no fields"):
        replace(run, fields=None).simulate()
    with pytest.raises(DataError, match="no equation"):
        replace(run, equations=()).simulate()
