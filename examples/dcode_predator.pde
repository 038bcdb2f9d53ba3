# The lynxes of the pairs in dcode_prey.pde: they starve unless they catch hares. Again the rate of
# change is the only derivative, and what it equals is searched for among expressions in time and
# both populations.

title "Predators of Lotka and Volterra"

coordinates t in [0, 8]
fields x, y

data "lotka_volterra.npz" { sample = sample }

dictionary { d_t(y) }

search genetic { population = 200, generations = 8, seed = 0 }

expect d_t(y) = x*y - 0.8*y
