"""What holds for every simulator: its seed decides everything, in data and noise."""

import numpy as np


def decides_everything(simulate, points):
    """One seed gives the same data twice, another one others, in the shape that was asked for."""
    one, same, other = (simulate(s, samples=2, points=points, noise=0.05) for s in (0, 0, 1))
    assert np.array_equal(one.noisy, same.noisy)
    assert not np.allclose(one.clean, other.clean)
    assert one.clean.shape[:2] == (2, len(one.fields))
