coordinates t, x
fields u
dictionary { d_t(u), d_x(u * d_t(u)) }
grammar none
