"""The tables of the report: standings, earnings, what became of the privates, the milestones."""

from dataclasses import replace

import pytest

from companion.reporting.content.chronicle import Chronicle, RoundRecord
from companion.reporting.content.company_earnings import COLUMNS, earnings
from companion.reporting.content.milestones import ending, milestones
from companion.reporting.content.standings import holding_rows, private_stories
from companion.rules.explain.summary import summary
from tests.reporting.report_games import TITLES, chronicle_of


@pytest.mark.parametrize("title", TITLES)
def test_worth_is_cash_shares_and_privates(title: str) -> None:
    for count in (40, 6000):
        chronicle = chronicle_of(title, 4, count)
        table = summary(chronicle.rules, chronicle.state)
        order = table.standings
        assert [s.worth for s in order] == sorted((s.worth for s in order), reverse=True)
        rows = holding_rows(table, order)
        for index, standing in enumerate(order):
            assert standing.worth == standing.cash + standing.shares + standing.privates
            held = [row.held[index] for row in rows]
            assert standing.shares == sum(h.value or 0 for h in held if h)


def test_players_of_equal_worth_share_a_place() -> None:
    chronicle = chronicle_of(TITLES[0], 4, 0)
    state = chronicle.state
    assert [s.place for s in summary(chronicle.rules, state).standings] == [1, 1, 1, 1]
    cash = dict(state.cash)
    for player, more in (("p2", 50), ("p3", 50), ("p4", 10)):
        cash[player] += more
    order = summary(chronicle.rules, replace(state, cash=cash)).standings
    assert [(s.id, s.place) for s in order] == [("p2", 1), ("p3", 1), ("p4", 3), ("p1", 4)]


def lengthened(chronicle: Chronicle, times: int) -> Chronicle:
    """The same game as if its sets had been played several times over."""
    rounds: list[RoundRecord] = []
    sets = 0
    for _ in range(times):
        numbers: dict[str, int] = {}
        for round in chronicle.rounds:
            if round.set not in numbers:
                sets += 1
                numbers[round.set] = sets
            rounds.append(replace(round, id=round.id._replace(number=numbers[round.set])))
    return replace(chronicle, rounds=rounds)


@pytest.mark.parametrize("times", [1, 3, 8])
def test_earnings_are_all_there_in_bands_that_fit_the_page(times: int) -> None:
    chronicle = lengthened(chronicle_of("1830", 3), times)
    found = earnings(chronicle)
    receipts = [r for round in chronicle.rounds for r in round.receipts.values() if r.revenue]
    assert found.total == sum(r.revenue for r in receipts) > 0
    cells = [c for band in found.bands for _, row in band.rows for c in row if c]
    assert sum(cell.revenue for cell in cells) == found.total
    assert sum(cell.withheld for cell in cells) == sum(r.kind == "withhold" for r in receipts)
    assert sum(sum(band.sums) for band in found.bands) == found.total
    assert all(len(band.columns) <= COLUMNS for band in found.bands)
    assert [band.last for band in found.bands] == [False] * (len(found.bands) - 1) + [True]
    for band in found.bands:  # the names over the sets stand over just their own columns
        assert sum(c.span for c in band.columns if c.first) == len(band.columns)
        firsts = sum(c.first for c in band.columns)
        width = found.column(178) * len(band.columns) + 1.5 * firsts
        assert width <= 178 - 29 + 0.01 * len(band.columns)


def test_a_set_is_not_torn_where_it_fits() -> None:
    found = earnings(lengthened(chronicle_of("1830", 3), 8))
    assert len(found.bands) > 1
    sets = [c.set for band in found.bands for c in band.columns if c.first]
    assert len(sets) == len(set(sets))


@pytest.mark.parametrize("title", TITLES)
def test_every_private_of_the_game_has_its_owners_and_its_end(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    stories = private_stories(chronicle, summary(chronicle.rules, chronicle.state))
    left_out = set(chronicle.state.privates) - {s.symbol for s in stories}
    assert all(chronicle.state.privates[private] == "gone" for private in left_out)
    rules = chronicle.rules
    names = {who: rules.words.names.get(who, who) for who in (*rules.seats, *rules.data.companies)}
    for story in stories:
        owner = chronicle.state.privates[story.symbol]
        if owner in names:
            assert any(told.startswith(names[owner]) for told in story.story)


def test_each_phase_is_a_milestone_with_what_it_brought() -> None:
    chronicle = chronicle_of("1830", 3)
    began = [(r.name, phase) for r in chronicle.rounds for phase in r.phases]
    found = milestones(chronicle)
    assert began
    for name, phase in began:
        assert any(round == name and f"buys the first {phase}." in said for round, said in found)
    assert any("Companies may buy privates." in said for _, said in found)


def test_the_end_is_told_with_its_reason_and_a_running_game_with_who_is_to_act() -> None:
    over = chronicle_of("1830", 3)
    assert over.over
    assert ending(over) == f"The game ended after {over.rounds[-1].name} · a player is bankrupt"
    running = chronicle_of("1830", 3, 0)
    assert ending(running) == "Auction; Jörg is to act"
