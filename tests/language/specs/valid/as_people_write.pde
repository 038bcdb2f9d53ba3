# terms that are rewritten into a(x) d^alpha[h(x, u)]
coordinates t, x, y
fields u, v
constants D = 0.5, m = 3
dictionary {
    u_t
    advection: u*u_x
    u^2*d_y(u)
    exp(u)*v_t + exp(u)*v*u_t
    x^2*u_xx
    d_x(D*u*d_y(u))
    u_x/u
    (1 + 0.3*u)*u_tt
      + 0.3*u_t^2
    laplacian(u)
    laplacian(v^m)
    -t*div(grad(v^2))/2
    divergence(t*u, t*v)
    v*u_x + u*v_x
}
grammar none
expect u_t + u*u_x = v*u_x + u*v_x + 0.2*laplacian(u)
