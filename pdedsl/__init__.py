"""Closed-form differential equations from noisy measurements."""
