# Sines and cosines of coordinates and fields, and products of two.
#
#   -k sin(u)                    the pendulum
#   a sin(w t + p)               a periodic drive
#   a sin(w t + k x)             a travelling wave
#   a sin(k x) cos(w t)          a standing wave
#   a u cos(w t)                 a stiffness that is driven (Mathieu, Journal de Liouville 13, 1868)
#
# No sine stands inside another.
grammar trigonometric {
    sum ::= sum + sum | term
    term ::= const | const*variable | const*wave | const*variable*tone | const*tone*tone
    wave ::= tone | sin(phase) | cos(phase)
    tone ::= sin(angle) | cos(angle)
    angle ::= variable | const*variable
    phase ::= angle + const | const*variable + const*variable
}
