coordinates t
fields u
dictionary { d_t(u) }
grammar reactions g(t, u)
