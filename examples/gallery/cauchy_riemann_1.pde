# Potential u1 and stream function u2 of a flow in a plane that neither gathers nor turns. Four
# equations hold for them: two of first order, by Cauchy and Riemann, and Laplace's for each,
# which follow.
#
# Known: g = 0. Searched: which of the first and second derivatives of u1 by x, u2 by y are
# there, and with what coefficients.
#
# 10 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example cauchy_riemann_1` makes them.

title "Cauchy-Riemann equation 1"
coordinates x in [0, 2], y in [0, 2]
fields u1, u2
data "cauchy_riemann_1.npz" { sample = sample }
dictionary { d_x(u1), d_y(u2), d_xx(u1), d_yy(u2) }
grammar none
expect d_x(u1) - d_y(u2) = 0
