"""Populations by age: prey and their predators, and an epidemic."""

from __future__ import annotations

from pdedsl.experiments import cohorts
from pdedsl.reproduce.gallery.entry import Entry, Law

_AGES = ("t", cohorts.END), ("a", cohorts.OLDEST)
_PEOPLE = (
    "An epidemic by age: s susceptible and i infected people of age a, and the force of infection "
    "l, which is proportional to the number of all infected. The old meet fewer people: contacts "
    "fall by a factor of e while a grows by 1."
)

_KINETICS = """kinetics(a, s, i, l) {
    sum ::= sum + sum | term
    term ::= const*move | const*move*age
    move ::= s | i | l*s | l*i
    age ::= a | exp(const*a)
}"""


def ages() -> tuple[Entry, ...]:
    """The dictionary is that of the paper's population model."""
    return (
        Entry(
            "prey_by_age",
            "Prey by age and their predators",
            "Prey n of age a grow older, die at Gompertz' rate, which rises with age, and are "
            "caught by predators, whose number p(t) follows how many prey there are. Predators are "
            "counted with every age class of the prey.",
            "Known: the rates do not change with time. Searched: which of five derivatives are "
            "there, and deaths and catches g(a, n, p), in the grammar of populations.",
            cohorts.simulate_prey,
            _AGES,
            ("n", "p"),
            _derivatives("n"),
            Law(
                {"d_t(n)": 1, "d_a(n)": 1},
                "c1*exp(c2*a)*n + c3*p*n",
                (-0.2, 1.2, -0.6),
                "population(a, n, p)",
            ),
        ),
        Entry(
            "susceptible_by_age",
            "Epidemic by age, the susceptible",
            _PEOPLE,
            "Known: the rate of infection changes with time only as l does, which is measured. "
            "Searched: which of five derivatives are there, and the rate g(a, s, l).",
            cohorts.simulate_susceptible,
            _AGES,
            ("s", "l"),
            _derivatives("s"),
            Law(
                {"d_t(s)": 1, "d_a(s)": 1},
                "c1*l*exp(c2*a)*s",
                (-1, -1),
                "elementary(a, s, l)",
            ),
        ),
        Entry(
            "infected_by_age",
            "Epidemic by age, the infected",
            _PEOPLE + " The infected recover at a rate that does not depend on their age.",
            "Known: people move between s and i, alone or when they meet the infected. Searched: "
            "which of five derivatives are there, and which of these moves, each with its "
            "dependence on age, g(a, s, i, l).",
            cohorts.simulate_infected,
            _AGES,
            ("s", "i", "l"),
            _derivatives("i"),
            Law(
                {"d_t(i)": 1, "d_a(i)": 1},
                "c1*l*exp(c2*a)*s + c3*i",
                (1, -1, -1.2),
                _KINETICS,
            ),
        ),
    )


def _derivatives(u: str) -> tuple[str, ...]:
    return tuple(f"{derivative}({u})" for derivative in ("d_t", "d_a", "d_tt", "d_ta", "d_aa"))
