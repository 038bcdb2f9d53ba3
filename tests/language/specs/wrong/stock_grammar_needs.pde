coordinates t, x
fields u, v
dictionary { d_t(u) }
grammar reaction g(t, x)
