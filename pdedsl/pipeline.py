"""discover(): a text and its data in, an equation out. Three steps."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from pdedsl.discovery import Discovery
from pdedsl.fields import Dataset, FieldEstimate, Sample, estimate
from pdedsl.fields.resolution import drowned, unresolved
from pdedsl.fields.scattered import chosen_points
from pdedsl.language import (
    ByField,
    Specification,
    format_equation,
    unparse,
)
from pdedsl.loading import load_data, load_specification, wish_of
from pdedsl.optimize import paper
from pdedsl.optimize.answer import answer, distinct
from pdedsl.optimize.bare import FEW
from pdedsl.optimize.conclusion import circumstances, conclude
from pdedsl.optimize.evolve import Settings
from pdedsl.optimize.model import Library, make_library
from pdedsl.optimize.recall import Recall, afresh
from pdedsl.optimize.rival import Rival
from pdedsl.optimize.search import Outcome, Way, search
from pdedsl.optimize.watching import Hooks, OnProgress
from pdedsl.optimize.without_g import assess_without_g
from pdedsl.parallel import pool_of
from pdedsl.recording import record, without_g_record
from pdedsl.records import WithoutG as WithoutGRecord
from pdedsl.report.journal import begin, resume
from pdedsl.run_fields import RunFields, RunSample, kept
from pdedsl.several import together
from pdedsl.weak.system import WeakSystem, build
from pdedsl.weak.testfunctions import TestFunctions

SHOWN = 10
"""How many rivals the record keeps."""

LIKE, MANY = 10, 150
"""Supports are looked for with as few test functions as so many samples would have each, where
there are many.

A fit with all terms of a dictionary takes their number squared or cubed.
"""

WORKED_IN = ("pdedsl.optimize.search",)
"""What a worker needs of this package."""


def discover(
    text_or_path: str | os.PathLike[str],
    data: Any = None,
    *,
    overrides: Mapping[str, Any] | None = None,
    on_progress: OnProgress = lambda _: None,
    journal: str | os.PathLike[str] | None = None,
    workers: int | str = 1,
) -> Discovery:
    """Find the equation that governs the data, or one for each `equation` block of the text.

    Args:
        text_or_path: a `.pde` text, or the path of a file that holds one.
        data: instead of the file named in the text: a mapping of arrays, a pandas data frame, an
            xarray Dataset or DataArray, or the path of another file.
        overrides: options by dotted name, such as {"search.seed": 3}.
        on_progress: called after every generation of the search; False ends it with what it has.
        journal: a file to which the losses go as they are found. If it is there already, of the
            same text and data, the run goes on from where that one ended, and ends as it would
            have.
        workers: how many processes search, or the address of a Dask scheduler whose workers do.
            What is found does not depend on it. A script that asks for more than one needs
            `if __name__ == "__main__":`, since each of them reads it.

    Raises:
        SpecificationError: mistakes in the text, all of them.
        DataError: the data cannot be used, or the journal is of another run.
        PdedslError: there are no such workers.
    """
    began = time.perf_counter()
    specification = load_specification(text_or_path, overrides)
    dataset = load_data(specification, data)
    with ExitStack() as stack:
        recall: Recall = afresh
        if journal is not None:
            path = Path(journal)
            kept = (resume if path.exists() else begin)(path, *identity(specification, dataset))
            stack.callback(kept.close)
            recall = kept
        pool = stack.enter_context(pool_of(workers, modules=WORKED_IN))
        hooks = Hooks(on_progress, recall, pool)
        return run(specification, dataset, hooks=hooks, began=began)


def identity(specification: Specification, dataset: Dataset) -> tuple[str, str]:
    """The text, options and all, and the digest of the data: what a journal belongs to."""
    return unparse(specification), dataset.digest


def run(
    specification: Specification,
    dataset: Dataset,
    *,
    hooks: Hooks | None = None,
    on_equation: Callable[[str], None] = lambda _: None,
    on_without_g: Callable[[WithoutGRecord], object] = lambda _: None,
    began: float | None = None,
) -> Discovery:
    """The same for a specification and data that are loaded already.

    Each of several equations is searched by itself, with the same fields and the same seed, so that
    it is what a text with this equation alone would give. Linear algebra has one thread: its
    matrices are small, more threads wait for each other, and how many there are would show in
    the last digits.

    Args:
        specification: what to find.
        dataset: where.
        hooks: who is told of every generation, asked for losses before they are computed, such as
            a journal, and who computes them.
        on_equation: called with the name of each of several equations before it is searched.
        on_without_g: called with the equation that has g = 0 before g is searched for.
        began: when the run did, by `time.perf_counter`.
    """
    began = time.perf_counter() if began is None else began
    hooks = hooks or Hooks()
    with threadpool_limits(1):
        hooks.on_stage("fields")
        estimates = estimates_of(specification, dataset)
        if len(specification.parts) == 1:
            told = _telling(specification, hooks, on_without_g)
            one = _one(specification, estimates, told, began)
            return replace(one, fields=fields_of(dataset, estimates))
        found = {}
        for part in specification.parts:
            on_equation(part.equation_name)
            told = _telling(part, hooks, on_without_g)
            found[part.equation_name] = _one(part, estimates, told, began)
    return together(found, unparse(specification), fields_of(dataset, estimates))


def fields_of(dataset: Dataset, estimates: Sequence[FieldEstimate]) -> RunFields:
    """What a run keeps of its data and of their estimates."""
    samples = []
    for k, (sample, made) in enumerate(zip(dataset.samples, estimates, strict=True)):
        points = None if isinstance(sample, Sample) else sample.points
        per_point = 1.0
        if points is not None:
            per_point = math.sqrt(len(chosen_points(len(points), 0)) / made.grid.size)
        samples.append(
            RunSample(
                number=k,
                axes=dict(zip(dataset.coordinates, made.grid.axes, strict=True)),
                estimate=dict(zip(dataset.fields, made.mean, strict=True)),
                noise_sd={
                    name: float(per_point * sd)
                    for name, sd in zip(dataset.fields, made.noise_sd, strict=True)
                },
                data=dict(zip(dataset.fields, sample.values, strict=True)),
                points=points,
                inputs=dict(zip(dataset.inputs, made.inputs, strict=True)),
                holes=made.holes,
            )
        )
    return kept(samples)


def _telling(
    specification: Specification,
    hooks: Hooks,
    on_without_g: Callable[[WithoutGRecord], object],
) -> Hooks:
    """The hooks with what is written for people: equations in the language."""

    def tell(library: Library, rival: Rival) -> None:
        on_without_g(without_g_record(specification, assess_without_g(library, rival)))

    return replace(hooks, written=partial(_written, specification), on_without_g=tell)


def _one(
    specification: Specification,
    estimates: Sequence[FieldEstimate],
    hooks: Hooks,
    began: float,
) -> Discovery:
    """What is found for the first equation of a specification."""
    if specification.options.method.method != "calibrated":
        found = paper.discover(
            specification, estimates, wish_of(specification), hooks.on_progress, hooks.recall
        )
        return record(
            specification, found.best, found.front, time.perf_counter() - began, found.conclusion
        )
    system = weak_system(specification, estimates)
    library = library_of(specification, estimates, system)
    outcome = _searched(specification, estimates, library, hooks)
    best = answer(outcome.library, outcome.rivals[0]) if outcome.rivals else None
    front = distinct((answer(outcome.library, r, final=False) for r in outcome.rivals), SHOWN)
    around = circumstances(
        outcome.library,
        outcome.rivals[0].model if outcome.rivals else None,
        front[1] if len(front) > 1 else None,
        smoothed=any(e.scattered for e in estimates),
        unresolved=unresolved(estimates),
        drowned=drowned(estimates, [s.name for s in specification.problem.field_symbols]),
    )
    conclusion = conclude(best, around)
    found = record(specification, best, front, time.perf_counter() - began, conclusion)
    if not (found.equations and outcome.without_g):
        return found
    without_g = assess_without_g(outcome.library, outcome.without_g[0], outcome.rivals[0])
    told = replace(found.equations[0], without_g=without_g_record(specification, without_g))
    return replace(found, equations=(told,))


def estimates_of(specification: Specification, dataset: Dataset) -> tuple[FieldEstimate, ...]:
    """Step 2: the field estimate of every sample, each by itself with the paper's methods."""
    options = specification.options
    ours = options.method.method == "calibrated"
    noise: Any = options.estimate.noise
    if isinstance(noise, ByField):
        noise = tuple(noise.of(name) for name in dataset.fields)
    return estimate(dataset, options.estimate.method, noise, pool=ours, joined=ours)


def weak_system(specification: Specification, estimates: Sequence[FieldEstimate]) -> WeakSystem:
    """Steps 1 and 2 together: the dictionary integrated over every field estimate."""
    test = specification.options.test
    points = test.points if test.quadrature == "riemann" else None
    return build(specification.problem, estimates, wish_of(specification), riemann_points=points)


def library_of(
    specification: Specification, estimates: Sequence[FieldEstimate], system: WeakSystem
) -> Library:
    """The weak system, with fewer test functions beside it if it has `MANY`.

    Not where g is known and the dictionary has at most `FEW` terms: where noise tells these apart,
    there is little to try.
    """
    library = make_library(system)
    few = specification.grammar is None and len(specification.problem.dictionary) <= FEW
    return library if few else with_coarse(specification, estimates, library)


def with_coarse(
    specification: Specification, estimates: Sequence[FieldEstimate], library: Library
) -> Library:
    """The library with test functions as for `LIKE` samples beside it, if it has `MANY`."""
    if library.coarse is not None:
        return library
    wish = wish_of(specification)
    chosen = wish.count is not None or specification.options.test.quadrature == "riemann"
    if chosen or max(f.count for f in library.system.functions) < MANY:
        return library
    coarse = build(specification.problem, estimates, wish, at_least=LIKE)
    return replace(library, coarse=make_library(coarse))


def functions_of(
    specification: Specification, estimates: Sequence[FieldEstimate]
) -> tuple[TestFunctions, ...]:
    """The test functions on every sampling grid; none for a method without a weak form."""
    if specification.options.method.method == "calibrated":
        return weak_system(specification, estimates).functions
    return paper.make_system(specification, estimates, wish_of(specification)).functions


def _searched(
    specification: Specification,
    estimates: Sequence[FieldEstimate],
    library: Library,
    hooks: Hooks,
) -> Outcome:
    options = specification.options
    settings = Settings(
        population=options.search.population,
        generations=options.search.generations,
        seed=options.search.seed,
        length=options.search.length,
        parsimony=options.search.parsimony,
    )
    way = Way(
        options.solve.method,
        options.select.method,
        partial(with_coarse, specification, estimates),
    )
    return search(library, specification.grammar, settings, way, hooks=hooks)


def _written(specification: Specification, library: Library, rival: Rival) -> str:
    """An equation of the search in the language."""
    return format_equation(answer(library, rival, final=False).pde, specification.problem)
