coordinates t, θ
fields u
dictionary { ∂u; u_t’ }
known { 2 × u }
title “Heat”
