"""Details of the standings: the holdings in each company and the history of the privates."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from companion.reporting.content.chronicle import Chronicle
from companion.rules.explain.summary_rows import CompanyRow, GameSummary, StandingRow


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's shares in a company. ``value`` is None if the company has no price yet."""

    percent: int
    president: bool
    value: int | None


@dataclass(frozen=True, slots=True)
class HoldingRow:
    """A company and each player's shares in it, in the order of the standings, None for none."""

    company: CompanyRow
    held: tuple[Holding | None, ...]


@dataclass(frozen=True, slots=True)
class PrivateStory:
    """A private and its history: owners with the prices they paid, and its end."""

    symbol: str
    name: str
    price: int
    revenue: int
    story: tuple[str, ...]


def holding_rows(table: GameSummary, order: Iterable[StandingRow]) -> list[HoldingRow]:
    """Return every company with shares held by players, in operating order."""
    players = [table.player(standing.id) for standing in order]
    rows = []
    for company in table.companies:
        held = tuple(
            Holding(
                player.shares[company.symbol],
                company.symbol in player.presidencies,
                None
                if company.price is None
                else company.kind.value(player.shares[company.symbol], company.price),
            )
            if player.shares.get(company.symbol)
            else None
            for player in players
        )
        if any(held):
            rows.append(HoldingRow(company, held))
    return rows


def private_stories(chronicle: Chronicle, table: GameSummary) -> list[PrivateStory]:
    """Return the privates of the game in printed order, each with its history."""
    rules, ended = chronicle.rules, set[str]()
    stories: dict[str, list[tuple[str, str]]] = {private.symbol: [] for private in table.privates}
    for round in chronicle.rounds:
        for event in round.events:
            words = rules.words.event_words(event)
            if words is None or words.fate is None:
                continue
            facts = event.facts
            for private in facts.get("privates") or (facts.get("private", ""),):
                if private in stories and private not in ended:
                    stories[private].append(
                        (rules.words.fill(words.fate.says, event.facts), round.name)
                    )
                    if words.fate.ends:
                        ended.add(private)
    return [
        PrivateStory(p.symbol, p.name, p.price, p.revenue, tuple(_when(stories[p.symbol])))
        for p in table.privates
        if stories[p.symbol] or p.owner != "gone"  # the others were not in this game
    ]


def _when(story: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the history of a private with rounds.

    A repeated event appears once, with its first and last round.
    """
    for says, some in groupby(story, key=itemgetter(0)):
        rounds = [round for _, round in some]
        if len(rounds) == 1:
            yield f"{says} – {rounds[0]}"
        elif rounds[0] == rounds[-1]:
            yield f"{says} – {rounds[0]} ({len(rounds)}×)"
        else:
            yield f"{says} – {rounds[0]} – {rounds[-1]} ({len(rounds)}×)"
