"""Policies: the points at which titles differ, by subject, with the usual behaviour as default.

A title's rules give an object for each subject in which it differs: ``dividends =
DividendPolicy(ways=...)``. Plain parameters are used if they suffice. Otherwise a policy takes a
function, whose first argument is the rules of the game. The shared rules use ``rules.dividends``
and the like.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from companion.board.company_access import Access
from companion.board.routes import Path
from companion.board.tiles import Tile
from companion.board.trains import Bonus, LentBenefit
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.state import POOL, State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.data.title_data import TitleData
from companion.rules.shares import holdings
from companion.rules.shares.price_rules import (
    HasTitleData,
    market_price,
    move_by_dividend,
    pars_of_phase,
)

# --- the usual behaviour in many points


def nothing(*facts: object) -> None:
    """Return None, and do nothing: the title has no rule of its own for this."""


def no_items(*facts: object) -> tuple[()]:
    """Return no items: the title has no such things."""
    return ()


def no_table(*facts: object) -> dict[str, Any]:
    """Return an empty table: the title has no such things."""
    return {}


# --- the market


@dataclass(frozen=True, slots=True)
class MarketPolicy:
    """Prices of shares.

    ``pars`` returns the prices at which a company may be started now, with their cells.
    ``sale_price`` returns the price of a share sold to the pool.
    """

    pars: Callable[[Any, State, str], Mapping[int, Cell]] = pars_of_phase
    sale_price: Callable[[Any, State, str], int] = market_price


# --- dividends


@dataclass(frozen=True, slots=True)
class DividendPolicy:
    """The division of revenue, and its effect on the price.

    ``ways`` are all ways to divide revenue, the usual one first. ``price_move`` returns the cell of
    the price after a dividend. Its last argument is the total paid to the shares, 0 for no
    dividend. Kinds of company say whether shares in the pool pay (``Kind.pool_pays``).
    """

    ways: tuple[Division, ...] = (PAY, WITHHOLD)
    price_move: Callable[[Any, State, str, int], Cell] = move_by_dividend


# --- stock rounds


def president(rules: HasTitleData, state: State, company: str) -> str | None:
    """Return the holder of the president's certificate; None while nobody holds it."""
    return holdings.president(rules.data, state, company)


@dataclass(frozen=True, slots=True)
class HoldingPolicy:
    """Control of companies.

    ``director`` returns the player who acts for a company, or None if nobody does.
    """

    director: Callable[[Any, State, str], str | None] = president


@dataclass(frozen=True, slots=True)
class StockPolicy:
    """Stock rounds.

    ``number_cards`` says whether players have number cards, which give the order of play.
    ``sells_down`` says whether a player over a limit has to sell before doing anything else.
    """

    number_cards: bool = False
    sells_down: bool = True


# --- the map


_unrestricted = lru_cache(maxsize=256)(Access)  # by company; it is asked for very often


def no_restriction(rules: HasTitleData, state: State, company: str) -> Access:
    """Return access to everything that the company's track reaches."""
    return _unrestricted(company)


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """The parts of the map that a company may pass and enter.

    ``of`` returns the current access of a company. ``barriers_open_in`` is the phase from which the
    barriers on the map may be crossed; "" if there are none.
    """

    of: Callable[[Any, State, str], Access] = no_restriction
    barriers_open_in: str = ""

    def barriers_open(self, data: TitleData, state: State) -> bool:
        """Return whether the barriers on the map may be crossed now."""
        return not self.barriers_open_in or data.reaches(state.phase, self.barriers_open_in)


def tokens_stay(rules: HasTitleData, state: State, at: str) -> bool:
    """Return False: tokens follow their city in every case."""
    return False


@dataclass(frozen=True, slots=True)
class TrackPolicy:
    """Tiles.

    ``may_allot`` says whether the company that lays a tile on the hex may choose the city of each
    token there. This applies if no track decides it
    (:func:`companion.rules.operating.track.is_first_of_cities`). ``after_lay`` handles the
    consequences of a tile that replaces the ``old`` one. Only a title that identifies places by
    their numbers on tiles needs it. Every step that lays tiles calls it. ``pay`` pays a company for
    a tile that it has laid itself.
    """

    may_allot: Callable[[Any, State, str], bool] = tokens_stay
    after_lay: Callable[[Change, Any, str, Tile], None] = nothing
    pay: Callable[[Change, Any, LayTile], None] = nothing


@dataclass(frozen=True, slots=True)
class TokenPolicy:
    """Tokens.

    ``replaceable`` are owners, not companies, whose tokens a company may replace with its own.
    ``on_top`` says whether a company may place a token on top of its own.
    """

    replaceable: frozenset[str] = frozenset()
    on_top: bool = False


# --- trains


RunBonuses = tuple[Sequence[Bonus], Sequence[LentBenefit]]


def no_bonuses(rules: HasTitleData, state: State, company: str) -> RunBonuses:
    """Return no bonuses."""
    return (), ()


def no_loss(rules: HasTitleData, state: State, company: str, earned: Sequence[int]) -> int:
    """Return 0: nothing of a run is lost."""
    return 0


@dataclass(frozen=True, slots=True)
class RunPolicy:
    """Runs.

    ``free_routes`` returns the routes among which a company's only train may choose, regardless of
    revenue. It returns None if the best run is required. ``regions_matter`` says whether best runs
    are distinguished by the regions of the off-boards at their ends. ``bonuses`` returns a
    company's bonuses from things other than its privates: for all trains, and lent to one each.
    ``loss`` returns how much of a run is lost, by what each train earns; a train that stays at rest
    may save it.
    """

    free_routes: Callable[[Any, State, str], Sequence[Path] | None] = nothing
    regions_matter: bool = False
    bonuses: Callable[[Any, State, str], RunBonuses] = no_bonuses
    loss: Callable[[Any, State, str, Sequence[int]], int] = no_loss


@dataclass(frozen=True, slots=True)
class DiscardPolicy:
    """Discarding of trains over the limit.

    ``in_order`` says whether companies discard one after the other, in operating order. Otherwise
    their directors discard in any order. ``to`` is the place of a discarded train: POOL or GONE.
    """

    in_order: bool = False
    to: str = POOL


# --- money


def own_money(rules: HasTitleData, state: State, company: str) -> int:
    """Return the money in the company's treasury."""
    return state.cash[company]


@dataclass(frozen=True, slots=True)
class TreasuryPolicy:
    """Money of companies.

    ``means`` returns the money that a company may spend now on track, tokens and trains.
    ``before_paying`` makes others add their part before the company pays for one of these. Both are
    policies because the steps of track, tokens and trains all use them. ``accounts`` are further
    places with money, beside the bank, players and companies. ``players_may_owe`` says whether the
    cash of a player may be below zero.
    """

    means: Callable[[Any, State, str], int] = own_money
    before_paying: Callable[[Change, Any, str, int], None] = nothing
    accounts: tuple[str, ...] = ()
    players_may_owe: bool = False


def printed_revenue(rules: HasTitleData, state: State, private: str) -> int:
    """Return the revenue in the title's data.

    Some privates pay companies or, after the auction, players another amount.
    """
    own, owner = rules.data.privates[private], state.privates[private]
    key = "company_revenue" if owner in rules.data.companies else ""
    if holdings.is_player(owner) and state.round.kind != "auction":
        key = "player_revenue"
    return int(own.powers.get(key, own.revenue))


@dataclass(frozen=True, slots=True)
class PrivatePolicy:
    """Privates.

    ``revenue`` returns the amount that the bank pays the owner of a private.
    """

    revenue: Callable[[Any, State, str], int] = printed_revenue


# --- the end


@dataclass(frozen=True, slots=True)
class EndPolicy:
    """The end of the game.

    ``privates_count`` says whether privates count at face value. ``winner`` returns a player who
    has won regardless of wealth, or None.
    """

    privates_count: bool = True
    winner: Callable[[Any, State], str | None] = nothing


# --- displays, corrections and explanations that only some titles have


def itself(rules: HasTitleData, state: State, company: str) -> tuple[str, ...]:
    """Return the company itself as its only part."""
    return (company,)


def nothing_outlined(rules: HasTitleData) -> tuple[str, Collection[Cell]]:
    """Return no cells."""
    return "", ()


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """Displayed facts that only the title's own state has.

    ``price_moves`` returns the pending moves of a price, in words, with the cell of each.
    ``belongings`` returns, in words, the company's things other than money, trains, tokens and
    privates. ``remarks`` returns further facts about the game, each with its heading. ``hex_marks``
    returns a short text for things on hexes other than tiles and tokens. ``parts`` returns the
    companies that make up a company: itself first, then those merged into it. ``outlined`` returns
    cells of the market that are outlined, and what they are.
    """

    price_moves: Callable[[Any, State, str], Sequence[tuple[str, Cell]]] = no_items
    belongings: Callable[[Any, State, str], Iterable[str]] = no_items
    remarks: Callable[[Any, State], Iterable[tuple[str, str]]] = no_items
    hex_marks: Callable[[Any, State], Mapping[str, str]] = no_table
    parts: Callable[[Any, State, str], tuple[str, ...]] = itself
    outlined: Callable[[Any], tuple[str, Collection[Cell]]] = nothing_outlined


Markers = Mapping[str, tuple[str, Sequence[str]]]  # each marker's place, and all its places


class HasStockPolicy(HasTitleData, Protocol):
    """The part of a game's rules that the defaults use, with the stock policy."""

    stock: StockPolicy


def priority_card(rules: HasStockPolicy, state: State) -> Markers:
    """Return the priority card, unless number cards give the order."""
    return {} if rules.stock.number_cards else {"priority_card": (state.priority, state.order)}


def give_priority(change: Change, rules: HasStockPolicy, marker: str, to: str) -> None:
    """Give the priority card to the player."""
    change.state.priority = to


@dataclass(frozen=True, slots=True)
class CorrectionPolicy:
    """Things that the table may correct.

    ``markers`` returns each marker with its place and all its possible places. ``move_marker``
    moves one. ``train_keepers`` returns the players who may own a train.
    """

    markers: Callable[[Any, State], Markers] = priority_card
    move_marker: Callable[[Change, Any, str, str], None] = give_priority
    train_keepers: Callable[[Any, State, str], Sequence[str]] = no_items


@dataclass(frozen=True, slots=True)
class ReceiptPolicy:
    """Explanations of amounts.

    ``breakdowns`` are the title's own ways to break an amount down, by the name its words give them
    (see :mod:`companion.rules.explain.breakdown`).
    """

    breakdowns: Mapping[str, Callable[[Any, Mapping[str, int], int], Any]] = field(
        default_factory=dict
    )


def no_preference(rules: HasTitleData, state: State, offer: Offer) -> float:
    """Return 1: the likelihood is the offer's own."""
    return 1.0


@dataclass(frozen=True, slots=True)
class BotPolicy:
    """Simulated players.

    ``liking`` returns the factor by which the likelihood of an offer is multiplied. A title needs
    it if its simulated games would not end otherwise. It applies to every simulation.
    """

    liking: Callable[[Any, State, Offer], float] = no_preference
