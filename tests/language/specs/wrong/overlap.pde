coordinates t, x
fields u
dictionary {
    d_t(u)
    u
    x*u^2
    2*d_t(u), d_x(2*u)
    derivatives(u, 1)
}
