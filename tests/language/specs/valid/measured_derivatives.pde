# Velocity and strain were measured beside the displacement.
coordinates t in [0, 1] "s", x "m"
fields u "m", v = u_t "m/s", strain = d[x](u), a = d_t(v) "m/s^2"
dictionary { d_t(v^2), d_x(strain), derivatives(u*strain, 1), v*strain }
grammar polynomial g(u, t)
expect d_x(strain) - d_t(v^2) = u
