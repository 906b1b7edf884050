"""The subcommand `companion import`."""

import argparse
from pathlib import Path

from companion.cli.arguments import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="store it also where the file tells another result than was played",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import import_command

    return import_command(asked.file, asked.anyway)


COMMAND = Command(
    "import",
    _add_arguments,
    _run,
    "Store the game in a file of ours, or in an 18xx.games export, and print its number",
    "0 when stored, 1 when nothing was, with the reason, 2 when stored with another result.",
)
