"""The subcommand `companion simulate`."""

import argparse
import math
from pathlib import Path

from companion.cli.arguments import Command, number_between

_players = number_between(int, 1, 99, "players are a number from 1 to 99")
_games = number_between(int, 1, math.inf, "games are a number from 1 on")


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"“{text}” is no KEY=VALUE")
    return key, value


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="the title, by its short name")
    parser.add_argument(
        "--players",
        type=_players,
        metavar="N",
        help="default: 4; with --games: each number that the title allows, in turn",
    )
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the title; true or false for one that is on or off",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--careful", action="store_true", help="players avoid bankruptcy")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("-o", "--out", type=Path, metavar="FILE", help="write the game here")
    kept.add_argument("--store", action="store_true", help="add it to the games")
    kept.add_argument(
        "--games",
        type=_games,
        metavar="N",
        help="play this many games, with the title's options and styles of players in turn, and"
        " print how they ended and how often each event occurred",
    )


def _run(asked: argparse.Namespace) -> int:
    from companion.bots import simulation as simulate

    manner = simulate.CAREFUL if asked.careful else None
    what = (asked.title, asked.players, asked.seed)
    options = dict(asked.option)
    if asked.games is not None:
        return simulate.many_command(*what, asked.games, manner, options)
    return simulate.simulate_command(*what, asked.out, asked.store, manner, options=options)


COMMAND = Command(
    "simulate",
    _add_arguments,
    _run,
    "Play a game of random legal actions to its end, and print its standings",
    "0 if the game ended, 1 if it did not or something was lost.",
)
