# A quantity that diffuses and is driven away from 0 towards one of two states, 1 and -1; fronts
# between them move slowly.
#
# Known: g depends on u alone. Searched: which of ten terms are there, and the reaction g(u), in
# the grammar of reactions.
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example chafee_infante` makes them.

title "Chafee-Infante equation"
coordinates t in [0, 1], x in [0, 4]
fields u
data "chafee_infante.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar reaction(u)
search genetic { population = 300, generations = 10 }
expect d_t(u) - 0.2*d_xx(u) = 3*u - 3*u^3
