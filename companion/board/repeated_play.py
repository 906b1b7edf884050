"""Changes of boards in play, and checks of lays: what was done before is not done again.

A game that is replayed, audited or edited comes to the same boards again. The same change of a
board gives the same board, with all networks that were found on it. Lays that are only looked at
use the methods of the board instead, so that they do not crowd out those of play.
"""

from __future__ import annotations

from functools import lru_cache

from .board import Board
from .company_access import Access
from .lay_and_route_faults import Fault
from .lays import faults

MOST = 400  # boards after a change of each kind, about 25 kB each


Allotted = tuple[tuple[str, int], ...]  # an allotment of tokens, as its items


@lru_cache(MOST)
def with_tile(board: Board, hex: str, tile: str, rotation: int, allotted: Allotted) -> Board:
    """Return the board with a tile laid (see ``Board.with_tile``)."""
    return board.with_tile(hex, tile, rotation, dict(allotted))


@lru_cache(MOST)
def with_token(board: Board, stop: str, owner: str) -> Board:
    """Return the board with a token placed (see ``Board.with_token``)."""
    return board.with_token(stop, owner)


@lru_cache(MOST)
def lay_faults(
    board: Board,
    hex: str,
    tile: str,
    rotation: int,
    access: Access,
    *,
    joined: bool,
    allotted: Allotted,
) -> tuple[Fault, ...]:
    """Return the faults of a lay (see ``lays.faults``)."""
    found = faults(board, hex, tile, rotation, access, joined=joined, allotment=dict(allotted))
    return tuple(found)
