"""What a run keeps of its fields: the data and the estimate, saved and read without a pickle."""

import re
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import pdedsl
from pdedsl import run_fields
from pdedsl.cli import main
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.run_fields import MOST, RunFields, RunSample, kept, noise_levels

HEAT = """
coordinates t in [0, 1] "s", x in [0, 3] "m"
fields u "K"
dictionary { d_t(u), d_xx(u) }
grammar none
"""


def heat(seed: int = 0) -> dict[str, np.ndarray]:
    t, x = np.linspace(0, 1, 21), np.linspace(0, 3, 25)
    u = np.exp(-0.5 * t)[:, None] * np.sin(x) + 0.5 * np.exp(-2 * t)[:, None] * np.cos(2 * x)
    return {"t": t, "x": x, "u": u + 0.01 * np.random.default_rng(seed).normal(size=u.shape)}


def sample(shape: tuple[int, ...], number: int = 0) -> RunSample:
    axes = {name: np.arange(n, dtype=float) for name, n in zip("txy", shape, strict=False)}
    values = np.arange(np.prod(shape), dtype=float).reshape(shape)
    return RunSample(number, axes, {"u": values}, {"u": 0.1}, {"u": values + 1})


def same(a: RunFields, b: RunFields) -> bool:
    arrays = [
        [*s.axes.values(), *s.estimate.values(), *s.data.values(), *s.noise_sd.values()]
        for f in (a, b)
        for s in f.samples
    ]
    half = len(arrays) // 2
    pairs = zip(chain(*arrays[:half]), chain(*arrays[half:]), strict=True)
    return (a.count, a.every) == (b.count, b.every) and all(np.array_equal(*p) for p in pairs)


def test_a_run_has_its_fields_and_a_saved_one_reads_them_again(tmp_path: Path) -> None:
    data = heat()
    found = pdedsl.discover(HEAT, data)
    assert found.fields is not None
    (only,) = found.fields.samples
    assert np.array_equal(only.data["u"], data["u"])
    assert only.noise_sd["u"] == pytest.approx(0.01, rel=0.3)
    assert (only.estimate["u"] - data["u"]).std() == pytest.approx(0.01, rel=0.3)
    found.save(tmp_path)
    again = Discovery.load(tmp_path)
    assert again == found
    assert again.fields is not None
    assert same(again.fields, found.fields)


def test_scattered_points_are_kept_with_the_noise_of_one_point() -> None:
    data = heat()
    t, x = np.meshgrid(data["t"], data["x"], indexing="ij")
    chosen = np.random.default_rng(1).permutation(t.size)[:400]
    points = {"t": t.ravel()[chosen], "x": x.ravel()[chosen], "u": data["u"].ravel()[chosen]}
    found = pdedsl.discover(HEAT, points)
    assert found.fields is not None
    (only,) = found.fields.samples
    assert only.points is not None
    assert only.points.shape == (400, 2)
    assert only.data["u"].shape == (400,)
    assert only.estimate["u"].shape == only.shape
    assert only.noise_sd["u"] == pytest.approx(0.01, rel=0.5)  # fitted to noise and bends


def test_the_record_has_no_fields_and_one_read_alone_has_none(tmp_path: Path) -> None:
    found = pdedsl.discover(HEAT, heat())
    assert '"fields"' not in found.to_json()
    found.save(tmp_path)
    assert Discovery.load(tmp_path / "result.json").fields is None


def test_a_large_sample_is_thinned_along_its_longest_axes() -> None:
    large = sample((5000, 1000))
    few = kept([large])
    assert few.every == {"t": 4, "x": 1}
    assert few.samples[0].shape == (1250, 1000)
    assert np.array_equal(few.samples[0].data["u"], large.data["u"][::4])
    assert few.samples[0].estimate["u"].size <= MOST


def test_of_many_samples_the_first_are_kept_and_counted() -> None:
    some = kept([sample((1000, 700), number=k) for k in range(5)])
    assert [s.number for s in some.samples] == [0, 1]
    assert some.count == 5
    assert some.every == {"t": 1, "x": 1}


def test_a_damaged_file_is_told_and_not_guessed(tmp_path: Path) -> None:
    run_fields.save(kept([sample((6, 5))]), tmp_path)
    path = tmp_path / run_fields.FILE_NAME
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match="cannot be read"):
        run_fields.load(tmp_path)


def test_arrays_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    good = kept([sample((6, 5))]).samples[0]
    bad = RunSample(0, good.axes, {"u": np.zeros((5, 5))}, good.noise_sd, good.data)
    run_fields.save(RunFields((bad,), 1, {"t": 1, "x": 1}), tmp_path)
    with pytest.raises(DataError, match="do not fit"):
        run_fields.load(tmp_path)


def table(points: np.ndarray) -> str:
    t, x = points.T
    u = np.sin(3 * t) * np.cos(2 * x) + 0.1 * np.random.default_rng(4).normal(size=t.size)
    return "t,x,u\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(t, x, u, strict=True))


GRID = np.stack(np.meshgrid(*(np.linspace(0, 1, 9),) * 2), axis=-1).reshape(-1, 2)
SCATTERED = np.random.default_rng(3).uniform(size=(80, 2))


@pytest.mark.parametrize("points", [SCATTERED, GRID], ids=["scattered", "grid"])
def test_check_and_report_tell_the_same_noise(
    points: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text(table(points))
    file = tmp_path / "a.pde"
    file.write_text(
        'coordinates t, x\nfields u\ndata "a.csv"\ndictionary { d_t(u), d_xx(u) }\ngrammar none\n'
    )
    assert main(["check", str(file)]) == 0
    (told,) = re.findall(r"noise of u: (\S+) %", capsys.readouterr().out)
    found = pdedsl.discover(file).fields
    assert found is not None
    level = noise_levels(found)["u"]
    assert told == f"{100 * level.share:.2g}"
    assert level.sd == found.samples[0].noise_sd["u"] == pytest.approx(0.1, rel=0.3)
