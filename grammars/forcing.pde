# What drives a system from outside: sums of sines in the coordinates, beside a linear response.
#
#   a sin(w t) + b sin(v t)      two tones
#   a cos(w t + p)               a tone with its phase
#   a cos(w t) cos(v t)          a tone whose strength beats
#   a exp(-k t) sin(w t)         a tone that dies out, or sets in with a exp(k t)
#   a t sin(w t)                 a tone that grows steadily
#   a sin(k x + w t)             a travelling wave
#   -k u                         the spring (Hooke, De potentia restitutiva, 1678)
#
# As in French, Vibrations and Waves, 1971, chapter 4. It needs a coordinate; fields are linear in
# it, and are left out where g has none.
grammar forcing(coordinate) {
    sum ::= sum + sum | term
    term ::= const | const*field | const*wave | const*envelope*tone
    envelope ::= coordinate | exp(const*coordinate) | tone
    wave ::= tone | sin(phase) | cos(phase)
    tone ::= sin(const*coordinate) | cos(const*coordinate)
    phase ::= const*coordinate + const | const*coordinate + const*coordinate
}
