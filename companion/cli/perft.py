"""The subcommand `companion perft`."""

import argparse
import math

from companion.cli.arguments import Command, number_between

_players = number_between(int, 1, 99, "players are a number from 1 to 99")
_depth = number_between(int, 1, math.inf, "a depth is a whole number from 1 on")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="the title, by its short name")
    parser.add_argument("--players", type=_players, metavar="N", help="default: 4")
    parser.add_argument("--depth", type=_depth, default=3, metavar="D", help="default: 3")
    parser.add_argument(
        "--from",
        nargs=2,
        dest="start",
        metavar=("GAME", "ROW"),
        help="begin after this row of a game's log; GAME is a number or a file",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.perft import perft_command

    start = None
    if asked.start is not None:
        game, row = asked.start
        if not row.isdecimal():
            raise SystemExit("companion perft: ROW is a number of the log")
        start = (game, int(row))
    return perft_command(asked.title, asked.players, asked.depth, start)


COMMAND = Command(
    "perft",
    _add_arguments,
    _run,
    "Count the different actions from a position, level by level",
    "0 if counted, 1 if there is no such position, with the reason.",
)
