"""The dictionary that is usual for so many coordinates, and what else might be tried."""

from __future__ import annotations

from collections.abc import Sequence

from pdedsl.starter.chosen import Chosen, Part


def derivative(coordinates: Sequence[Part], of: str) -> str:
    """The text of a derivative, each coordinate given as often as it is differentiated by."""
    names = [c.ours for c in coordinates]
    if all(len(name) == 1 for name in names):
        return f"d_{''.join(names)}({of})"
    orders = {name: names.count(name) for name in names}
    inside = (name if count == 1 else f"{name}, {count}" for name, count in orders.items())
    return f"d[{', '.join(inside)}]({of})"


def terms(chosen: Chosen, field: Part) -> list[list[str]]:
    """The terms for one field, by lines.

    With one coordinate they are its first two derivatives. Else the time has its first two, and
    each coordinate of space these and that of the square, which is advection by the field itself.
    """
    first, *_ = chosen.coordinates
    u = field.ours
    if len(chosen.coordinates) == 1:
        return [[derivative([first], u), derivative([first, first], u)]]
    lines = []
    for each in chosen.coordinates:
        line = [derivative([each], u), derivative([each, each], u)]
        lines.append(line if each.is_time else [*line, derivative([each], f"{u}^2")])
    return lines


def more_terms(chosen: Chosen, field: Part) -> list[tuple[str, str]]:
    """Further terms that may be tried, each with what it is."""
    u, (first, *rest) = field.ours, chosen.coordinates
    others = [f.ours for f in chosen.fields if f is not field]
    found = []
    if rest:
        last = rest[-1]
        found.append((derivative([first, last], u), "mixed"))
        found.append((derivative([last, last], f"{u}^2"), "diffusion that grows with the field"))
        found += [(derivative([last], f"{u}*{v}"), f"advection by {v}") for v in others[:1]]
        found.append((f"{last.ours}*{derivative([last, last], u)}", "a factor that is known"))
    else:
        found.append((derivative([first], f"{u}^2"), "of the square"))
        found.append((derivative([first] * 3, u), "of the third order"))
    return found
