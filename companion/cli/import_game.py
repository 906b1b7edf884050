"""The subcommand `companion import`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="store it even if the file has another result",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import import_command

    return import_command(asked.file, asked.anyway)


COMMAND = Command(
    "import",
    _add_arguments,
    _run,
    "Import a game from a file of the companion or of 18xx.games, and print its number",
    "0 if stored, 1 if not, with the reason, 2 if stored with another result.",
)
