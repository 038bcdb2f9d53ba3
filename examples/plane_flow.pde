# The two components of a flow in a plane that neither gathers nor turns, three flows measured on
# 24 x 24 places with an error of 1 % of the spread of each. Four equations are asked for. Each is
# found by itself, and two of them follow from the others: where neither divergence nor rotation
# is, both components obey Laplace's equation, since d_x of the one plus d_y of the other says so.

title "Flow without divergence and rotation"

coordinates x in [0, 2] "m", y in [0, 2] "m"
fields u1 "m/s", u2 "m/s"

data "plane_flow.npz" { sample = sample }

equation first {
    dictionary { d_x(u1), d_y(u1), d_xx(u1), d_xy(u1), d_yy(u1) }
    grammar none
    expect d_xx(u1) + d_yy(u1) = 0
}
equation second {
    dictionary { d_x(u2), d_y(u2), d_xx(u2), d_xy(u2), d_yy(u2) }
    grammar none
    expect d_xx(u2) + d_yy(u2) = 0
}
equation divergence {
    dictionary { d_x(u1), d_y(u2), d_xx(u1), d_yy(u2) }
    grammar none
    expect d_x(u1) - d_y(u2) = 0
}
equation rotation {
    dictionary { d_x(u2), d_y(u1), d_xx(u2), d_yy(u1) }
    grammar none
    expect d_x(u2) + d_y(u1) = 0
}
