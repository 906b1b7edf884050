"""State of 1839 games, and of rounds in which players take turns."""

from collections.abc import Mapping
from dataclasses import field

from companion.rules.core.change import note as note
from companion.rules.core.copying import replace
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating.game_end_notes import EndState
from companion.rules.stock.number_cards import CardRound


@register_stored("1839_state")
class State1839(EndState):
    """Own state of a game, in addition to that of every title.

    ``pairing``: the company of each brown private (§4).

    ``operated_companies``: companies that have finished an operating turn since they floated. It
    decides sale prices (§7.2) and swaps (§8.3.2.3). A company is added after a turn, and removed
    when it is nationalised.

    ``nationalisation_counts``: how often each local was nationalised, if ever. ``nationalisers``:
    players who nationalised a company in the set of operating rounds. They may not start a company
    in the next stock round (§7.3). It is emptied when a set begins.

    ``price_falls``: companies and percents of sold shares. Their prices fall once every director
    asked has answered whether the company redeems (§7.2).

    ``operating_round_count``: number of operating rounds so far, for a private that pays more each
    time. ``locals_due``: privates that have closed, each with the player who gets a local for it
    (§14.2.3). ``is_nationalisation_open``: a train type that rusts others began in this turn, so
    that companies may be nationalised afterwards (§14.3.4).

    ``departed_players``: players who have left the game, in order.
    """

    pairing: Mapping[str, str] = field(default_factory=dict)
    operated_companies: tuple[str, ...] = ()
    nationalisation_counts: Mapping[str, int] = field(default_factory=dict)
    nationalisers: tuple[str, ...] = ()
    price_falls: tuple[tuple[str, int], ...] = ()
    operating_round_count: int = 0
    locals_due: tuple[tuple[str, str], ...] = ()
    is_nationalisation_open: bool = False
    departed_players: tuple[str, ...] = ()


@register_stored("1839_stock_round")
class StockRound1839(CardRound):
    """A stock round.

    ``redeemed_company`` is the company that redeemed shares as the turn's one purchase.
    ``sales_in_step`` are the companies sold since the turn began, or since that purchase. Each is
    sold at most once before it and once after it.
    """

    redeemed_company: str = ""
    sales_in_step: tuple[str, ...] = ()

    def with_player_on_turn(self, who: str) -> "StockRound1839":
        return replace(
            self,
            turn=who,
            has_acted=False,
            purchases=(),
            sales_in_turn=(),
            redeemed_company="",
            sales_in_step=(),
        )


def game_of(state: State) -> State1839:
    """Return the own state of the game."""
    assert isinstance(state.title_state, State1839)
    return state.title_state


def has_operated(state: State, company: str) -> bool:
    """Has the company finished an operating turn since it floated?"""
    return company in game_of(state).operated_companies
