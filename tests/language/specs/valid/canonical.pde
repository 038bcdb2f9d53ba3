title "Canonical text stays as it is"

coordinates t in [0, 2] "s", theta in [-1.5, 1e+20]
fields u "K", v
constants L = 2.0

data "heat source.npz" {
    sample = "run"
    theta = "angle"
    missing = drop
}

dictionary {
    d_t(u)
    d[theta, 2](u*v)
    flux: t^2*d[t, theta](u^2 + sqrt(v))
    (t + 1)*d_t(v)
    -2*d_tt(u)
}

grammar g(t, theta) {
    expr ::= expr + expr | expr - expr | expr*expr | expr/expr | sin(expr) | exp(expr)
           | -(expr - atom)^2 | atom
    atom ::= t | theta | const | const in [0, 5] | int in -1..3 | 0.25
}

known {
    1/(t + 1) - 0.5*u
}

method ablated
estimate spline { noise = 0.1, noise v = (0.2, fit) }
test bsplines { degree = 6, count = (6, 4), support = 0.5, quadrature = riemann, points = 100 }
solve collie
search genetic { population = 50, generations = 2, seed = 7, length = 12, parsimony = 0.05, tournament = 20 }
select loss

expect d_t(u) - 0.25*d[theta, 2](u*v) = 1.25*exp(1.8*t)
export latex "heat.tex"
