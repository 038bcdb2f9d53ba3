coordinates t, x
fields u, v
dictionary { d_t(u), d_x(v * d_t(u)), d_x(x*d_t(u)), d_x(x^2*d_x(u))/x^2 }
grammar none
