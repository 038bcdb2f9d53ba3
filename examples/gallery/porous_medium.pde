# Gas of density u seeps through sand: its pressure drives it, so that it spreads the faster the
# denser it is.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 3 samples on 32 x 32 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example porous_medium` makes them.

title "Porous medium equation"
coordinates t in [0, 0.3], x in [0, 4]
fields u
data "porous_medium.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar none
expect d_t(u) - d_xx(u^2) = 0
