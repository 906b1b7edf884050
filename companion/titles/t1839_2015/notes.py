"""State of 1839 of 2015 for a game and its auction."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating.private_powers import Ageing
from companion.rules.stock.discount_sale import DiscountRound


@register_stored("1839_2015_state")
@dataclass(frozen=True, slots=True)
class GameOf2015(Ageing):
    """Own state of a game, in addition to that of every title.

    ``pars``: the price at which each foreign company enters. ``director`` and ``share``: the
    companies that come with privates. ``recorded``: for each foreign company the visitors to its
    off-boards in this round, with the income. ``abroad``: foreign companies that have operated in
    this round. ``buying``: the one that buys trains now.

    ``finished``: public companies that have ended an operating turn, so that they may be sold.
    ``marks``: bought SAVED marks not yet given to a train, as (private, company). ``marks_sold``:
    number of sold marks.

    ``floats_asked``: the stock round at whose end the owner of the private that floats companies
    was asked. ``money_on``: by company, the number of shares in the pool with par in money on them.
    ``floated_by``: companies that a purchase has floated in this stock round, with the buyer, as
    long as they keep their par. ``joined``: cities and towns that are or were joined to a marker,
    while the private that is paid for them is in the game.

    ``drawn``: payment of the director of the company on turn for its next expense. ``sold``: the
    director has sold for that. ``had``: the director's money with one share less in the last of
    these sales. ``raised``: the company has money from markers.
    """

    pars: Mapping[str, int] = field(default_factory=dict)
    director: str = ""
    share: str = ""
    recorded: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    abroad: tuple[str, ...] = ()
    buying: str = ""
    finished: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    marks_sold: int = 0
    floats_asked: int = 0
    money_on: Mapping[str, int] = field(default_factory=dict)
    floated_by: tuple[tuple[str, str], ...] = ()
    joined: tuple[str, ...] = ()
    drawn: int = 0
    sold: bool = False
    had: int = 0
    raised: bool = False


@register_stored("1839_2015_auction")
@dataclass(frozen=True, slots=True)
class SumsRound(DiscountRound):
    """The auction with its preparation.

    ``laid`` are the sums on privates. ``dealt`` tells whether the cards were dealt again
    afterwards.
    """

    dealt: bool = False


def game_of(state: State) -> GameOf2015:
    """Return the own state of the game."""
    assert isinstance(state.own, GameOf2015)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Change the own state of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def has_operated(state: State, company: str) -> bool:
    """Has the company ended an operating turn?"""
    return company in game_of(state).finished
