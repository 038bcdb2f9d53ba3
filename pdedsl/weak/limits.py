"""Sizes up to which arrays of the weak form are held whole."""

LARGEST = 2**19
"""Values of the fields in a piece of the grid, about; twice as many are taken as they are."""

LARGEST_RANK = 500
"""Most modes of a field's prior that are kept; the rest are far below the noise on real grids."""
