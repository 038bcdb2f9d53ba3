coordinates t, x, y
fields u, v, w
dictionary {
    both: laplacian(u)
    x*grad(u)
    curl(u)
    div(u)
    divergence(u, v, w)
    div(grad(u)*grad(v))
    laplacian(u, z)
    laplacian(u, v)
    u*laplacian(u)
    d_t(u)
}
