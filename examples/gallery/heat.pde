# Temperatures of rods with insulated ends, which start from different temperatures and even
# out.
#
# Known: g = 0. Searched: which of six terms are there, and with what coefficients.
#
# 10 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example heat` makes them.

title "Homogeneous heat equation"
coordinates t in [0, 2], x in [0, 2]
fields u
data "heat.npz" { sample = sample }
dictionary { u, d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2) }
grammar none
expect d_t(u) - 0.25*d_xx(u) = 0
