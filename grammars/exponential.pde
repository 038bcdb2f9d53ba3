# Exponentials of coordinates and fields: growth, decay, absorption, activation.
#
#   a exp(k t)                   growth or decay (Malthus 1798; Rutherford and Soddy 1902)
#   a exp(-m x)                  absorption (Bouguer 1729; Lambert 1760; Beer 1852)
#   a exp(-E/u)                  activation, u the temperature (Arrhenius, Z. phys. Chem. 4, 1889)
#   a u exp(-b u)                recruitment (Ricker, J. Fish. Res. Board Can. 11, 1954)
#   a exp(-b x^2 + c x)          a Gauss curve
#   a exp(-b x^2 - c y^2)        a cloud, round or long
#
# No exponential stands inside another.
grammar exponential {
    sum ::= sum + sum | term
    term ::= const | const*variable | const*exp(exponent) | const*variable*exp(exponent)
    exponent ::= variable | const*variable | const/variable | const*variable + const*variable
               | square | square + square
    square ::= const*variable^2 | const*variable^2 + const*variable
}
