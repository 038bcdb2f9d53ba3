# A favorable gene spreads in a population along a shore: u is its share, which grows by
# inheritance up to saturation and wanders by migration.
#
# Known: g depends on u alone. Searched: which of ten terms are there, and the reaction g(u), in
# the grammar of reactions.
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example fisher` makes them.

title "Fisher's equation"
coordinates t in [0, 2], x in [0, 4]
fields u
data "fisher.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar reaction(u)
search genetic { population = 300, generations = 10 }
expect d_t(u) - 0.1*d_xx(u) = 2*u - 2*u^2
