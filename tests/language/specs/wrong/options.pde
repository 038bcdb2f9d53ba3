coordinates t, x
fields u
dictionary { d_t(u) }
estimate gaussian { noise = -1 }
method papr
test bsplines { degree = 2.5, count = (6, 4, 2), support = (0.5, 0), points = many }
solve colly
search genetic { populaton = 5, population = 1, seed = 3, seed = 4 }
select
select loss
data "" { sample = 3, tt = time, t = a, x = a, missing = maybe }
export latexx "a.tex"
