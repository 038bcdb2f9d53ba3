coordinates t in [0, 1), x
fields u
dictionary {
    d_t(u
    d_x(u))
    d_t(u^2)
grammar none
known { u }}
