"""Make the data of the measured examples: `python examples/measured/prepare.py [FOLDER]`.

FOLDER holds the published files, as `docs/measured.md` lists them; PDEDSL_DATA may name it instead.
For every file found there, the .npz that its `.pde` text names is written beside the text, or
where `--out` says. Units are such that numbers are of order one. Nothing is smoothed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

Arrays = Mapping[str, Any]

DECADE = 10.0  # years
SUMMERS = (215, 540, 930, 1315)  # first day of 160 without frost, in each of four years
HUNDRED = 100.0


def spring(raw: Arrays) -> dict[str, Arrays]:
    """The position in units of 100 counts of the camera."""
    return {"spring_air_track": {"t": raw["t"], "x": raw["x"] / HUNDRED}}


def mortality(raw: Arrays) -> dict[str, Arrays]:
    """Women in millions and their deaths in millions a decade, by age and year in decades.

    Time counts from the beginning of 1947. Ages 50 to 95: younger, hardly anybody dies; older,
    there are few people.
    """
    ages = (raw["a"] > 50) & (raw["a"] < 95)
    names = np.array(["a", "t"])
    arrays = {
        "a": raw["a"][ages] / DECADE,
        "t": (raw["t"] - 1947) / DECADE,
        "u": raw["n_female"][ages] / 1e6,
        "u_dims": names,
        "deaths": raw["d_female"][ages] * DECADE / 1e6,
        "deaths_dims": names,
    }
    return {"mortality_japan": arrays}


def soil(raw: Arrays) -> dict[str, Arrays]:
    """The second summer less the first, and the fourth less the third, day by day.

    160 days of each summer, when nothing in the ground is frozen, at depths from 0.2 m. Sensors are
    off by about 0.1 K each; a constant error goes with the difference, and so does most of the
    yearly wave. Differences of solutions of a linear equation solve it. Time in units of 100 days.
    """
    below = raw["z"] >= 0.2
    summers = [raw["T"][below, day : day + 160] for day in SUMMERS]
    return {
        "soil_temperature": {
            "sample": np.arange(2),
            "z": raw["z"][below],
            "t": np.arange(160) / HUNDRED,
            "u": np.stack([summers[1] - summers[0], summers[3] - summers[2]]),
            "u_dims": np.array(["sample", "z", "t"]),
        }
    }


def scratch(raw: Arrays) -> dict[str, Arrays]:
    """Thousands of cells per square millimetre; every replicate is a sample."""
    density = raw["u"] / 1000.0
    return {
        "scratch_assay": {
            "sample": np.arange(density.shape[0] * density.shape[1]),
            "x": raw["x"],
            "t": raw["t"],
            "u": density.reshape(-1, *density.shape[2:]),
            "u_dims": np.array(["sample", "x", "t"]),
        }
    }


SOURCES: Mapping[str, Callable[[Arrays], dict[str, Arrays]]] = {
    "spring_air_track_real_lipson": spring,
    "mortality_japan_hmd": mortality,
    "soil_temperature_fargo_daily": soil,
    "scratch_assay_jin2016": scratch,
}
"""Published file, and what makes arrays of it, each set under the name of its file."""


def prepared(folder: Path) -> dict[str, Arrays]:
    """The arrays that can be made of what is in a folder, by name."""
    found: dict[str, Arrays] = {}
    for source, make in SOURCES.items():
        path = folder / f"{source}.npz"
        if path.exists():
            with np.load(path) as raw:
                found.update(make(raw))
    return found


def main() -> None:
    """Read the command line and write every file."""
    parser = argparse.ArgumentParser(description="Make the data of the measured examples.")
    default = os.environ.get("PDEDSL_DATA")
    parser.add_argument("folder", type=Path, nargs="?", default=default, help="published files")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder")
    arguments = parser.parse_args()
    if arguments.folder is None:
        parser.error("name the folder of the published files, or set PDEDSL_DATA")
    found = prepared(Path(arguments.folder))
    if not found:
        sys.exit(f"{arguments.folder}: none of {', '.join(f'{name}.npz' for name in SOURCES)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, arrays in found.items():
        path = arguments.out / f"{name}.npz"
        np.savez_compressed(path, **arrays)
        print(path)


if __name__ == "__main__":
    main()
