"""The subcommand `companion backup`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the backup; an older one is replaced"
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import backup_command

    return backup_command(asked.file)


COMMAND = Command(
    "backup",
    _add_arguments,
    _run,
    "Copy all games to a file, even while the companion runs",
    "0 if the backup is complete, 1 if nothing was written, with the reason.",
)
