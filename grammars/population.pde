# Growth and mortality of populations, by number and by age or another coordinate.
#
#   r u log(u/K)                 growth of tumours and animals (Gompertz 1825; Winsor, PNAS 18, 1932)
#   m u exp(g a)                 mortality in age a (Gompertz, Phil. Trans. 115, 1825), with a
#                                constant m u beside it that of Makeham (1860)
#   m u a^n, n = 1 ... 4         mortality by wear (Weibull, J. Appl. Mech. 18, 1951)
#   b u exp(-c (a - m)^2)        fertility or selection, a Gauss curve in age a; without u a source
#   r u exp(-b u)                recruitment (Ricker, J. Fish. Res. Board Can. 11, 1954)
#   r u/(K + u)                  recruitment (Beverton and Holt, Exploited Fish Populations, 1957)
#   r u - c u^2                  logistic growth (Verhulst 1838)
#
# Where g has no coordinates the laws in age are left out, where it has no fields those in u.
grammar population {
    sum ::= sum + sum | term
    term ::= const*field | const*field*number | const*field*age | const*age
    number ::= field | log(field/const) | exp(const*field) | 1/(const + field)
    age ::= exp(const*coordinate) | exp(const*(coordinate - const)^2)
          | coordinate^(int in 1..4)
}
