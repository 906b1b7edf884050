"""The numbers of example games, which are in no list, backup or count of the table's own games."""

import secrets

FIRST_EXAMPLE = 900_000_000
_ROOM = 40_000_000


def is_example(game: int) -> bool:
    """Is the game with this number an example?"""
    return game >= FIRST_EXAMPLE


def draw_example_number(is_finished: bool) -> int:
    """Return a number for a new example; it is even if the example is a finished game."""
    return FIRST_EXAMPLE + 2 * secrets.randbelow(_ROOM) + (0 if is_finished else 1)


def is_finished_example(game: int) -> bool:
    """Is the example with this number the finished game of its title?"""
    return game % 2 == 0
