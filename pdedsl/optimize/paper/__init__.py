"""The algorithm of Kacprzyk, Qian and van der Schaar (2023) as it stands, and as they ablate it."""

from pdedsl.optimize.paper.run import PaperAnswer, discover, make_system

__all__ = ["PaperAnswer", "discover", "make_system"]
