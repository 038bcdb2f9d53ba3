# The operations with which Kacprzyk, Qian and van der Schaar (2023) search.
grammar elementary {
    expr ::= expr + expr | expr - expr | expr * expr | expr / expr
           | sin(expr) | exp(expr) | log(expr) | variable | const
}
