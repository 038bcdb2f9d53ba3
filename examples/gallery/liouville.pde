# The logarithm of the scale of a map of a surface with constant negative curvature, or the
# potential of a charged gas between walls: its Laplacian is an exponential.
#
# Known: g depends on u alone. Searched: which of all five derivatives up to the second order
# are there, and g(u).
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example liouville` makes them.

title "Liouville's equation"
coordinates x in [0, 2], y in [0, 2]
fields u
data "liouville.npz" { sample = sample }
dictionary { d_x(u), d_y(u), d_xx(u), d_xy(u), d_yy(u) }
grammar potential(u)
search genetic { population = 300, generations = 10 }
expect d_xx(u) + d_yy(u) = 1.5*exp(0.8*u)
