"""Random expressions of the elementary grammar, and points to evaluate them at."""

import random

import numpy as np

from pdedsl.form import make_symbol
from pdedsl.language import stock_grammar
from pdedsl.optimize.expression import variable, with_constants
from pdedsl.optimize.primitives import primitives, to_expression

NAMES = ("t", "u")
SYMBOLS = {name: make_symbol(name) for name in NAMES}
ELEMENTARY = primitives(stock_grammar("elementary", NAMES))
POINTS = {"t": np.linspace(0.3, 1.7, 7), "u": np.linspace(0.4, 1.9, 7)[::-1]}
T, U = variable("t"), variable("u")


def drawn(seed, depth=4):
    """A random expression of the elementary grammar, its constants random too."""
    rng = random.Random(seed)
    node = to_expression(ELEMENTARY.generate(rng.choice, depth))
    return with_constants(node, [rng.uniform(0.5, 2.0) for _ in node.constants])
