# Sums of monomials with real coefficients.
grammar polynomial {
    sum ::= sum + term | term
    term ::= const | const * monomial
    monomial ::= monomial * variable | variable
}
