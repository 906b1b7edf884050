"""What the table at a glance is made of: documented values, which
:mod:`companion.rules.explain.summary` works out of a state and all screens and the report read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.data.charts import Cell, Chart
from companion.rules.data.title_data import INCREMENTAL, Kind


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A seat: ``shares`` company -> percent; ``bound`` money laid down for bids; ``limit`` of its
    certificates, None where there is none; ``worth`` as if scored now; ``card`` the number of his
    card in the order of play, 0 for none, ``taken`` of that in the next one; ``owed`` what the bank
    has advanced.
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


@dataclass(frozen=True, slots=True)
class HeldTrain:
    """A train of a company, on which of its charters it lies, whether it runs but once more, and
    whether it ``stays`` for another run when its type rusts.
    """

    type: str
    charter: int
    last_run: bool
    stays: bool = False


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company. ``shares`` owner or place -> percent ("initial", "pool", its own symbol, players);
    ``kind`` is what it is now; ``status`` is "unstarted", "started" or "floated"; ``trains`` go by
    charter; ``train_limit`` is that of all charters together; ``besides`` is what else it has, in
    words; ``gone`` is a company that has left the game, ``into`` the one that it has merged into,
    ``parts`` are those that a company is made of, and ``homes`` the hexes where these are at home.
    ``certificates`` says, where they come in several sizes, how many of which percent lie with each
    owner or place.
    """

    symbol: str
    name: str
    short: str
    colour: str
    kind: Kind
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
    trains: tuple[HeldTrain, ...]
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
    homes: tuple[str, ...] = ()
    owed: int = 0
    certificates: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    @property
    def unsold(self) -> int:
        """Percent that lie where its shares are bought first: on its own charter, where it is paid
        for them.
        """
        return self.treasury if self.kind.capital == INCREMENTAL else self.initial

    @property
    def by_itself(self) -> bool:
        """Is it a company that nobody directs, and that lays, runs and decides nothing?"""
        return self.in_shares and not self.kind.directed and self.president is None

    @property
    def in_shares(self) -> bool:
        """Is it divided into shares? What is not goes with something else, as a whole."""
        return len(self.kind.certificates) > 1


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """A private: ``owner`` a player, a company, "bank" (unsold), "depot" (to
    come later) or "gone"; ``bids`` (player,
    amount); ``asked`` what its buyer would pay now, ``comes_with`` (company, percent) what he gets
    with it; ``off`` the sums that lie on it, taken off its price, and ``due`` whether it has to be
    taken now; ``offered`` whether it is the one that is sold now, ``first`` whether it begins a row
    of those of one price; ``keeps`` the hexes that it keeps from others now, ``closes`` the phase
    with which all close.
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


@dataclass(frozen=True, slots=True)
class TrainRow:
    """A type of train: copies left with the bank (None:
    unlimited) and in the pool, on sale now or not.
    """

    name: str
    price: int
    left: int | None
    total: int | None
    pool: int
    for_sale: bool
    rusted_by: str | None
    gone: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """A station of the turn's rail: ``status`` is "done", "skipped", "now" or "to come"."""

    name: str
    words: str
    status: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's place (ties share one) and what makes up the worth: cash, shares at their price,
    and privates as far as the title counts them, without what is ``owed`` to the bank.
    """

    place: int
    id: str
    name: str
    cash: int
    shares: int
    privates: int
    worth: int
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Market:
    """A share market as it stands: ``rows`` of (cell or None, companies top first)."""

    chart: Chart
    rows: tuple[tuple[tuple[Cell | None, tuple[str, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything at a glance. ``round`` is the short name ("SR 2", "OR 2.1"); ``step`` the key of
    the step that waits and ``step_words`` the same in words, ``asks`` which panel it needs,
    ``question`` what it asks in sentences, where its offers do not say it; ``order`` the operating
    order of the round or, outside one, of the next; ``markets`` all there are.
    """

    title: str
    currency: str
    round: str
    kind: str
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
    rail: tuple[StepRow, ...]
    markets: tuple[Market, ...]
    winner: str | None = None  # by name, where it is not whoever is worth most

    def player(self, id: str) -> PlayerRow:
        """The player with that id."""
        return next(row for row in self.players if row.id == id)

    def company(self, symbol: str) -> CompanyRow:
        """The company with that symbol."""
        return next(row for row in self.companies if row.symbol == symbol)
