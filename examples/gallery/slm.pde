# A population by age: everyone grows older, the old die sooner, and births depend on how many
# there are of each age.
#
# Known: nothing of the death rate. Searched: which of five derivatives are there, and g(t, a,
# u), in the grammar of elementary functions.
#
# 10 samples on 20 x 20 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example slm` makes them.

title "Sharpe-Lotka-McKendrick model"
coordinates t in [0, 1], a in [0, 1]
fields u
data "slm.npz" { sample = sample }
dictionary { d_t(u), d_a(u), d_aa(u), d_tt(u), d_ta(u) }
grammar elementary
search genetic { population = 500, generations = 20 }
expect d_t(u) + d_a(u) = -2*exp(1.5*a)*u
