title "Say ""predator"" and prey"
coordinates t in [0, 30] "yr"
fields u "1/km^2", v
data "two columns.csv" { sample = "the run", t = "time [yr]", u = hare
    v = lynx }
dictionary
{
    d_t(u)
    d_t(u^2), d_t(u*v)
}
grammar polynomial g(u, v)
known { 0.5*u
        - u*v/100 }
test bsplines { degree = auto, count = 8, support = (0.25) }
select loss
export latex "lynx.tex"
export json "lynx.json"
