coordinates t, x
fields u, v = d_t(u)
equation first {
    dictionary { d_t(u) }
    grammar none
}
