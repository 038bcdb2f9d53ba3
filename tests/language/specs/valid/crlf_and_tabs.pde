coordinates t in [0, 1] "s",
            x
fields u

dictionary {
	d_t(u),
	d_x(u),
}
