# Hares are born and are eaten by lynxes (Lotka 1925, Volterra 1926). Ten pairs of populations are
# counted 40 times each, with an error of 5 % of the spread. The rate of change of the hares is some
# expression in time and both populations, and no other derivative occurs: this is the case that
# D-CODE (Qian, Kacprzyk, van der Schaar 2022) treats, a dictionary of one term. The lynxes have an
# equation and a file of their own.

title "Prey of Lotka and Volterra"

coordinates t in [0, 8]
fields x, y

data "lotka_volterra.npz" { sample = sample }

dictionary { d_t(x) }

search genetic { population = 200, generations = 8, seed = 0 }

expect d_t(x) = x - 1.2*x*y
