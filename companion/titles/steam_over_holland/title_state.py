"""State of this title's game, stock round and turn beyond that of every title."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State, TitleState
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round
from companion.rules.stock.share_trading import StockRound


@register_stored("holland_state")
@dataclass(frozen=True, slots=True)
class HollandState(TitleState):
    """Own state of a game.

    ``top_company`` is the company that has reached the top of the market, "" if none has.
    ``phases_due`` are the train types whose phase begins at the end of the turn.
    """

    top_company: str = ""
    phases_due: tuple[str, ...] = ()


@register_stored("holland_stock_round")
@dataclass(frozen=True, slots=True)
class HollandStockRound(StockRound):
    """A stock round.

    ``inactive_shares`` pairs players with companies, for each paid share that is not active yet.
    """

    inactive_shares: tuple[tuple[str, str], ...] = ()


@register_stored("holland_operating_turn")
@dataclass(frozen=True, slots=True)
class HollandTurn(OperatingTurn):
    """An operating turn.

    ``percent_sold`` is the percent of itself that the company has sold. ``is_trading_over`` tells
    whether it may no longer trade its own shares, ``has_bought_back`` whether it has bought some.
    ``has_passed_token`` and ``has_passed_train`` tell whether it passed those steps.

    A sale for a train binds until the company owns one. ``has_sold_for_train`` tells whether it
    sold own shares. ``helper`` is the player who sold shares, ``is_help_needed`` whether that was
    for lack of money.
    """

    percent_sold: int = 0
    is_trading_over: bool = False
    has_bought_back: bool = False
    has_passed_token: bool = False
    has_passed_train: bool = False
    has_sold_for_train: bool = False
    helper: str = ""
    is_help_needed: bool = False


def game_of(state: State) -> HollandState:
    """Return the own state of the game."""
    assert isinstance(state.title_state, HollandState)
    return state.title_state


def note(change: Change, **changes: Any) -> None:
    """Change the own state of the game."""
    change.state.title_state = replace(game_of(change.state), **changes)


def turn_of(state: State) -> HollandTurn:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, HollandTurn)
    return turn
