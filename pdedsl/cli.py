"""The command line: new, example, check, fmt, discover, sweep, simulate, report, latex, reproduce.

Text and data are read before the numerics are imported, so that a mistake is told at once.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pdedsl.commands import INTERRUPTED
from pdedsl.commands.streams import any_character
from pdedsl.errors import DataError, Mistake, PdedslError, SpecificationError
from pdedsl.options import REPRODUCED, command_line

if TYPE_CHECKING:
    from pdedsl.fields import Dataset
    from pdedsl.language import Specification


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    0 found, 1 a run of `sweep` or `reproduce` failed or `fmt --check` would change a file, 2 wrong
    specification, 3 wrong data, 4 data do not identify an equation, 5 an equation that cannot be
    stepped forward, 6 a forward solution that ended before its time, 130 interrupted.
    """
    options = command_line().parse_args(arguments)
    try:
        with any_character(sys.stdout):
            return _COMMANDS[options.command](options)
    except PdedslError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except MemoryError as error:
        sys.stderr.write(f"memory ran out{f': {error}' if str(error) else ''}\n{_LESS_MEMORY}")
        return DataError.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        _shut_up()
        return 0
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _shut_up()
        sys.stderr.write(f"the output cannot be written: {error.strerror}\n")
        return DataError.exit_code


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _shut_up() -> None:
    """Write nothing more, at the end of the program either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_OTHER_SIGNS = ("~", "≈", "≃", "∼", "->", "→", "<", ">")  # for =, in equations
_LESS_MEMORY = "  use fewer terms, samples or points, or a smaller count of test functions\n"


def _workers(options: argparse.Namespace) -> int | str:
    """How many processes, or the address of a Dask scheduler."""
    if options.workers < 1:
        raise PdedslError(f"--workers {options.workers}: ask for 1 or more")
    if options.scheduler is not None and not options.scheduler.strip():
        raise PdedslError("--scheduler: give the address that `dask scheduler` prints")
    return options.scheduler or options.workers


def _overrides(options: argparse.Namespace) -> dict[str, str]:
    found = {}
    for text in options.set:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise PdedslError(f"--set {text}: write GROUP.OPTION=VALUE, as in search.seed=3")
        found[name.strip()] = value.strip()
    return found


def _new(options: argparse.Namespace) -> int:
    from pdedsl.commands.new import new

    return new(options.data, options.out, force=options.force)


def _example(options: argparse.Namespace) -> int:
    from pdedsl.reproduce.example import example

    return example(options.name, options.folder)


def _check(options: argparse.Namespace) -> int:
    if options.json:
        return _check_json(options)
    if _is_equation(options.file):
        return _check_equation(options)
    half = _half(options.file)
    if half is not None:
        raise half
    from pdedsl.loading import load_data, load_specification

    specification = load_specification(Path(options.file), _overrides(options))
    _check_exports(specification, Path(options.file))
    from pdedsl.report.console import plain_console
    from pdedsl.report.problem import show_data, show_memory, show_problem

    console = plain_console()
    show_problem(specification, console)
    dataset = load_data(specification)
    from pdedsl.pipeline import estimates_of, fields_of, functions_of

    for note in dataset.notes:
        console.print(note)
    _remark(dataset)
    estimates = estimates_of(specification, dataset)
    functions = {p.equation_name: functions_of(p, estimates) for p in specification.parts}
    kept = fields_of(dataset, estimates)
    show_data(specification.problem, estimates, functions, kept, console)
    show_memory(specification.parts, estimates, functions, console)
    return 0


def _check_exports(specification: Specification, file: Path) -> None:
    if specification.exports:
        from pdedsl.report.exports import check_exports

        check_exports(specification, file)


def _check_json(options: argparse.Namespace) -> int:
    from pdedsl.commands.check_json import check_equation, check_file, print_error

    try:
        overrides = _overrides(options)
        if not _is_equation(options.file):
            half = _half(options.file)
            return print_error(options.file, half) if half else check_file(options.file, overrides)
        _refuse_options(options)
        return check_equation(options.file)
    except PdedslError as error:
        return print_error("--set", error)


def _is_equation(argument: str) -> bool:
    """Whether it is no file, and has a sign of equality; a long one is no path at all.

    So it is with another sign behind what has a derivative: u_t ~ u, u_t -> u.
    """
    if argument.endswith(".pde") or os.path.exists(argument):
        return False
    places = [argument.index(sign) for sign in _OTHER_SIGNS if sign in argument]
    if "=" in argument or not places:
        return "=" in argument
    from pdedsl.language import is_half_equation

    return is_half_equation(f"{argument[: min(places)]} + 0")  # a name alone is taken for a file


def _half(argument: str) -> SpecificationError | None:
    """What is to be said of one side of an equation, None of anything else."""
    from pdedsl.language import is_half_equation

    if os.path.exists(argument) or not is_half_equation(argument):
        return None
    remedy = f'if it is an equation, write its other side, as in "{argument.strip()} = 0"'
    mistake = Mistake("there is no such file, and an equation has two sides", remedy=remedy)
    return SpecificationError((mistake,), "", argument)


def _check_equation(options: argparse.Namespace) -> int:
    from pdedsl.language import classify_equation
    from pdedsl.report.console import plain_console
    from pdedsl.report.problem import show_equation

    _refuse_options(options)
    show_equation(classify_equation(options.file), plain_console())
    return 0


def _refuse_options(options: argparse.Namespace) -> None:
    if options.set:
        raise PdedslError("--set changes the options of a file; an equation has none")


def _fmt(options: argparse.Namespace) -> int:
    from pdedsl.commands.fmt import fmt

    return fmt(options.files, check=options.check)


def _discover(options: argparse.Namespace) -> int:
    from pdedsl.commands.discover import Request, discover

    wanted = (options.file, _overrides(options), options.out, options.quiet, options.resume)
    return discover(Request(*wanted, _workers(options), options.json))


def _sweep(options: argparse.Namespace) -> int:
    from pdedsl.sweep.command import Request, sweep

    settings = _overrides(options)
    wanted = (tuple(options.files), settings, options.seeds, options.out, _workers(options))
    return sweep(Request(*wanted, options.quiet, options.json))


def _simulate(options: argparse.Namespace) -> int:
    from pdedsl.commands.simulate import Request, simulate

    settings = (options.until, options.edges, options.refine, options.time, options.start)
    return simulate(Request(options.run_folder, options.out, _numbers(options.samples), *settings))


def _numbers(text: str) -> tuple[int, ...] | None:
    """Numbers of samples between commas, None if there are none."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not all(part.isdecimal() and len(part) < 10 for part in parts):
        raise PdedslError(f"--samples {text}: write numbers, as in 0,3")
    return tuple(map(int, parts)) or None


def _remark(dataset: Dataset) -> None:
    """Tell what may not be meant, a line each."""
    for remark in dataset.remarks:
        sys.stderr.write(f"{remark}\n")


def _report(options: argparse.Namespace) -> int:
    from pdedsl.commands.report import report

    return report(options.run_folder, options.out, options.figures)


def _latex(options: argparse.Namespace) -> int:
    from pdedsl.commands.latex import latex, write_paper

    if options.paper:
        return write_paper(options.run_folder, options.out)
    if options.out is not None:
        raise PdedslError("--out is the folder of --paper; the equation alone is printed")
    return latex(options.run_folder)


def _reproduce(options: argparse.Namespace) -> int:
    from pdedsl.reproduce.request import Request, judge

    request = Request(
        name=options.name,
        seeds=options.seeds,
        first=options.first,
        methods=tuple(options.method),
        csv=options.csv,
        noises=options.noise,
        jobs=options.jobs,
        plot=options.plot,
        retry=options.retry,
        overrides=_overrides(options),
        only=tuple(options.only),
    )
    judge(request, REPRODUCED)
    from pdedsl.reproduce.command import reproduce

    return reproduce(request)


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "discover": _discover,
    "example": _example,
    "fmt": _fmt,
    "latex": _latex,
    "new": _new,
    "report": _report,
    "reproduce": _reproduce,
    "simulate": _simulate,
    "sweep": _sweep,
}


if __name__ == "__main__":
    sys.exit(main())
