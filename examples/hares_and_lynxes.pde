# Hares are born and are eaten by lynxes, and lynxes starve unless they catch hares (Lotka 1925,
# Volterra 1926). Both are counted 60 times in 20 years, in ten valleys with different numbers at the
# start and an error of 1 % of the spread. Each species has an equation of its own: what the rate of
# its change is made of is searched for among laws of kinetics and growth in both numbers.

title "Hares and lynxes"

coordinates t in [0, 20] "yr"
fields hare, lynx

data "hares_and_lynxes.npz" { sample = sample }

equation hares {
    dictionary { d_t(hare) }
    grammar reaction g(hare, lynx)
    expect d_t(hare) = 0.6*hare - 0.03*hare*lynx
}

equation lynxes {
    dictionary { d_t(lynx) }
    grammar reaction g(hare, lynx)
    expect d_t(lynx) = 0.02*hare*lynx - 0.8*lynx
}

search genetic { population = 100, generations = 4, seed = 0 }
