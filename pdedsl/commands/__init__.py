"""Commands of `pdedsl` that are more than a call: each says what it prints and returns."""

NOT_IDENTIFIED = 4
"""Exit code where the data identify no equation."""

ENDED_EARLY = 6
"""Exit code where a forward solution ended before its time; 5 is that of `NoEvolutionError`."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
