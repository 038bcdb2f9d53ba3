"""Commands and their options, without what they do."""

from __future__ import annotations

import argparse
from pathlib import Path

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


def command_line() -> argparse.ArgumentParser:
    """Commands and options, as `pdedsl --help` and docs/commands.md list them.

    What is parsed holds the name of its `command`.
    """
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
    check.set_defaults(command="check")
    fmt = commands.add_parser("fmt", help="put files into canonical layout, comments and all")
    fmt.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    fmt.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if anything would change"
    )
    fmt.set_defaults(command="fmt")
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
    discover.set_defaults(command="discover")
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
    latex.set_defaults(command="latex")
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
    command.set_defaults(command="simulate")


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
    command.set_defaults(command="report")


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
    command.set_defaults(command="sweep")


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


def _add_new(command: argparse.ArgumentParser) -> None:
    command.add_argument("data", type=Path, metavar="DATA", help="a file that docs/data.md lists")
    command.add_argument(
        "--out", type=Path, metavar="FILE.pde", help="default NAME.pde in the present folder"
    )
    command.add_argument("--force", action="store_true", help="overwrite a text that is there")
    command.set_defaults(command="new")


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
    command.set_defaults(command="example")


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
    command.set_defaults(command="reproduce")
