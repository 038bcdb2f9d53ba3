"""Discovery as a scikit-learn estimator: fit to points and values, predict by solving forward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import RegularGridInterpolator
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils.validation import (
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from pdedsl.errors import DataError
from pdedsl.fields import Dataset
from pdedsl.forward import Simulation
from pdedsl.language import DataSource, Specification
from pdedsl.loading import load_data, load_specification
from pdedsl.optimize.watching import Hooks
from pdedsl.parallel import pool_of
from pdedsl.pipeline import WORKED_IN, run

Array = NDArray[np.float64]

COORDINATES = ("t", "x", "y", "z")
SAMPLE = "sample"
_SAMPLES_BY_NAME = "name the column that tells samples apart: sample = NAME"
_SAMPLES_BY_GROUP = "say of which sample each point is: groups="
METHODS = {2: "linear", 4: "cubic", 6: "quintic"}
"""Of interpolation, by the points on an axis that they need."""


class EquationDiscoverer(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Finds the differential equation that fields at measured points obey.

    `predict` solves the equation forward from the measured initial state of a sample and reads the
    solution off at the points asked for. That is what an equation is for, and what can be compared
    with data that were kept back: the fields at later times. It is not the value of g at a point,
    which says nothing of the fields by itself; `discovery_.to_callable()` is g as a function. Where
    the equation has no evolution form `predict` and `score` raise `NoEvolutionError`.

    Parameters:
        text: a `.pde` text or the path of one; its data block counts for `missing` alone. None for
            coordinates t, x, y, z as far as needed, one field u (or u1, u2, ...), all derivatives
            up to second order, and the stock grammar.
        seed: of the search; None for that of the text.
        options: others by the names that `--set` has, such as {"search.generations": 4}.
        start: where `predict` starts, as in `Discovery.simulate`.
        workers: processes, or the address of a Dask scheduler.

    Attributes:
        discovery_: the whole `Discovery`.
        equation_: the first equation in SymPy; None where none was found.
        groups_: labels of the samples, sorted.
        n_features_in_: M, the number of coordinates.

    >>> t = np.linspace(0.0, 2.0, 40)
    >>> text = "coordinates t\\nfields u\\ndictionary { d_t(u) }\\ngrammar polynomial g(u)\\n"
    >>> model = EquationDiscoverer(text, options={"search.population": 50})
    >>> model = model.fit(t[:, None], 3.0 * np.exp(-t))
    >>> bool(abs(model.predict([[1.0]])[0] - 3.0 * np.exp(-1.0)) < 0.01)
    True
    """

    def __init__(
        self,
        text: str | None = None,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        start: str | None = None,
        workers: int | str = 1,
    ) -> None:
        self.text = text
        self.seed = seed
        self.options = options
        self.start = start
        self.workers = workers

    def __sklearn_tags__(self) -> Any:
        """Several fields are several outputs, and few random points obey no equation."""
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.regressor_tags.poor_score = True
        tags.no_validation = False
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, groups: ArrayLike | None = None) -> Any:
        """Find the equation.

        Args:
            X: points, shape (n, M), columns in the order of the coordinates. They are a grid where
                they form one, else scattered.
            y: fields there, shape (n,) or (n, N), columns in the order of the fields.
            groups: labels of shape (n,) that tell repetitions apart; None for one sample.

        Raises:
            SpecificationError: mistakes in the text.
            DataError: no equation can be looked for in these data.
            ValueError: arrays that do not fit each other, or are not finite.
        """
        X, y = validate_data(self, X, y, multi_output=True, y_numeric=True, dtype=np.float64)
        values = np.asarray(y, dtype=np.float64).reshape(len(X), -1)
        specification = self._specification(X.shape[1], values.shape[1], groups is not None)
        table, self.groups_ = _table(specification, X, values, groups)
        with pool_of(self.workers, modules=WORKED_IN) as pool:
            dataset = _loaded(specification, table)
            self.discovery_ = run(specification, dataset, hooks=Hooks(pool=pool))
        found = self.discovery_
        self.equation_ = found.equation if found.equations else None
        self._one = np.ndim(y) == 1
        self._simulations: dict[float | None, Simulation] = {}
        return self

    def predict(self, X: ArrayLike, groups: ArrayLike | None = None) -> Array:
        """The fields at points, by solving forward from the first measured time.

        Args:
            X: points, shape (n, M), none before the first time or outside of the measured range in
                space; later than the data only without space or where it is periodic.
            groups: of which sample each point is, as in `fit`; None if there is one.

        Returns:
            shape (n,) or (n, N), as y was; NaN where a solution ended before.

        Raises:
            NoEvolutionError: the equation cannot be stepped forward.
            DataError: no equation was found, or a point is out of reach.
        """
        check_is_fitted(self, "discovery_")
        X = validate_data(self, X, reset=False, dtype=np.float64)
        number = self._numbers(len(X), groups)
        made = self._simulation(X)
        solved = {s.measured.number: s for s in made.samples}
        result = np.full((len(X), len(made.samples[0].fields)), np.nan)
        for k in np.unique(number):
            if k not in solved:
                message = f"the run has not kept sample {k}"
                raise DataError(message, where="groups", remedy="predict the first samples")
            chosen = number == k
            axes, fields = solved[k].axes, solved[k].fields
            _refuse_outside(X[chosen], axes)
            for column, values in enumerate(fields.values()):
                result[chosen, column] = _read_off(axes, values, X[chosen])
        return result[:, 0] if self._one else result

    def score(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
    ) -> float:
        """R^2 of `predict`, averaged over the fields.

        Raises:
            NoEvolutionError, DataError: as `predict`.
        """
        return float(r2_score(y, self.predict(X, groups), sample_weight=sample_weight))

    def _specification(self, dimension: int, fields: int, several: bool) -> Specification:
        text = _default(dimension, fields) if self.text is None else self.text
        overrides = {str(name): str(value) for name, value in (self.options or {}).items()}
        if self.seed is not None:
            overrides["search.seed"] = str(self.seed)
        found = load_specification(text, overrides)
        problem = found.problem
        if problem.inputs:
            raise DataError(
                "the text declares inputs, and neither X nor y holds any",
                where="fit",
                remedy="use pdedsl.discover, whose data may hold them",
            )
        if (len(problem.coordinates), len(problem.fields)) != (dimension, fields):
            raise DataError(
                f"X has {dimension} columns and y has {fields}, and the text declares "
                f"{len(problem.coordinates)} coordinates and {len(problem.fields)} fields",
                where="fit",
                remedy="give a column for each, in the order of the text",
            )
        sample = _free_name([s.name for s in (*problem.coordinate_symbols, *problem.field_symbols)])
        missing = found.data.missing if found.data is not None else "error"
        source = DataSource("data.npz", sample if several else None, missing=missing)
        return replace(found, data=source, exports=())

    def _numbers(self, count: int, groups: ArrayLike | None) -> NDArray[np.int64]:
        if groups is None:
            if len(self.groups_) > 1:
                raise DataError(
                    f"there are {len(self.groups_)} samples to start from",
                    where="predict",
                    remedy="name the sample of each point, groups=",
                )
            return np.zeros(count, dtype=np.int64)
        labels = np.asarray(groups)
        check_consistent_length(labels, np.zeros(count))
        known = {label: k for k, label in enumerate(self.groups_.tolist())}
        unknown = [label for label in labels.tolist() if label not in known]
        if unknown:
            message = f"{unknown[0]!r} is no sample that was fitted"
            raise DataError(message, where="groups", remedy="predict samples of the data")
        return np.array([known[label] for label in labels.tolist()], dtype=np.int64)

    def _simulation(self, X: Array) -> Simulation:
        """The solution up to the last time asked for, or to that of the data if it is earlier."""
        found = self.discovery_
        until = None
        if None not in self._simulations:
            self._simulations[None] = found.simulate(start=self.start)
        made = self._simulations[None]
        last = float(X[:, made.samples[0].position].max())
        if last > min(float(s.axes[s.time][-1]) for s in made.samples):
            until = last
        if until not in self._simulations:
            self._simulations[until] = found.simulate(start=self.start, until=until)
        return self._simulations[until]


def _default(dimension: int, fields: int) -> str:
    """The text for data of which nothing is said."""
    if dimension > len(COORDINATES):
        raise DataError(
            f"{dimension} columns are more than t, x, y and z",
            where="X",
            remedy="write a text that declares the coordinates",
        )
    names = ["u"] if fields == 1 else [f"u{k + 1}" for k in range(fields)]
    head = f"coordinates {', '.join(COORDINATES[:dimension])}\nfields {', '.join(names)}\n"
    if fields == 1:
        return f"{head}dictionary {{ derivatives(u, 2) }}\n"
    blocks = (f"equation for_{n} {{ dictionary {{ derivatives({n}, 2) }} }}\n" for n in names)
    return head + "".join(blocks)


def _loaded(specification: Specification, table: NDArray[Any]) -> Dataset:
    """The data, refused in the words of `fit`."""
    try:
        return load_data(specification, table)
    except DataError as error:
        remedy = error.remedy.replace(_SAMPLES_BY_NAME, _SAMPLES_BY_GROUP)
        raise DataError(error.message, where=error.where, remedy=remedy) from error


def _free_name(taken: list[str]) -> str:
    name = SAMPLE
    while name in taken:
        name += "_"
    return name


def _table(
    specification: Specification, X: Array, values: Array, groups: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The points as a table with a column for each name, and the labels of the samples."""
    problem = specification.problem
    names = [s.name for s in (*problem.coordinate_symbols, *problem.field_symbols)]
    columns = [*X.T, *values.T]
    labels: NDArray[Any] = np.array([0])
    if groups is not None:
        check_consistent_length(X, groups)
        labels, numbers = np.unique(np.asarray(groups), return_inverse=True)
        assert specification.data is not None
        names.append(str(specification.data.sample))
        columns.append(numbers)
    table = np.rec.fromarrays(columns, names=names)
    return np.asarray(table), labels


def _refuse_outside(X: Array, axes: Mapping[str, Array]) -> None:
    for (name, axis), column in zip(axes.items(), X.T, strict=True):
        slack = 1e-9 * float(np.ptp(axis))
        low, high = float(column.min()), float(column.max())
        if low < axis[0] - slack or high > axis[-1] + slack:
            raise DataError(
                f"[{low:g}, {high:g}] leaves the range [{axis[0]:g}, {axis[-1]:g}] of the solution",
                where=name,
                remedy="predict within it: solutions start at the first time measured",
            )


def _read_off(axes: Mapping[str, Array], values: Array, X: Array) -> Array:
    """A solution at points, by splines as smooth as its grid allows; NaN after it ended."""
    least = min(len(a) for a in axes.values())
    method = METHODS[max(n for n in METHODS if n <= least)]
    inside = np.clip(X, [a[0] for a in axes.values()], [a[-1] for a in axes.values()])
    if not np.all(np.isfinite(values)):
        method = "linear"
    found = RegularGridInterpolator(tuple(axes.values()), values, method=method)(inside)
    return np.asarray(found, dtype=np.float64)
