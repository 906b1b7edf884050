"""Positions of 18MS for its tests."""

from dataclasses import replace

from companion.rules.core.change import Change
from companion.rules.core.standard_state import note
from tests.support.positions import Position


def operating(
    company: str = "IC",
    step: str = "track",
    number: int = 3,
    cash: int = 2000,
    phase: str = "3",
    **more: object,
) -> Position:
    """Return a company of p1 in its turn of the operating round with that number.

    ``more`` gives owners of privates, and options.
    """
    privates = {key: str(owner) for key, owner in more.items() if key.isupper()}
    options = {key: value for key, value in more.items() if not key.isupper()}
    game = Position("18ms", 3, **options).phase(phase)
    game.state.privates.update({name.replace("_", "&"): who for name, who in privates.items()})
    game.close_privates().started(company, 70, "p1", p1=60).floated(company, cash)
    return at_round(game.operating(company, step), number)


def at_round(game: Position, number: int) -> Position:
    """Set the number of the operating round: two make a set."""
    round = replace(game.state.round, number=(number + 1) // 2, part=2 - number % 2, parts=2)
    game.state.round = round
    note(Change(game.state), operating_rounds=number)
    return game


def towards_chattanooga(game: Position) -> Position:
    """Lay track from Memphis up to the hex before that beside Chattanooga."""
    game.tile("B2", "58", 2)
    for at in ("B4", "B6", "B8"):
        game.tile(at, "9", 1)
    return game


def towards_new_orleans(game: Position) -> Position:
    """Lay track from Jackson to New Orleans, by Hattiesburg."""
    return game.tile("F2", "9", 2).tile("G3", "58", 0).tile("H2", "9", 0)


def other(game: Position, company: str, president: str, *trains: str) -> Position:
    """Start and float another company with trains."""
    game.started(company, 80, president, **{president: 60}).floated(company, 100, home=False)
    return game.trains(company, *trains)
