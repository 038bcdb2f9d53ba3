"""Write the part of commands.md that the command line decides: usage and options of each command.

`python docs/make_commands.py` writes it anew between its marks; all else is written by hand.
"""

import argparse
import re
from pathlib import Path

from pdedsl.options import command_line

PAGE = Path(__file__).with_name("commands.md")
BEGIN, END = "<!-- commands: made by make_commands.py -->", "<!-- end of commands -->"

WITHOUT_HELP = {"file": "a text", "files": "texts", "run_folder": "the folder of a run"}
"""Of arguments that say nothing themselves."""

TYPED = re.compile(r'"[^"]*"|--\w+(?: [\w.]+=\S+)?|docs/\w+\.md')
"""What is code in the words of the help."""


def commands():
    """A section for each command, in the order of `pdedsl --help`."""
    choice = choices()
    told = {action.dest: action.help for action in choice._choices_actions}
    return "\n".join(section(name, told[name], parser) for name, parser in choice.choices.items())


def choices():
    """The commands as argparse keeps them."""
    (found,) = (a for a in command_line()._actions if isinstance(a, argparse._SubParsersAction))
    return found


def names():
    """Of all commands."""
    return list(choices().choices)


def section(name, says, parser):
    """Usage, what it does, and a table of its arguments."""
    arguments = [a for a in parser._actions if not isinstance(a, argparse._HelpAction)]
    usage = " ".join(["pdedsl", name, *map(in_usage, arguments)])
    rows = [f"| {cell(f'`{written(a)}`')} | {cell(meaning(a))} |" for a in arguments]
    head = f"### pdedsl {name}\n\n{capital(says)}.\n\n```text\n{usage}\n```\n"
    return "\n".join([head, "| argument | meaning |", "|---|---|", *rows, ""])


def in_usage(action):
    """An argument as usage has it: brackets around what may be left out."""
    shown = written(action)
    if action.nargs == "+":
        shown += " ..."
    optional = not action.required or action.nargs == "?"
    return f"[{shown}]" if optional else shown


def written(action):
    """An argument with its value, as it is typed."""
    name = action.metavar or (
        "{" + ",".join(action.choices) + "}" if action.choices else action.dest.upper()
    )
    if not action.option_strings:
        return name
    return action.option_strings[-1] if action.nargs == 0 else f"{action.option_strings[-1]} {name}"


def meaning(action):
    """What an argument says, what is typed in it as code."""
    said = action.help or WITHOUT_HELP[action.dest]
    return re.sub(
        r'"[^"]*"|--\w+(?: [\w.]+=\S+)?|docs/\w+\.md', lambda found: f"`{found[0]}`", said
    )


def cell(text):
    """Text within a table."""
    return text.replace("|", "\\|")


def capital(text):
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]


def made(page):
    """The page with its part written anew."""
    before, found, rest = page.partition(BEGIN)
    _, ends, after = rest.partition(END)
    assert found, "no mark where the commands begin"
    assert ends, "no mark where they end"
    return f"{before}{BEGIN}\n{commands()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
