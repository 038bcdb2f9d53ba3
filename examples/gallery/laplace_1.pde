# The potential of a flow in a plane that neither gathers nor turns, from the same data as the
# Cauchy-Riemann equations.
#
# Known: g = 0. Searched: which of four terms are there, and with what coefficients.
#
# 10 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example laplace_1` makes them.

title "Laplace's equation for u1"
coordinates x in [0, 2], y in [0, 2]
fields u1, u2
data "laplace_1.npz" { sample = sample }
dictionary { d_x(u1), d_y(u1), d_xx(u1), d_yy(u1) }
grammar none
expect d_xx(u1) + d_yy(u1) = 0
