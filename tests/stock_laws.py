"""Laws that each stock grammar is there for, in the order in which its rules write them.

Coordinates are t and x, fields u and v; `const` is any number.
"""

LAWS = {
    "elementary": {
        "oscillator": "const*u + const*sin(const*t)",
        "source of heat": "const*exp(const*t)",
        "source of waves": "const*(exp(t)*sin(const*t))",
        "mortality": "const*(u*exp(const*x))",
    },
    "polynomial": {
        "logistic": "const*u + const*(u*u)",
        "double well": "const*u + const*(u*u*u)",
        "mass action": "const*(u*v)",
        "drift": "const + const*t + const*(t*t)",
    },
    "rational": {
        "Monod": "const*u/(u + const)",
        "Haldane": "const*u/(u*u + const*u + const)",
        "Lorentz": "const/(x*x + const)",
        "hyperbola": "const + const/(x + const)",
    },
    "trigonometric": {
        "pendulum": "const*sin(u)",
        "drive": "const*sin(const*t + const)",
        "travelling wave": "const*sin(const*t + const*x)",
        "standing wave": "const*sin(const*x)*cos(const*t)",
        "Mathieu": "const*u + const*u*cos(const*t)",
    },
    "exponential": {
        "decay": "const*exp(const*t)",
        "absorption": "const + const*exp(const*x)",
        "Arrhenius": "const*exp(const/u)",
        "Ricker": "const*u*exp(const*u)",
        "Gauss": "const*exp(const*x^2 + const*x)",
        "cloud": "const*exp(const*x^2 + const*t^2)",
    },
    "reaction": {
        "logistic": "const*(u*(1 - u/const))",
        "Allee": "const*(u*(1 - u/const)*(u/const - 1))",
        "Lotka and Volterra": "const*u + const*(u*v)",
        "Michaelis and Menten": "const*(u/(const + u))",
        "Hill": "const*u + const*(u^4/(const + u^4))",
        "Goodwin": "const*(1/(const + u^3))",
        "Holling": "const*u + const*(v*(u^2/(const + u^2)))",
    },
    "population": {
        "Gompertz, growth": "const*u*log(u/const)",
        "Gompertz and Makeham, mortality": "const*u + const*u*exp(const*x)",
        "Gauss in age": "const*u*exp(const*(x - const)^2)",
        "source in age": "const*exp(const*(x - const)^2)",
        "Weibull": "const*u*x^3",
        "Ricker": "const*u*exp(const*u)",
        "Beverton and Holt": "const*u*(1/(const + u))",
        "logistic": "const*u + const*u*u",
    },
    "forcing": {
        "two tones": "const*sin(const*t) + const*sin(const*t)",
        "phase": "const*cos(const*t + const)",
        "beats": "const*cos(const*t)*cos(const*t)",
        "dying tone": "const*exp(const*t)*sin(const*t)",
        "growing tone": "const*t*sin(const*t)",
        "travelling wave": "const*sin(const*x + const*t)",
        "driven spring": "const*u + const*sin(const*t)",
    },
    "potential": {
        "Duffing": "const*u^1 + const*u^3",
        "pendulum": "const*sin(u)",
        "ions about a charge": "const*sinh(const*u)",
        "sinh-Gordon": "const*sinh(u)",
        "Morse": "const*exp(const*u) + const*exp(const*u)",
        "gravity": "const*(1/u^2)",
        "Lennard-Jones": "const*(1/u^13) + const*(1/u^7)",
        "Schroedinger, spring": "const*u*x^2",
        "Schroedinger, charge": "const*u*(1/x^1)",
        "Yukawa": "const*u*(exp(const*x)/x)",
        "Poeschl and Teller": "const*u*(1/cosh(const*x)^2)",
    },
}
