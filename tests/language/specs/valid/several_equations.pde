# A block for each equation; what is shared stands outside of them.
coordinates t in [0, 30] "yr"
fields prey "1/km^2", predator
constants K = 4
equation prey
{
    dictionary { d_t(prey)
        growth: d_t(prey^2) }
    grammar g(prey, predator) { e ::= e + e
        | const*prey | const*prey*predator }
    known { prey/K }
    expect d_t(prey) - growth/2 = -0.3*prey*predator
}
data "counts.csv"
equation predator { dictionary { predator_t } }

equation in { expect d_t(predator) = d_tt(prey)
    grammar none }   # neither name is taken by a field
search { seed = 7 }
