coordinates t, x
fields u, v
dictionary { d_t(u) }
equation heat {
    dictionary { d_t(u), d_xx(w) }
    select loss
}
equation heat {
    grammar none
}
equation {
    dictionary { d_t(v) }
}
equation wave = d_tt(v)
equation last {
    dictionary { d_t(v) }
    d_t(u)
