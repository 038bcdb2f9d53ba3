# A stock grammar over the arguments of g, some of its laws left out for want of a coordinate.
coordinates t, age
fields number
dictionary { d_t(number), d[age](number) }
grammar population mortality(number)
