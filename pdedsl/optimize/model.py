"""An equation's structure on the data: dictionary support and features of g, with all its numbers.

The numbers are psi = (beta of the support, coefficient of the known part, minus the linear
coefficients of g) and theta, the constants inside g's features. One entry of psi, the lead,
stays at 1, since only directions matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np

from pdedsl.optimize.bank import Bank, Stack
from pdedsl.optimize.evidence import noise_share, values_at
from pdedsl.optimize.expression import (
    Node,
    constant,
    with_constants,
)
from pdedsl.optimize.features import Names, feature_column
from pdedsl.optimize.fit import (
    fitted_beside,
    least_squares_start,
)
from pdedsl.weak import Column
from pdedsl.weak.system import WeakSystem


@dataclass(frozen=True, eq=False)
class Library:
    """A weak system with the products of its columns, shared by all models on it.

    Attributes:
        system: the weak system.
        names: of coordinates, fields and inputs.
        banks: products of columns, one bank for every group of samples.
        inflation: by how much the noise variance was raised above that of the data, because
            no equation fits as closely as the noise would let it.
        coarse: the same with fewer test functions, on which supports are looked for; None where
            that would not be worth it.
        highest: order of the derivatives beyond which dictionary terms are not looked at; None
            for no limit, see `orders`.
    """

    system: WeakSystem
    names: Names
    banks: tuple[Bank, ...]
    inflation: float = 1.0
    coarse: Library | None = None
    highest: int | None = None
    _columns: dict[Node, tuple[Column, ...]] = field(default_factory=dict)
    _latest: dict[tuple[object, ...], list[Stack]] = field(default_factory=dict)

    def feature(self, feature: Node) -> tuple[Column, ...]:
        """The column of a feature for every group; remembered where no constant is in it."""
        found = self._columns.get(feature)
        if found is None:
            found = tuple(feature_column(g, feature, self.names) for g in self.system.groups)
            if is_lasting(feature):
                self._columns[feature] = found
        return found

    def __getstate__(self) -> dict[str, object]:
        """For another process: what is remembered stays here."""
        return vars(self) | {"_columns": {}, "_latest": {}}

    @property
    def has_known(self) -> bool:
        """Whether a part of g is given."""
        return self.system.known[0] is not None


def make_library(system: WeakSystem, coarse: WeakSystem | None = None) -> Library:
    """Name coordinates, fields and inputs, and open a bank for every group of samples.

    Args:
        system: the weak system.
        coarse: the same with fewer test functions, if there is one.
    """
    problem = system.problem
    names = Names(
        tuple(c.symbol.name for c in problem.coordinates),
        tuple(f.symbol.name for f in problem.fields),
        tuple(q.symbol.name for q in problem.inputs),
    )
    banks = tuple(Bank(g.noise_sd) for g in system.groups)
    return Library(system, names, banks, coarse=None if coarse is None else make_library(coarse))


def inflated(library: Library, factor: float) -> Library:
    """The same system with its noise variance multiplied by a factor.

    Where even the best equation leaves a residual of many times the noise, evidence taken at
    the noise level rewards whatever follows that residual; at this level it does not.
    """
    if factor == 1.0:
        return library
    system = library.system
    banks = tuple(bank.inflated(factor) for bank in library.banks)
    pairs = zip(system.groups, banks, strict=True)
    raised = tuple(replace(g, noise_sd=bank.noise_sd) for g, bank in pairs)
    inflation = library.inflation * factor
    system = replace(system, groups=raised)
    coarse = None if library.coarse is None else inflated(library.coarse, factor)
    kept = library.highest, library._columns
    return Library(system, library.names, banks, inflation, coarse, *kept)


@dataclass(frozen=True, eq=False)
class Model:
    """A structure and its numbers.

    Attributes:
        support: positions of the dictionary terms used.
        features: terms of g, the constants in them at theta.
        psi: shape (len(support) + has_known + len(features),).
        lead: which entry of psi is held.
        evidence: log B.
        chi2: at these numbers.
    """

    support: tuple[int, ...]
    features: tuple[Node, ...]
    psi: np.ndarray
    lead: int
    evidence: float = -np.inf
    chi2: float = np.inf

    @property
    def free(self) -> int:
        """How many numbers were fitted."""
        return self.psi.size - 1 + self.theta.size

    @property
    def theta(self) -> np.ndarray:
        """Constants inside the features, in order."""
        return np.array([c.value for f in self.features for c in f.constants])


def is_lasting(feature: Node) -> bool:
    """Whether a feature stays as it is, having no constant to fit."""
    return feature.is_given


def stacks_of(library: Library, support: Sequence[int], features: Sequence[Node]) -> list[Stack]:
    """Columns in the order of psi with the products of their noise, for every group.

    The latest ones are remembered, since a fit asks for the same before, during and after.
    """
    key = (tuple(support), tuple(features))
    found = library._latest.get(key)
    if found is None:
        found = _gathered(library, support, features)
        library._latest.clear()
        library._latest[key] = found
    return found


def _gathered(library: Library, support: Sequence[int], features: Sequence[Node]) -> list[Stack]:
    system = library.system
    by_feature = [library.feature(f) for f in features]
    lasting = [True] * (len(support) + library.has_known) + [is_lasting(f) for f in features]
    stacks = []
    for i, bank in enumerate(library.banks):
        known = system.known[i]
        columns = [system.columns[i][p] for p in support] + ([known] if known is not None else [])
        stacks.append(bank.stack(columns + [f[i] for f in by_feature], lasting))
    return stacks


def start(library: Library, support: Sequence[int], features: Sequence[Node], lead: int) -> Model:
    """Least squares with the lead at 1."""
    stacks = stacks_of(library, support, features)
    size = len(support) + library.has_known + len(features)
    psi = least_squares_start(stacks, size, lead)
    return Model(tuple(support), tuple(features), psi, lead)


def carried(model: Model, support: Sequence[int]) -> Model:
    """The model over other dictionary terms, its lead among them; new ones have coefficient 0."""
    count = len(model.support)
    old = dict(zip(model.support, model.psi[:count], strict=True))
    psi = np.concatenate([[old.get(p, 0.0) for p in support], model.psi[count:]])
    lead = list(support).index(model.support[model.lead])
    return replace(model, support=tuple(support), psi=psi, lead=lead)


def anchored(library: Library, base: Model, features: Sequence[Node]) -> Model:
    """A fitted model's dictionary terms with other features, whose coefficients are fitted.

    Least squares over everything favours whatever column has the least noise; where noise is
    most of the columns this start is much nearer to the maximum of log B.
    """
    kept = len(base.support) + library.has_known
    stacks = stacks_of(library, base.support, features)
    psi = np.concatenate([base.psi[:kept], np.zeros(len(features))])
    psi[kept:] = fitted_beside(stacks, psi, kept)
    return Model(base.support, tuple(features), psi, base.lead)


def assessed(library: Library, model: Model) -> Model:
    """The model with its evidence and chi2 as they are at its numbers."""
    stacks = stacks_of(library, model.support, model.features)
    evidence, value = values_at(stacks, model.psi)
    if not (np.isfinite(evidence) and np.isfinite(value)):
        evidence, value = -np.inf, np.inf
    return replace(model, evidence=evidence, chi2=value)


def as_one(library: Library, model: Model) -> Model | None:
    """The same equation with all of g that depends on fields as its last term, coefficient 1.

    Its weights are constants, so that no column of it is remembered.

    Returns:
        None where fewer than two terms depend on fields.
    """
    fields = set(library.names.fields)
    places = [k for k, f in enumerate(model.features) if f.variables & fields]
    if len(places) < 2:
        return None
    first = model.psi.size - len(model.features)
    parts = [Node("*", (constant(model.psi[first + k]), model.features[k])) for k in places]
    whole = reduce(lambda a, b: Node("+", (a, b)), parts)
    others = tuple(f for k, f in enumerate(model.features) if k not in places)
    psi = np.append(np.delete(model.psi, [first + k for k in places]), 1.0)
    return replace(model, features=(*others, whole), psi=psi)


def releaded(library: Library, model: Model) -> Model:
    """The same equation, the term that noise shows best being held at 1."""
    stacks = stacks_of(library, model.support, model.features)
    share = sum(noise_share(s, model.psi) for s in stacks)
    count = len(model.support)
    strength = np.abs(model.psi[:count]) * np.sqrt(np.diagonal(share)[:count])
    lead = int(np.argmax(strength))
    return replace(model, lead=lead, psi=model.psi / model.psi[lead])


def with_theta(features: Sequence[Node], theta: np.ndarray) -> tuple[Node, ...]:
    """The features with other constants, given in order."""
    values = iter(theta)
    return tuple(with_constants(f, [next(values) for _ in f.constants]) for f in features)
