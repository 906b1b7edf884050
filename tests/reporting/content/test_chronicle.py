"""The chronicle: what everything was worth at the end of each round, and who did what in it."""

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest

from companion.bots import simulation
from companion.reporting.content.chronicle import gather
from companion.reporting.content.event_texts import Footnotes, phrase, tell_round
from companion.reporting.content.moments import ReportMoment, moments_of_stored_game
from companion.rules.core.actions import Action, RunTrains
from companion.rules.core.change import Event
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.opening.opening_step import position_of
from companion.rules.operating.running import find_best
from companion.rules.shares.market import companies_by_price
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.reporting.report_games import TITLES, actions_of, chronicle_of, moments_of, setup_of
from tests.rules.opening.test_positions import is_between_turns


@pytest.mark.parametrize("title", TITLES)
def test_cash_after_a_round_is_what_the_books_up_to_it_come_to(title: str, tmp_path: Path) -> None:
    setup = setup_of(title, 4)
    store = GameStore(tmp_path / "games.sqlite")
    game = store.import_game(setup, actions_of(setup))
    chronicle = gather(*moments_of_stored_game(store, game))
    lines = store.entries(game)
    store.close()
    rounds = [round.id for round in chronicle.rounds]
    assert len(rounds) > 5
    for index, round in enumerate(chronicle.rounds):
        later = set(rounds[index + 1 :])
        books = [line for line in lines if line.round not in later]
        for seat in chronicle.rules.seats:
            assert round.cash[seat] == sum(line.amount(seat) for line in books), round.name


@pytest.mark.parametrize("title", TITLES)
def test_the_last_round_ends_as_the_game_stands(title: str) -> None:
    for count in (150, 6000):
        chronicle = chronicle_of(title, 3, count)
        rules, state, last = chronicle.rules, chronicle.state, chronicle.rounds[-1]
        assert last.worth == {seat: total_worth(rules, state, seat) for seat in rules.seats}
        assert last.cash == {seat: state.cash[seat] for seat in rules.seats}
        assert set(last.prices) == set(companies_by_price(state))


@pytest.mark.parametrize("title", TITLES)
def test_a_stored_game_and_its_actions_give_the_same_chronicle(title: str, tmp_path: Path) -> None:
    setup = setup_of(title, 3)
    actions = actions_of(setup, 200)
    store = GameStore(tmp_path / "games.sqlite")
    kept = gather(*moments_of_stored_game(store, store.import_game(setup, actions)))
    store.close()
    assert kept.rounds == gather(rules_for(setup), moments_of(setup, actions)).rounds


def test_undone_actions_are_not_in_the_report(tmp_path: Path) -> None:
    setup = setup_of(TITLES[0], 3)
    actions = actions_of(setup, 60)
    store = GameStore(tmp_path / "games.sqlite")
    game = store.import_game(setup, actions)
    store.undo(game, store.version(game), 20)
    kept = gather(*moments_of_stored_game(store, game))
    store.close()
    assert kept.rounds == gather(rules_for(setup), moments_of(setup, actions[:40])).rounds


@pytest.mark.parametrize("title", TITLES)
def test_a_game_just_begun_has_one_round_and_everybody_their_money(title: str) -> None:
    chronicle = chronicle_of(title, 4, 0)
    assert len(chronicle.rounds) == 1
    assert set(chronicle.rounds[0].cash.values()) == {chronicle.rules.data.cash[4]}


@pytest.mark.parametrize("title", TITLES)
def test_the_treasury_after_a_turn_is_the_company_s_cash(title: str) -> None:
    setup = setup_of(title, 4)
    moments = moments_of(setup, actions_of(setup, 300))
    chronicle = gather(rules_for(setup), moments)
    found = {(r.name, c): cash for r in chronicle.rounds for c, cash in r.treasury.items()}
    assert found
    for round in chronicle.rounds[:-1]:
        assert set(round.receipts) <= set(round.treasury), round.name
    rules = rules_for(setup)
    for before, after in pairwise(moments):
        turn = getattr(before.state.round, "turn", None)
        company = getattr(turn, "company", "")
        over = getattr(getattr(after.state.round, "turn", None), "company", "") != company
        if company and over and type(before.state.round) is type(after.state.round):
            name = rules.round_rules(before.state).name(before.state)
            if name == rules.round_rules(after.state).name(after.state):
                assert found[name, company] == after.state.cash[company]


def test_nothing_is_told_twice_or_left_untold() -> None:
    setup = setup_of("1830", 4)
    chronicle = chronicle_of("1830", 4)
    moments = moments_of(setup, actions_of(setup))
    events = [e for m in moments for e in m.events if e.kind not in ("round", "began")]
    told = [e for r in chronicle.rounds for d in r.deeds for e in d.events]
    receipts = [r for round in chronicle.rounds for r in round.receipts.values()]
    moved = [r for r in receipts if r.cell_before != r.cell_after]
    others = [sorted(repr(e) for e in list if e.kind != "price") for list in (events, told)]
    assert others[0] == others[1]
    assert len(events) - len(told) == len(moved)  # those moves the receipts tell


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_event_is_told_in_words(title: str) -> None:
    chronicle = chronicle_of(title, 4)
    notes = Footnotes()
    for round in chronicle.rounds:
        told = tell_round(chronicle.rules, round, notes)
        rows = [p.text for row in told.rows for p in row.phrases]
        lines = [p.text for p in (*told.opening, *told.remarks)]
        assert all(text and "_" not in text and "{" not in text for text in rows + lines)
        assert all(text.endswith(".") for text in lines)


def bought(price: int, source: str = "initial") -> ReportMoment:
    facts = {"player": "p1", "company": "PRR", "percent": 10, "price": price, "source": source}
    state = chronicle_of("1830", 3, 0).state
    return ReportMoment(state, (Event("bought_share", facts),), doer="p1")


def test_shares_bought_alike_are_told_together_and_others_apart() -> None:
    rules = chronicle_of("1830", 3, 0).rules
    begun = ReportMoment(bought(1).state, (Event("round", {"round": ("stock", 1, 0)}),))
    chronicle = gather(rules, [begun, bought(100), bought(100), bought(90, "pool")])
    row = tell_round(rules, chronicle.rounds[0], Footnotes()).rows[0]
    assert [p.text for p in row.phrases] == [
        "bought 20% PRR for $200",
        "bought 10% PRR for $90 from the pool",
    ]


def test_a_ruling_is_marked_and_footnoted() -> None:
    rules = chronicle_of("1830", 3, 0).rules
    begun = ReportMoment(bought(1).state, (Event("round", {"round": ("stock", 1, 0)}),))
    ruled = replace(bought(100), ruling="Jörg may go over the limit.")
    notes = Footnotes()
    chronicle = gather(rules, [begun, ruled])
    row = tell_round(rules, chronicle.rounds[0], notes).rows[0]
    assert [(p.text, p.note) for p in row.phrases] == [("bought 10% PRR for $100", 1)]
    assert notes.texts == ["Jörg may go over the limit."]


def test_a_declined_chance_is_not_told() -> None:
    """The log has it; of a report it would fill every round."""
    rules = chronicle_of("1830", 3, 0).rules
    begun = ReportMoment(bought(1).state, (Event("round", {"round": ("stock", 1, 0)}),))
    left = ReportMoment(
        begun.state, (Event("chance_forgone", {"player": "p1", "chance": "swap"}),), doer="p1"
    )
    chronicle = gather(rules, [begun, bought(100), left])
    row = tell_round(rules, chronicle.rounds[0], Footnotes()).rows[0]
    assert [p.text for p in row.phrases] == ["bought 10% PRR for $100"]


def test_a_phrase_loses_its_subject_only_where_the_row_names_it() -> None:
    rules = chronicle_of("1830", 3, 0).rules
    event = Event("president", {"player": "p1", "company": "PRR"})
    assert phrase(rules, "p1", event) == "is president of PRR"
    assert phrase(rules, "p2", event) == "Jörg is president of PRR"


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("proved", "says"), [(True, ""), (False, " or more")])
def test_the_report_says_what_a_lesser_run_could_have_been(
    title: str, proved: bool, says: str
) -> None:
    setup = setup_of(title, 3)
    rules = rules_for(setup)
    actions: list[Action] = []
    for action, outcome in simulation.play(rules, setup.seed):
        actions.append(action)
        step = rules.waiting(outcome.state)
        if step and step.name == "run":
            company = outcome.state.round.turn.company
            if rules.runs.free_routes(rules, outcome.state, company) is None:
                break
    best = find_best(rules, outcome.state, company).revenue
    run = RunTrains(company, (), better_revenue=best, is_proved=proved)
    chronicle = gather(rules, moments_of(setup, [*actions, run]))
    rows = tell_round(rules, chronicle.rounds[-1], Footnotes()).rows
    (row,) = (row for row in rows if row.phrases and row.who == company)
    money = rules.data.money
    told = f"ran for {money(0)}; {money(best)}{says} was possible"
    said, told = (t.replace("\N{NO-BREAK SPACE}", " ") for t in (row.phrases[-1].text, told))
    assert said == told


def test_a_game_that_began_on_paper_begins_in_the_round_of_its_position() -> None:
    setup = setup_of("1830", 4)
    rules = rules_for(setup)
    states = [outcome.state for _, outcome in islice(simulation.play(rules, 4), 200)]
    late = next(s for s in reversed(states) if is_between_turns(s) and s.round.kind == "stock")
    start = judge.start(rules)
    begun = judge.apply(rules, start.state, position_of(rules, late), waive=ALL_SOFT)
    chronicle = gather(rules, [ReportMoment(one.state, one.events) for one in (start, begun)])
    assert [round.id for round in chronicle.rounds] == [late.round.id]
    assert {life.began for life in chronicle.lives} == {chronicle.rounds[0].name}
