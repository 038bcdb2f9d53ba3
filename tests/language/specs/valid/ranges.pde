# Constants with bounds, chosen whole numbers, and words that stand for several arguments.
coordinates t, x
fields u, v
dictionary { d_t(u) }
grammar g(t, u, v) {
    sum ::= sum + sum | (const in [0, 5])*field | (int in 1..3)*coordinate
    | field^(int in 2..4) | u/((const in [0.5, inf]) + variable)
}
