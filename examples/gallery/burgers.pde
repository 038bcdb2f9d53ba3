# A gas in a pipe, at rest at both ends: what is fast catches up with what is slow, and friction
# keeps the front from breaking.
#
# Known: g = 0. Searched: which of six terms are there, and with what coefficients.
#
# 10 samples on 20 x 20 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example burgers` makes them.

title "Burgers' equation"
coordinates t in [0, 2], x in [0, 2]
fields u
data "burgers.npz" { sample = sample }
dictionary { u, d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2) }
grammar none
expect d_t(u) + 0.5*d_x(u^2) - 0.2*d_xx(u) = 0
