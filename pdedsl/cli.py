"""The command line: new, example, check, fmt, discover, sweep, simulate, report, latex, reproduce.

Text and data are read before the numerics are imported, so that a mistake is told at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pdedsl.commands import INTERRUPTED
from pdedsl.commands.streams import any_character
from pdedsl.errors import DataError, Mistake, PdedslError, SpecificationError

if TYPE_CHECKING:
    from pdedsl.fields import Dataset
    from pdedsl.language import Specification

REPRODUCED = (
    "heat",
    "slm",
    "wave",
    "oscillator",
    "linear",
    "cauchy-riemann",
    "laplace",
    "dictionary",
    "derivatives",
    "estimators",
    "collie",
    "nothing",
    "gallery",
    "wide",
    "rates",
)
"""What `reproduce` knows, in its order; listed here so that help needs no numerics."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    0 found, 1 a run of `sweep` or `reproduce` failed or `fmt --check` would change a file, 2 wrong
    specification, 3 wrong data, 4 data do not identify an equation, 5 an equation that cannot be
    stepped forward, 6 a forward solution that ended before its time, 130 interrupted.
    """
    options = command_line().parse_args(arguments)
    try:
        with any_character(sys.stdout):
            return options.run(options)
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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


_OTHER_SIGNS = ("~", "≈", "≃", "∼", "->", "→", "<", ">")  # for =, in equations
_LESS_MEMORY = "  use fewer terms, samples or points, or a smaller count of test functions\n"


def command_line() -> argparse.ArgumentParser:
    """Commands and options, as `pdedsl --help` and docs/commands.md list them."""
    parser = argparse.ArgumentParser(
        prog="pdedsl", description="Differential equations from noisy measurements."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_new(commands.add_parser("new", help="write a starter text for a data file"))
    _add_example(commands.add_parser("example", help="write a known problem and its data"))
    check = commands.add_parser(
        "check", help="show the problem and its data as understood, or the kind of an equation"
    )
    check.add_argument("file", metavar="FILE|EQUATION", help='a file, or "u_t + u*u_x = nu*u_xx"')
    check.add_argument(
        "--json",
        action="store_true",
        help="the text alone, for editors: mistakes and problem as JSON; - is standard input",
    )
    check.set_defaults(run=_check)
    fmt = commands.add_parser("fmt", help="put files into canonical layout, comments and all")
    fmt.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    fmt.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if anything would change"
    )
    fmt.set_defaults(run=_fmt)
    discover = commands.add_parser("discover", help="find the equation")
    discover.add_argument("file", type=Path)
    discover.add_argument("--out", type=Path, help="folder of the run; default runs/NAME-NUMBER")
    discover.add_argument("--quiet", action="store_true", help="no progress")
    discover.add_argument(
        "--resume",
        type=Path,
        metavar="JOURNAL",
        help="go on with a run that broke off, from the journal it left beside its folder",
    )
    discover.add_argument(
        "--json",
        action="store_true",
        help="progress and result as JSON lines on standard output, for programs",
    )
    _add_workers(discover)
    discover.set_defaults(run=_discover)
    _add_sweep(commands.add_parser("sweep", help="run many files, settings or seeds"))
    reproduce = commands.add_parser("reproduce", help="make a table or figure of the paper again")
    _add_reproduction(reproduce)
    for command in (check, discover, reproduce):
        command.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="GROUP.OPTION=VALUE",
            help="override an option of the file, as in --set search.seed=3",
        )
    _add_simulation(commands.add_parser("simulate", help="solve what a run found, beside its data"))
    _add_report(commands.add_parser("report", help="a run as a page of HTML, and its figures"))
    latex = commands.add_parser("latex", help="print the LaTeX of a run, or write a paper")
    latex.add_argument("run_folder", type=Path, metavar="RUN")
    latex.add_argument(
        "--paper",
        action="store_true",
        help="write paper.tex and references.bib: equation, table, methods, citations",
    )
    latex.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of --paper; default paper in the run's"
    )
    latex.set_defaults(run=_latex)
    return parser


def _add_simulation(command: argparse.ArgumentParser) -> None:
    command.add_argument("run_folder", type=Path, metavar="RUN")
    command.add_argument("--out", type=Path, metavar="DIR", help="default RUN/simulation")
    command.add_argument(
        "--samples", default="", metavar="LIST", help="numbers, as in 0,3; default all of the run"
    )
    command.add_argument("--until", type=float, metavar="T", help="default the end of the data")
    command.add_argument(
        "--edges", choices=("data", "periodic"), help="default: periodic if the data are"
    )
    command.add_argument(
        "--refine", type=int, metavar="N", help="nodes for each interval of the data in space"
    )
    command.add_argument(
        "--time", metavar="NAME", help="the coordinate that is time; default t, time or the first"
    )
    command.add_argument(
        "--start",
        choices=("estimate", "early", "fit"),
        help="from the field estimate, or from what fits the first third or all of the data best;"
        " default early without space and for second derivatives in time, else estimate",
    )
    command.set_defaults(run=_simulate)


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("run_folder", type=Path, metavar="RUN")
    command.add_argument(
        "--out", type=Path, metavar="FILE.html", help="default report.html in the folder of the run"
    )
    command.add_argument(
        "--figures",
        type=Path,
        metavar="DIR",
        help="write the figures there, as PDF and SVG, instead of the page; both with --out",
    )
    command.set_defaults(run=_report)


def _add_sweep(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="GROUP.OPTION=VALUE,...",
        help="values of an option, each a run, as in --set search.length=12,20",
    )
    command.add_argument(
        "--seeds", type=int, metavar="N", help="how many, from 0; default the seed of each file"
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        required=True,
        help="folder of the runs and their table; what is there already is not done again",
    )
    command.add_argument("--quiet", action="store_true", help="no progress")
    command.add_argument(
        "--json", action="store_true", help="runs as JSON lines on standard output, for programs"
    )
    _add_workers(command)
    command.set_defaults(run=_sweep)


def _add_workers(command: argparse.ArgumentParser) -> None:
    several = command.add_mutually_exclusive_group()
    several.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes at once, with the same result; default 1",
    )
    several.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on a Dask cluster instead, as in tcp://10.0.0.5:8786",
    )


def _workers(options: argparse.Namespace) -> int | str:
    """How many processes, or the address of a Dask scheduler."""
    if options.workers < 1:
        raise PdedslError(f"--workers {options.workers}: ask for 1 or more")
    return options.scheduler or options.workers


def _add_new(command: argparse.ArgumentParser) -> None:
    command.add_argument("data", type=Path, metavar="DATA", help="a file that docs/data.md lists")
    command.add_argument(
        "--out", type=Path, metavar="FILE.pde", help="default NAME.pde in the present folder"
    )
    command.add_argument("--force", action="store_true", help="overwrite a text that is there")
    command.set_defaults(run=_new)


def _add_example(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="without one, all names are listed"
    )
    command.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        default=Path(),
        help="of NAME.pde and NAME.npz; default the present one",
    )
    command.set_defaults(run=_example)


def _add_reproduction(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help=f"one of {', '.join(REPRODUCED)}")
    command.add_argument("--seeds", type=int, default=10, metavar="N", help="how many; default 10")
    command.add_argument("--first", type=int, default=0, metavar="K", help="first seed; default 0")
    command.add_argument(
        "--method",
        action="append",
        default=[],
        metavar="M",
        help="calibrated (ours, the default), paper, ablated or another that the set has, such as"
        " the baseline wsindy of linear; repeat it for several",
    )
    command.add_argument("--noise", default="", metavar="LIST", help="ratios, as in 0.01,0.05")
    command.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="SETTING",
        help='as the table names it, such as "5 points"; repeat it for several',
    )
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="processes at once")
    command.add_argument(
        "--csv", type=Path, metavar="FILE", help="a row a run, continued where it stopped"
    )
    command.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw it, with matplotlib")
    command.add_argument("--retry", action="store_true", help="repeat runs that ended in an error")
    command.set_defaults(run=_reproduce)


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


if __name__ == "__main__":
    sys.exit(main())
