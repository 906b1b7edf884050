"""The subcommand `companion bench`."""

import argparse
import signal
import sys
from pathlib import Path

from companion.cli.arguments import Command, number_between

_minutes = number_between(float, 0.1, 600, "minutes are a number from 0.1 to 600")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=Path, metavar="FOLDER", help="where the recorded games are, if not beside"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="LINE",
        help="measure this line only, by its name as printed; may be given several times",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="CHECKOUT",
        help="play the recorded games with this code and with another checkout's, in turn",
    )
    parser.add_argument(
        "--tables",
        action="store_true",
        help="many tables, six devices at each, on SQLite and on PostgreSQL, and nothing else",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        default=10.0,
        metavar="M",
        help="how long each of these is measured at most; 10 unless told",
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
    "0 when every figure is within its bound, 1 when one is not or could not be measured,"
    " 2 when there is no such line.",
)
