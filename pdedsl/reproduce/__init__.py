"""The tables and figures of the paper made again, its numbers beside ours.

`catalogue` says what is run, `run` runs one setting with one seed, `judge` compares what was found
with the truth, `rows` keeps one line a run in a CSV, and `summary` averages them.

Source: Kacprzyk, Qian, van der Schaar 2023 (D-CIPHER), Sections 6 and 7, Appendices D to F.
"""

from pdedsl.lazy import lazily

__all__ = ["Case", "ReproductionSet", "Row", "Sweep", "run_case", "sets", "summarise"]

_HOMES = {
    "Case": "case",
    "ReproductionSet": "case",
    "Row": "rows",
    "Sweep": "case",
    "run_case": "run",
    "sets": "catalogue",
    "summarise": "summary",
}

__getattr__ = lazily(__name__, _HOMES)
