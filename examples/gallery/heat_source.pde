# A rod with insulated ends is warmed everywhere alike by a source that grows.
#
# Known: nothing of the source. Searched: which of five derivatives are there, and the source
# g(t, x, u), in the grammar of elementary functions.
#
# 10 samples on 30 x 30 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example heat_source` makes them.

title "Inhomogeneous heat equation"
coordinates t in [0, 2], x in [0, 2]
fields u
data "heat_source.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u) }
grammar elementary
search genetic { population = 500, generations = 20 }
expect d_t(u) - 0.25*d_xx(u) = 1.25*exp(1.8*t)
