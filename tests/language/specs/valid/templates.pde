coordinates t, x
fields u
constants K = 0.5, L = 2*K, M = -3
dictionary { derivatives(u, 2), derivatives(u^2, 1), x*t*d_x(sqrt(u) + u*exp(-x)) }
grammar g(t, u) {
    sum ::= sum + product
          | product
    product ::= const * exp(const in [-inf, 0] * t) | u*(1 - u/const) | -u^-(1/2)
              | -(2) | (-2)^int in -1..3 | K*t | M^2 | t - (u - L) | t/(u*t) | (t + u)^2^u
              | atom
    atom ::= variable * variable | const in [-1.5, 2*L] | --t
}
