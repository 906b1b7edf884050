"""What 1828 notes of a game and of a turn beyond what every title does."""

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
    """``coal``: where each coal marker lies, a hex or a company. ``open_homes``: hexes in which a
    company has left open which of the cities is its home. ``spent``: privates that have used the
    power they have once in the game. ``systems``: the two companies of each, the survivor first.
    ``floated_before``: the companies that were floated when the stock round began. ``top``: the
    company whose price came to the top of the market, so that the game ends with the round.
    ``last_set``: the number of the last set of operating rounds, once it has begun; 0 before.
    ``winner``: the player of whom all agree that he has won, "" for nobody. ``late``: companies
    that were floated too late in this operating round to operate in it.
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
    """``tiles`` are the privates that laid their tile, ``beside`` the hexes of the tiles that were
    laid beside those of the turn, ``moved`` the trains that changed shells. ``gives_marker`` is the
    private that has just laid its tile, so that a marker may come with it; "" for none.
    """

    tiles: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    gives_marker: str = ""


@register_stored("1828_stock_round")
@dataclass(frozen=True, slots=True)
class Round1828(CardRound):
    """``pair`` is the gray company of which the player on turn may buy a second certificate, ""
    for none; ``merged`` whether his deed was a merger.
    """

    pair: str = ""
    merged: bool = False


def game_of(state: State) -> Game1828:
    """What is noted of the game."""
    assert isinstance(state.own, Game1828)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def note_merger(change: Change) -> None:
    """A merger was the deed of the turn in the stock round."""
    round = change.state.playing(Round1828)
    change.state.round = replace(round, merged=True, acted=True, last=round.turn)


def turn_of(state: State) -> Turn1828:
    """The operating turn being taken. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1828)
    return turn
