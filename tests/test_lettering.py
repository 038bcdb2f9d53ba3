"""Numbers are shown to the last place that their error vouches for."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.lettering import LARGEST_FIXED, MOST_DIGITS, SMALLEST_FIXED, rounded


def place(error):
    """The power of ten of the last digit worth showing."""
    first, exponent = f"{error:.1e}".split("e")
    return int(exponent) - first.startswith("1")


@given(
    st.floats(10.0**SMALLEST_FIXED, 0.9 * 10.0**LARGEST_FIXED),
    st.floats(-5.0, 0.0),
    st.sampled_from([1, -1]),
)
def test_the_last_place_is_that_of_the_error_whatever_the_value_rounds_to(size, ratio, sign):
    value, error = sign * size, size * 10.0**ratio
    text, power = rounded(value, standard_error=error)
    wanted = -place(error)
    if power is not None or wanted <= 0:
        return
    decimals = len(text.partition(".")[2])
    most = MOST_DIGITS - 1 - math.floor(math.log10(size))
    assert decimals == min(wanted, decimals if wanted > most else wanted)
    assert float(text) == pytest.approx(value, abs=0.51 * 10.0**-decimals)


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (-0.0999513, 7.7e-4, "-0.1000"),
        (-9.99, 0.029, "-9.99"),
        (0.99999, 3e-3, "1.000"),
        (9.9999, 0.2, "10.0"),
        (0.96, 0.5, "1.0"),
    ],
)
def test_a_value_that_gains_a_digit_by_rounding_keeps_its_last_place(value, error, shown):
    assert rounded(value, standard_error=error) == (shown, None)
