coordinates t, x, theta
fields u, v
dictionary {
    u_x^2
    u_x*u_t
    u*u_xx
    u*u_xxx + 2*u_x*u_xx
    v*d[theta, 2](u)
    u_xx/u
    sin(u_x)
    sqrt(u_x)
    1/u_x
    v*u_t
    u*v_x - v*u_x
    exp(u^2)*u_x
    sin(x*u)*u_x
    u*d_xx(abs(u))
    v*d_xxxxxxxx(sin(u*v))
    laplacian(u)*laplacian(v)
    d_t(x)
    x^2
    d_t(u) + d_x(u)
    0*d_t(u)
}
