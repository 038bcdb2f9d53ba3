# A string is held at both ends, pulled out of shape and let go, while a force that swells and
# swings acts on its whole length. Ten strings are measured at 30 places and 30 instants, with
# an error of 1 % of the spread of each. The equation of a wave has no first derivative in
# time, so it is no rule for the rate of change of the displacement; the dictionary offers all
# derivatives up to the second order, and the force is to be found.

title "Forced vibrations of a string"

coordinates t in [0, 2] "s", x in [0, 2] "m"
fields u "m"

data "wave_source.npz" { sample = sample }

dictionary { d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u) }

search genetic { population = 500, generations = 20, seed = 0 }

expect d_tt(u) - d_xx(u) = 2*exp(t)*sin(3*t)
