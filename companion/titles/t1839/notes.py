"""State of 1839 games, and of rounds in which players take turns."""

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
    """Own state of a game, in addition to that of every title.

    ``pairing``: the company of each brown private (§4).

    ``finished``: companies that have finished an operating turn since they floated. It decides sale
    prices (§7.2) and swaps (§8.3.2.3). A company is added after a turn, and removed when it is
    nationalised.

    ``lives``: how often each local was nationalised, if ever. ``nationalised``: players who
    nationalised a company in the set of operating rounds. They may not start a company in the next
    stock round (§7.3). It is emptied when a set begins.

    ``falling``: companies and percents of sold shares. Their prices fall once every director asked
    has answered whether the company redeems (§7.2).

    ``rounds``: number of operating rounds so far, for a private that pays more each time. ``owed``:
    privates that have closed, each with the player who gets a local for it (§14.2.3). ``asks_all``:
    a train type that rusts others began in this turn, so that companies may be nationalised
    afterwards (§14.3.4).

    ``left``: players who have left the game, in order. ``top``: the company whose dividend brought
    it to the end of the market. ``last_set``: number of the last set of operating rounds, once it
    has begun. ``winner``: the winner regardless of anybody's worth, "" for nobody.
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
    """A stock round.

    ``redeemed`` is the company that redeemed shares as the turn's one purchase. ``step`` are the
    companies sold since the turn began, or since that purchase. Each is sold at most once before it
    and once after it.
    """

    redeemed: str = ""
    step: tuple[str, ...] = ()

    def given_to(self, who: str) -> "Round1839":
        return replace(self, turn=who, acted=False, bought=(), sold_now=(), redeemed="", step=())


def game_of(state: State) -> Game1839:
    """Return the own state of the game."""
    assert isinstance(state.own, Game1839)
    return state.own


def note(change: Change, **changes: object) -> None:
    """Change the own state of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def has_operated(state: State, company: str) -> bool:
    """Has the company finished an operating turn since it floated?"""
    return company in game_of(state).finished
