# Prey n of age a grow older, die at Gompertz' rate, which rises with age, and are caught by
# predators, whose number p(t) follows how many prey there are. Predators are counted with every
# age class of the prey.
#
# Known: the rates do not change with time. Searched: which of five derivatives are there, and
# deaths and catches g(a, n, p), in the grammar of populations.
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example prey_by_age` makes them.

title "Prey by age and their predators"
coordinates t in [0, 2], a in [0, 2]
fields n, p
data "prey_by_age.npz" { sample = sample }
dictionary { d_t(n), d_a(n), d_tt(n), d_ta(n), d_aa(n) }
grammar population(a, n, p)
search genetic { population = 300, generations = 10 }
expect d_t(n) + d_a(n) = -0.2*exp(1.2*a)*n - 0.6*p*n
