coordinates t, x, theta
fields u, v
dictionary {
    u*u_x
    u^2*d[theta](u)
    u_x^2
    u_x*u_t
    u*u_xx
    sin(u_x)
    1/u_x
    v*u_t
    d_x(x*d_t(u))
    d_t(x)
    x^2
    d_t(u) + d_x(u)
    0*d_t(u)
}
