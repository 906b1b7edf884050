"""Tests of stored history edits: rows are replaced, undone together, exported and imported."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.ledger.entries import post
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.amend.history_edit import Decision
from companion.rules.core.actions import BuyShare, Dividend, SellShares, action_to_json
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import state_to_json
from companion.rules.judge.rules import RULES_VERSION
from companion.store.games.game_store import GameStore
from companion.store.games.history_edit import UndecidedError
from companion.store.history.audit import audit_rows
from companion.store.history.drafts import CHANGE, INSERT, REMOVE, Draft
from companion.store.history.log_writer import Entered
from companion.store.history.records import (
    CORRECTED,
    STANDING,
    UNDONE,
    LogRow,
    NothingToUndoError,
    StaleVersionError,
)
from tests.support.drafts import edit
from tests.support.game_stages import in_round, played

GIFT = CorrectCash("bank", "p1", 7, reason="forgotten")


@pytest.fixture
def game(store: GameStore) -> Iterator[int]:
    """Yield a game that has reached its ninth stock round."""
    made = played(store, in_round("SR 9"))
    yield made
    # the self-check has no findings, whatever was edited, undone or redone
    for each in store.games():
        assert [found.says for found in store.admin.audit(each.id).found] == []


def standing(store: GameStore, game: int) -> list[LogRow]:
    return [row for row in store.rows(game) if row.status == STANDING]


def insert(game: int, row: int) -> Draft:
    """Draft the insertion of a forgotten payment before a row."""
    return edit(game, row, INSERT, (Entered(GIFT, "banker"),))


def mend(store: GameStore, game: int, draft: Draft) -> None:
    """Accept a history edit, leaving out all actions that no longer fit."""
    decided = dict(draft.decided)
    while refused := store.edits.preview(draft).replay.refused:
        decided |= {step.n: Decision.OUT for step in refused}
        draft = replace(draft, decided=decided)
    store.edits.accept(draft, store.version(game), "we looked again", "banker")


def back(store: GameStore, game: int, rows: int) -> int:
    """Return the row at this place, counted from the end."""
    return store.past.timeline(game).rows[-rows]


def test_a_forgotten_action_is_put_in_and_the_old_lines_stay(store: GameStore, game: int) -> None:
    before, row = store.open(game), back(store, game, 20)
    old = {r.n: r for r in store.rows(game)}
    mend(store, game, insert(game, row))
    after = store.open(game)
    assert after.state.cash["p1"] == before.state.cash["p1"] + 7
    rows = store.rows(game)
    assert [r.n for r in rows] == list(range(len(rows)))
    assert {r.status for r in rows if row <= r.n <= before.head} == {CORRECTED}
    new = [r for r in rows if r.n > before.head]
    assert new[0].action == GIFT and new[0].reason == "we looked again"
    assert [r.stands_for for r in new[1:]] == list(range(row, before.head + 1))
    assert [(r.by, r.at) for r in new[1:]] == [
        (old[n].by, old[n].at) for n in range(row, before.head + 1)
    ]
    (told,) = store.edits.of(game)
    assert (told["row"], told["why"], told["corrected_by"]) == (row, "we looked again", "banker")


def test_the_states_around_a_row_are_those_of_its_own_course(store: GameStore, game: int) -> None:
    last = store.open(game).head
    mend(store, game, insert(game, back(store, game, 40)))
    for n in (last + 1, last + 2, store.open(game).head):
        made = store.read_row(game, n)
        assert made is not None and made.before is not None and made.after is not None
        cash = dict(made.before.cash)
        for entry in made.entries:
            post(cash, entry)
        assert cash == made.after.cash
    made = store.read_row(game, last)  # another row replaces it
    assert made is not None and (made.before, made.after) == (None, None)
    assert made.row.status == CORRECTED


def test_a_row_that_was_set_aside_keeps_what_it_told(store: GameStore, game: int) -> None:
    row = back(store, game, 20)
    before = store.read_row(game, row + 5)
    mend(store, game, insert(game, row))
    after = store.read_row(game, row + 5)
    assert before is not None and after is not None
    assert after.row.events == before.row.events and after.entries == before.entries
    assert after.before is None  # nothing is computed from a history that no longer stands
    assert all(store.read_row(game, r.n) for r in store.rows(game))


def test_the_books_are_those_of_the_mended_past(store: GameStore, game: int) -> None:
    mend(store, game, insert(game, back(store, game, 20)))
    view = store.open(game)
    for account, cash in view.state.cash.items():
        assert sum(line.amount(account) for line in store.entries(game, account)) == cash
    line = store.past.timeline(game)
    assert state_to_json(store.past.at(game, line.rows[-1]).state) == state_to_json(view.state)
    again = GameStore(store.where)  # rebuilt from the log
    assert state_to_json(again.past.at(game, line.rows[-2]).state)
    again.close()


def test_all_of_it_is_undone_by_one_tap_and_redone_by_another(store: GameStore, game: int) -> None:
    before = store.open(game)
    mend(store, game, insert(game, back(store, game, 20)))
    mended = store.open(game)
    undone = store.undo(game, mended.version)
    assert state_to_json(undone.state) == state_to_json(before.state)
    assert (undone.head, undone.undoable) == (before.head, before.undoable)
    assert [r.n for r in standing(store, game)] == list(range(before.head + 1))
    assert {r.status for r in store.rows(game) if r.n > before.head} == {UNDONE}
    redone = store.redo(game, undone.version)
    assert state_to_json(redone.state) == state_to_json(mended.state)
    assert redone.head == mended.head


def test_deeds_after_it_are_undone_one_by_one_and_then_all_of_it(
    store: GameStore, game: int
) -> None:
    before = store.open(game)
    mend(store, game, insert(game, back(store, game, 9)))
    mended = store.open(game)
    store.play(game, mended.version, GIFT)
    once = store.undo(game, store.version(game))
    assert state_to_json(once.state) == state_to_json(mended.state)
    twice = store.undo(game, once.version)
    assert state_to_json(twice.state) == state_to_json(before.state)
    third = store.undo(game, twice.version)
    assert third.head == store.past.timeline(game).rows[-1] < before.head
    assert store.redo(game, third.version).head == before.head


def test_a_row_is_changed_and_a_row_is_removed(store: GameStore, game: int) -> None:
    row = next(r for r in standing(store, game) if isinstance(r.action, Dividend))
    assert isinstance(row.action, Dividend)
    other = {"pay": "withhold", "withhold": "pay"}[row.action.kind]
    instead = (Entered(Dividend(row.action.company, other), "banker"),)
    mend(store, game, edit(game, row.n, CHANGE, instead))
    kinds = [r.action.kind for r in standing(store, game) if isinstance(r.action, Dividend)]
    assert kinds[0] == other
    count = len(standing(store, game))
    last = standing(store, game)[-1]
    mend(store, game, edit(game, last.n, REMOVE))
    assert len(standing(store, game)) == count - 1
    assert store.open(game).head == standing(store, game)[-1].n
    store.undo(game, store.version(game))
    assert standing(store, game)[-1].n == last.n


def test_somebody_who_acted_meanwhile_makes_it_be_worked_out_again(
    store: GameStore, game: int
) -> None:
    version, row = store.version(game), back(store, game, 9)
    store.play(game, version, GIFT)
    with pytest.raises(StaleVersionError):
        store.edits.accept(insert(game, row), version, "too late")
    assert not store.edits.of(game)
    store.edits.accept(insert(game, row), store.version(game), "in time")


@pytest.mark.parametrize("edited", [False, True])
def test_undo_of_a_game_that_another_process_took_back_is_of_an_older_version(
    store: GameStore, game: int, edited: bool
) -> None:
    if edited:
        mend(store, game, insert(game, back(store, game, 3)))
    other = GameStore(store.where)
    version = other.open(game).version
    while (view := store.open(game)).undoable:
        store.undo(game, view.version, 1 if edited and view.version == version else view.undoable)
    if not edited:
        store.play(game, view.version, GIFT)  # this drops the undone rows
    with pytest.raises(StaleVersionError):
        other.undo(game, version)
    other.close()


def test_actions_that_no_longer_fit_are_decided_first(store: GameStore, game: int) -> None:
    bought = [r for r in standing(store, game) if isinstance(r.action, (BuyShare, SellShares))]
    for row in bought:
        found = store.edits.preview(edit(game, row.n, REMOVE)).replay
        if found.refused:
            break
    assert found.refused
    with pytest.raises(UndecidedError):
        store.edits.accept(edit(game, row.n, REMOVE), store.version(game), "not hers")
    mend(store, game, edit(game, row.n, REMOVE))
    left_out = {step.n for step in found.refused}
    assert not left_out & {r.stands_for for r in standing(store, game)}


def test_a_ruled_action_stands_with_its_ruling_and_is_played_again(
    store: GameStore, game: int
) -> None:
    for row in standing(store, game)[10:]:
        refused = store.edits.preview(edit(game, row.n, REMOVE)).replay.refused
        soft = [step for step in refused if step.may_rule]
        if soft:
            break
    else:
        pytest.skip("nothing soft in this game")
    mend(store, game, edit(game, row.n, REMOVE, (), {soft[0].n: Decision.RULE}))
    (ruled,) = [r for r in standing(store, game) if r.stands_for == soft[0].n]
    assert ruled.ruling and ruled.ruling["why"] == "we looked again"
    state = store.past.at(game, ruled.n).state
    assert state_to_json(state)


def test_rows_that_do_not_stand_are_not_mended(store: GameStore, game: int) -> None:
    with pytest.raises(NothingToUndoError):
        store.edits.preview(insert(game, 0))
    with pytest.raises(NothingToUndoError):
        store.edits.preview(insert(game, 9999))
    assert store.edits.preview(insert(game, back(store, game, 5)))


def test_an_action_that_cannot_be_done_there_is_refused(store: GameStore, game: int) -> None:
    poor = CorrectCash("p1", "bank", 99999, reason="x")
    with pytest.raises(RefusedError):
        store.edits.preview(edit(game, back(store, game, 9), INSERT, (Entered(poor),)))


def test_the_self_check_finds_nothing_whatever_was_mended(store: GameStore, game: int) -> None:
    """Check after a history edit, its undo and redo, and an action on the original history."""

    def holds() -> bool:
        return audit_rows(store.admin.read_rows(game), RULES_VERSION).holds

    mend(store, game, insert(game, back(store, game, 20)))
    assert holds()
    store.undo(game, store.version(game))
    assert holds()
    store.redo(game, store.version(game))
    store.undo(game, store.version(game))
    store.play(game, store.version(game), GIFT)
    store.undo(game, store.version(game), 3)
    mend(store, game, edit(game, back(store, game, 1), REMOVE))
    assert holds()


@pytest.mark.parametrize("then", ["", "played on", "undone"])
def test_a_mended_game_goes_out_and_in_as_the_same(store: GameStore, game: int, then: str) -> None:
    mend(store, game, insert(game, back(store, game, 20)))
    if then:
        store.undo(game, store.version(game))
    if then == "played on":
        store.play(game, store.version(game), GIFT)
    file = file_of(store.admin.read_rows(game))
    copy = store_file(store, file).game
    assert state_to_json(store.open(copy).state) == state_to_json(store.open(game).state)
    ours, theirs = store.rows(game), store.rows(copy)
    assert [(r.status, r.stands_for, r.action and action_to_json(r.action)) for r in ours] == [
        (r.status, r.stands_for, r.action and action_to_json(r.action)) for r in theirs
    ]
