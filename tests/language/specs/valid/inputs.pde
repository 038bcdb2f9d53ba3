title "A plate on a shaker"
coordinates t in [0, 10] "s", x "m"
fields u "m", v = d_t(u) "m/s"
inputs force "N", heat held "K", wind linear "m/s", dose
constants k = 3
data "plate.nc" { force = "load cell", heat = T, missing = drop }
dictionary {
    d_tt(u)
    d_x(wind*u)
    carried: x*d_xx(heat*u^2)
}
grammar polynomial g(t, u, force, dose)
known { -k*heat*(u - dose) }
expect d_tt(u) + 2*carried = 0.5*force - k*heat*u
