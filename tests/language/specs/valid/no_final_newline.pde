coordinates t
fields u
grammar none
dictionary { u_t, u }