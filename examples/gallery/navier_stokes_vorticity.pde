# Whirls in a plane liquid that cannot be compressed: the flow carries the vorticity w, and
# friction spreads it. The velocities u and v are measured as well; a mean flow differs between
# samples, the viscosity is 0.1.
#
# Known: g = 0. Searched: which of eight terms are there, and with what coefficients.
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example navier_stokes_vorticity` makes them.

title "Navier-Stokes equations, vorticity"
coordinates t in [0, 1.5], x in [0, 3], y in [0, 3]
fields w, u, v
data "navier_stokes_vorticity.npz" { sample = sample }
dictionary { d_t(w), d_x(u*w), d_y(v*w), d_x(w), d_y(w), d_xx(w), d_xy(w), d_yy(w) }
grammar none
expect d_t(w) + d_x(u*w) + d_y(v*w) - 0.1*d_xx(w) - 0.1*d_yy(w) = 0
