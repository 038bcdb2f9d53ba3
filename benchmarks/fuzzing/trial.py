"""What is tried with a text: it is refused in good order, or all that is made of it works."""

from __future__ import annotations

import hashlib
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import numpy as np

from pdedsl.errors import FormError, PdedslError, SpecificationError
from pdedsl.language import (
    Specification,
    classify_equation,
    derive,
    format_text,
    notes,
    parse,
    unparse,
)
from pdedsl.language.source import received, unprintable
from pdedsl.optimize.primitives import primitives
from pdedsl.report.console import plain_console
from pdedsl.report.latex import latex_document_fragment, latex_equation, latex_table, table_rows
from pdedsl.report.problem import show_equation, show_problem
from pdedsl.report.problem_record import equation_record, problem_record
from pdedsl.weak.functions import make_function
from pdedsl.weak.integrator import make_term_integrators

TERMS = 20
_COMMANDS = """
partial mathrm frac sqrt left right cdot sin cos tan exp log tanh sinh cosh infty operatorname begin
end toprule midrule bottomrule alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu
xi pi rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi
Omega arcsin arccos arctan asin acos atan _ , \\ |
"""


class Broken(Exception):
    """A law that does not hold for a text."""


@dataclass
class Trial:
    """One text tried.

    Attributes:
        enter: told the name of each stage as it begins.
        seconds: of processor time, by stage.
        digest: of everything that was said, which must not depend on anything but the text.
        features: what was new to see in it, for choosing texts to go on from.
        accepted: whether it is valid.
    """

    enter: Callable[[str], None]
    seconds: dict[str, float] = field(default_factory=dict)
    digest: str = ""
    features: frozenset[str] = frozenset()
    accepted: bool = False

    def run(self, kind: str, data: bytes) -> Trial:
        """Try a whole text, or an equation by itself, and raise what goes wrong."""
        said = self._equation(data) if kind == "equation" else self._text(data)
        self.digest = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
        return self

    @contextmanager
    def _stage(self, name: str) -> Iterator[None]:
        self.enter(name)
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[name] = time.process_time() - start

    def _equation(self, data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        with self._stage("read"):
            try:
                found = classify_equation(text)
            except SpecificationError as error:
                refused = error
                found = None
        if found is None:
            return self._refused(refused, lambda: classify_equation(text))
        self.accepted = True
        with self._stage("shown"):
            out = io.StringIO()
            show_equation(found, plain_console(file=out, width=200))
            record = json.dumps(equation_record(found), allow_nan=False)
        self.features = frozenset(re.findall(r"[a-z]{3,}", record))
        return record

    def _text(self, data: bytes) -> str:
        with self._stage("read"):
            try:
                text = received(io.BytesIO(data))
                found = parse(text)
            except SpecificationError as error:
                refused, found = error, None
        if found is None:
            return self._refused(refused, lambda: parse(received(io.BytesIO(data))))
        self.accepted = True
        with self._stage("unparse"):
            canonical = unparse(found)
            again = parse(canonical)
            _law(again == found, "unparse gives another problem")
            _law(unparse(again) == canonical, "canonical text is not left as it is")
        with self._stage("format"):
            _law(format_text(canonical) == canonical, "canonical text has another layout")
            format_text(text)
        with self._stage("record"):
            understood = problem_record(found)
            record = json.dumps([understood, str(notes(found))], allow_nan=False)
        with self._stage("shown"):
            out = io.StringIO()
            show_problem(found, plain_console(file=out, width=200))
        with self._stage("latex"):
            for part in found.parts:
                _check_latex(_latex(part))
            for one in understood["equations"]:
                for part in (*one["terms"], one["known"]):
                    _check_latex(part["latex"])
        with self._stage("functions"):
            for part in found.parts:
                _try_functions(part)
        with self._stage("grammar"):
            for part in found.parts:
                _try_grammar(part)
        self.features = _features(canonical)
        return canonical + record + out.getvalue()

    def _refused(self, error: SpecificationError, again: Callable[[], object]) -> str:
        said = str(error)
        lines = error.source.splitlines() or [""]
        _law(bool(error.mistakes), "refused without a mistake")
        for mistake in error.mistakes:
            _law(bool(mistake.message), "a mistake without a message")
            if mistake.span is not None:
                _law(1 <= mistake.span.line <= len(lines) + 1, "a mistake outside of the text")
                _law(mistake.span.column >= 1, "a mistake before the first column")
        _law(not unprintable(said.replace("\n", "").replace("\t", "")), "a message for no terminal")
        _law(len(said) < 40_000, "a message of more than 40,000 characters")
        said.encode("utf-8")
        with self._stage("again"):
            try:
                again()
            except PdedslError as second:
                _law(str(second) == said, "another message the second time")
            else:
                raise Broken("refused the first time only")
        words = set(re.findall(r"\w+", error.source))
        self.features = frozenset(_skeleton(m.message, words) for m in error.mistakes)
        return said


def _law(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def _skeleton(message: str, words: set[str]) -> str:
    """A message without what it repeats of the text."""
    return "refused " + re.sub(r"\w+", lambda m: "*" if m[0] in words else m[0], message)[:80]


def _features(canonical: str) -> frozenset[str]:
    """Operations directly within others, in the part of the text that is mathematics."""
    body = re.sub(r"(?m)^(title|data|export|search|test|estimate|select|solve).*$", "", canonical)
    body = re.sub(r"\d+(\.\d+)?(e-?\d+)?", "1", body)
    found = re.findall(r"[a-z_]*\(|[-+*/^|]|::=|\bin\b", body)
    return frozenset(f"{a} {b}" for a, b in pairwise(found))


def _latex(found: Specification) -> str:
    problem = found.problem
    if found.expected is None:
        return ""
    coordinates = problem.coordinate_symbols
    equation = latex_equation(found.expected.reading_form(), coordinates)
    return latex_document_fragment([equation]) + latex_table(
        table_rows(found.expected, coordinates)
    )


def _check_latex(tex: str) -> None:
    """Only known commands, braces in pairs, and no character that TeX reads in its own way."""
    depth = 0
    for brace in re.sub(r"\\[{}]", "", tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        _law(depth >= 0, "LaTeX closes a brace that is not open")
    _law(depth == 0, "LaTeX leaves a brace open")
    unknown = set(re.findall(r"\\([A-Za-z]+|.)", tex)) - set(_COMMANDS.split())
    _law(not unknown, f"LaTeX has the command {min(unknown, default='')}")
    _law(not re.search(r"[#%~\"]", tex), "LaTeX has a special character")


def _try_functions(found: Specification) -> None:
    """Print the first terms to NumPy and call them; a run does so with all, and takes its time."""
    problem = found.problem
    coordinates, fields = problem.coordinate_symbols, problem.field_symbols
    inputs = problem.input_symbols
    everything = [*coordinates, *fields, *inputs]
    rng = np.random.default_rng(0)
    points = [rng.uniform(0.2, 1.2, 7) for _ in everything]
    functions = [(make_function(problem.known, everything), points)]
    try:
        terms = make_term_integrators(problem.dictionary.terms[:TERMS], coordinates, fields, inputs)
    except FormError:
        return  # a run says that the derivatives of a coefficient are too long
    for made in terms:
        functions += [(part.coefficient, points[: len(coordinates)]) for part in made.parts]
        functions += [(f, points) for f in (made.h, *made.h_u) if f is not None]
    with np.errstate(all="ignore"):
        for function, arguments in functions:
            value = np.asarray(function(*arguments))
            _law(value.shape in ((), (7,)), "a function gives another shape")
            _law(value.dtype.kind in "fi", "a function gives no real numbers")


def _try_grammar(found: Specification) -> None:
    """Turn the grammar into what the search uses, and draw from it."""
    if found.grammar is None:
        return
    rng = Random(0)
    derive(found.grammar, rng.choice, 4)
    primitives(found.grammar).generate(rng.choice, 5)
