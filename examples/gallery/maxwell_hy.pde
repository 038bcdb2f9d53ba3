# Light in a plane: the electric field e is perpendicular to the plane, the magnetic field has
# the parts hx and hy in it. The units are those in which light has the speed 1. The slope of
# the electric field along x changes it.
#
# Known: g = 0. Searched: which of four terms are there, and with what coefficients.
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example maxwell_hy` makes them.

title "Maxwell's equations, the magnetic field along y"
coordinates t in [0, 3], x in [0, 3], y in [0, 3]
fields e, hx, hy
data "maxwell_hy.npz" { sample = sample }
dictionary { hy, d_t(hy), d_x(e), d_y(e) }
grammar none
expect d_t(hy) - d_x(e) = 0
