coordinates t "h", x in [0, inf] "m"
fields u
constants L = 5
data "soil.csv" {
    sample = "plot no.", every 2
    t = time in hours since "2020-01-31T12:00"
    x = columns
    missing = drop, missing_value = -999
    x in [0.5, 2*L] every 3
    "depth [m]" in [0.1, 0.3], every in [0, 1]
}
dictionary { d_t(u), d_xx(u) }
grammar none
