# A viscous gas moves along a tube closed at both ends: the flow carries itself along, which
# steepens it, and viscosity smooths it. Ten flows are measured at 20 places and 20 instants,
# with an error of 1 %. The question is which of six terms govern them, and how strong each
# is; nothing else acts on the gas, so there is no free part to search for.

title "Burgers' equation"

coordinates t in [0, 2], x in [0, 2]
fields u

data "burgers.npz" { sample = sample }

dictionary { u, d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2) }

grammar none

expect d_t(u) + 0.5*d_x(u^2) - 0.2*d_xx(u) = 0
