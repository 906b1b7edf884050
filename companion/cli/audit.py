"""The subcommand `companion audit`."""

import argparse

from companion.cli.arguments import Command, read_game


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=read_game, metavar="GAME", help="the game's number, as in its address"
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.exchange.game_commands import audit_command

    return audit_command(asked.game)


COMMAND = Command(
    "audit",
    _add_arguments,
    _run,
    "Check that a stored game matches its log, and that nothing was changed",
    "0 if everything matches, 1 if not, with the first place where it does not.",
)
