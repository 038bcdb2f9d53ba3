# The operations with which Kacprzyk, Qian and van der Schaar search (D-CIPHER, NeurIPS 2023,
# appendix E), in any combination. This is the grammar of a text that names none.
#
#   a u + b sin(w t)             their oscillator
#   a exp(k t)                   their source of heat
#   a exp(t) sin(w t)            their source of waves
#   a u exp(k x)                 mortality in age x (Sharpe and Lotka 1911; McKendrick 1926)
grammar elementary {
    expr ::= expr + expr | expr - expr | expr*expr | expr/expr
           | sin(expr) | exp(expr) | log(expr) | variable | const
}
