"""Purses: each player's income and expenses, and the results of their investments."""

from dataclasses import dataclass, field

from companion.ledger.entries import Entry
from companion.rules.explain.summary_rows import GameSummary
from companion.rules.judge.rules import Rules

DIVIDEND, PRIVATE_REVENUE = "dividend", "private_revenue"
INCOME = (DIVIDEND, PRIVATE_REVENUE)  # income from owning; everything else comes from trading
HELP = "president_help"  # the president pays and gets no share


@dataclass(slots=True)
class IncomeSource:
    """The income and expenses for one reason. ``memo`` is the reason's key in the books."""

    memo: str
    came: int = 0
    went: int = 0


@dataclass(slots=True)
class Stake:
    """A player's investment in a company or private: its costs and returns.

    ``paid`` is the cost of ``bought`` purchases, ``sold`` the proceeds of ``sales`` sales.
    ``income`` is the revenue received, ``now`` the current value of the rest.
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
        """Return the returns less the costs; a loss is negative."""
        return self.sold + self.income + self.now - self.paid

    def add(self, other: "Stake") -> None:
        """Add the stake in a company that was merged into this one."""
        self.paid += other.paid
        self.sold += other.sold
        self.bought += other.bought
        self.sales += other.sales
        self.income += other.income


@dataclass(frozen=True, slots=True)
class Trade:
    """A share or private that a player traded in a round. ``amount`` is positive for a sale."""

    round: str
    of: str
    amount: int


@dataclass(slots=True)
class PlayerMoney:
    """A player's money by reason and by investment, and their trades in order."""

    sources: dict[str, IncomeSource] = field(default_factory=dict)
    stakes: dict[str, Stake] = field(default_factory=dict)
    trades: list[Trade] = field(default_factory=list)

    @property
    def came(self) -> int:
        """Return the total income."""
        return sum(source.came for source in self.sources.values())

    @property
    def went(self) -> int:
        """Return the total expenses."""
        return sum(source.went for source in self.sources.values())


class Purses:
    """A collector of the players' purses from the entries of the books."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.of: dict[str, PlayerMoney] = {seat: PlayerMoney() for seat in rules.seats}
        self.entries = 0
        self.postings = 0

    def record(self, entry: Entry, round: str) -> None:
        """Record an entry of the books made in the named round."""
        self.entries += 1
        self.postings += len(entry.postings)
        for posting in entry.postings:
            purse = self.of.get(posting.account)
            if purse is None:
                continue
            source = purse.sources.setdefault(entry.memo, IncomeSource(entry.memo))
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


def stakes_of(rules: Rules, table: GameSummary, seat: str, purse: PlayerMoney) -> list[Stake]:
    """Return a player's investments, the best one first.

    Merged companies count with the company that they are part of now.
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
