"""What the nodes of a quadrature can show of a feature."""

import numpy as np
import pytest

from pdedsl.optimize.expression import Node, number, variable
from pdedsl.optimize.features import unresolved

T = np.linspace(0.0, 5.0, 40)
INPUTS = {"t": T[None, :], "u": np.sin(T)[None, :]}
NYQUIST = np.pi / (T[1] - T[0])


def wave(frequency):
    return Node("sin", (Node("*", (number(frequency), variable("t"))),))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6])
def test_waves_below_two_thirds_of_the_nyquist_frequency_are_resolved(share):
    assert unresolved(wave(share * NYQUIST), INPUTS) == pytest.approx(
        1 - np.cos(share * np.pi / 2), abs=0.02
    )


def test_an_alias_is_unresolved():
    """2 and 2 NYQUIST - 2 have the same values on the nodes but for their sign."""
    alias = wave(2 * NYQUIST - 2.0)
    assert unresolved(alias, INPUTS) > 0.5
    assert unresolved(wave(2.0), INPUTS) < 0.01


@pytest.mark.parametrize(
    "feature",
    [number(1.0), variable("u"), Node("exp", (variable("t"),)), Node("log", (variable("u"),))],
)
def test_smooth_or_undefined_features_are_left_alone(feature):
    assert unresolved(feature, INPUTS) < 0.05


def test_every_axis_counts():
    x = np.linspace(0, 1, 30)
    inputs = {"t": T[None, :, None], "x": x[None, None, :]}
    product = Node("*", (wave(1.0), Node("sin", (Node("*", (number(100.0), variable("x"))),))))
    assert unresolved(product, inputs) > 0.5
