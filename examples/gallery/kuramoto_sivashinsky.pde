# A flame front that is unstable for long waves, is held by short ones, and never comes to rest;
# one field on a ring.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 1 sample on 60 x 60 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example kuramoto_sivashinsky` makes them.

title "Kuramoto-Sivashinsky equation"
coordinates t in [0, 100], x in [0, 100]
fields u
data "kuramoto_sivashinsky.npz" { sample = sample }
dictionary { u, d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2), d_xxx(u), d_xxx(u^2), d_xxxx(u), d_xxxx(u^2) }
grammar none
expect d_t(u) + 0.5*d_x(u^2) + d_xx(u) + d_xxxx(u) = 0
