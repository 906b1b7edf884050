"""The description of a subcommand, and parsers of its arguments."""

import argparse
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple


class Command(NamedTuple):
    """A subcommand: its arguments, the function that runs it, and its texts for --help.

    ``run`` returns the exit status. It imports its modules itself, so that --help and serve start
    quickly.
    """

    name: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    what: str
    status: str


def number_between(
    kind: Callable[[str], float], low: float, high: float, says: str
) -> Callable[[str], float]:
    """Return a parser for numbers within bounds; ``says`` is its error message."""

    def read(text: str) -> float:
        with suppress(ValueError):
            number = kind(text)
            if low <= number <= high:
                return number
        raise argparse.ArgumentTypeError(says)

    return read


read_port = number_between(int, 0, 65535, "a port is a number from 0 to 65535")
read_game = number_between(int, 0, 10**9 - 1, "a game is told by its number, as in its address")
