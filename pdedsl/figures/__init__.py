"""Figures of a run: data and field, residuals, rivals, noise. They need matplotlib (`plots`)."""

KINDS = ("fields", "residuals", "noise", "front")
"""What can be drawn of a run, in the order of a report."""
