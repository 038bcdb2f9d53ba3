"""`new` reads every format that is read, and runs the check on what it writes."""

import numpy as np
import pytest
from beginnings import ARRAYS, T, X, begun, said, table
from stored_fields import WRITERS, store

import pdedsl
from pdedsl.errors import DataError
from pdedsl.fields.readers.registry import SUFFIXES


@pytest.mark.parametrize("name", WRITERS)
def test_each_format_gives_the_same_field(name, tmp_path):
    path = store(tmp_path, name, ARRAYS)
    _, found, data = begun(path)
    assert said(found) == ("t x", "u", "run")
    assert path.suffix in SUFFIXES
    for k, sample in enumerate(data.samples):
        np.testing.assert_allclose(sample.grid.axes[0], T)
        np.testing.assert_allclose(sample.grid.axes[1], X)
        np.testing.assert_allclose(sample.values[0], ARRAYS["u"][k])


def test_what_does_not_pass_the_check_is_refused(tmp_path, monkeypatch):
    path = table(tmp_path / "a.csv", {"t": T, "u": np.sin(3 * T)})

    def refuse(*_):
        raise DataError("no test function fits", where="weak form")

    monkeypatch.setattr("pdedsl.pipeline.functions_of", refuse)
    with pytest.raises(DataError, match="no test function fits"):
        pdedsl.new(path)
