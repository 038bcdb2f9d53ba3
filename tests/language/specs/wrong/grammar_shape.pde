coordinates t
fields u
dictionary { d_t(u) }
grammar g(t) {
    expr ::= expr + loop | cycle | t
    loop ::= loop * t
    cycle ::= expr
    alone ::= t
}
