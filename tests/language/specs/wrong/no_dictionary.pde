coordinates t
fields u
known { q }
