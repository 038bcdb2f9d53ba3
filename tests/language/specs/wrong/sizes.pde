coordinates t, x
fields u
constants huge = 9^9^9, long = 12345678901234567890123456789012345678901, inf2 = 1/0, e400 = 1e400
dictionary {
    d_x(u^1000)
    d_xxxxxxxxx(u)
    d[x, 1000000](u)
    derivatives(u, 9)
    d_x(sqrt(-4)*u)
    d_x(log(-1)*u)
    d_x(acos(2) + exp(1000) + u)
    d_x(1e-300*u/1e10)
}
