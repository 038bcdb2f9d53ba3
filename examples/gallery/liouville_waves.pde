# Waves that an exponential of u drives: Liouville's equation with time in place of one of the
# coordinates.
#
# Known: g depends on u alone. Searched: which of ten terms are there, and the force g(u).
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example liouville_waves` makes them.

title "Liouville's equation for waves"
coordinates t in [0, 2], x in [0, 2]
fields u
data "liouville_waves.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar potential(u)
search genetic { population = 300, generations = 10 }
expect d_tt(u) - d_xx(u) = 1.5*exp(0.8*u)
