"""Command line arguments of `companion report`."""

import argparse
from pathlib import Path

from companion.reporting.content.sections import SECTIONS, SHEET, Wanted


def add_arguments(report: argparse.ArgumentParser) -> None:
    """Add the arguments to the subcommand."""
    report.add_argument("game", metavar="GAME", help="the game's number, as in its address")
    report.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the PDF")
    report.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    report.add_argument("--place", default="", help="where it was played, for the cover")
    report.add_argument(
        "--without",
        action="append",
        default=[],
        choices=tuple(SECTIONS),
        metavar="SECTION",
        help=f"leave out one of {', '.join(SECTIONS)}; may be given several times",
    )
    report.add_argument(
        "--rebuild",
        action="store_true",
        help="write the rebuild sheet instead: how to set up the table again",
    )


def report(asked: argparse.Namespace) -> int:
    """Run the subcommand.

    Returns 0 when the report was written, else 1 after printing the reason.
    """
    from companion.reporting.report_command import report_command

    wanted = SHEET if asked.rebuild else Wanted.of(asked.without, asked.place)
    return report_command(asked.game, asked.out, asked.paper, wanted)
