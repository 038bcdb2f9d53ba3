"""Numbers of an equation with their standard errors, as rows keep them."""

import pytest

from pdedsl.records import BoundTerm, EquationRecord, FreeNumber
from pdedsl.reproduce.estimates import Estimate, read, written

BOUND = BoundTerm("d_t(u)", 1.0), BoundTerm("d_xx(u)", -0.2512345678, 0.0013)
NUMBERS = FreeNumber("c1", -1.2512, 0.01), FreeNumber("c2", 1.8, None)
RECORD = EquationRecord(
    "equation", "", "", BOUND, "", free_form="c1*exp(c2*t) - c1*u", free_numbers=NUMBERS
)


def test_what_was_written_is_read_again():
    found = read(written(RECORD))
    assert found.bound == (
        ("d_t(u)", Estimate(1.0)),
        ("d_xx(u)", Estimate(-0.2512345678, 0.0013)),
    )
    assert found.free == RECORD.free_form
    assert found.numbers == (("c1", Estimate(-1.2512, 0.01)), ("c2", Estimate(1.8)))


def test_an_equation_is_shown_with_its_errors_and_one_sign_between_terms():
    shown = "d_t(u) - 0.2512(13)*d_xx(u) = -1.251(10)*exp(1.8*t) + 1.251(10)*u"
    assert str(read(written(RECORD))) == shown


def test_a_negative_number_after_a_minus_is_a_plus_or_nothing():
    text = "d_t(u) = 1; g = -c1*exp(-c2*t) - c1; c1 = -2; c2 = -3"
    assert str(read(text)) == "d_t(u) = 2*exp(3*t) + 2"


def test_numbers_stand_before_what_they_multiply():
    text = "d_t(u) = 1; g = c1*exp(a*c2) - a*c1 + u^c3; c1 = 2; c2 = -1.5 +- 0.02; c3 = 3"
    assert str(read(text)) == "d_t(u) = 2*exp(-1.500(20)*a) - 2*a + u^3"


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (0.123456, 0.0123, "0.123(12)"),
        (0.123456, 0.00996, "0.123(10)"),
        (5.0, 0.2, "5.00(20)"),
        (-25.3, 4.1, "-25.3(41)"),
        (25.3, 12.0, "25(12)"),
        (1e-5, 2.3e-7, "0.00001000(23)"),
        (2.0, 0.0, "2"),
        (2.0, float("inf"), "2"),
    ],
)
def test_two_digits_of_the_error_are_in_brackets(value, error, shown):
    assert str(Estimate(value, error)) == shown
