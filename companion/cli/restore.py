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
        help="a backup of all games, or a copy of one; without it, damaged games are repaired as"
        " far as possible, and all copies are listed. Nothing is deleted",
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
    "Restore all games from a backup, one game from a copy, or what is left of damaged games",
    "0 if restored, or if nothing needed it, 1 if something is lost or nothing could be done.",
)
