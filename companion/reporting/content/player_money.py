"""Purses: where the money of each player came from and went, and what each investment brought."""

from dataclasses import dataclass, field

from companion.ledger.entries import Entry
from companion.rules.explain.summary_rows import Table
from companion.rules.judge.judge import Rules

DIVIDEND, PRIVATE_REVENUE = "dividend", "private_revenue"
INCOME = (DIVIDEND, PRIVATE_REVENUE)  # what comes of having it; all else comes of dealing in it
HELP = "president_help"  # it costs him money, and gives him no share


@dataclass(slots=True)
class Source:
    """What came in and went out for one reason, a key of the books."""

    memo: str
    came: int = 0
    went: int = 0


@dataclass(slots=True)
class Stake:
    """What a player's part in a company or a private cost and brought: ``paid`` in so many times
    ``bought``, ``sold`` what so many ``sales`` brought, ``income`` what it paid, ``now`` what he
    still has of it is worth.
    """

    of: str
    paid: int = 0
    sold: int = 0
    bought: int = 0
    sales: int = 0
    income: int = 0
    now: int = 0

    @property
    def gain(self) -> int:
        """What it brought beyond its cost; below zero it was a loss."""
        return self.sold + self.income + self.now - self.paid

    def add(self, other: "Stake") -> None:
        """Take in what went into a company that has become part of this one."""
        self.paid += other.paid
        self.sold += other.sold
        self.bought += other.bought
        self.sales += other.sales
        self.income += other.income


@dataclass(frozen=True, slots=True)
class Trade:
    """A share or a private that a player bought in a round, or sold (``amount`` is above zero)."""

    round: str
    of: str
    amount: int


@dataclass(slots=True)
class Purse:
    """A player's money by reason and by what it was put in, and what he traded, in order."""

    sources: dict[str, Source] = field(default_factory=dict)
    stakes: dict[str, Stake] = field(default_factory=dict)
    trades: list[Trade] = field(default_factory=list)

    @property
    def came(self) -> int:
        """All that came in."""
        return sum(source.came for source in self.sources.values())

    @property
    def went(self) -> int:
        """All that went out."""
        return sum(source.went for source in self.sources.values())


class Purses:
    """Follows the books entry by entry."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.of: dict[str, Purse] = {seat: Purse() for seat in rules.seats}
        self.entries = 0
        self.postings = 0

    def see(self, entry: Entry, round: str) -> None:
        """Note an entry of the books, which was made in the round of that name."""
        self.entries += 1
        self.postings += len(entry.postings)
        for posting in entry.postings:
            purse = self.of.get(posting.account)
            if purse is None:
                continue
            source = purse.sources.setdefault(entry.memo, Source(entry.memo))
            if posting.amount > 0:
                source.came += posting.amount
            else:
                source.went -= posting.amount
            data = self._rules.data
            if entry.about and (
                entry.about[0] in data.companies or entry.about[0] in data.privates
            ):
                stake = purse.stakes.setdefault(entry.about[0], Stake(entry.about[0]))
                _put(stake, entry.memo, posting.amount)
                if entry.memo not in (*INCOME, HELP):
                    purse.trades.append(Trade(round, entry.about[0], posting.amount))


def _put(stake: Stake, memo: str, amount: int) -> None:
    if memo in INCOME:
        stake.income += amount
    elif amount > 0:
        stake.sold += amount
        stake.sales += 1
    else:
        stake.paid -= amount
        stake.bought += memo != HELP


def stakes_of(rules: Rules, table: Table, seat: str, purse: Purse) -> list[Stake]:
    """What each investment of a player brought, the best first. Companies that have merged stand
    with the one that they are part of now.
    """
    into = {company.symbol: company.into for company in table.companies if company.into}
    found: dict[str, Stake] = {}
    for stake in purse.stakes.values():
        of = into.get(stake.of, stake.of)
        found.setdefault(of, Stake(of)).add(stake)
    held = table.player(seat)
    for company in table.companies:
        percent = held.shares.get(company.symbol)
        if percent and company.price is not None:
            now = company.kind.value(percent, company.price)
            found.setdefault(company.symbol, Stake(company.symbol)).now = now
    for private in held.privates:
        now = rules.data.privates[private].price
        found.setdefault(private, Stake(private)).now = now
    return sorted(found.values(), key=lambda stake: -stake.gain)
