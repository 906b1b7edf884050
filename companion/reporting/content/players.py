"""A page for each player: worth, income and expenses by reason, and investments."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import ChartLine
from companion.languages import format_number, format_text, gettext
from companion.reporting.content import illustrations
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.entry_texts import memo
from companion.reporting.content.investment_results import (
    IncomeSource,
    PlayerMoney,
    Stake,
    Trade,
    stakes_of,
)
from companion.rules.explain.summary_rows import GameSummary, PlayerRow, StandingRow
from companion.rules.judge.rules import Rules

LEAST, MOST = 38.0, 66.0  # mm: the height of the chart, which is left out if there is no room
FIXED, ROW, LINE = 90.0, 5.4, 4.5  # mm: headings and gaps, a row, a line below
LETTERS, WIDE = 100, 120  # characters of such a line: beside the money, and across the page
DENSE = 20  # rows


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The content of a player's page.

    ``sources`` are (words, income, expenses). ``trades`` are (round, words).
    """

    standing: StandingRow
    row: PlayerRow
    chart: str
    alt: str
    sources: tuple[tuple[str, int, int], ...]
    came: int
    went: int
    stakes: tuple[Stake, ...]
    best: str
    presidencies: tuple[str, ...]
    trades: tuple[tuple[str, str], ...]

    @property
    def dense(self) -> bool:
        """Return whether there are so many rows that they need a smaller spacing."""
        return len(self.stakes) + len(self.sources) > DENSE


def player_pages(
    chronicle: Chronicle, table: GameSummary, room: tuple[float, float]
) -> list[PlayerPage]:
    """Return the pages of the players in the order of the standings.

    ``room`` is the width and height of a page in mm.
    """
    rules = chronicle.rules
    pages = []
    for standing in table.standings:
        purse = chronicle.purses.of[standing.id]
        stakes = tuple(stakes_of(rules, table, standing.id, purse))
        sources = tuple(_sources(rules, purse))
        ruled = tuple(_presidencies(chronicle, standing.id))
        trades = tuple(_trades(rules, purse))
        letters = sum(len(words) for trade in trades for words in trade)
        lines = ROW * (len(stakes) + max(len(sources), 4))
        lines += LINE * (sum(map(len, ruled)) // LETTERS + letters // WIDE)
        left = room[1] - FIXED - lines
        height = min(max(left, LEAST), MOST) if left > 0 else 0.0
        chart, alt = _chart(chronicle, standing, (room[0], height)) if height else ("", "")
        pages.append(
            PlayerPage(
                standing,
                table.player(standing.id),
                chart,
                alt,
                sources,
                purse.came,
                purse.went,
                stakes,
                _best(rules, stakes),
                ruled,
                trades,
            )
        )
    return pages


def _chart(
    chronicle: Chronicle, standing: StandingRow, size: tuple[float, float]
) -> tuple[str, str]:
    """Return a chart of a player's worth and cash after each round, and its text."""
    rounds, seat = chronicle.rounds, standing.id
    lines = [
        ChartLine(gettext("worth"), [round.worth[seat] for round in rounds], strong=True),
        ChartLine(gettext("cash"), [round.cash[seat] for round in rounds]),
    ]
    best = max(range(len(rounds)), key=lambda place: rounds[place].worth[seat])
    money = chronicle.rules.data.money
    alt = format_text(
        "Worth and cash of {name} after each round: worth {last} at the end, {most} at "
        "most after {round}.",
        name=standing.name,
        last=money(standing.worth),
        most=money(rounds[best].worth[seat]),
        round=rounds[best].within,
    )
    if len(rounds) < 2:
        return "", ""
    return illustrations.draw_chart(lines, rounds, size, alt), alt


def _sources(rules: Rules, purse: PlayerMoney) -> list[tuple[str, int, int]]:
    """Return income and expenses by reason, the largest surplus first.

    Reasons with the same words are added up.
    """
    found: dict[str, IncomeSource] = {}
    for source in purse.sources.values():
        words = memo(rules, source.memo)
        whole = found.setdefault(words, IncomeSource(source.memo))
        whole.came += source.came
        whole.went += source.went
    rows = [(words, source.came, source.went) for words, source in found.items()]
    return sorted(rows, key=lambda row: row[2] - row[1])


def _best(rules: Rules, stakes: tuple[Stake, ...]) -> str:
    """Return a sentence about the best investment, "" if none made a profit."""
    if not stakes or stakes[0].gain <= 0:
        return ""
    best, money = stakes[0], rules.data.money
    facts = {"of": rules.words.name(best.of), "paid": money(best.paid), "gain": money(best.gain)}
    back = money(best.sold + best.income + best.now)
    return format_text(
        "Best investment: {of}. {paid} became {back}, a gain of {gain}.", back=back, **facts
    )


def _trades(rules: Rules, purse: PlayerMoney) -> list[tuple[str, str]]:
    """Return a player's purchases and sales by round, with their amounts."""
    rounds: defaultdict[str, list[Trade]] = defaultdict(list)
    for trade in purse.trades:
        rounds[trade.round].append(trade)
    found = []
    for round, trades in rounds.items():
        told = []
        if bought := [trade for trade in trades if trade.amount < 0]:
            told.append(format_text("bought {all}", all=_all(rules, bought)))
        if sold := [trade for trade in trades if trade.amount > 0]:
            told.append(format_text("sold {all}", all=_all(rules, sold)))
        found.append((round, " · ".join(told)))
    return found


def _all(rules: Rules, trades: Sequence[Trade]) -> str:
    """Return each company or private with its sum, and the number of trades if more than one."""
    sums: defaultdict[str, list[int]] = defaultdict(list)
    for trade in trades:
        sums[trade.of].append(abs(trade.amount))
    return ", ".join(
        f"{rules.words.name(of)} {format_number(sum(all))}"
        + (f" ({len(all)}×)" if len(all) > 1 else "")
        for of, all in sums.items()
    )


def _presidencies(chronicle: Chronicle, seat: str) -> list[str]:
    """Return the companies that the player was president of, with first and last round."""
    listed = {round.name: round.listed for round in chronicle.rounds}
    found = []
    for life in chronicle.lives:
        ends = [round for round, _ in life.presidents[1:]] + [life.left]
        for (since, who), until in zip(life.presidents, ends, strict=False):  # maybe none
            if who == seat and since == until:
                facts = {"company": life.company, "round": listed[since]}
                found.append(format_text("{company} in {round}", **facts))
            elif who == seat and until:
                facts = {"company": life.company, "since": listed[since], "until": listed[until]}
                found.append(format_text("{company} from {since} to {until}", **facts))
            elif who == seat:
                found.append(
                    format_text("{company} from {since}", company=life.company, since=listed[since])
                )
    return found
