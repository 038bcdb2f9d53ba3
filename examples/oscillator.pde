# A mass on a spring, slowed by friction and shaken from outside, is let go from ten different
# positions with different velocities. Its position is measured 20 times in 2 s, with an error
# of 1 % of the spread of each run. Velocity and acceleration may occur in the equation; the
# restoring force and the shaking are to be found, as one expression in time and position.

title "Damped and driven oscillator"

coordinates t in [0, 2] "s"
fields u "m"

data "oscillator.npz" { sample = sample }

dictionary { d_t(u), d_tt(u) }

search genetic { population = 150, generations = 10, seed = 0 }

expect d_tt(u) + 4*d_t(u) = -16*u + 5*sin(3*t)
