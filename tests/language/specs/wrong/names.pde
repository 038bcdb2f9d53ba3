coordinates t, x
fields temperature
dictionary {
    d_t(temprature)
    d_tz(temperature)
    y*d_x(temperature)
    d_x(w) + q
}
known { sine(x) + t(2) }
