# Kinetics: how fast molecules, cells or animals become more or fewer, by how many there are.
#
#   r u (1 - u/K)                logistic growth (Verhulst, Corresp. math. phys. 10, 1838)
#   r u (1 - u/K) (u/A - 1)      with a least number to grow from (Allee, Animal Aggregations, 1931)
#   k u v                        mass action (Guldberg and Waage 1864; Lotka 1925; Volterra 1926)
#   V u/(K + u)                  enzymes (Michaelis and Menten, Biochem. Z. 49, 1913)
#   V u^n/(K + u^n), n = 2, 3, 4 enzymes whose sites act together (Hill, J. Physiol. 40, 1910)
#   V/(K + u^n)                  production that its product represses (Goodwin 1965)
#   V v u^n/(K + u^n)            predators v and prey u (Holling, Canad. Entomol. 91, 1959)
#
# It needs a field, and uses no coordinate. Constants are those of the law, K of a Hill law that of
# K^n; where u takes both signs, or a constant is negative, a denominator may vanish.
grammar reaction(field) {
    sum ::= sum + sum | term
    term ::= const | const*rate
    rate ::= field | field*field | field*field*field | field*(1 - field/const)
           | field*(1 - field/const)*(field/const - 1)
           | saturation | field*saturation | 1/(const + field^(int in 1..4))
    saturation ::= field/(const + field) | field^2/(const + field^2)
                 | field^3/(const + field^3) | field^4/(const + field^4)
}
