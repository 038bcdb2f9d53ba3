"""Derivatives that are measured, beside the same problems without them.

Source: Kacprzyk, Qian, van der Schaar 2023, Appendix F.13: where v = d_t(u) is a field, v stands
for d_t(u) in the dictionary, and d_t(v) for d_tt(u).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pdedsl.experiments import problems, rates
from pdedsl.reproduce.case import Case, Subject, Sweep, Target, Template
from pdedsl.reproduce.subjects import of_problem

ALONE, BESIDE = "u alone", "u and d_t(u)"

_WRITTEN: Mapping[str, str] = {"d_t(u)": "v", "d_tx(u)": "d_x(v)", "d_tt(u)": "d_t(v)"}

_MEASURED = ("u", "v = d_t(u)")

_SETTINGS = {"oscillator": (10, 20, (0.1, 0.2, 0.5)), "wave_source": (10, 30, (0.05,))}
"""Samples, points and noise of the problems that the paper ran."""


def sweeps(noises: tuple[float, ...] | None = None) -> tuple[Sweep, ...]:
    """Every problem over its noise, with and without its rate measured.

    Args:
        noises: noise ratios instead of those of each problem.
    """
    found = []
    for name, (samples, points, own) in _SETTINGS.items():
        title, subject = problems()[name].title, of_problem(problems()[name])
        for variant, each in ((ALONE, subject), (BESIDE, _beside(subject))):
            found.append(_sweep(title, variant, each, samples, points, noises or own))
    for variant, each in ((ALONE, _dragged_alone()), (BESIDE, _dragged())):
        found.append(
            _sweep("Oscillator with quadratic drag", variant, each, 10, 60, noises or (0.01,))
        )
    return tuple(found)


def _sweep(
    title: str,
    variant: str,
    subject: Subject,
    samples: int,
    points: int,
    noises: tuple[float, ...],
) -> Sweep:
    base = Case(subject, subject.name, 0.0, samples, points, variant, len(subject.dictionary))
    cases = tuple(replace(base, noise=noise) for noise in noises)
    return Sweep(f"{title}, {variant} measured", "noise", cases)


def _beside(subject: Subject) -> Subject:
    """A problem of the paper where v = d_t(u) is measured, with the paper's dictionary for that."""
    simulate = {
        "oscillator": rates.oscillator_with_rate,
        "wave_source": rates.wave_with_rate,
    }[subject.name]
    coordinates = ", ".join(name for name, _ in subject.coordinates)
    return replace(
        subject,
        simulate=simulate,
        fields=_MEASURED,
        dictionary=tuple(_WRITTEN.get(term, term) for term in subject.dictionary),
        grammar=f"elementary({coordinates}, u)",
    )


def _dragged() -> Subject:
    """An oscillator with quadratic drag; g depends on u and v."""
    return Subject(
        name="drag",
        simulate=rates.dragged,
        coordinates=(("t", rates.DURATION),),
        fields=_MEASURED,
        dictionary=("d_t(v)",),
        target=Target((1.0,), Template("c1*u + c2*v^2", (-rates.STIFFNESS, -rates.DRAG))),
        grammar="elementary(u, v)",
        population=150,
        generations=10,
    )


def _dragged_alone() -> Subject:
    """The same from u alone, where no equation of this form holds."""
    return Subject(
        name="drag",
        simulate=rates.dragged_alone,
        coordinates=(("t", rates.DURATION),),
        fields=("u",),
        dictionary=("d_t(u)", "d_tt(u)"),
        population=150,
        generations=10,
        silent=("not identified", "best of rivals"),
    )
