# An epidemic by age: s susceptible and i infected people of age a, and the force of infection
# l, which is proportional to the number of all infected. The old meet fewer people: contacts
# fall by a factor of e while a grows by 1.
#
# Known: the rate of infection changes with time only as l does, which is measured. Searched:
# which of five derivatives are there, and the rate g(a, s, l).
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example susceptible_by_age` makes them.

title "Epidemic by age, the susceptible"
coordinates t in [0, 2], a in [0, 2]
fields s, l
data "susceptible_by_age.npz" { sample = sample }
dictionary { d_t(s), d_a(s), d_tt(s), d_ta(s), d_aa(s) }
grammar elementary(a, s, l)
search genetic { population = 300, generations = 10 }
expect d_t(s) + d_a(s) = -l*exp(-a)*s
