# A tracer in the air over a plain: a uniform wind carries it, and it spreads equally fast in
# both directions.
#
# Known: g = 0. Searched: which of seven terms are there, and with what coefficients. Two of
# them are the wind.
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example drift` makes them.

title "Drift and diffusion of a tracer"
coordinates t in [0, 2], x in [0, 3], y in [0, 3]
fields u
data "drift.npz" { sample = sample }
dictionary { u, d_t(u), d_x(u), d_y(u), d_xx(u), d_xy(u), d_yy(u) }
grammar none
expect d_t(u) + 0.8*d_x(u) - 0.5*d_y(u) - 0.1*d_xx(u) - 0.1*d_yy(u) = 0
