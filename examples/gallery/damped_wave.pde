# A string in air that something shakes: the shaking has one shape along the string and dies
# away.
#
# Known: the source does not depend on u. Searched: which of ten terms are there, and the source
# g(t, x), in the grammar of elementary functions.
#
# 3 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example damped_wave` makes them.

title "Damped wave equation with a source"
coordinates t in [0, 4], x in [0, 4]
fields u
data "damped_wave.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tx(u), d_tt(u), d_xx(u), d_txx(u), d_xxx(u), d_xxxx(u), d_x(u^2), d_xx(u^2) }
grammar elementary(t, x)
search genetic { population = 500, generations = 10 }
expect 0.6*d_t(u) + d_tt(u) - 1.5*d_xx(u) = 4*exp(-t)*sin(2*x)
