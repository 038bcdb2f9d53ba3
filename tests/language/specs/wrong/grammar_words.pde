coordinates t, x
fields u
dictionary { d_t(u) }
grammar g(t) {
    expr ::= expr + expr | sin(coordinate) | const*field | u*(1 - u/(const in [1, 5]))
    # Words and names of ones own: coordinate is a word, felt is neither.
    | felt
}
