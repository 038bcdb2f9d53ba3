"""Commands of `pdedsl` that are more than a call: each says what it prints and returns."""
