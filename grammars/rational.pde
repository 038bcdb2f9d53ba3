# Ratios of polynomials: what saturates, and what has a resonance or a pole.
#
#   a u/(u + K)                  uptake that saturates (Monod, Annual Review of Microbiology 3, 1949)
#   a u/(u^2 + b u + c)          uptake that too much inhibits (Haldane, Enzymes, 1930)
#   a/(x^2 + c)                  the curve of Lorentz and Cauchy
#   a + b/(x + c)                a hyperbola
#
# The first monomial of a denominator has coefficient 1, since that of the numerator is free.
grammar rational {
    sum ::= sum + sum | term
    term ::= const | const*monomial | const/denominator | const*monomial/denominator
    monomial ::= monomial*variable | variable
    denominator ::= monomial + const | monomial + const*monomial | denominator + const
}
