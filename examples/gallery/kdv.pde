# Long waves on shallow water, written so that they are troughs: deep ones run faster, and
# dispersion keeps them from breaking. Solitons come out of a random start.
#
# Known: g = 0. Searched: which of ten terms are there, and with what coefficients.
#
# 3 samples on 40 x 40 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example kdv` makes them.

title "Korteweg-de Vries equation"
coordinates t in [0, 1.5], x in [0, 16]
fields u
data "kdv.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar none
expect d_t(u) - 3*d_x(u^2) + d_xxx(u) = 0
