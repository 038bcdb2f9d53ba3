# Names that mean something to Python or SymPy mean nothing here.
coordinates in in [0, 1], lambda, E, t
fields exec, beta, None, I, S, N, is, title
constants and = 2, not = 1/2
dictionary {
    d[in](exec), d[in, 2, lambda](beta), d_E(None^and)
    exec_E, I_t, or: d_t(S*N)
    E^not * d_t(is)
    title_t
}
grammar import(in, lambda, E, t) {
    class ::= class + def | def
    def ::= in | lambda*E | const | sin(t)^and
}
expect d[in](exec) + or = lambda*exp(E)
