"""The same work done by other packages, for `stages.py`; None where they are not installed."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from pdedsl.optimize.expression import Node
from pdedsl.optimize.terms import Terms

Work = Callable[[], object]


def peer(name: str) -> ModuleType | None:
    """The module, None if it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        return None


def gaussian_process(points: np.ndarray, values: np.ndarray) -> Any:
    """scikit-learn's, with a length for every axis and noise, fitted."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    kernel = ConstantKernel(1.0) * RBF(np.ones(points.shape[1])) + WhiteKernel(1e-2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return GaussianProcessRegressor(kernel, normalize_y=True).fit(points, values)


_BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


def gplearn_work(chosen: Sequence[Terms], points: Mapping[str, np.ndarray]) -> Work | None:
    """Every additive term of every expression as a gplearn program, evaluated."""
    if peer("gplearn") is None:
        return None
    from gplearn._program import _Program
    from gplearn.fitness import _fitness_map
    from gplearn.functions import _function_map, make_function

    def exp(x: np.ndarray) -> np.ndarray:
        return np.exp(np.clip(x, -50, 50))

    table = dict(_function_map) | {"exp": make_function(function=exp, name="exp", arity=1)}
    places = {name: i for i, name in enumerate(points)}

    def prefix(node: Node) -> list[Any]:
        if node.op == "var":
            return [places[node.name]]
        if node.op in ("num", "const") or not node.args:
            return [float(node.value)]
        head = table[_BINARY.get(node.op, node.op)]
        return [head, *(item for a in node.args for item in prefix(a))]

    arities: dict[int, list[Any]] = {}
    for f in table.values():
        arities.setdefault(f.arity, []).append(f)
    x = np.stack(list(points.values()), axis=1)
    target, weight = np.ones(len(x)), np.ones(len(x))
    programs = [
        _Program(
            list(table.values()),
            arities,
            (2, 6),
            "half and half",
            x.shape[1],
            (-1.0, 1.0),
            _fitness_map["mse"],
            0.1,
            0.0,
            np.random.RandomState(0),
            program=prefix(summed(terms)),
        )
        for terms in chosen
    ]

    def work() -> None:
        with np.errstate(all="ignore"):
            for program in programs:
                program.raw_fitness(x, target, weight)

    return work


def operon_work(chosen: Sequence[Terms], points: Mapping[str, np.ndarray]) -> Work | None:
    """The same expressions as trees of Operon, evaluated in single precision."""
    operon = peer("pyoperon")
    if operon is None:
        return None
    columns = np.asfortranarray(np.stack(list(points.values()), axis=1).astype(np.float32))
    data = operon.Dataset(columns)
    hashes = {
        f"X{i + 1}": v.Hash for i, v in enumerate(sorted(data.Variables, key=lambda v: v.Index))
    }
    names = {name: f"X{i + 1}" for i, name in enumerate(points)}
    trees = [operon.InfixParser.Parse(infix(summed(t), names), hashes) for t in chosen]
    table, span = operon.DispatchTable(), operon.Range(0, len(columns))

    def work() -> None:
        for tree in trees:
            operon.Evaluate(table, tree, data, span)

    return work


def summed(terms: Terms) -> Node:
    """The sum of an expression's terms."""
    first, *others = terms.features
    for other in others:
        first = Node("+", (first, other))
    return first


def infix(node: Node, names: Mapping[str, str]) -> str:
    """An expression as text for Operon's parser."""
    if node.op == "var":
        return names[node.name]
    if not node.args:
        return f"({node.value:.17g})"
    parts = [infix(a, names) for a in node.args]
    if len(parts) == 1:
        return f"{node.op}({parts[0]})"
    return f"({f' {node.op} '.join(parts)})"
