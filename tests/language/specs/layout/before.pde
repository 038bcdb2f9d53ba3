

# A comment at the top.



title   "Layout"
coordinates t in [0,2]"s",   # time
 # and space
            x in[-1,1]
fields u "K",v


constants L=2.0, M = -L,N=1 - -L

data "heat.npz" {sample=run,   # repetitions
   t=time, u = temperature,}    # names

dictionary   # the terms
{

  d_t( u ),d_x (u)   # first order
  advection :u * u_x,
     # the long one
  (1+0.3*u) * u_tt   # begins
+ 0.3*u_t ** 2       # and ends
  -x**2*d_x(u)
  # nothing follows

}
grammar g( t,x ){
a::=a+a|const in[-1,2]|int in -1 .. 3|-(a-t)
|sin( a )
# the last one
|x^-2  # a power
}
known{-0.5*u}
test bsplines {degree=6,count=( 6,4 )}
search
{
}
expect d_t(u)-0.25*d_x(u)
=1.25*exp(1.8*t)
# The end.

