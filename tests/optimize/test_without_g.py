"""The equation with g = 0: told before the search, and the answer where no g has more evidence."""

import numpy as np
import pytest
from growth_data import growth

from pdedsl.discovery import Discovery
from pdedsl.loading import load_data, load_specification
from pdedsl.optimize.watching import Hooks
from pdedsl.pipeline import run
from pdedsl.records import WithoutG

SEARCH = "search { population = 30, generations = 2 }\n"
WAVES = f"coordinates t, x\nfields u\ndictionary {{ d_tt(u), d_t(u), d_xx(u) }}\n{SEARCH}"
CULTURES = f"""coordinates t
fields u
data "cultures.npz" {{ sample = run }}
dictionary {{ d_t(u), d_tt(u) }}
grammar polynomial g(u)
{SEARCH}"""


def waves(noise=0.01):
    """Waves both ways at speed 1, with nothing that drives them."""
    t, x = np.linspace(0.0, 2.0, 30), np.linspace(0.0, 3.0, 40)
    right, left = x - t[:, None], x + t[:, None]
    u = np.sin(2.0 * right) * np.exp(-((right - 0.5) ** 2)) + np.cos(1.5 * left)
    return {"t": t, "x": x, "u": u + np.random.default_rng(0).normal(0.0, noise, u.shape)}


def watched(text, data):
    """The discovery, and what was told in its course."""
    told = []
    specification = load_specification(text, None)
    hooks = Hooks(told.append)
    found = run(
        specification, load_data(specification, data), hooks=hooks, on_without_g=told.append
    )
    return found, told


@pytest.fixture(scope="module")
def undriven():
    return watched(WAVES, waves())


@pytest.fixture(scope="module")
def growing():
    return watched(CULTURES, growth())


def test_where_nothing_drives_a_field_the_answer_is_without_g(undriven):
    found, _ = undriven
    without_g = found.equations[0].without_g
    assert found.verdict == "identified"
    assert found.equations[0].free == "0"
    assert without_g.text == found.equations[0].text
    assert without_g.is_enough
    assert without_g.gain is None
    assert "explains the data within the noise" in str(found)
    assert str(found).endswith("; no g of the grammar has more evidence")


def test_where_something_does_it_is_told_how_much_more_g_explains(growing):
    found, _ = growing
    equation, without_g = found.equations[0], found.equations[0].without_g
    assert equation.free != "0"
    assert not without_g.is_enough
    assert without_g.chi2_per_dof > 2
    assert without_g.gain == pytest.approx(equation.evidence - without_g.evidence, rel=1e-6)
    assert without_g.gain > 50
    assert f"the g that was found has {without_g.gain:.0f} more evidence" in str(found)


@pytest.mark.parametrize("name", ["undriven", "growing"])
def test_it_is_told_once_and_first(name, request):
    _, told = request.getfixturevalue(name)
    assert [isinstance(step, WithoutG) for step in told] == [True] + [False] * (len(told) - 1)
    assert len(told) > 1
    assert told[0].gain is None


def test_the_record_keeps_it(growing):
    found, _ = growing
    assert Discovery.from_json(found.to_json()) == found


def test_where_no_g_is_looked_for_there_is_nothing_to_compare():
    found, told = watched(WAVES + "grammar none\n", waves())
    assert told == []
    assert found.equations[0].without_g is None
