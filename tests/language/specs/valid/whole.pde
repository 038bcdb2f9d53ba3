title "Heat source in a rod"

coordinates t in [0, 2] "s", x in [0, 2] "m"
fields u "K"
constants L = 2.0                       # known numbers

data "heat_source.npz" {                # relative to this file
    sample = run                        # axis or column that tells repetitions apart
    t = time, u = temperature           # where the file's names differ
    missing = drop                      # or error (default)
}

dictionary {
    d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u)
    advection: d_x(u^2)                 # a term may be named
    x^2 * d_x(u)                        # a(x) d^alpha[h]
}

grammar g(t, x, u) {                    # BNF; the first rule is the start
    expr ::= expr + expr | expr - expr | expr * expr | expr / expr
           | sin(expr) | exp(expr) | log(expr) | atom
    atom ::= t | x | u | const | const in [0, 5] | int in 1..3
}

known { -0.5 * u }                      # part of g that is given
estimate gaussian_process { noise = fit }
test bsplines { degree = 6, count = 6, support = 0.5 }
solve collie                            # or: exact, cvxopt
search genetic { population = 500, generations = 20, seed = 2 }
select evidence
expect d_t(u) - 0.25 * d_xx(u) = 1.25 * exp(1.8 * t)
export latex "heat_source.tex"
