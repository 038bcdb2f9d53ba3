coordinates t, x
fields u
dictionary { d_t(u), flux: d_x(u^2) }
expect u = 2*flx + sin(t)
