"""What this title notes of a game, a stock round and a turn beyond what every title does."""

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
    """``top``: the company that has reached the top of the market, "" before. ``phases_due``: the
    types of train whose phase begins at the end of the turn.
    """

    top: str = ""
    phases_due: tuple[str, ...] = ()


@register_stored("holland_stock_round")
@dataclass(frozen=True, slots=True)
class HollandStockRound(StockRound):
    """``face_down``: players with the company of each share they paid for that is not active."""

    face_down: tuple[tuple[str, str], ...] = ()


@register_stored("holland_operating_turn")
@dataclass(frozen=True, slots=True)
class HollandTurn(Turn):
    """``sold`` is the percent of itself that the company has sold, ``dealt`` whether it may deal in
    its own shares no more, ``bought_back`` whether it has bought some; ``token_passed`` and
    ``train_passed`` whether it passed those steps.

    What was sold for a train binds until the company owns one: ``raised`` when it sold shares of
    its own, ``helper`` who sold shares of his, ``helping`` whether that was for want of money.
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
    """What is noted of the game."""
    assert isinstance(state.own, HollandGame)
    return state.own


def note(change: Change, **changes: Any) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def turn_of(state: State) -> HollandTurn:
    """The operating turn being taken. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, HollandTurn)
    return turn
