"""The subcommand `companion perft`."""

import argparse
import math

from companion.cli.arguments import Command, number_between

_players = number_between(int, 1, 99, "players are a number from 1 to 99")
_depth = number_between(int, 1, math.inf, "a depth is a whole number from 1 on")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="the title, by its short name")
    parser.add_argument("--players", type=_players, metavar="N", help="4 unless told")
    parser.add_argument("--depth", type=_depth, default=3, metavar="D", help="3 unless told")
    parser.add_argument(
        "--from",
        nargs=2,
        dest="start",
        metavar=("GAME", "ROW"),
        help="begin after a row of the log of a game, told by its number or its file",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.perft import perft_command

    start = None
    if asked.start is not None:
        game, row = asked.start
        if not row.isdecimal():
            raise SystemExit("companion perft: a row is told by its number in the log")
        start = (game, int(row))
    return perft_command(asked.title, asked.players, asked.depth, start)


COMMAND = Command(
    "perft",
    _add_arguments,
    _run,
    "Count the different deeds from a position, ply by ply",
    "0 when counted, 1 when there is no such position, with the reason.",
)
