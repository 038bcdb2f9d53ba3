# A cart between two springs glides on an air track and is filmed (Schmidt and Lipson 2009). Newton
# has x'' = f(x) - c x': a restoring force, proportional to x by Hooke's law, and a little friction.
# Assumed: the force depends on the position alone. Searched: the derivatives, and the force, a
# polynomial. Eleven oscillations are on record, each of 2.5 s. Test functions are told to be
# narrower than one of them (0.05 of 29 s), which shows more of what such a law leaves out: those that
# are chosen without being told are one and a half oscillations wide.
# The data file is written by prepare.py.

title "Cart between springs on an air track"

coordinates t "s"
fields x "100 counts"

data "spring_air_track.npz"

dictionary { d_t(x), d_tt(x) }

grammar polynomial g(x)

test bsplines { support = 0.05 }
search genetic { population = 100, generations = 5, seed = 0 }
