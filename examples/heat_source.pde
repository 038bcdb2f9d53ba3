# A rod of length 2 m with insulated ends is warmed everywhere alike by a source that grows.
# Ten rods start from different temperatures; each is measured at 30 places and 30 instants,
# with an error of 1 % of the spread of its temperatures. Heat flows by Fourier's law, which
# the second derivative along the rod stands for. What is not known is the source: any
# expression in time, place and temperature may come out.

title "Heat source in a rod"

coordinates t in [0, 2] "s", x in [0, 2] "m"
fields u "K"

data "heat_source.npz" { sample = sample }

dictionary { d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u) }

search genetic { population = 500, generations = 20, seed = 0 }

expect d_t(u) - 0.25*d_xx(u) = 1.25*exp(1.8*t)
