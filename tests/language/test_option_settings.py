"""Options: defaults, their ranges, and replacing them from the command line."""

from __future__ import annotations

from dataclasses import fields

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import ByField, Options, format_text, parse, unparse, with_overrides
from pdedsl.language.options import defaults, option_checks

HEAD = "coordinates t, x\nfields u\ndictionary { d_t(u) }\n"
BASE = parse(HEAD)


def test_options_that_are_not_set_have_their_defaults():
    assert BASE.options == Options()
    assert (BASE.options.search.population, BASE.options.search.generations) == (500, 20)
    assert BASE.options.estimate.method == "gaussian_process"
    assert BASE.options.solve.method == "exact"


@pytest.mark.parametrize(
    ("statement", "path", "value"),
    [
        ("estimate spline", "estimate.method", "spline"),
        ("estimate { noise = 0.5 }", "estimate.noise", 0.5),
        ("estimate { noise = fit }", "estimate.noise", None),
        ("test bsplines { degree = 6 }", "test.degree", 6),
        ("test { count = 8 }", "test.count", 8),
        ("test { count = (8, 4) }", "test.count", (8, 4)),
        ("test { support = (0.5, 1) }", "test.support", (0.5, 1.0)),
        ("test { quadrature = riemann }", "test.quadrature", "riemann"),
        ("solve collie", "solve.method", "collie"),
        ("solve cvxopt", "solve.method", "cvxopt"),
        ("search genetic { population = 2 }", "search.population", 2),
        ('search { method = "genetic" }', "search.method", "genetic"),
        ("select loss", "select.method", "loss"),
    ],
)
def test_options_are_set_in_the_text_and_from_the_command_line(statement, path, value):
    group, name = path.split(".")
    specification = parse(HEAD + statement)
    assert getattr(getattr(specification.options, group), name) == value
    text = option_checks(getattr(Options(), group))[name].write(value)
    assert with_overrides(BASE, {path: text}).options == specification.options


@pytest.mark.parametrize(
    ("path", "text"),
    [
        *(("search.population", v) for v in ("1", "100001", "5.5", "many", "(2, 3)", "-5", "1e3")),
        *(("search.seed", v) for v in ("-1", "4294967296", "0.5")),
        *(("test.support", v) for v in ("0", "1.5", "(0.5, 2)", "(0.5, 0.5, 0.5)", "half")),
        *(("test.count", v) for v in ("0", "2.5", "(1, 0)")),
        *(("estimate.noise", v) for v in ("-1", "1e400", "auto")),
        *(("solve.method", v) for v in ("lasso", "3")),
        *(("search.seed", v) for v in ("", "3 4", "{", "9^9^9", '"3"', "x" * 200)),
    ],
)
def test_values_out_of_range_are_refused(path, text):
    with pytest.raises(SpecificationError) as caught:
        with_overrides(BASE, {path: text})
    (mistake,) = caught.value.mistakes
    assert mistake.span.line == 1
    assert mistake.remedy
    assert str(caught.value).startswith("--set:1:")


def test_every_override_that_is_wrong_is_named():
    overrides = {"search.sed": "3", "search.seed": "3", "sarch.seed": "3", "seed": "1"}
    with pytest.raises(SpecificationError) as caught:
        with_overrides(BASE, overrides)
    remedies = [mistake.remedy for mistake in caught.value.mistakes]
    assert [mistake.span.line for mistake in caught.value.mistakes] == [1, 3, 4]
    assert remedies == ["did you mean seed?"] + ["did you mean search.seed?"] * 2


@pytest.mark.parametrize(
    ("path", "text", "columns"),
    [
        ("search.seed", "x", (15, 16)),
        ("search.seed", "", (15, 16)),
        ("test.count", "(6, many)", (14, 23)),
        ("search.sed", "3", (1, 11)),
        ("seed", "3", (1, 5)),
    ],
)
def test_a_wrong_override_is_marked_at_its_name_or_its_value(path, text, columns):
    with pytest.raises(SpecificationError) as caught:
        with_overrides(BASE, {path: text})
    (mistake,) = caught.value.mistakes
    assert (mistake.span.column, mistake.span.end_column) == columns


def test_overrides_leave_the_specification_as_it_was():
    changed = with_overrides(BASE, {"search.seed": "3", "test.count": "(6, 4)"})
    assert changed.options.search.seed == 3
    assert changed.options.test.count == (6, 4)
    assert BASE.options == Options()
    assert changed.problem is BASE.problem


def test_every_default_is_a_value_that_its_check_accepts():
    for group in fields(Options):
        options = getattr(Options(), group.name)
        for name, check in option_checks(options).items():
            default = getattr(options, name)
            text = check.write(default)
            changed = with_overrides(BASE, {f"{group.name}.{name}": text})
            assert getattr(getattr(changed.options, group.name), name) == default


PAPER = parse(HEAD + "method paper")


@pytest.mark.parametrize("method", ["paper", "ablated"])
def test_a_method_of_the_paper_brings_the_paper_s_defaults(method):
    options = parse(HEAD + f"method {method}").options
    assert options == defaults(method)
    assert options.method.method == method
    search = options.search
    assert (search.population, search.generations) == (15_000, 20)
    assert (search.parsimony, search.tournament) == (0.05, 20)
    test = options.test
    assert (test.degree, test.count, test.support) == (3, 10, 0.1)
    assert (test.quadrature, test.points) == ("riemann", 200)
    assert (options.solve.method, options.select.method) == ("collie", "loss")
    assert options.estimate.method == "gaussian_process"


def test_the_method_may_stand_behind_what_it_gives_defaults_to():
    text = "search { population = 500 }\ntest { degree = 5, support = auto }\nmethod paper"
    options = parse(HEAD + text).options
    assert (options.search.population, options.search.generations) == (500, 20)
    assert (options.test.degree, options.test.support, options.test.count) == (5, None, 10)


@pytest.mark.parametrize("path", ["method", "method.method"])
def test_a_method_is_chosen_from_the_command_line_and_leaves_what_is_set(path):
    assert with_overrides(BASE, {path: "paper"}) == PAPER
    assert with_overrides(PAPER, {path: "calibrated"}) == BASE
    set_in_text = parse(HEAD + "search { population = 500 }\nsolve exact")
    overrides = {"test.points": "200", "search.generations": "20", path: "paper"}
    changed = with_overrides(set_in_text, overrides).options
    assert (changed.search.population, changed.search.generations) == (500, 20)
    assert (changed.solve.method, changed.select.method) == ("exact", "loss")
    twice = with_overrides(with_overrides(BASE, {"search.population": "7"}), {path: "paper"})
    assert twice.options.search.population == 7


def test_a_group_alone_stands_for_its_first_option():
    changed = with_overrides(BASE, {"solve": "collie", "select": "loss"}).options
    assert (changed.solve.method, changed.select.method) == ("collie", "loss")


def test_the_method_is_written_unless_it_is_the_default():
    assert "method" not in unparse(BASE)
    assert "\nmethod paper\n" in unparse(PAPER)
    assert parse(unparse(PAPER)) == PAPER


def test_an_unknown_method_is_told_the_nearest_one():
    with pytest.raises(SpecificationError) as caught:
        parse(HEAD + "method papre")
    assert "did you mean paper?" in caught.value.mistakes[0].remedy
    with pytest.raises(SpecificationError) as caught:
        with_overrides(BASE, {"search.seed": "1", "method": "ablatd"})
    (mistake,) = caught.value.mistakes
    assert (mistake.span.line, "did you mean ablated?" in mistake.remedy) == (2, True)


TWO = "coordinates t\nfields u, v\ndictionary { d_t(u) }\n"


def noise_of(text, overrides=None):
    specification = with_overrides(parse(TWO + text), overrides or {})
    noise = specification.options.estimate.noise
    assert parse(unparse(specification)) == specification
    formatted = format_text(TWO + text)
    assert format_text(formatted) == formatted
    return {name: noise.of(name) if isinstance(noise, ByField) else noise for name in "uv"}


@pytest.mark.parametrize(
    ("settings", "u", "v"),
    [
        ("noise v = 0.2", None, 0.2),
        ("noise = 0.01, noise v = 0.2", 0.01, 0.2),
        ("noise v = 0.2, noise = 0.01", 0.01, 0.2),
        ("noise v = fit\nnoise = 1", 1.0, None),
        ("noise u = (0.1, fit, 2), noise v = (1)", (0.1, None, 2.0), (1.0,)),
    ],
)
def test_a_field_may_have_its_own_noise_and_each_of_its_samples(settings, u, v):
    assert noise_of(f"estimate spline {{ {settings} }}") == {"u": u, "v": v}


def test_the_order_of_noises_does_not_matter():
    first, second = (
        parse(TWO + f"estimate {{ noise {a} = 0.1, noise {b} = 0.1 }}") for a, b in ("uv", "vu")
    )
    assert first == second
    assert "noise = fit, noise u = 0.1, noise v = 0.1" in unparse(second)


def test_noise_is_overridden_for_one_field_or_for_those_without_their_own():
    text = "estimate { noise = 0.01, noise v = 0.2 }"
    assert noise_of(text, {"estimate.noise": "5"}) == {"u": 5.0, "v": 0.2}
    assert noise_of(text, {"estimate.noise.v": "fit"}) == {"u": 0.01, "v": None}
    assert noise_of("", {"estimate.noise.u": "(1, 2)"}) == {"u": (1.0, 2.0), "v": None}
    assert noise_of(text, {"method": "paper"}) == {"u": 0.01, "v": 0.2}
    assert noise_of("", {"estimate.noise.v": "3", "method": "paper"}) == {"u": None, "v": 3.0}


@pytest.mark.parametrize(
    ("statement", "message", "remedy"),
    [
        ("estimate { noise w = 1 }", "there is no field w", "fields are u, v"),
        ("estimate { noise v = 1, noise v = 2 }", "noise v is given twice", "take one of them out"),
        ("estimate { noise = 1, noise = 2 }", "noise is given twice", "take one of them out"),
        ("estimate { noise v = -1 }", "-1 is no value of noise", "from 0 to 1e+12, or fit"),
        ("estimate { noise v = nan }", "nan is no value of noise", "one for each sample"),
        ("estimate { noise v = (1, -1) }", "(1, -1) is no value of noise", "from 0 to 1e+12"),
        ("estimate { noise = (1, 2) }", "(1, 2) is no value of noise", "for one field, write its"),
        ("search { seed u = 1 }", "seed is one for all fields", "write seed = ... without u"),
        ("estimate { nose u = 1 }", "estimate has no option nose", "did you mean noise?"),
        ("estimate { noise u 1 }", "a setting is written name = value", "add = after its name"),
    ],
)
def test_a_noise_that_cannot_be_meant_is_refused(statement, message, remedy):
    with pytest.raises(SpecificationError) as caught:
        parse(TWO + statement)
    (mistake,) = caught.value.mistakes
    assert mistake.message == message
    assert remedy in mistake.remedy
    assert mistake.span.line == 4


@pytest.mark.parametrize("path", ["estimate.noise.w", "search.seed.u", "estimate.noise.u.v"])
def test_an_override_for_what_is_no_field_is_refused(path):
    with pytest.raises(SpecificationError) as caught:
        with_overrides(parse(TWO), {path: "1"})
    (mistake,) = caught.value.mistakes
    assert mistake.remedy
    assert (mistake.span.line, mistake.span.column) == (1, 1)
