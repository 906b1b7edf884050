"""State of 1828 games and turns, in addition to that of every title."""

from companion.rules.core.change import Change
from companion.rules.core.change import note as note
from companion.rules.core.copying import replace
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round
from companion.rules.operating.game_end_notes import EndState
from companion.rules.stock.number_cards import CardRound


@register_stored("1828_state")
class State1828(EndState):
    """Own state of a game.

    ``coal_markers``: hex or company of each coal marker. ``open_homes``: hexes in which a company's
    home city is still open. ``used_privates``: privates that have used a power of once in the game.
    ``systems``: the two companies of each system, the survivor first. ``companies_floated_before``:
    companies that were floated at the beginning of the stock round. ``late_companies``: companies
    that floated too late to operate in this operating round.
    """

    coal_markers: tuple[str, ...] = ()
    open_homes: tuple[str, ...] = ()
    used_privates: tuple[str, ...] = ()
    systems: tuple[tuple[str, str], ...] = ()
    companies_floated_before: tuple[str, ...] = ()
    late_companies: tuple[str, ...] = ()


@register_stored("1828_operating_turn")
class Turn1828(OperatingTurn):
    """An operating turn.

    ``tile_privates``: privates that laid their tile. ``extra_hexes``: hexes of tiles in addition to
    those of the turn. ``trains_moved``: trains that changed shells. ``marker_private``: the private
    that has just laid its tile, so that a marker may follow, "" for none.
    """

    tile_privates: tuple[str, ...] = ()
    extra_hexes: tuple[str, ...] = ()
    trains_moved: tuple[str, ...] = ()
    marker_private: str = ""


@register_stored("1828_stock_round")
class StockRound1828(CardRound):
    """A stock round.

    ``pair_company`` is the gray company of which the player on turn may buy a second certificate,
    "" for none. ``has_merged`` tells whether the player has announced a merger in this turn.
    """

    pair_company: str = ""
    has_merged: bool = False


def game_of(state: State) -> State1828:
    """Return the own state of the game."""
    assert isinstance(state.title_state, State1828)
    return state.title_state


def note_merger(change: Change) -> None:
    """Note a merger as the purchase of the turn in the stock round."""
    round = change.state.playing(StockRound1828)
    change.state.round = replace(round, has_merged=True, has_acted=True, last_actor=round.turn)


def turn_of(state: State) -> Turn1828:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1828)
    return turn
