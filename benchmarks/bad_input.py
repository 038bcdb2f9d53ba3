"""How long it takes to be told of a mistake: `python benchmarks/bad_input.py`.

Every case is a file or data that cannot be used; printed are the exit code, the seconds of the
whole command, imports and all, and the first line of the message.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

TEXT = """coordinates t, x
fields u
data "data.npz"
dictionary { d_t(u), d_x(u), d_xx(u) }
grammar none
"""

TEXTS = {
    "undeclared name": TEXT.replace("d_x(u)", "d_x(v)"),
    "u outside a derivative": TEXT.replace("d_x(u)", "u*d_x(u)"),
    "derivative inside h": TEXT.replace("d_x(u)", "d_x(u*d_t(u))"),
    "broken syntax": TEXT.replace("dictionary {", "dictionary ("),
    "missing file": TEXT.replace("data.npz", "none.npz"),
    "grid too short for the test functions": TEXT + "test { support = 0.01 }\n",
    "test functions too rough": TEXT + "test { degree = 1 }\n",
}


def arrays() -> dict[str, np.ndarray]:
    """A field without a fault."""
    t, x = np.linspace(0, 1, 24), np.linspace(0, 2, 25)
    return {"t": t, "x": x, "u": np.exp(-t)[:, None] * np.sin(2 * x)}


def faults() -> Mapping[str, Mapping[str, np.ndarray]]:
    """The same with one fault each."""
    good = arrays()
    t, u = good["t"], good["u"]
    spoilt = np.where(np.arange(25) == 3, np.nan, u)
    return {
        "wrong axis length": good | {"t": t[:-1]},
        "NaN in the field": good | {"u": spoilt},
        "unsorted axis": good | {"t": np.roll(t, 5)},
        "repeated axis value": good | {"t": np.r_[t[0], t[:-1]]},
        "constant field": good | {"u": 0 * u + 3.0},
        "no such array": {"t": t, "u": u},
    }


def main() -> None:
    """Run every case in a folder of its own."""
    cases = [(name, text, arrays()) for name, text in TEXTS.items()]
    cases += [(name, TEXT, data) for name, data in faults().items()]
    for name, text, data in cases:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            (home / "case.pde").write_text(text, encoding="utf-8")
            np.savez(home / "data.npz", **data)
            began = time.perf_counter()
            command = [sys.executable, "-m", "pdedsl.cli", "discover", "case.pde"]
            done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
            seconds = time.perf_counter() - began
        first = (done.stderr.splitlines() or ["(nothing)"])[0]
        print(f"{name:40} exit {done.returncode}  {seconds:5.2f} s  {first}")


if __name__ == "__main__":
    main()
