"""How long it takes to read a text with 200 terms, and to import the package.

`python benchmarks/parse.py` prints a row each: seconds of wall time, and of processor time, the
best of several runs; the first reading makes the parser. All should stay below a second.
"""

import subprocess
import sys
import time

from pdedsl.language import parse

TERMS = 200
RUNS = 5
START = """\
coordinates t in [0, 1] "s", x "m", y "m"
fields u "K", v
constants k = 2
grammar polynomial g(t, x)
dictionary {
"""
PRODUCTS = [f"{u}^{n}*{u}_{x}" for u in "uv" for x in "txy" for n in (1, 2, 3)]


def plain(n):
    """Derivatives as they stand, none twice."""
    operators = ["d_t", "d[x, 2]", "x^2*d_xy", "k*exp(-t)*d_txx"]
    return f"{operators[n % 4]}(u^{1 + n // 4}*v)"


def written(n):
    """Terms as people write them, which have to be rewritten."""
    return PRODUCTS[n // 11 - 1] if n % 11 == 0 else plain(n)


def text(term):
    """A specification of many terms."""
    entries = "\n".join(f"    {term(n)}" for n in range(1, TERMS + 1))
    return f"{START}{entries}\n}}\n"


def timed(run):
    """Wall time and processor time of one run."""
    wall, processor = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - processor


def imported():
    """Importing the package in a new interpreter: wall time, and processor time of the child."""
    code = (
        "import time; wall, processor = time.perf_counter(), time.process_time(); import pdedsl;"
        " print(time.perf_counter() - wall, time.process_time() - processor)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return tuple(map(float, out.stdout.split()))


def main():
    """Print the table."""
    plainly, rewritten = text(plain), text(written)
    rows = {
        "200 terms, the first time": [timed(lambda: parse(plainly))],
        "200 terms": [timed(lambda: parse(plainly)) for _ in range(RUNS)],
        "200 terms, 18 of them rewritten": [timed(lambda: parse(rewritten)) for _ in range(RUNS)],
        "import pdedsl": [imported() for _ in range(RUNS)],
    }
    print(f"{'':34} {'wall':>8} {'processor':>10}")
    for name, times in rows.items():
        print(f"{name:34} {min(w for w, _ in times):8.3f} {min(p for _, p in times):10.3f}")


if __name__ == "__main__":
    main()
