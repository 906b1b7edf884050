"""What 1839 notes of a game, and of the rounds in which players take turns."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import Own, State
from companion.rules.data.codec import register_stored
from companion.rules.stock.number_cards import CardRound


@register_stored("1839_state")
@dataclass(frozen=True, slots=True)
class Game1839(Own):
    """What is noted of the game beyond what every title notes.

    ``pairing``: the company of each brown private (§4).

    ``finished``: companies that have finished an operating turn since they floated (§7.2: what a
    sale fetches; §8.3.2.3: who swaps); set after a turn, taken out when a company is nationalised.
    ``lives``: how often each local was nationalised, of those that were. ``nationalised``: players
    who nationalised a company in the set of operating rounds (§7.3: they start nothing in the next
    stock round); emptied when a set begins.

    ``falling``: shares that were sold, company and percent each, and for which the price has still
    to fall once all who may have said whether their companies redeem (§7.2).

    ``rounds``: operating rounds that have begun, for what a private pays that pays more each time.
    ``owed``: privates that have closed, each with the player who gets a local for it (§14.2.3).
    ``asks_all``: a type of train that rusts others began in this turn, so that companies may be
    nationalised after it (§14.3.4).

    ``left``: players who have left the game, in their order. ``top``: the company whose dividend
    brought it to the end of the market. ``last_set``: the number of the last set of operating
    rounds, once it has begun. ``winner``: who has won whatever anybody is worth, "" for nobody.
    """

    pairing: Mapping[str, str] = field(default_factory=dict)
    finished: tuple[str, ...] = ()
    lives: Mapping[str, int] = field(default_factory=dict)
    nationalised: tuple[str, ...] = ()
    falling: tuple[tuple[str, int], ...] = ()
    rounds: int = 0
    owed: tuple[tuple[str, str], ...] = ()
    asks_all: bool = False
    left: tuple[str, ...] = ()
    top: str = ""
    last_set: int = 0
    winner: str = ""


@register_stored("1839_stock_round")
@dataclass(frozen=True, slots=True)
class Round1839(CardRound):
    """``redeemed`` is the company that redeemed shares as the turn's one deed; ``step`` are the
    companies sold since the turn began, or since its deed: each is sold once before and once after
    it.
    """

    redeemed: str = ""
    step: tuple[str, ...] = ()

    def given_to(self, who: str) -> "Round1839":
        return replace(self, turn=who, acted=False, bought=(), sold_now=(), redeemed="", step=())


def game_of(state: State) -> Game1839:
    """What is noted of the game."""
    assert isinstance(state.own, Game1839)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def has_operated(state: State, company: str) -> bool:
    """Has the company finished an operating turn since it floated?"""
    return company in game_of(state).finished
