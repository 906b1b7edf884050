"""Rows of the summary: the values that screens and the report show of a state.

:mod:`companion.rules.explain.summary` calculates them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.data.companies import INCREMENTAL, CompanyKind
from companion.rules.data.printed_markets import Cell, PrintedMarket


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player at a seat.

    ``bound`` is money bound by bids. ``limit`` is the certificate limit, None if there is none.
    ``worth`` is the score if the game ended now. ``shares`` maps companies to percents. ``card`` is
    the number of the player's card in the order of play, and ``taken`` that of the card for the
    next order; 0 is none. ``owed`` is the amount of the bank's advances. ``left`` says that they
    have left the game.
    """

    id: str
    name: str
    cash: int
    bound: int
    certificates: int
    limit: int | None
    over: bool
    worth: int
    privates: tuple[str, ...]
    shares: Mapping[str, int]
    presidencies: tuple[str, ...]
    acting: bool
    card: int = 0
    taken: int = 0
    owed: int = 0
    left: bool = False


@dataclass(frozen=True, slots=True)
class CharterTrain:
    """A train of a company, on one of its charters.

    ``last_run`` is true if the train runs only once more. ``stays`` is true if it may run once more
    after its type rusts.
    """

    type: str
    charter: int
    last_run: bool
    stays: bool = False


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company.

    ``kind`` is its current kind. ``status`` is "unstarted", "started" or "floated". ``shares`` maps
    owners and places ("initial", "pool", its own symbol, players) to percents. ``trains`` are
    ordered by charter, and ``train_limit`` covers all charters together.

    ``gone`` is true if the company has left the game. ``besides`` lists its other belongings in
    words. ``into`` is the company that it has merged into. ``parts`` are the companies that it
    consists of, ``charters`` the number of its charters, the first of theirs, and ``homes`` their
    home hexes. ``certificates`` is only filled for certificates of
    several sizes. It maps owners and places to pairs of number and percent.
    """

    symbol: str
    name: str
    short: str
    colour: str
    kind: CompanyKind
    status: str
    price: int | None
    par: int | None
    cell: str | None
    president: str | None
    cash: int
    shares: Mapping[str, int]
    initial: int
    pool: int
    treasury: int
    trains: tuple[CharterTrain, ...]
    train_limit: int
    tokens_left: int
    token_cost: int | None
    privates: tuple[str, ...]
    operating: bool
    operated: bool
    gone: bool = False
    besides: tuple[str, ...] = ()
    into: str = ""
    parts: tuple[str, ...] = ()
    charters: int = 1
    homes: tuple[str, ...] = ()
    owed: int = 0
    certificates: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    @property
    def unsold(self) -> int:
        """The percent of unsold shares.

        They lie in the initial offering, or in the treasury of a company that is paid for its own
        shares.
        """
        return self.treasury if self.kind.capital == INCREMENTAL else self.initial

    @property
    def by_itself(self) -> bool:
        """Whether nobody directs the company, so that it makes no decisions."""
        return self.president is None and not self.kind.directed and self.in_shares

    @property
    def idle(self) -> bool:
        """Whether the company is not in play, and nobody holds a share of it."""
        unheld = self.gone or self.into or sum(self.shares.values()) == self.unsold
        waits = self.status == "unstarted" and self.in_shares
        return bool(waits and unheld and not self.by_itself)

    @property
    def in_shares(self) -> bool:
        """Whether the company is divided into shares, rather than part of another asset."""
        return len(self.kind.certificates) > 1


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """A private.

    ``owner`` is a player, a company, "bank" (unsold), "depot" (available later) or "gone". ``bids``
    are pairs of player and amount. ``asked`` is the price for a buyer now. ``comes_with`` lists
    shares that come with it as (company, percent).

    ``offered`` is true for the private now on sale. ``first`` is true for the first of a row of
    privates with one price. ``keeps`` names the hexes that it blocks now. ``closes`` is the phase
    in which all privates close. ``off`` lists the amounts taken off its price. ``due`` is true if
    it must be bought now. ``falls`` is how much its price falls when all pass.
    """

    symbol: str
    name: str
    price: int
    revenue: int
    text: str
    owner: str
    bids: tuple[tuple[str, int], ...]
    asked: int = 0
    comes_with: tuple[tuple[str, int], ...] = ()
    offered: bool = False
    first: bool = False
    keeps: tuple[str, ...] = ()
    closes: str = ""
    off: tuple[int, ...] = ()
    due: bool = False
    falls: int = 0


@dataclass(frozen=True, slots=True)
class TrainRow:
    """A type of train.

    ``left`` is the number in the depot and ``total`` that of all copies; both are None if
    unlimited. ``pool`` is the number in the pool. ``for_sale`` is true if the type is on sale now.
    It leaves with the type ``rusted_by``, or after the operating round ``rusts_after``.
    """

    name: str
    price: int
    left: int | None
    total: int | None
    pool: int
    for_sale: bool
    rusted_by: str | None
    rusts_after: int
    gone: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step on the step bar of a turn; ``status`` is "done", "skipped", "now" or "to come"."""

    name: str
    words: str
    status: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's rank and the parts of their worth; tied players share a rank.

    ``shares`` are valued at their price, ``privates`` as the title counts them. ``worth`` excludes
    the amount ``owed`` to the bank. ``left`` says that they have left the game.
    """

    place: int
    id: str
    name: str
    cash: int
    shares: int
    privates: int
    worth: int
    owed: int = 0
    left: bool = False


@dataclass(frozen=True, slots=True)
class MarketSummary:
    """The current state of a share market.

    ``rows`` are made of pairs (cell or None, companies from the top of the stack).
    """

    chart: PrintedMarket
    rows: tuple[tuple[tuple[Cell | None, tuple[str, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of a state.

    ``round`` is the short name of the round ("SR 2", "OR 2.1"). ``step`` is the key of the step
    that waits, and ``step_words`` its text. ``asks`` is the panel it needs. ``question`` is its
    question in sentences, if the offers do not say it. ``order`` is the operating order of the
    round or, outside one, of the next. ``markets`` are all share markets.
    """

    title: str
    currency: str
    round: str
    phase: str
    colours: tuple[str, ...]
    bank: int
    bank_unlimited: bool
    bank_broke: bool
    acting: str | None
    step: str
    step_words: str
    asks: str
    question: tuple[str, ...]
    finished: str
    standings: tuple[StandingRow, ...]
    players: tuple[PlayerRow, ...]
    companies: tuple[CompanyRow, ...]
    privates: tuple[PrivateRow, ...]
    trains: tuple[TrainRow, ...]
    next_train: TrainRow | None
    order: tuple[str, ...]
    operating: str | None
    turn_steps: tuple[StepRow, ...]
    markets: tuple[MarketSummary, ...]
    winner: str | None = None  # by name, if it is not the player with the highest worth

    def player(self, id: str) -> PlayerRow:
        """Return the player with that id."""
        return next(row for row in self.players if row.id == id)

    def company(self, symbol: str) -> CompanyRow:
        """Return the company with that symbol."""
        return next(row for row in self.companies if row.symbol == symbol)
