# Waves of the direction of molecules in a liquid crystal. The law has the square of a slope in
# it, so that the slope v = d_x(u) is measured as a field of its own.
#
# Known: g is a polynomial in u and v. Searched: which of six terms are there, and g(u, v).
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example hunter_saxton` makes them.

title "Hunter-Saxton equation"
coordinates t in [0, 1], x in [0, 4]
fields u, v = d_x(u)
data "hunter_saxton.npz" { sample = sample }
dictionary { d_t(u), d_tt(u), d_tx(u), d_xx(u), d_xxx(u), d_xx(u^2) }
grammar polynomial(u, v)
search genetic { population = 300, generations = 10 }
expect d_tx(u) + 0.5*d_xx(u^2) = 0.5*v^2
