coordinates t in [2, 0], x in [0, L], t, sin
fields u, x, const
constants L = M, M = 2, k = u
dictionary { d_t(u) }
