coordinates t
fields u
dictionary { d_t(u) }
title "a	b[31m"
