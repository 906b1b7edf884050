"""Key moments of a game.

They are the milestones, the first train of each type, changes of president, the biggest run and the
highest bid.
"""

from collections import defaultdict

from companion.languages import format_text
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.milestones import milestones
from companion.rules.core.change import Event


def key_moments(chronicle: Chronicle) -> list[tuple[str, str]]:
    """Return the key moments as (round, sentences), in the order of the rounds."""
    told: defaultdict[str, list[str]] = defaultdict(list)
    for round, sentences in milestones(chronicle):
        told[round].append(sentences)
    for round, sentences in (
        *_bid(chronicle),
        *_first_trains(chronicle),
        *_biggest_run(chronicle),
        *_presidents(chronicle),
    ):
        told[round].append(sentences)
    order = dict.fromkeys(round.name for round in chronicle.rounds)
    return [(name, " ".join(told[name])) for name in order if name in told]


def _first_trains(chronicle: Chronicle) -> list[tuple[str, str]]:
    """Return the first trains of types that started no phase. The milestones have the others."""
    rules, found = chronicle.rules, []
    came = sorted(
        ((train, life.company) for life in chronicle.lives for train in life.held),
        key=lambda pair: pair[0].number,
    )
    first: dict[str, tuple[str, str]] = {}
    for train, company in came:
        first.setdefault(train.type, (train.since, company))
    begun = {phase for round in chronicle.rounds for phase in round.phases}
    told = {t.name for t in rules.data.train_types if {t.phase, t.name} & begun}
    for type, (round, company) in first.items():
        if type not in told:
            says = format_text("{company} has the first {train}.", company=company, train=type)
            found.append((round, says))
    return found


def _presidents(chronicle: Chronicle) -> list[tuple[str, str]]:
    """Return the changes of president, a sentence for each company in each round."""
    rules = chronicle.rules
    changes: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for life in chronicle.lives:
        for round, who in life.presidents[1:]:
            if who:  # a company without a president has an event for its closing
                changes[round][life.company] = rules.words.name(who)
    word = rules.words.name("president")
    return [
        (
            round,
            format_text(
                "{name} becomes {president} of {company}.",
                name=who,
                president=word,
                company=company,
            ),
        )
        for round, new in changes.items()
        for company, who in new.items()
    ]


def _biggest_run(chronicle: Chronicle) -> list[tuple[str, str]]:
    runs = [(life.best, life.company) for life in chronicle.lives if life.best]
    if not runs:
        return []
    best, company = max(runs, key=lambda run: run[0].receipt.revenue)
    revenue = chronicle.rules.data.money(best.receipt.revenue)
    says = format_text("{company} runs for {sum}, the biggest run.", company=company, sum=revenue)
    return [(best.round, says)]


def _bid(chronicle: Chronicle) -> list[tuple[str, str]]:
    """Return the highest bid of the game, for any private."""
    bids: list[tuple[int, str, Event]] = [
        (event.facts["amount"], round.name, event)
        for round in chronicle.rounds
        for event in round.events
        if event.kind == "bid"
    ]
    if not bids:
        return []
    amount, round, event = max(bids, key=lambda bid: bid[0])
    rules = chronicle.rules
    says = format_text(
        "{name} bids {sum} on {private}, the highest bid.",
        name=rules.words.name(event.facts["player"]),
        sum=rules.data.money(amount),
        private=rules.words.private(event.facts["private"]),
    )
    return [(round, says)]
