# Forces that have a potential, and potentials that act on a field.
#
#   a u + b u^3                  stiffening spring, double well (Duffing 1918)
#   -k sin(u)                    pendulum, and the sine-Gordon field
#   k sinh(u)                    ions about a charge (Gouy 1910; Chapman 1913), sinh-Gordon field
#   a exp(-b u) + c exp(-d u)    Morse, Phys. Rev. 34, 1929 (d = 2 b); one term alone: Toda 1967
#   a/u^2                        gravity and electricity (Newton 1687; Coulomb 1785)
#   a/u^13 + b/u^7               atoms (Lennard-Jones, Proc. Phys. Soc. 43, 1931)
#   a u x^2, a u/x               a field u in the potential of a spring or a charge (Schroedinger,
#                                Ann. Phys. 79, 1926)
#   a u exp(-k x)/x              in that of nuclei (Yukawa 1935)
#   a u/cosh(k x)^2              in a well (Poeschl and Teller, Z. Phys. 83, 1933)
#
# Forces are of any variable. Where g has no coordinates or no fields the last three are left out.
grammar potential {
    sum ::= sum + sum | term
    term ::= const | const*force | const*field*well
    force ::= variable^(int in 1..5) | 1/variable^(int in 1..13)
            | sin(variable) | sin(const*variable) | exp(const*variable)
            | sinh(variable) | sinh(const*variable)
    well ::= coordinate^(int in 1..4) | 1/coordinate^(int in 1..2)
           | exp(const*coordinate)/coordinate | 1/cosh(const*coordinate)^2
}
