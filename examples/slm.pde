# A population is counted by age. People grow older by a year a year and die at a rate that
# rises with age (Sharpe and Lotka 1911, McKendrick 1926); births enter at age 0. Ten
# populations are followed on a 20 x 20 grid of times and ages, with an error of 1 %; one unit
# is a full span of ages. The mortality is to be found: an expression in age, time and the
# population itself. The first births differ from the newborns there were before, so each
# field jumps along a = t.

title "Sharpe-Lotka-McKendrick population"

coordinates t in [0, 1], a in [0, 1]
fields u

data "slm.npz" { sample = sample }

dictionary { d_t(u), d_a(u), d_aa(u), d_tt(u), d_ta(u) }

search genetic { population = 500, generations = 20, seed = 0 }

expect d_t(u) + d_a(u) = -2*exp(1.5*a)*u
