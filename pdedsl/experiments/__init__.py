"""The paper's problems as data generators: exact fields, random beginnings, Gaussian noise.

One module an equation; `problems` lists them with the paper's settings.
"""

from pdedsl.experiments.problems import PaperMethod, PaperProblem, problems
from pdedsl.experiments.simulation import Simulation

__all__ = ["PaperMethod", "PaperProblem", "Simulation", "problems"]
