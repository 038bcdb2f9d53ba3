"""A run as a small paper in LaTeX: equation, table, methods and references."""
