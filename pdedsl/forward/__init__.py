"""Equations solved forward from measured initial states, beside the data they were found in.

Evolution form, right side, solution: neither text nor command line is known here.
"""

from pdedsl.forward.result import ErrorRow, SampleSolution, Simulation, Summary
from pdedsl.forward.run import Wish, simulate

__all__ = ["ErrorRow", "SampleSolution", "Simulation", "Summary", "Wish", "simulate"]
