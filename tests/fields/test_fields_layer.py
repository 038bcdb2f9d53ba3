import ast
from pathlib import Path

import pytest

import pdedsl.fields

MODULES = sorted(Path(pdedsl.fields.__file__).parent.rglob("*.py"))
ABOVE = (
    "sympy",
    "lark",
    "deap",
    "pdedsl.form",
    "pdedsl.language",
    "pdedsl.weak",
    "pdedsl.optimize",
)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_fields_know_no_equations(path):
    assert not [name for name in imported(path) if name.startswith(ABOVE)]


def test_every_public_class_and_function_is_documented():
    public = [getattr(pdedsl.fields, name) for name in pdedsl.fields.__all__]
    assert all(each.__doc__ for each in public if callable(each))
