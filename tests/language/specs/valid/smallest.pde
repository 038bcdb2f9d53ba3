coordinates t
fields u
dictionary { d_t(u) }
