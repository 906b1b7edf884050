"""Tests of the game store: the log is the game; play, undo, redo, versions, books, imports."""

import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import delete, event, update
from sqlmodel import col

from companion import titles
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import Action, BuyPrivate, Pass, SellShares
from companion.rules.core.refusals import RefusedError
from companion.rules.core.rounds import RoundId
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.store.db.tables import Row, Snapshot
from companion.store.games.game_import import ImportRefusedError
from companion.store.games.game_store import GameStore
from companion.store.history.game_cache import OPEN_GAMES
from companion.store.history.log_writer import SNAPSHOT_EVERY, Entered
from companion.store.history.records import (
    DROPPED,
    STANDING,
    UNDONE,
    CannotRebuildError,
    GameView,
    NoGameError,
    NothingToUndoError,
    StaleVersionError,
)
from tests.support.random_play import SETUP, actions, anything, plain, played

pytestmark = pytest.mark.both_databases


def balances(store: GameStore, game: int) -> dict[str, int]:
    """Return every account's balance by the books of the game."""
    sums: Counter[str] = Counter()
    for line in store.entries(game):
        assert sum(posting.amount for posting in line.postings) == 0
        for posting in line.postings:
            sums[posting.account] += posting.amount
    return dict(sums)


def view_round(store: GameStore, game: int) -> RoundId:
    return store.open(game).state.round.id


def has_the_books_of_its_state(store: GameStore, view: GameView) -> bool:
    cash = {account: amount for account, amount in view.state.cash.items() if amount}
    return cash == {a: b for a, b in balances(store, view.id).items() if b}


def test_a_new_game_stands_as_the_rules_begin_it(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    assert view.setup == SETUP
    assert plain(view.state) == plain(judge.start(titles.rules_for(SETUP)).state)
    assert (view.version, view.undoable, view.redoable) == (1, 0, 0)
    assert has_the_books_of_its_state(store, view)


def test_a_set_up_that_cannot_be_played_is_not_stored(store: GameStore) -> None:
    with pytest.raises(BadSetupError):
        store.new_game(Setup("1830", ("Ann",)))
    assert store.games() == []


def test_an_action_is_in_the_log_with_who_entered_it_and_when(store: GameStore) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    view = store.open(store.new_game(SETUP))
    after = store.play(view.id, view.version, Pass("p1"), by="Ann's phone")
    assert after.version == view.version + 1
    assert plain(after.state) == plain(judge.apply(view.rules, view.state, Pass("p1")).state)
    row = store.rows(view.id)[-1]
    assert (row.n, row.action, row.by, row.status) == (1, Pass("p1"), "Ann's phone", STANDING)
    assert before < row.at <= datetime.now(UTC)
    assert row.events == judge.apply(view.rules, view.state, Pass("p1")).events
    assert after.tail[-1] == row


def test_a_refused_action_changes_nothing(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    with pytest.raises(RefusedError) as refused:
        store.play(view.id, view.version, Pass("p2"))
    assert refused.value.refusals
    assert store.open(view.id).version == view.version
    assert len(store.rows(view.id)) == 1


def test_a_stale_version_is_told_the_present_one_and_changes_nothing(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    store.play(view.id, view.version, Pass("p1"))
    for late in (
        lambda: store.play(view.id, view.version, Pass("p2")),
        lambda: store.undo(view.id, view.version),
        lambda: store.redo(view.id, view.version),
    ):
        with pytest.raises(StaleVersionError) as stale:
            late()
        assert stale.value.version == view.version + 1
    assert len(store.rows(view.id)) == 2


def test_only_one_of_several_devices_acts_on_a_version(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    answers = act_at_once([store] * 8, view, Pass("p1"))
    assert answers == {view.version + 1: 1, StaleVersionError: 7}
    assert len(store.rows(view.id)) == 2


def test_one_of_two_programs_acts_on_a_version(store: GameStore, place: Path | str) -> None:
    view = store.open(store.new_game(SETUP))
    other = GameStore(place)
    assert other.open(view.id).version == view.version
    after = store.play(view.id, view.version, Pass("p1"))
    with pytest.raises(StaleVersionError):
        other.play(view.id, view.version, Pass("p1"))
    assert plain(other.open(view.id).state) == plain(after.state)
    other.play(view.id, after.version, Pass("p2"))
    assert store.open(view.id).version == after.version + 1
    other.close()


def act_at_once(stores: list[GameStore], view: GameView, action: Action) -> Counter[object]:
    """Play the action in every store at the same moment; count the results."""
    answers: list[object] = []
    gate = threading.Barrier(len(stores))

    def device(store: GameStore) -> None:
        store.open(view.id)
        gate.wait()
        try:
            answers.append(store.play(view.id, view.version, action).version)
        except Exception as fault:
            answers.append(type(fault))

    threads = [threading.Thread(target=device, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answers)


def test_only_one_of_several_programs_writes_on_a_version(
    store: GameStore, place: Path | str
) -> None:
    stores = [store, *(GameStore(place) for _ in range(3))]
    view = store.open(store.new_game(SETUP))
    for turn in range(15):
        answers = act_at_once(stores, view, anything(view))
        assert answers == {view.version + 1: 1, StaleVersionError: 3}
        view = store.open(view.id)
        assert len(store.rows(view.id)) == turn + 2
    for each in stores[1:]:
        each.close()


def test_undo_and_redo_of_any_depth_find_the_very_state(store: GameStore) -> None:
    view, states = played(store, 65)
    at = 65
    for to in (64, 65, 60, 41, 40, 39, 0, 1, 65, 20, 21, 19, 0, 65, 45, 65):
        move = store.undo if to < at else store.redo
        view = move(view.id, view.version, abs(to - at), "Bob")
        at = to
        assert plain(view.state) == states[to]
        assert (view.undoable, view.redoable) == (to, 65 - to)
        assert has_the_books_of_its_state(store, view)
    assert [row.status for row in store.rows(view.id)] == [STANDING] * 66


def test_undone_actions_stay_in_the_log_with_who_took_them_back(store: GameStore) -> None:
    view, _ = played(store, 5)
    store.undo(view.id, view.version, 2, "Bob")
    rows = store.rows(view.id)
    assert [row.status for row in rows] == [STANDING] * 4 + [UNDONE] * 2
    assert {row.undone_by for row in rows[4:]} == {"Bob"}
    assert all(row.undone_at is not None for row in rows[4:])


def test_a_log_that_is_asked_for_again_is_what_another_program_reads(
    store: GameStore, place: Path | str
) -> None:
    view, _ = played(store, 6)
    for move in (
        lambda view: store.undo(view.id, view.version, 3, "Bob"),
        lambda view: store.redo(view.id, view.version, 1),
        lambda view: store.play(view.id, view.version, anything(view)),
    ):
        known = store.rows(view.id)
        view = move(view)
        other = GameStore(place)
        assert store.rows(view.id) == other.rows(view.id) != known
        other.close()
    assert {row.status for row in store.rows(view.id)} == {STANDING, DROPPED}


def test_an_undone_action_is_dropped_for_good_by_another_action(store: GameStore) -> None:
    view, states = played(store, 30)
    view = store.undo(view.id, view.version, 12)
    view = store.play(view.id, view.version, anything(view))
    assert view.redoable == 0
    with pytest.raises(NothingToUndoError):
        store.redo(view.id, view.version)
    rows = store.rows(view.id)
    assert [row.status for row in rows] == [STANDING] * 19 + [DROPPED] * 12 + [STANDING]
    assert has_the_books_of_its_state(store, view)
    view = store.undo(view.id, view.version, 1)
    assert plain(view.state) == states[18]
    view = store.redo(view.id, view.version, 1)
    assert view.undoable == 19
    assert plain(store.undo(view.id, view.version, 19).state) == states[0]


def test_a_dropped_action_does_not_come_back_by_undo(store: GameStore) -> None:
    """Check this although a snapshot was stored, from which the same actions would be legal."""
    view = store.open(store.new_game(Setup("1830", ("Ann", "Bob"))))
    view = store.play(view.id, view.version, BuyPrivate("p1", "SV"))
    while view.undoable < SNAPSHOT_EVERY:
        view = store.play(view.id, view.version, Pass(view.rules.actor(view.state) or ""))
    assert view.rules.actor(view.state) == "p1"
    view = store.undo(view.id, view.version, SNAPSHOT_EVERY)
    passed = store.play(view.id, view.version, Pass("p1"))
    view = store.play(view.id, passed.version, Pass("p2"))
    view = store.undo(view.id, view.version)
    assert plain(view.state) == plain(passed.state)
    assert view.state.privates["SV"] == "bank"
    assert has_the_books_of_its_state(store, view)


def test_no_more_can_be_undone_or_redone_than_there_is(store: GameStore) -> None:
    view, _ = played(store, 3)
    for depth in (4, 99):
        with pytest.raises(NothingToUndoError):
            store.undo(view.id, view.version, depth)
    for depth in (0, 1):
        with pytest.raises(NothingToUndoError):
            store.redo(view.id, view.version, depth)
    assert store.open(view.id).version == view.version


def test_the_books_are_those_of_the_state_after_each_action(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    for action, _ in actions(SETUP, 40):
        view = store.play(view.id, view.version, action)
        assert has_the_books_of_its_state(store, view)


def test_the_books_can_be_read_by_account(store: GameStore) -> None:
    view, _ = played(store, 60)
    everything = store.entries(view.id)
    mine = store.entries(view.id, account="p2")
    assert mine == [line for line in everything if any(p.account == "p2" for p in line.postings)]
    assert sum(line.amount("p2") for line in mine) == view.state.cash["p2"]


def test_an_action_that_begins_a_round_has_entries_in_both(store: GameStore) -> None:
    """Book the costs of a last turn in its round and the revenue of privates in the next."""
    begins = bought = 0
    for seed in range(1, 9):
        game = store.import_game(SETUP, [action for action, _ in actions(SETUP, 90, seed)])
        lines = store.entries(game)
        for first in [line.n for line in lines if line.memo == "private_revenue"]:
            of_action = [line for line in lines if line.n == first]
            revenue = {line.round for line in of_action if line.memo == "private_revenue"}
            spent = [li for li in of_action if li.memo not in ("private_revenue", "capital")]
            before = {line.round for line in spent}
            begins += 1
            bought += bool(before)
            assert not revenue & before
    assert begins > 4
    assert bought > 0


def test_undone_money_leaves_the_books_and_comes_back(store: GameStore) -> None:
    view, _ = played(store, 40)
    books = store.entries(view.id)
    view = store.undo(view.id, view.version, 40)
    assert store.entries(view.id) == [line for line in books if line.n == 0]
    view = store.redo(view.id, view.version, 40)
    assert store.entries(view.id) == books


def test_a_game_opens_again_as_it_stood(store: GameStore, place: Path | str) -> None:
    view, states = played(store, 33)
    store.close()
    again = GameStore(place)
    assert plain(again.open(view.id).state) == states[-1]
    assert again.open(view.id).version == view.version
    again.close()


def test_no_opening_undo_or_redo_applies_more_than_twenty_actions(
    store: GameStore, place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, _ = played(store, 65)
    applied: list[int] = [0]
    real = judge.carry_out

    def counting(*told, **more):  # type: ignore[no-untyped-def]
        applied[0] += 1
        return real(*told, **more)

    monkeypatch.setattr(judge, "carry_out", counting)
    at = 65
    for to in (59, 19, 0, 39, 65, 1, 64, 65):
        applied[0] = 0
        move = store.undo if to < at else store.redo
        view = move(view.id, view.version, abs(to - at))
        at = to
        assert applied[0] <= 20
    applied[0] = 0
    GameStore(place).open(view.id)
    assert applied[0] <= 20
    applied[0] = 0
    store.play(view.id, view.version, anything(view))
    assert applied[0] == 1


def test_the_list_of_games_has_the_one_changed_last_first(store: GameStore) -> None:
    first = store.new_game(SETUP)
    second = store.new_game(Setup("1830", ("Dirk", "Els")))
    store.play(first, 1, Pass("p1"))
    listed = store.games()
    assert [game.id for game in listed] == [first, second]
    assert listed[0].players == ("Ann", "Bob", "Cleo")
    assert (listed[0].title, listed[0].actions, listed[0].finished) == ("1830", 1, "")
    assert listed[0].round == view_round(store, first)
    assert listed[0].changed.tzinfo is not None


def test_a_game_that_is_not_there_is_told(store: GameStore) -> None:
    for question in (store.open, store.version, store.rows, store.entries):
        with pytest.raises(NoGameError):
            question(7)
    with pytest.raises(NoGameError):
        store.play(7, 1, Pass("p1"))


def test_an_import_is_stored_with_its_authors_and_hours(store: GameStore) -> None:
    hour = datetime(2024, 3, 2, 20, 15, tzinfo=UTC)
    played_before = list(actions(SETUP, 45))
    entered = [Entered(action, "Bob", hour) for action, _ in played_before]
    game = store.import_game(SETUP, entered)
    view = store.open(game)
    assert plain(view.state) == plain(played_before[-1][1])
    assert view.undoable == 45
    assert {(row.by, row.at) for row in store.rows(game)[1:]} == {("Bob", hour)}
    assert has_the_books_of_its_state(store, view)
    first = store.undo(game, view.version, 44)
    assert plain(first.state) == plain(played_before[0][1])


def test_an_import_with_one_illegal_action_stores_nothing(store: GameStore) -> None:
    legal = [action for action, _ in actions(SETUP, 10)]
    with pytest.raises(ImportRefusedError) as refused:
        store.import_game(SETUP, [*legal, SellShares("p1", "PRR", 1), Pass("p1")])
    assert refused.value.index == 10
    assert refused.value.refusals
    assert store.games() == []


def test_walking_a_game_shows_every_standing_row_with_its_state(store: GameStore) -> None:
    view, states = played(store, 25)
    view = store.undo(view.id, view.version, 3)
    walked = list(store.past.walk(view.id))
    assert [row.n for row, _ in walked] == list(range(23))
    assert [plain(state) for _, state in walked] == states[:23]


def test_a_log_with_dividends_can_be_read_by_a_program_that_has_just_started(
    store: GameStore, place: Path | str
) -> None:
    game = store.import_game(SETUP, [action for action, _ in actions(SETUP, 250)])
    events = [event for row in store.rows(game) for event in row.events]
    assert any(event.kind == "paid" for event in events)
    code = """
import sys
from pathlib import Path
from companion.store.games.game_store import GameStore
from companion.store.db.tables import Row, Snapshot
place = sys.argv[1]
for row in GameStore(place if "://" in place else Path(place)).rows(int(sys.argv[2])):
    for event in row.events:
        print(event)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(place), str(game)],
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [str(event) for event in events]


def test_only_so_many_games_are_held_in_memory(store: GameStore) -> None:
    ids = [store.new_game(SETUP) for _ in range(OPEN_GAMES + 3)]
    for game in ids:
        store.open(game)
    assert store.memory.count == OPEN_GAMES
    assert store.open(ids[0]).version == 1


def test_all_actions_of_one_tap_are_one_deed(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    view = store.play(view.id, view.version, Pass("p1"))
    before = plain(view.state)
    after = store.play(view.id, view.version, Pass("p2"), Pass("p3"), by="Bob")
    assert (after.version, after.undoable) == (view.version + 1, 2)
    rows = store.rows(view.id)
    assert [(row.n, row.depth, row.deed) for row in rows] == [
        (0, 0, 0),
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 2),
    ]
    undone = store.undo(view.id, after.version)
    assert plain(undone.state) == before
    assert (undone.undoable, undone.redoable) == (1, 1)
    again = store.redo(view.id, undone.version)
    assert plain(again.state) == plain(after.state)
    assert (again.undoable, again.redoable) == (2, 0)
    assert store.undo(view.id, again.version, 2).undoable == 0


def test_a_deed_whose_second_action_is_refused_does_nothing(store: GameStore) -> None:
    view = store.open(store.new_game(SETUP))
    with pytest.raises(RefusedError):
        store.play(view.id, view.version, Pass("p1"), Pass("p3"))
    assert store.open(view.id).version == view.version
    assert len(store.rows(view.id)) == 1


@pytest.mark.sqlite_only  # test_postgres.py has the equivalent test
def test_the_second_action_on_the_same_version_is_stale(store: GameStore, place: Path) -> None:
    """Let both find their version current and wait to write; then both write."""
    other = GameStore(place)
    view = store.open(store.new_game(SETUP))
    other.open(view.id)
    waiting = threading.Semaphore(0)
    for each in (store, other):
        listener = partial(tell_writer, waiting)
        event.listen(each.database._engine, "before_cursor_execute", listener)
    answers: list[object] = []

    def act(each: GameStore) -> None:
        try:
            answers.append(each.play(view.id, view.version, Pass("p1")).version)
        except StaleVersionError as stale:
            answers.append((StaleVersionError, stale.version))

    threads = [threading.Thread(target=act, args=(each,)) for each in (store, other)]
    with closing(sqlite3.connect(place, isolation_level=None)) as holding:
        holding.execute("BEGIN IMMEDIATE")
        for thread in threads:
            thread.start()
        for _ in threads:
            assert waiting.acquire(timeout=120)  # its check has passed and its write is next
        holding.execute("ROLLBACK")
    for thread in threads:
        thread.join()
    after = view.version + 1
    assert sorted(answers, key=str) == sorted([after, (StaleVersionError, after)], key=str)
    assert len(store.rows(view.id)) == 2
    other.close()


def tell_writer(
    waiting: threading.Semaphore, connection: object, cursor: object, statement: str, *_: object
) -> None:
    """Signal that a write transaction is about to begin."""
    if statement == "BEGIN IMMEDIATE":
        waiting.release()


def test_the_version_is_compared_by_the_change_itself(store: GameStore) -> None:
    """Compare versions without a lock: the update applies only to the version that was seen."""
    view = store.open(store.new_game(SETUP))
    with store.database.read() as session:
        opened = store.memory.current(session, view.id)
    store.play(view.id, view.version, Pass("p1"))
    with pytest.raises(StaleVersionError) as stale, store.database.write() as session:
        store._changes.write_head(session, view.id, view.version, opened)
    assert stale.value.version == view.version + 1
    assert store.open(view.id).version == view.version + 1


def test_a_game_that_has_ended_has_its_winners_in_the_list(store: GameStore) -> None:
    setup = Setup("1830", ("Ann", "Bob", "Cleo"), {"bank": 3000}, 1)
    played_out = [action for action, _ in actions(setup, 5000)]
    game = store.import_game(setup, played_out[:-1])
    assert store.games()[0].winners == ()
    view = store.play(game, store.version(game), played_out[-1])
    assert view.state.end_reason
    worths = {
        view.rules.words.names[s]: total_worth(view.rules, view.state, s) for s in view.rules.seats
    }
    winners = store.games()[0].winners
    assert winners
    assert {worths[name] for name in winners} == {max(worths.values())}
    store.undo(game, view.version)
    assert store.games()[0].winners == ()
    store.redo(game, view.version + 1)
    assert store.games()[0].winners == winners


def test_undo_and_redo_of_deeds_in_memory_play_nothing_again(store: GameStore) -> None:
    """Make replay impossible: the log is unreadable and there is no snapshot."""
    view, _ = played(store, 12)
    states = [view.state]
    for _ in range(3):
        view = store.play(view.id, view.version, anything(view))
        states.append(view.state)
    with store.database.write() as session:
        session.execute(delete(Snapshot))
        session.execute(update(Row).where(col(Row.number) == 5).values(action={"type": "Nothing"}))
    for state in states[2::-1]:
        view = store.undo(view.id, view.version)
        assert view.state == state
    for state in states[1:]:
        view = store.redo(view.id, view.version)
        assert view.state == state
    with pytest.raises(CannotRebuildError):
        store.undo(view.id, view.version, 9)
    assert store.open(view.id).version == view.version


def test_a_deed_after_undo_is_undone_to_its_own_past(store: GameStore) -> None:
    """Never take states of dropped actions for those of their replacements."""
    view, _ = played(store, 12)
    for _ in range(3):
        view = store.play(view.id, view.version, anything(view))
    before = store.undo(view.id, view.version, 2)
    view = store.play(view.id, before.version, CorrectCash("bank", "p1", 7, reason="lost"))
    first = view.state
    view = store.play(view.id, view.version, CorrectCash("bank", "p1", 9, reason="lost"))
    second = view.state
    view = store.undo(view.id, view.version)
    assert view.state == first
    view = store.undo(view.id, view.version)
    assert view.state == before.state
    view = store.redo(view.id, view.version, 2)
    assert view.state == second
