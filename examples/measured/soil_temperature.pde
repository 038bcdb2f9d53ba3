# Temperature of the ground at Fargo, North Dakota, by day and depth. Heat is conducted downwards:
# d_t(u) = D d_zz(u). Where conductivity and heat capacity change with depth, D does, and a first
# derivative joins. Freezing releases heat and breaks the law, so only summers are used: 160 days of
# each of four, from 0.2 m down. Every sensor is off by about 0.1 K; the second summer less the
# first, and the fourth less the third, are free of that and solve the same linear equation. They
# leave out most of the yearly wave, in which u, d_t(u), d_z(u) and d_zz(u) are proportional to each
# other and hardly to be told apart.
# Assumed: the equation is linear and there is no source. Searched: which derivatives occur, one of
# them with a factor z, and the diffusivity.
# The data file is written by prepare.py.

title "Temperature of the soil at Fargo"

coordinates t "100 days", z "m"
fields u "K"

data "soil_temperature.npz" { sample = sample }

dictionary { d_t(u), d_z(u), d_zz(u), z*d_zz(u) }

grammar none
