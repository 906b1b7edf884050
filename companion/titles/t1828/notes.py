"""State of 1828 games and turns, in addition to that of every title."""

from dataclasses import dataclass

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.rounds import Turn
from companion.rules.core.state import Own, State
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round
from companion.rules.stock.number_cards import CardRound


@register_stored("1828_state")
@dataclass(frozen=True, slots=True)
class Game1828(Own):
    """Own state of a game.

    ``coal``: hex or company of each coal marker. ``open_homes``: hexes in which a company's home
    city is still open. ``spent``: privates that have used a power of once in the game. ``systems``:
    the two companies of each system, the survivor first. ``floated_before``: companies that were
    floated at the beginning of the stock round. ``top``: the company at the top of the market, so
    that the game ends with the round. ``last_set``: number of the last set of operating rounds once
    it has begun, else 0. ``winner``: the winner by agreement, "" for nobody. ``late``: companies
    that floated too late to operate in this operating round.
    """

    coal: tuple[str, ...] = ()
    open_homes: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    last_set: int = 0
    systems: tuple[tuple[str, str], ...] = ()
    floated_before: tuple[str, ...] = ()
    top: str = ""
    winner: str = ""
    late: tuple[str, ...] = ()


@register_stored("1828_operating_turn")
@dataclass(frozen=True, slots=True)
class Turn1828(Turn):
    """An operating turn.

    ``tiles``: privates that laid their tile. ``beside``: hexes of tiles in addition to those of the
    turn. ``moved``: trains that changed shells. ``gives_marker``: the private that has just laid
    its tile, so that a marker may follow, "" for none.
    """

    tiles: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    gives_marker: str = ""


@register_stored("1828_stock_round")
@dataclass(frozen=True, slots=True)
class Round1828(CardRound):
    """A stock round.

    ``pair`` is the gray company of which the player on turn may buy a second certificate, "" for
    none. ``merged`` tells whether the player has announced a merger in this turn.
    """

    pair: str = ""
    merged: bool = False


def game_of(state: State) -> Game1828:
    """Return the own state of the game."""
    assert isinstance(state.own, Game1828)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Change the own state of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def note_merger(change: Change) -> None:
    """Note a merger as the purchase of the turn in the stock round."""
    round = change.state.playing(Round1828)
    change.state.round = replace(round, merged=True, acted=True, last=round.turn)


def turn_of(state: State) -> Turn1828:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1828)
    return turn
