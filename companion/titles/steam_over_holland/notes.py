"""State of this title's game, stock round and turn beyond that of every title."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.rounds import Turn
from companion.rules.core.state import Own, State
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round
from companion.rules.stock.share_transfers import StockRound


@register_stored("holland_state")
@dataclass(frozen=True, slots=True)
class HollandGame(Own):
    """Own state of a game.

    ``top`` is the company that has reached the top of the market, "" if none has. ``phases_due``
    are the train types whose phase begins at the end of the turn.
    """

    top: str = ""
    phases_due: tuple[str, ...] = ()


@register_stored("holland_stock_round")
@dataclass(frozen=True, slots=True)
class HollandStockRound(StockRound):
    """A stock round.

    ``face_down`` pairs players with companies, for each paid share that is not active yet.
    """

    face_down: tuple[tuple[str, str], ...] = ()


@register_stored("holland_operating_turn")
@dataclass(frozen=True, slots=True)
class HollandTurn(Turn):
    """An operating turn.

    ``sold`` is the percent of itself that the company has sold. ``dealt`` tells whether it may no
    longer trade its own shares, ``bought_back`` whether it has bought some. ``token_passed`` and
    ``train_passed`` tell whether it passed those steps.

    A sale for a train binds until the company owns one. ``raised`` tells whether it sold own
    shares. ``helper`` is the player who sold shares, ``helping`` whether that was for lack of
    money.
    """

    sold: int = 0
    dealt: bool = False
    bought_back: bool = False
    token_passed: bool = False
    train_passed: bool = False
    raised: bool = False
    helper: str = ""
    helping: bool = False


def game_of(state: State) -> HollandGame:
    """Return the own state of the game."""
    assert isinstance(state.own, HollandGame)
    return state.own


def note(change: Change, **changes: Any) -> None:
    """Change the own state of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def turn_of(state: State) -> HollandTurn:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, HollandTurn)
    return turn
