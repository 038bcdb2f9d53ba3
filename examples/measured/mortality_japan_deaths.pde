# The women of mortality_japan.pde beside their deaths, as a check on both the data and the method:
# d_t(u) + d_a(u) = -deaths is bookkeeping, no law of nature, and holds but for migration.
# Assumed: the change along a life line has to do with the number of deaths alone.
# Searched: which derivatives occur, and an expression in the deaths.
# The data file is written by prepare.py.

title "Women of Japan and their deaths"

coordinates t "decades", a "decades"
fields u "millions", deaths "millions a decade"

data "mortality_japan.npz"

dictionary { d_t(u), d_a(u), d_tt(u), d_ta(u), d_aa(u) }

grammar elementary g(deaths)

search genetic { population = 100, generations = 5, seed = 0 }

expect d_t(u) + d_a(u) = -deaths
