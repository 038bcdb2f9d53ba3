coordinates t, x
fields u, v = d_t(u)
dictionary { laplacian(u), divergence(u, v), div(u*grad(u)) }
equation first {
    dictionary { d_t(u) }
    grammar none
}
