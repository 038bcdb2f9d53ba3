coordinates t, x
fields u
dictionary { d_t(u) }
grammar g(t) {
    expr ::= expr + term | x | foo | sin(t, t) | d_t(u) | int | const in [2, 1]
    term ::= t | int in 3..1 | int in 0.5..2 | t in [0, 1] | sine(t) | u(t)
    term ::= t
    u ::= t
}
