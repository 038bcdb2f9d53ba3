# Sums of monomials with real coefficients, of any degree.
#
#   a u - b u^2                  logistic growth (Verhulst 1838)
#   a u - b u^3                  the double well (Landau 1937; Chafee and Infante 1974)
#   a u v                        mass action (Lotka 1925; Volterra 1926)
#   a + b t + c t^2              a drift
#
# As in Rudy, Brunton, Proctor and Kutz, Science Advances 3, 2017.
grammar polynomial {
    sum ::= sum + term | term
    term ::= const | const*monomial
    monomial ::= monomial*variable | variable
}
