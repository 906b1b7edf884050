"""A table of 1828 at which nothing is drawn, and moments that several tests begin with."""

from typing import Any

from companion.rules.core.change import Change
from companion.rules.operating import tokens
from companion.rules.shares import holdings, market
from companion.titles import load
from companion.titles.t1828.title_figures import read_figures
from companion.titles.t1828.title_state import note
from tests.support.positions import NAMES, Position

DEAREST = ("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OS&H")


def table(players: int = 3, row: str = "", **options: Any) -> Position:
    """The number cards are in the order of the seats.

    The $250 privates in ``row`` are in the game, or the first as printed.
    """
    kept = (
        row.split() or DEAREST[: len(DEAREST) - read_figures(load("1828").data).discarded[players]]
    )
    drawn = {
        "discarded": " ".join(symbol for symbol in DEAREST if symbol not in kept),
        "row": " ".join(kept),
        "order": ", ".join(NAMES[:players]),
    }
    return Position("1828", players, **{**drawn, **options})


def operating(
    company: str = "GT",
    step: str = "track",
    cash: int = 1000,
    edition: str = "published",
    **turn: Any,
) -> Position:
    """A floated company at a step of its turn; nobody has privates."""
    at = floated(company, cash, edition)
    return at.operating(company, step, **turn)


def floated(company: str, cash: int = 1000, edition: str = "published") -> Position:
    """A company that operates, of the first player; there are no privates left."""
    at = Position("1828", 4, edition=edition).close_privates()
    return at.started(company, 67, "p1", p1=60).floated(company, cash)


def system(
    company: str = "GT", other: str = "IC", cash: int = 1000, edition: str = "published"
) -> Position:
    """A system of two companies, which operates.

    It has the charters of its edition, both homes are on the map, and the other company is gone.
    """
    at = floated(company, cash, edition).started(other, 67, "p2", p2=60).floated(other)
    change = Change(at.state)
    tokens.take_over(change, company, other)
    market.remove(change, other)
    for certificate in at.data.companies[other].certificates:
        at.state.certificates[certificate] = "gone"
    charters = read_figures(at.data).merger.charters
    at.state.alter(company, charters=charters, kind="system")
    note(change, systems=((company, other),))
    holdings.take(change, at.data.companies[company], "initial", company, 10)
    return at
