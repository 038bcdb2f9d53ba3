# An equation may stand in for the dictionary.
coordinates t, x
fields u
expect u_t + 0.5*d_x(u^2) = 0.2*u_xx
