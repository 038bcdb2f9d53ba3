# An epidemic by age: s susceptible and i infected people of age a, and the force of infection
# l, which is proportional to the number of all infected. The old meet fewer people: contacts
# fall by a factor of e while a grows by 1. The infected recover at a rate that does not depend
# on their age.
#
# Known: people move between s and i, alone or when they meet the infected. Searched: which of
# five derivatives are there, and which of these moves, each with its dependence on age, g(a, s,
# i, l).
#
# 3 samples on 24 x 24 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example infected_by_age` makes them.

title "Epidemic by age, the infected"
coordinates t in [0, 2], a in [0, 2]
fields s, i, l
data "infected_by_age.npz" { sample = sample }
dictionary { d_t(i), d_a(i), d_tt(i), d_ta(i), d_aa(i) }
grammar kinetics(a, s, i, l) {
    sum ::= sum + sum | term
    term ::= const*move | const*move*age
    move ::= s | i | l*s | l*i
    age ::= a | exp(const*a)
}
search genetic { population = 300, generations = 10 }
expect d_t(i) + d_a(i) = l*exp(-a)*s - 1.2*i
