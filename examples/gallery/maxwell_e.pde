# Light in a plane: the electric field e is perpendicular to the plane, the magnetic field has
# the parts hx and hy in it. The units are those in which light has the speed 1. The rotation of
# the magnetic field changes the electric one.
#
# Known: g = 0. Searched: which of six terms are there, and with what coefficients.
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example maxwell_e` makes them.

title "Maxwell's equations, the electric field"
coordinates t in [0, 3], x in [0, 3], y in [0, 3]
fields e, hx, hy
data "maxwell_e.npz" { sample = sample }
dictionary { e, d_t(e), d_x(e), d_y(e), d_y(hx), d_x(hy) }
grammar none
expect d_t(e) - d_x(hy) + d_y(hx) = 0
