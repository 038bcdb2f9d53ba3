titel "Heat"
coordinates t in [0 2], x
fields u
dictionary {
    d_t(u) d_x(u)
    d_xx(u,
    u_x = 3
    d_t(u)
}
serch genetic { seed = 1 }
search genetic { population 500, generations = 5 }
