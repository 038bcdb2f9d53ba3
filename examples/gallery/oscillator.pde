# A mass on a spring, in a liquid that brakes it, is driven by a force in time. It starts from
# different places with different speeds.
#
# Known: the force of spring and drive is a function of time and place. Searched: whether speed
# and acceleration occur, and g(t, u), in the grammar of elementary functions.
#
# 10 samples on 20 points, made from seed 0, with noise of 1 % of the spread of each field.
# `pdedsl example oscillator` makes them.

title "Forced and damped harmonic oscillator"
coordinates t in [0, 2]
fields u
data "oscillator.npz" { sample = sample }
dictionary { d_t(u), d_tt(u) }
grammar elementary
search genetic { population = 150, generations = 10 }
expect 4*d_t(u) + d_tt(u) = -16*u + 5*sin(3*t)
