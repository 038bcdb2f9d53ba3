# The stream function of a flow in a plane that neither gathers nor turns, from the same data as
# the Cauchy-Riemann equations.
#
# Known: g = 0. Searched: which of four terms are there, and with what coefficients.
#
# 10 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example laplace_2` makes them.

title "Laplace's equation for u2"
coordinates x in [0, 2], y in [0, 2]
fields u1, u2
data "laplace_2.npz" { sample = sample }
dictionary { d_x(u2), d_y(u2), d_xx(u2), d_yy(u2) }
grammar none
expect d_xx(u2) + d_yy(u2) = 0
