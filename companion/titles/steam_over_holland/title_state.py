"""State of this title's game, rounds and turn beyond that of every title."""

from companion.rules.core.change import note as note
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating.game_end_notes import TopState
from companion.rules.operating.own_shares import OwnShareTurn
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.single_auctions import SingleAuctionRound


@register_stored("holland_state")
class HollandState(TopState):
    """Own state of a game.

    ``phases_due`` are the train types whose phase begins at the end of the turn.
    """

    phases_due: tuple[str, ...] = ()


@register_stored("holland_stock_round")
class HollandStockRound(StockRound):
    """A stock round.

    ``inactive_shares`` pairs players with companies, for each paid share that is not active yet.
    """

    inactive_shares: tuple[tuple[str, str], ...] = ()


@register_stored("holland_operating_turn")
class HollandTurn(OwnShareTurn):
    """An operating turn."""


@register_stored("holland_auction")
class HollandAuctionRound(SingleAuctionRound):
    """The auction of the privates."""


def game_of(state: State) -> HollandState:
    """Return the own state of the game."""
    assert isinstance(state.title_state, HollandState)
    return state.title_state
