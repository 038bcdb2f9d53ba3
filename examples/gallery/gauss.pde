# The electric field about a cloud of charge in a plane, beside fields without divergence that
# changing magnets make and that differ between samples.
#
# Known: the charge is the same in all samples. Searched: which first derivatives of the two
# parts of the field are there, and the charge g(x, y), in the grammar of exponentials.
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example gauss` makes them.

title "Gauss' law, a round cloud of charge"
coordinates x in [0, 2], y in [0, 2]
fields ex, ey
data "gauss.npz" { sample = sample }
dictionary { d_x(ex), d_y(ex), d_x(ey), d_y(ey) }
grammar exponential(x, y)
search genetic { population = 300, generations = 10 }
expect d_x(ex) + d_y(ey) = 4*exp(-x^2 - y^2)
