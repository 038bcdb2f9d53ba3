# Cells on a plate grow into a scratch (Jin and others 2016): their density across the scratch, at
# 38 places and 5 times in 2 days, for six initial densities with three replicates each. Fisher and
# Kolmogorov have d_t(u) = D d_xx(u) + r u (1 - u/K); where cells push each other, D grows with the
# density, which is d_xx(u^2). Which of them it is has been disputed.
# Assumed: growth is a polynomial of the second degree, and nothing depends on place or time as such.
# Searched: the terms. d_x(u) stands for a drift that there should not be.
# The data file is written by prepare.py.

title "Cells close a scratch"

coordinates t "days", x "mm"
fields u "1000/mm^2"

data "scratch_assay.npz" { sample = sample }

dictionary { d_t(u), d_x(u), d_xx(u), d_xx(u^2), u, u^2 }

grammar none
