"""Sizes beyond which a grid is large: length scales are then fitted on part of its points."""

MOST_ON_AXIS = 256
MOST_IN_ALL = 40_000
