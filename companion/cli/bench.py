"""The subcommand `companion bench`."""

import argparse
import signal
import sys
from pathlib import Path

from companion.cli.arguments import Command, number_between

_minutes = number_between(float, 0.1, 600, "minutes are a number from 0.1 to 600")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games",
        type=Path,
        metavar="FOLDER",
        help="the folder of the recorded games; default: next to the checkout",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="LINE",
        help="measure only the line of this name; may be given several times",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="CHECKOUT",
        help="compare with another checkout on the recorded games",
    )
    parser.add_argument(
        "--tables",
        action="store_true",
        help="only measure many tables with six devices each, on SQLite and PostgreSQL",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        default=10.0,
        metavar="M",
        help="the longest time for each of these; default: 10",
    )


def _run(asked: argparse.Namespace) -> int:
    # exit normally on SIGTERM, so that the servers it started end too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    from companion.bench import bench_command, tables_command

    if asked.tables:
        return tables_command(asked.games, asked.minutes)
    return bench_command(asked.games, asked.only, asked.against)


COMMAND = Command(
    "bench",
    _add_arguments,
    _run,
    "Measure the companion and print the figures with this computer's description",
    "0 if every figure is within its bound, 1 if one is not or could not be measured,"
    " 2 if there is no such line.",
)
