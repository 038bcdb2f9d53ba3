"""A subject as a `.pde` text."""

from __future__ import annotations

from pdedsl.reproduce.case import Subject

DATA = "simulated.npz"
"""What stands for data that are in memory."""


def text_of(subject: Subject, method: str = "calibrated", *, data: str = DATA) -> str:
    """What is put to a method: ranges, dictionary, grammar and search, never the truth.

    Args:
        subject: the problem.
        method: "calibrated", which needs no statement; another is asked for by name, with the
            paper's own settings of its test functions and its search.
        data: name of the file.
    """
    ranges = ", ".join(f"{name} in [0, {end:g}]" for name, end in subject.coordinates)
    lines = [
        *([] if method == "calibrated" else [f"method {method}"]),
        f"coordinates {ranges}",
        f"fields {', '.join(subject.fields)}",
        f'data "{data}" {{ sample = sample }}',
        f"dictionary {{ {', '.join(subject.dictionary)} }}",
        *([f"known {{ {subject.known} }}"] if subject.known else []),
        f"grammar {subject.grammar if subject.searched else 'none'}",
        *([f"estimate {subject.estimator}"] if subject.estimator else []),
        *_settings(subject, method),
    ]
    return "\n".join(lines) + "\n"


def _settings(subject: Subject, method: str) -> list[str]:
    if method == "calibrated":
        search = f"population = {subject.population}, generations = {subject.generations}"
        return [f"search genetic {{ {search} }}"] if subject.searched else []
    own = subject.method
    lines = []
    if method == "paper":
        lines.append(
            f"test bsplines {{ degree = {own.degree}, count = {own.partition}, "
            f"support = {1 / own.partition:g}, quadrature = riemann, points = {own.quadrature} }}"
        )
    if subject.searched:
        lines.append(f"search genetic {{ population = 15000, generations = {own.generations} }}")
    return lines
