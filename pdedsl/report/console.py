"""Where texts are shown as they are."""

from __future__ import annotations

from typing import Any

from rich.console import Console

UNBOUNDED = 100_000
"""Characters on a line of what is no terminal."""


def plain_console(**settings: Any) -> Console:
    """A console that prints lines as they are given, however long they are.

    Brackets in them are no markup, `:b:` is no emoji, and they are neither broken nor searched for
    what could be coloured, which would take minutes for a title of 100,000 characters. Tables
    need `soft_wrap=False`, which fits them to the width of the terminal; elsewhere, as in a file or
    a pipe, they are as wide as what is in them.

    Args:
        settings: others that `rich.console.Console` takes, such as file, width or stderr.
    """
    console = Console(soft_wrap=True, markup=False, emoji=False, highlight=False, **settings)
    if not console.is_terminal and "width" not in settings:
        console.width = UNBOUNDED
    return console
