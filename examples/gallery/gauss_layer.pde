# The electric field over a charged wall in a salt solution: the charge that screens the wall
# falls with the distance z. Beside it are fields without divergence that differ between
# samples.
#
# Known: the charge is the same in all samples. Searched: which of five first derivatives of the
# three parts of the field are there, and the charge g(x, y, z).
#
# 3 samples on 14 x 14 x 14 points, made from seed 0, with noise of 1 % of the spread of each
# field. `pdedsl example gauss_layer` makes them.

title "Gauss' law, the charge before a wall"
coordinates x in [0, 2], y in [0, 2], z in [0, 2]
fields ex, ey, ez
data "gauss_layer.npz" { sample = sample }
dictionary { d_x(ex), d_y(ey), d_z(ez), d_x(ez), d_z(ex) }
grammar elementary(x, y, z)
search genetic { population = 300, generations = 10 }
expect d_x(ex) + d_y(ey) + d_z(ez) = 3*exp(-2*z)
