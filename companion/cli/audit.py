"""The subcommand `companion audit`."""

import argparse

from companion.cli.arguments import Command, read_game


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=read_game, metavar="GAME", help="as in the game's address")


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import audit_command

    return audit_command(asked.game)


COMMAND = Command(
    "audit",
    _add_arguments,
    _run,
    "Check all that is stored of a game: is it what comes of its log, and was nothing changed?",
    "0 when all holds, 1 when something does not, saying what and where it begins.",
)
