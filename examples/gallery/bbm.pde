# Long waves on shallow water. A mixed derivative, d_txx, makes short waves run slower than long
# ones.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 3 samples on 32 x 32 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example bbm` makes them.

title "Benjamin-Bona-Mahony equation"
coordinates t in [0, 5], x in [0, 10]
fields u
data "bbm.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar none
expect d_t(u) + d_x(u) + 0.5*d_x(u^2) - d_txx(u) = 0
