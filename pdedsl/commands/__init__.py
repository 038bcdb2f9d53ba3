"""Commands of `pdedsl` that are more than a call: each says what it prints and returns."""

NOT_IDENTIFIED = 4
"""Exit code where the data identify no equation."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
