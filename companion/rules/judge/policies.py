"""Policies: the points by subject at which titles differ, each with the usual answer as default.

A title's rules give an object for each subject in which it differs: ``dividends =
DividendPolicy(ways=...)``. Plain parameters say it where they can. A function says the rest: its
first argument is the rules of the game. The shared rules ask ``rules.dividends`` and the like.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board.access import Access
from companion.board.routes import Path
from companion.board.tiles import Tile
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.state import POOL, State
from companion.rules.data.charts import Cell
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Way
from companion.rules.data.title_data import TitleData
from companion.rules.shares import holdings, market


class Game(Protocol):
    """The part of a game's rules that the defaults read."""

    data: TitleData


# --- the market


def pars_of_phase(rules: Game, state: State, company: str) -> Mapping[int, Cell]:
    """The par prices of the company's market and of the phase that have room, dearest first."""
    chart, now = market.market_of(rules.data, state, company), rules.data.phase(state.phase).pars
    if chart.par_room is None and now >= chart.par_kinds:
        return chart.pars
    room = chart.par_room
    return {
        par: cell
        for par, cell in chart.pars.items()
        if cell.kinds & now and (room is None or len(state.stacks.get(cell.id, ())) < room)
    }


def market_price(rules: Game, state: State, company: str) -> int:
    """The price of a share on the market; 0 before the company is started."""
    return market.price(rules.data, state, company) or 0


@dataclass(frozen=True, slots=True)
class MarketPolicy:
    """Prices of shares.

    ``pars`` gives the prices at which a company may be started now, with their cells.
    ``sale_price`` gives the price of a share that is sold to the pool.
    """

    pars: Callable[[Any, State, str], Mapping[int, Cell]] = pars_of_phase
    sale_price: Callable[[Any, State, str], int] = market_price


# --- dividends


def right_or_left(rules: Game, state: State, company: str, shared: int) -> Cell:
    """One cell right (or up) for a dividend, one left (or down) without."""
    cell = market.cell_of(rules.data, state, company)
    assert cell is not None
    chart = market.market_of(rules.data, state, company)
    return market.right(chart, cell) if shared else market.left(chart, cell)


@dataclass(frozen=True, slots=True)
class DividendPolicy:
    """How revenue is divided, and how it moves the price.

    ``ways`` are all ways to divide revenue, the usual one first. ``price_move`` gives the cell of
    the price after a dividend; its last argument is the sum shared out over all shares, 0 for none.
    Kinds of company say whether shares in the pool pay (``Kind.pool_pays``).
    """

    ways: tuple[Way, ...] = (PAY, WITHHOLD)
    price_move: Callable[[Any, State, str, int], Cell] = right_or_left


# --- stock rounds


def president(rules: Game, state: State, company: str) -> str | None:
    """The holder of its president's certificate; None while nobody holds it."""
    return holdings.president(rules.data, state, company)


@dataclass(frozen=True, slots=True)
class HoldingPolicy:
    """Shares in somebody's hands.

    ``director`` gives the player who acts for a company; None while nobody does.
    """

    director: Callable[[Any, State, str], str | None] = president


@dataclass(frozen=True, slots=True)
class StockPolicy:
    """Stock rounds.

    ``number_cards`` is whether each player has a number card; the cards are the order of play.
    ``sells_down`` is whether a player over a limit has to sell before anything else.
    """

    number_cards: bool = False
    sells_down: bool = True


# --- the map


def no_restriction(rules: Game, state: State, company: str) -> Access:
    """The company passes and enters everything that its track reaches."""
    return Access(company)


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """The parts of the map that a company may pass and enter.

    ``of`` gives the access of a company now. ``barriers_open_in`` is the phase from which the
    barriers on the map may be crossed; "" where there are none.
    """

    of: Callable[[Any, State, str], Access] = no_restriction
    barriers_open_in: str = ""

    def barriers_open(self, data: TitleData, state: State) -> bool:
        """May the barriers on the map be crossed now?"""
        return not self.barriers_open_in or data.reaches(state.phase, self.barriers_open_in)


def tokens_stay(rules: Game, state: State, at: str) -> bool:
    """Tokens go with their city, wherever that is."""
    return False


def nothing_follows(change: Change, rules: Game, at: str, old: Tile) -> None:
    """A tile does no more than lie there."""


@dataclass(frozen=True, slots=True)
class TrackPolicy:
    """Tiles.

    ``may_allot`` is whether the layer of a tile on a hex may choose the city of each token there,
    where no track decides it (:func:`companion.rules.operating.track.is_first_of_cities`).
    ``after_lay`` does what follows at once a tile on the hex in place of the ``old`` one. Only a
    title that notes places on the map by their numbers on tiles needs it: every step that lays
    comes through here.
    """

    may_allot: Callable[[Any, State, str], bool] = tokens_stay
    after_lay: Callable[[Change, Any, str, Tile], None] = nothing_follows


@dataclass(frozen=True, slots=True)
class TokenPolicy:
    """Tokens.

    ``replaceable`` are owners, not companies, whose tokens a company may replace by its own.
    ``on_top`` is whether a company may have a token on top of its own.
    """

    replaceable: frozenset[str] = frozenset()
    on_top: bool = False


# --- trains


def no_choice(rules: Game, state: State, company: str) -> Sequence[Path] | None:
    """The best run is asked for."""
    return None


@dataclass(frozen=True, slots=True)
class RunPolicy:
    """Runs.

    ``free_routes`` gives the routes of which a company's one train runs any, however little it
    earns; None where the best run is asked for. ``regions_matter`` is whether best runs are told
    apart by the regions of the off-boards at their ends.
    """

    free_routes: Callable[[Any, State, str], Sequence[Path] | None] = no_choice
    regions_matter: bool = False


@dataclass(frozen=True, slots=True)
class DiscardPolicy:
    """Trains over the limit.

    ``in_order`` is whether companies discard one after the other, in operating order, and not as
    their directors come to it. ``to`` is the place of a discarded train: POOL, or GONE.
    """

    in_order: bool = False
    to: str = POOL


# --- money


def own_money(rules: Game, state: State, company: str) -> int:
    """The money in its treasury."""
    return state.cash[company]


def nobody_adds(change: Change, rules: Game, company: str, cost: int) -> None:
    """The company pays alone."""


@dataclass(frozen=True, slots=True)
class TreasuryPolicy:
    """Money of companies.

    ``means`` gives the sum that a company may spend now on track, tokens and trains.
    ``before_paying`` lets others add their part before it pays for one of these. The steps of
    track, tokens and trains all ask both, so one step of a title could not answer. ``accounts`` are
    places with money beside the bank, players and companies.
    """

    means: Callable[[Any, State, str], int] = own_money
    before_paying: Callable[[Change, Any, str, int], None] = nobody_adds
    accounts: tuple[str, ...] = ()


def printed_revenue(rules: Game, state: State, private: str) -> int:
    """The revenue in the title's data."""
    return rules.data.privates[private].revenue


@dataclass(frozen=True, slots=True)
class PrivatePolicy:
    """Privates.

    ``revenue`` gives the sum that the bank pays the owner of a private when privates pay.
    """

    revenue: Callable[[Any, State, str], int] = printed_revenue


# --- the end


def nobody(rules: Game, state: State) -> str | None:
    """The player who is worth most wins."""
    return None


@dataclass(frozen=True, slots=True)
class EndPolicy:
    """The end of the game.

    ``privates_count`` is whether privates are worth their face value. ``winner`` gives a player who
    has won whatever everybody is worth.
    """

    privates_count: bool = True
    winner: Callable[[Any, State], str | None] = nobody


# --- what only some titles show, set right or explain


def no_moves(rules: Game, state: State, company: str) -> Sequence[tuple[str, Cell]]:
    """The market alone tells where prices go."""
    return ()


def no_words(rules: Game, state: State, company: str) -> Sequence[str]:
    """It has nothing of the kind."""
    return ()


def no_remarks(rules: Game, state: State) -> Sequence[tuple[str, str]]:
    """There is nothing more to be known."""
    return ()


def no_marks(rules: Game, state: State) -> Mapping[str, str]:
    """Nothing lies there."""
    return {}


def itself(rules: Game, state: State, company: str) -> tuple[str, ...]:
    """A company is made of itself alone."""
    return (company,)


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """Things that screens show and that only the title's own notes of the game know.

    ``price_moves`` gives the moves that await a price, in words, with the cell of each.
    ``belongings`` gives, in words, what a company has beside money, trains, tokens and privates.
    ``remarks`` gives what else is to be known of the table, each with its head. ``hex_marks`` gives
    a word or two for what lies on hexes beside tiles and tokens. ``parts`` gives the companies that
    one is made of: itself first, then those that have merged into it.
    """

    price_moves: Callable[[Any, State, str], Sequence[tuple[str, Cell]]] = no_moves
    belongings: Callable[[Any, State, str], Iterable[str]] = no_words
    remarks: Callable[[Any, State], Iterable[tuple[str, str]]] = no_remarks
    hex_marks: Callable[[Any, State], Mapping[str, str]] = no_marks
    parts: Callable[[Any, State, str], tuple[str, ...]] = itself


Markers = Mapping[str, tuple[str, Sequence[str]]]  # each marker's place, and all its places


class CardGame(Game, Protocol):
    """The same, with the policy of its stock rounds."""

    stock: StockPolicy


def priority_card(rules: CardGame, state: State) -> Markers:
    """The priority card, where number cards do not give the order."""
    return {} if rules.stock.number_cards else {"priority_card": (state.priority, state.order)}


def give_priority(change: Change, rules: CardGame, marker: str, to: str) -> None:
    """The player gets the priority card."""
    change.state.priority = to


def no_keepers(rules: Game, state: State, train: str) -> Sequence[str]:
    """Only companies have trains."""
    return ()


@dataclass(frozen=True, slots=True)
class CorrectionPolicy:
    """Things that the table may set right.

    ``markers`` gives each marker with the place where it lies and all places where it may lie;
    ``move_marker`` puts one elsewhere. ``train_keepers`` gives the players with whom a train may
    lie.
    """

    markers: Callable[[Any, State], Markers] = priority_card
    move_marker: Callable[[Change, Any, str, str], None] = give_priority
    train_keepers: Callable[[Any, State, str], Sequence[str]] = no_keepers


@dataclass(frozen=True, slots=True)
class ReceiptPolicy:
    """Explanations of amounts.

    ``breakdowns`` are the title's own ways to break an amount down, by the name that its words give
    them (see :mod:`companion.rules.explain.breakdown`).
    """

    breakdowns: Mapping[str, Callable[[Any, Mapping[str, int], int], Any]] = field(
        default_factory=dict
    )


def no_preference(rules: Game, state: State, offer: Offer) -> float:
    """As likely as the offer says."""
    return 1.0


@dataclass(frozen=True, slots=True)
class BotPolicy:
    """Simulated players.

    ``liking`` gives how many times as likely as an offer says they take it. A title whose games
    would else not come to their end needs it, whoever begins the simulation.
    """

    liking: Callable[[Any, State, Offer], float] = no_preference
