# Whirls of a liquid in a plane, by the balance of momentum along x: the pressure p over the
# density is measured beside the velocities, and its slope accelerates the liquid.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example navier_stokes_momentum` makes them.

title "Navier-Stokes equations, momentum along x"
coordinates t in [0, 1.5], x in [0, 3], y in [0, 3]
fields u, v, p
data "navier_stokes_momentum.npz" { sample = sample }
dictionary { d_t(u), d_x(u^2), d_y(u*v), d_x(p), d_y(p), d_x(u), d_y(u), d_xx(u), d_xy(u), d_yy(u) }
grammar none
expect d_t(u) + d_x(u^2) + d_y(u*v) + d_x(p) - 0.1*d_xx(u) - 0.1*d_yy(u) = 0
