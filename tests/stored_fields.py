"""One field stored in every format that is read, and as every object of Python that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

Arrays = dict[str, np.ndarray]
"""run, t, x, and u of shape (runs, times, places); or columns of a long table, all one length."""


def columns(arrays: Arrays, seed: int | None = 0) -> Arrays:
    """The long table, its rows shuffled unless the seed is None."""
    named = arrays
    if arrays["u"].ndim > 1:
        grids = np.meshgrid(arrays["run"], arrays["t"], arrays["x"], indexing="ij")
        named = dict(zip(("run", "t", "x"), (g.ravel() for g in grids), strict=True))
        named["u"] = arrays["u"].ravel()
    count = len(named["u"])
    rows = np.arange(count) if seed is None else np.random.default_rng(seed).permutation(count)
    return {name: column[rows] for name, column in named.items()}


def frame(arrays: Arrays):
    """A pandas data frame, its rows shuffled."""
    return pytest.importorskip("pandas").DataFrame(columns(arrays))


def labelled(arrays: Arrays):
    """An xarray Dataset, the dimensions of the field in another order; rows are a dimension."""
    xarray = pytest.importorskip("xarray")
    if arrays["u"].ndim == 1:
        return xarray.Dataset({name: ("row", column) for name, column in arrays.items()})
    axes = {name: arrays[name] for name in ("run", "t", "x")}
    return xarray.Dataset({"u": (("x", "run", "t"), arrays["u"].transpose(2, 0, 1))}, axes)


def _npz(path: Path, arrays: Arrays) -> None:
    np.savez(path, **arrays)


def _npy(path: Path, arrays: Arrays) -> None:
    long = columns(arrays)
    np.save(path, np.rec.fromarrays(list(long.values()), names=list(long)))


def _text(delimiter: str, *, header: str = "") -> Callable[[Path, Arrays], None]:
    def write(path: Path, arrays: Arrays) -> None:
        long = columns(arrays)
        names, rows = delimiter.join(long), np.stack(list(long.values()), axis=1)
        np.savetxt(path, rows, "%.17g", delimiter, header=names, comments=header)

    return write


def _parquet(path: Path, arrays: Arrays) -> None:
    pytest.importorskip("pyarrow")
    frame(arrays).to_parquet(path)


def _mat(*, compressed: bool) -> Callable[[Path, Arrays], None]:
    from scipy.io import savemat

    return lambda path, arrays: savemat(path, arrays, do_compression=compressed)


def _mat73(path: Path, arrays: Arrays) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w", userblock_size=512) as file:
        for name, values in arrays.items():
            held = file.create_dataset(name, data=np.atleast_2d(values).T)
            held.attrs["MATLAB_class"] = np.bytes_("double")
    with path.open("r+b") as stream:
        stream.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")


def _hdf5(path: Path, arrays: Arrays) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w") as file:
        group = file.create_group("experiment")
        for name, values in arrays.items():
            group[name] = values


def _netcdf(engine: str) -> Callable[[Path, Arrays], None]:
    def write(path: Path, arrays: Arrays) -> None:
        pytest.importorskip("h5netcdf")
        labelled(arrays).to_netcdf(path, engine=engine)

    return write


def _zarr(version: int) -> Callable[[Path, Arrays], None]:
    def write(path: Path, arrays: Arrays) -> None:
        pytest.importorskip("zarr")
        labelled(arrays).to_zarr(path, zarr_format=version, consolidated=False)

    return write


WRITERS: dict[str, Callable[[Path, Arrays], None]] = {
    "archive.npz": _npz,
    "records.npy": _npy,
    "commas.csv": _text(","),
    "semicolons.csv": _text(";"),
    "tabulators.tsv": _text("\t"),
    "spaces.txt": _text(" "),
    "commented.dat": _text(" ", header="# "),
    "table.parquet": _parquet,
    "version5.mat": _mat(compressed=False),
    "version7.mat": _mat(compressed=True),
    "version73.mat": _mat73,
    "groups.h5": _hdf5,
    "classic.nc": _netcdf("scipy"),
    "netcdf4.nc": _netcdf("h5netcdf"),
    "version2.zarr": _zarr(2),
    "version3.zarr": _zarr(3),
}
"""How a field is stored, by the name of the file."""

OBJECTS: dict[str, Callable[[Arrays], object]] = {
    "mapping": dict,
    "columns": columns,
    "data frame": frame,
    "data frame with an index": lambda arrays: frame(arrays).set_index(["run", "t", "x"]),
    "Dataset": labelled,
    "DataArray": lambda arrays: labelled(arrays).u,
    "DataArray without a name": lambda arrays: labelled(arrays).u.rename(None),
    "records": lambda arrays: np.rec.fromarrays(
        list(columns(arrays).values()), names=list(columns(arrays))
    ),
}
"""How a field is held in Python."""


def store(folder: Path, name: str, arrays: Arrays) -> Path:
    """The path of a file with the field; the test is skipped where its package is missing."""
    WRITERS[name](folder / name, arrays)
    return folder / name
