"""Where texts are shown as they are."""

from __future__ import annotations

from typing import Any

from rich.console import Console


def plain_console(**settings: Any) -> Console:
    """A console that prints lines as they are given, however long they are.

    Brackets in them are no markup, `:b:` is no emoji, and they are neither broken nor searched for
    what could be coloured, which would take minutes for a title of 100,000 characters. Tables
    need `soft_wrap=False`, which fits them to the width of the terminal.

    Args:
        settings: others that `rich.console.Console` takes, such as file, width or stderr.
    """
    return Console(soft_wrap=True, markup=False, emoji=False, highlight=False, **settings)
