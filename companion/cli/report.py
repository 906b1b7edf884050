"""The subcommand `companion report`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command
from companion.reporting.content.sections import SECTIONS, SHEET, Wanted


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's number, as in its address")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the PDF")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    parser.add_argument("--place", default="", help="where it was played, for the cover")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=tuple(SECTIONS),
        metavar="SECTION",
        help=f"leave out one of {', '.join(SECTIONS)}; may be given several times",
    )
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="write the rebuild sheet instead: how to set up the table again",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.reporting.report_command import report_command

    wanted = SHEET if asked.rebuild else Wanted.of(asked.without, asked.place)
    return report_command(asked.game, asked.out, asked.paper, wanted)


COMMAND = Command(
    "report",
    _add_arguments,
    _run,
    "Write the report of a game, finished or running, as a PDF",
    "0 if written, 1 if not, with the reason.",
)
