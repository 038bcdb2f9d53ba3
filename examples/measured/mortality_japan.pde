# Women of Japan by age and calendar year, 1947 to 2024, ages 50 to 95 (Human Mortality Database).
# Everybody grows older by a year a year, and beyond 50 a population changes by deaths and by little
# else, so that d_t(u) + d_a(u) = -mu u (Sharpe and Lotka 1911, McKendrick 1926). Gompertz (1825) has
# mu grow exponentially with age; that it also falls with the years is what Japan is known for.
# Assumed: deaths are the living times a rate. With one population alone this has to be said, since
# u is then itself a function of age and time, and any surface over both would do for the deaths.
# Searched: the derivatives, among all up to the second order, and the rate, an expression in age and
# time. The deaths that were counted are not used; mortality_japan_deaths.pde looks at them.
# Test functions are told to be two to three decades wide. Narrower ones, which are chosen without being
# told, see the sizes of single cohorts, and so does the answer, see docs/measured.md.
# The data file is written by prepare.py.

title "Women of Japan by age and year"

coordinates t "decades", a "decades"
fields u "millions"

data "mortality_japan.npz"

dictionary { d_t(u), d_a(u), d_tt(u), d_ta(u), d_aa(u) }

grammar g(t, a, u) {
    deaths ::= deaths + deaths | u*rate
    rate ::= rate*rate | rate + rate | exp(rate) | t | a | const
}

test bsplines { support = 0.45, degree = 6 }
search genetic { population = 300, generations = 10, seed = 0 }
