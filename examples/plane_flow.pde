# Potential u1 and stream function u2 of a flow in a plane that neither gathers nor turns, three
# flows measured on 24 x 24 places with an error of 1 % of the spread of each. The velocity along x
# is d_x(u1), and d_y(u2) as well; that along y is d_y(u1), and -d_x(u2). Four equations are asked
# for, each by itself. Two of them follow from the others: both functions obey Laplace's equation
# because the velocity is the slope of the one and runs along the lines of the other.

title "Potential and stream function"

coordinates x in [0, 2] "m", y in [0, 2] "m"
fields u1 "m^2/s", u2 "m^2/s"

data "plane_flow.npz" { sample = sample }

equation potential {
    dictionary { d_x(u1), d_y(u1), d_xx(u1), d_xy(u1), d_yy(u1) }
    grammar none
    expect d_xx(u1) + d_yy(u1) = 0
}
equation stream {
    dictionary { d_x(u2), d_y(u2), d_xx(u2), d_xy(u2), d_yy(u2) }
    grammar none
    expect d_xx(u2) + d_yy(u2) = 0
}
equation along_x {
    dictionary { d_x(u1), d_y(u2), d_xx(u1), d_yy(u2) }
    grammar none
    expect d_x(u1) - d_y(u2) = 0
}
equation along_y {
    dictionary { d_x(u2), d_y(u1), d_xx(u2), d_yy(u1) }
    grammar none
    expect d_x(u2) + d_y(u1) = 0
}
