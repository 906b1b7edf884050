"""The subcommand `companion restore`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar="FILE",
        help="a backup of all games, or a copy of one; without it, damaged games are mended as far"
        " as they can be, and all copies listed. Nothing is thrown away",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="say what would be saved of damaged games, and change nothing",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.files.restore_command import restore_command

    return restore_command(asked.file, asked.dry_run)


COMMAND = Command(
    "restore",
    _add_arguments,
    _run,
    "Restore all games from a backup, one from a copy, or what can be saved of damaged games",
    "0 when restored or nothing is to be, 1 when something is lost or nothing could be done.",
)
