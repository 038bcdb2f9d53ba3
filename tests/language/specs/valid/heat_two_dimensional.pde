coordinates t in [0, 2], x in [0, 2], y in [0, 2]
fields u
dictionary {
    d_t(u), d_xx(u)
    d_yy(u), d_x(d_y(u)),
    # comments may stand anywhere
    x * d_x(u),      # and at the ends of lines
    2*t*d_x(y*d_y(u^2))
}
grammar elementary g(t, x)
search genetic {
    population = 50
    generations = 3, seed = 1,
}
expect d_t(u) - d_xx(u) - d_yy(u)
       = 1.25*exp(1.8*t)
       - 2*x
