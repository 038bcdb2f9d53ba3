# Long waves on shallow water that run both ways, and along chains of nonlinear springs: a wave
# equation with a nonlinear and a dispersive term.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 3 samples on 32 x 32 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example boussinesq` makes them.

title "Boussinesq equation"
coordinates t in [0, 3], x in [0, 12]
fields u
data "boussinesq.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar none
expect d_tt(u) - d_xx(u) + d_xx(u^2) + d_xxxx(u) = 0
