"""What 1839 of 2015 notes of a game, and of its auction."""

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
    """What is noted of the game beyond what every title notes. ``pars``: at which price each
    foreign company enters; ``director`` and ``share``: the companies that come with privates.
    ``recorded``: for each foreign company who ran to its off-boards in this round, and the income.
    ``abroad``: foreign companies that have operated in it, and ``buying`` the one that buys trains.
    ``finished``: public companies that have ended an operating turn, so that they may be sold.

    ``marks``: SAVED marks that companies have bought and not given to a train, as (private,
    company); ``marks_sold``: how many were sold.

    ``floats_asked``: the stock round at whose end the owner of the private that floats companies
    was asked; ``money_on``: on how many shares of a company in the pool its par in money lies.
    ``floated_by``: companies that a purchase has floated in this stock round, and whose, that have
    not been given another par. ``joined``: the cities and towns that are, or were, joined to a
    marker, while the private is in the game that is paid for it. ``drawn``: what the director of
    the company on turn pays of its next expense, ``sold`` whether he has sold for that, and ``had``
    what they would have with one share less in the last of these sales; ``raised`` whether the
    company has money of markers.
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
    """The auction with what goes before it: ``laid`` are the sums that lie on privates, ``dealt``
    is whether the cards were dealt anew after them.
    """

    dealt: bool = False


def game_of(state: State) -> GameOf2015:
    """What is noted of the game."""
    assert isinstance(state.own, GameOf2015)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def has_operated(state: State, company: str) -> bool:
    """Has the company ended an operating turn?"""
    return company in game_of(state).finished
