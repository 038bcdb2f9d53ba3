"""Terms that add up to others of the dictionary, or to what g could contain, are refused."""

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import SpecificationError
from pdedsl.form.dependence import Elimination, by_products
from pdedsl.language import parse

HEAD = "coordinates t, x\nfields u, v\n"


def text(dictionary, grammar="grammar none"):
    return f"{HEAD}dictionary {{ d_t(u), {dictionary} }}\n{grammar}\n"


@pytest.mark.parametrize(
    ("dictionary", "said"),
    [
        ("d_x(x*u), x*d_x(u), u", "u is d_x(u*x) - x*d_x(u)"),
        ("d_x(u), x*d_x(u), (1 - x)*d_x(u)", "(1 - x)*d_x(u) is d_x(u) - x*d_x(u)"),
        ("d_xx(x*u), d_x(u), x*d_xx(u)", "x*d_xx(u) is d_xx(u*x) - 2*d_x(u)"),
        ("d_x(u), d_x(u + 1)", "d_x(u + 1) cannot be told apart from d_x(u)"),
        ("d_x(u), 1e-12*d_x(u + 1)", "1e-12*d_x(u + 1) cannot be told apart from d_x(u)"),
        ("d_x(u), 1e30*d_x(u + 1)", "1e+30*d_x(u + 1) cannot be told apart from d_x(u)"),
        ("d_x(u^2), d_x(v^2), d_x(u^2 + 3*v^2)", "d_x(u^2 + 3*v^2) is d_x(u^2) + 3*d_x(v^2)"),
    ],
)
def test_what_others_add_up_to_is_refused(dictionary, said):
    with pytest.raises(SpecificationError) as caught:
        parse(text(dictionary))
    (mistake,) = caught.value.mistakes
    assert mistake.message == said
    assert mistake.remedy.endswith(("take one of them out of the dictionary", "keep one of them"))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("d_x((u + 1)^2 - u^2 - 2*u)", "0"),
        ("x*d_x(sin(u)^2 + cos(u)^2)", "0"),
        ("d_x((u + x)^2 - u^2 - 2*u*x)", "2*x"),
    ],
)
def test_a_term_that_is_the_same_whatever_the_field_is_is_refused(term, value):
    with pytest.raises(SpecificationError) as caught:
        parse(text(term))
    (mistake,) = caught.value.mistakes
    assert mistake.message.endswith(f" is {value} whatever the field is")


@pytest.mark.parametrize("left_out", range(3))
def test_two_of_three_are_taken(left_out):
    three = ["d_xx(x*u)", "d_x(u)", "x*d_xx(u)"]
    del three[left_out]
    assert len(parse(text(", ".join(three))).problem.dictionary) == 3


def test_a_difference_that_g_could_contain_is_refused():
    with pytest.raises(SpecificationError) as caught:
        parse(text("d_x(x*u), x*d_x(u)", "grammar elementary g(t, u)"))
    (mistake,) = caught.value.mistakes
    assert mistake.message == "-d_x(u*x) + x*d_x(u) is -u, which g could contain as well"
    assert mistake.remedy.endswith("what makes -u out of g with grammar g(t)")
    assert parse(text("d_x(x*u), x*d_x(u)", "grammar elementary g(t)")).grammar is not None


@pytest.mark.parametrize(
    ("dictionary", "grammar", "said"),
    [
        ("u, u + t", "g(t)", "-u + (t + u) is t"),
        ("u*v, u*v + v", "g(v)", "-u*v + (u*v + v) is v"),
        ("u + t, u", "g(t)", "-(t + u) + u is -t"),
        ("u + t, d_x(x*u), x*d_x(u)", "g(t)", "(t + u) - d_x(u*x) + x*d_x(u) is t"),
    ],
)
def test_terms_without_a_derivative_can_hide_a_part_of_g(dictionary, grammar, said):
    with pytest.raises(SpecificationError) as caught:
        parse(text(dictionary, f"grammar elementary {grammar}"))
    (mistake,) = caught.value.mistakes
    assert mistake.message == f"{said}, which g could contain as well"
    assert parse(text(dictionary)).grammar is None


@pytest.mark.parametrize("term", ["u + t", "x*u^2", "u*v"])
def test_one_of_them_that_g_cannot_make_alone_is_taken(term):
    assert len(parse(text(term, "grammar elementary g(t)")).problem.dictionary) == 2


def test_a_term_that_g_could_contain_is_one_mistake():
    with pytest.raises(SpecificationError) as caught:
        parse(text("u, u + t", "grammar elementary g(t, u)"))
    assert [m.message for m in caught.value.mistakes] == [
        "a term without a derivative, which g could contain as well"
    ] * 2


@pytest.mark.parametrize("grammar", ["grammar none", "grammar elementary g(t)"])
def test_a_difference_that_g_cannot_contain_is_taken(grammar):
    assert parse(text("d_x(x*u), x*d_x(u)", grammar)).problem.dictionary


def test_a_measured_derivative_can_make_terms_depend():
    head = HEAD.replace("u, v", "u, v, w = d_x(u)")
    with pytest.raises(SpecificationError, match=r"x\*w is d_x\(u\*x\) - u"):
        parse(head + "dictionary { d_t(u), d_x(x*u), u, x*w }\ngrammar none\n")


numbers = st.integers(-5, 5).filter(bool)


@given(
    rows=st.lists(st.dictionaries(st.sampled_from("abcde"), numbers, min_size=1), max_size=6),
    weights=st.lists(numbers, min_size=6, max_size=6),
)
def test_the_rest_is_what_the_combination_makes(rows, weights):
    """The combination that is told gives the rest, and a row is reduced away if it depends."""
    symbols = {name: sympy.Symbol(name) for name in "abcde"}
    rows = [{symbols[name]: float(n) for name, n in row.items()} for row in rows]
    elimination = Elimination()
    matrix = sympy.zeros(0, 5)
    for place, row in enumerate(rows):
        rest, made = elimination.add(row, place)
        whole = {s: sum(n * rows[q].get(s, 0.0) for q, n in made.items()) for s in symbols.values()}
        for s in symbols.values():
            assert whole[s] == pytest.approx(rest.get(s, 0.0), abs=1e-7)
        line = sympy.Matrix([[sympy.Integer(int(row.get(s, 0))) for s in symbols.values()]])
        longer = matrix.col_join(line)
        assert bool(rest) == (longer.rank() > matrix.rank())
        matrix = longer


def test_products_with_numbers_that_are_not_real_are_passed_over():
    u = sympy.Symbol("u", real=True)
    assert by_products(sympy.I * u) is None
    assert by_products(2 * u + sympy.sqrt(2) * u**2) == {u: 2.0, u**2: pytest.approx(2**0.5)}
