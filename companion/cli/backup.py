"""The subcommand `companion backup`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an older backup there is replaced")


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import backup_command

    return backup_command(asked.file)


COMMAND = Command(
    "backup",
    _add_arguments,
    _run,
    "Copy all games to a file, also while the companion runs",
    "0 when all of it is there, 1 when nothing is, with the reason.",
)
