"""The starter text: what was guessed as statements; what was seen, and other ways, as comments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pdedsl.fields import Dataset
from pdedsl.starter.chosen import Chosen, Part
from pdedsl.starter.data_text import data_block
from pdedsl.starter.dictionary import derivative, more_terms, terms
from pdedsl.starter.listing import beside, listing, shown
from pdedsl.starter.names import quoted
from pdedsl.starter.seen import Seen
from pdedsl.starter.words import is_input_name

_LONGEST = 200  # characters of a remark
_OF_ANY = (
    ("polynomial", "sums of monomials"),
    ("rational", "ratios of polynomials: what saturates"),
    ("trigonometric", "sines and cosines"),
    ("exponential", "growth, decay, absorption"),
    ("potential", "forces that have a potential"),
)
_OF_FIELDS = (
    ("reaction", "kinetics and growth"),
    ("population", "growth and mortality"),
)


def starter(chosen: Chosen, seen: list[Seen], dataset: Dataset, path: str, title: str) -> str:
    """The text, which reads back as what is chosen.

    Args:
        chosen: what the parts of the data are taken for.
        seen: all that the data hold.
        dataset: the data read so.
        path: of the data, as the text has it.
        title: of the text.
    """
    parts = (
        [*_head(title), *listing(chosen, seen)],
        _guesses(chosen, dataset),
        [f"title {quoted(title)}"],
        list(_declarations(chosen)),
        data_block(chosen, dataset, path),
        *_equations(chosen),
        list(_steps(chosen)),
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _head(title: str) -> list[str]:
    return [
        f"# A beginning for {shown(title)}, made by pdedsl new from what the data show.",
        "# It runs as it is, but it is a guess: read it, and change what is wrong. Statements and",
        "# entries behind # are other ways, which count once the # is taken away.",
        "#",
        "# In the data:",
    ]


def _guesses(chosen: Chosen, dataset: Dataset) -> list[str]:
    notes = [note for note in dataset.notes if not note.endswith("dimensions are named")]
    return [
        *(f"# Guess: {shown(remark, _LONGEST)}" for remark in chosen.plan.remarks),
        *(f"# Note: {shown(note, _LONGEST)}" for note in (*notes[:5], *dataset.remarks[:5])),
    ]


def _declarations(chosen: Chosen) -> Iterator[str]:
    yield "# What the fields depend on. Units stand in quotes behind names."
    yield "coordinates " + ", ".join(map(_declared, chosen.coordinates))
    first = chosen.coordinates[0]
    low, high = float(first.seen.known[0]), float(first.seen.known[-1])
    if not first.is_dates and " since " not in first.seen.unit:
        only = f"{first.ours} in [{low:.6g}, {high:.6g}]"
        rest = "".join(f", {_declared(c)}" for c in chosen.coordinates[1:])
        unit = f" {quoted(first.unit or ('s' if first.is_time else 'm'))}"
        yield f"# coordinates {only}{unit}{rest}  # a range, and a unit"
    yield ""
    yield "# What was measured: names of arrays or columns that hold numbers."
    yield "fields " + ", ".join(map(_declared, chosen.fields))
    if len(chosen.fields) > 1:
        u, *_, v = (f.ours for f in chosen.fields)
        rate = derivative([first], u)
        yield f"# Were {v} the measured rate of change of {u}: fields {u}, {v} = {rate}, and then"
        yield f"# one equation, whose dictionary leaves {rate} out."
    *_, last = (f.ours for f in chosen.fields)
    likely = [f.ours for f in chosen.fields if is_input_name(f.seen.label)]
    if likely and len(likely) < len(chosen.fields):
        which, them = ", ".join(likely), "it" if len(likely) == 1 else "them"
        yield f"# By its name {which} may be known instead, and no field. Then leave {them} out"
        yield f"# above, with the equation of that name, and let g depend on {them} as well:"
        yield f"# inputs {which}"
    elif len(chosen.fields) > 1:
        others = ", ".join(f.ours for f in chosen.fields[:-1])
        yield f"# Were {last} known instead, such as a force: fields {others}, inputs {last}, no"
        yield f"# equation of {last}, and g of {last} as well."
    else:
        yield "# A further array q that is known, such as a force: inputs q, and g of q as well."
    for name, reason in chosen.plan.aside.items():
        if reason == "could be a field as well":
            yield f"# {name!r} could be a field as well"


def _declared(part: Part) -> str:
    return f"{part.ours} {quoted(part.unit)}" if part.unit else part.ours


def _equations(chosen: Chosen) -> list[list[str]]:
    """One equation, or a block for each field."""
    if len(chosen.fields) == 1:
        field = chosen.fields[0]
        return [_dictionary(chosen, field), _grammar(chosen)]
    found = [["# Each field has an equation of its own; g may depend on all of them."]]
    for field in chosen.fields:
        inside = [*_dictionary(chosen, field), *_grammar(chosen)]
        lines = [f"    {line}" for line in inside]
        found.append([f"equation {field.ours} {{", *lines, "}"])
    return found


def _dictionary(chosen: Chosen, field: Part) -> list[str]:
    lines = [", ".join(line) for line in terms(chosen, field)]
    more = beside([(f"# {term}", what) for term, what in more_terms(chosen, field)])
    return [
        "# Derivatives that may occur; which do is found.",
        "dictionary {",
        *(f"    {line}" for line in (*lines, *more)),
        "}",
    ]


def _grammar(chosen: Chosen) -> list[str]:
    """The stock grammars that have a use for these coordinates and fields."""
    fields = ", ".join(f.ours for f in chosen.fields)
    every = ", ".join(p.ours for p in (*chosen.coordinates, *chosen.fields))
    first = chosen.coordinates[0].ours
    rows = [
        *((f"# grammar {name} g({every})", what) for name, what in _OF_ANY),
        *((f"# grammar {name} g({fields})", what) for name, what in _OF_FIELDS),
        (f"# grammar forcing g({first}, {fields})", "tones that drive it from outside"),
        ("# grammar none", "there is no such part"),
    ]
    return [
        "# What g, the part without derivatives, may be made of: here + - * / sin exp log.",
        f"grammar elementary g({every})",
        *beside(rows),
    ]


def _steps(chosen: Chosen) -> Iterator[str]:
    field = chosen.fields[0]
    values = field.seen.values
    noise = 0.01 * float(np.std(values[np.isfinite(values)])) or 1.0
    unit = f" in {field.unit}" if field.unit else ""
    yield "# The noise is fitted. Where its standard deviation is known, state it in place of this"
    yield f"# number, which was not measured: it is 1 % of the spread of {field.ours}{unit}."
    yield f"# estimate gaussian_process {{ noise = {noise:.2g} }}"
    yield "search genetic { population = 500, generations = 20, seed = 0 }"
    yield "# search genetic { population = 100, generations = 5 }  # a first look"
    yield '# export latex "equation.tex"'
