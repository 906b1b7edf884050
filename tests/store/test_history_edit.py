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
from companion.rules.judge.title_rules import RULES_VERSION
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
from tests.drafts import edit
from tests.web.playing import in_round, played

GIFT = CorrectCash("bank", "p1", 7, reason="forgotten")


@pytest.fixture
def game(shelf: GameStore) -> Iterator[int]:
    """Yield a game that has reached its ninth stock round."""
    made = played(shelf, in_round("SR 9"))
    yield made
    # the self-check has no findings, whatever was edited, undone or redone
    for each in shelf.games():
        assert [found.says for found in shelf.archive.audit(each.id).found] == []


def standing(shelf: GameStore, game: int) -> list[LogRow]:
    return [row for row in shelf.rows(game) if row.status == STANDING]


def insert(game: int, row: int) -> Draft:
    """Draft the insertion of a forgotten payment before a row."""
    return edit(game, row, INSERT, (Entered(GIFT, "banker"),))


def mend(shelf: GameStore, game: int, draft: Draft) -> None:
    """Accept a history edit, leaving out all actions that no longer fit."""
    decided = dict(draft.decided)
    while refused := shelf.edits.preview(draft).replay.refused:
        decided |= {step.n: Decision.OUT for step in refused}
        draft = replace(draft, decided=decided)
    shelf.edits.accept(draft, shelf.version(game), "we looked again", "banker")


def back(shelf: GameStore, game: int, rows: int) -> int:
    """Return the row at this place, counted from the end."""
    return shelf.past.timeline(game).rows[-rows]


def test_what_was_forgotten_is_put_in_and_the_old_lines_stay(shelf: GameStore, game: int) -> None:
    before, row = shelf.open(game), back(shelf, game, 20)
    old = {r.n: r for r in shelf.rows(game)}
    mend(shelf, game, insert(game, row))
    after = shelf.open(game)
    assert after.state.cash["p1"] == before.state.cash["p1"] + 7
    rows = shelf.rows(game)
    assert [r.n for r in rows] == list(range(len(rows)))
    assert {r.status for r in rows if row <= r.n <= before.head} == {CORRECTED}
    new = [r for r in rows if r.n > before.head]
    assert new[0].action == GIFT and new[0].reason == "we looked again"
    assert [r.stands_for for r in new[1:]] == list(range(row, before.head + 1))
    assert [(r.by, r.at) for r in new[1:]] == [
        (old[n].by, old[n].at) for n in range(row, before.head + 1)
    ]
    (told,) = shelf.edits.of(game)
    assert (told["row"], told["why"], told["corrected_by"]) == (row, "we looked again", "banker")


def test_the_states_around_a_row_are_those_of_its_own_course(shelf: GameStore, game: int) -> None:
    last = shelf.open(game).head
    mend(shelf, game, insert(game, back(shelf, game, 40)))
    for n in (last + 1, last + 2, shelf.open(game).head):
        made = shelf.made(game, n)
        assert made is not None and made.before is not None and made.after is not None
        cash = dict(made.before.cash)
        for entry in made.entries:
            post(cash, entry)
        assert cash == made.after.cash
    made = shelf.made(game, last)  # another row replaces it
    assert made is not None and (made.before, made.after) == (None, None)
    assert made.row.status == CORRECTED


def test_a_row_that_was_set_aside_keeps_what_it_told(shelf: GameStore, game: int) -> None:
    row = back(shelf, game, 20)
    before = shelf.made(game, row + 5)
    mend(shelf, game, insert(game, row))
    after = shelf.made(game, row + 5)
    assert before is not None and after is not None
    assert after.row.events == before.row.events and after.entries == before.entries
    assert after.before is None  # nothing is computed from a history that no longer stands
    assert all(shelf.made(game, r.n) for r in shelf.rows(game))


def test_the_books_are_those_of_the_mended_past(shelf: GameStore, game: int) -> None:
    mend(shelf, game, insert(game, back(shelf, game, 20)))
    view = shelf.open(game)
    for account, cash in view.state.cash.items():
        assert sum(line.amount(account) for line in shelf.entries(game, account)) == cash
    line = shelf.past.timeline(game)
    assert state_to_json(shelf.past.at(game, line.rows[-1]).state) == state_to_json(view.state)
    again = GameStore(shelf.where)  # rebuilt from the log
    assert state_to_json(again.past.at(game, line.rows[-2]).state)
    again.close()


def test_all_of_it_is_undone_by_one_tap_and_redone_by_another(shelf: GameStore, game: int) -> None:
    before = shelf.open(game)
    mend(shelf, game, insert(game, back(shelf, game, 20)))
    mended = shelf.open(game)
    undone = shelf.undo(game, mended.version)
    assert state_to_json(undone.state) == state_to_json(before.state)
    assert (undone.head, undone.undoable) == (before.head, before.undoable)
    assert [r.n for r in standing(shelf, game)] == list(range(before.head + 1))
    assert {r.status for r in shelf.rows(game) if r.n > before.head} == {UNDONE}
    redone = shelf.redo(game, undone.version)
    assert state_to_json(redone.state) == state_to_json(mended.state)
    assert redone.head == mended.head


def test_deeds_after_it_are_undone_one_by_one_and_then_all_of_it(
    shelf: GameStore, game: int
) -> None:
    before = shelf.open(game)
    mend(shelf, game, insert(game, back(shelf, game, 9)))
    mended = shelf.open(game)
    shelf.play(game, mended.version, GIFT)
    once = shelf.undo(game, shelf.version(game))
    assert state_to_json(once.state) == state_to_json(mended.state)
    twice = shelf.undo(game, once.version)
    assert state_to_json(twice.state) == state_to_json(before.state)
    third = shelf.undo(game, twice.version)
    assert third.head == shelf.past.timeline(game).rows[-1] < before.head
    assert shelf.redo(game, third.version).head == before.head


def test_a_row_is_changed_and_a_row_is_removed(shelf: GameStore, game: int) -> None:
    row = next(r for r in standing(shelf, game) if isinstance(r.action, Dividend))
    assert isinstance(row.action, Dividend)
    other = {"pay": "withhold", "withhold": "pay"}[row.action.kind]
    instead = (Entered(Dividend(row.action.company, other), "banker"),)
    mend(shelf, game, edit(game, row.n, CHANGE, instead))
    kinds = [r.action.kind for r in standing(shelf, game) if isinstance(r.action, Dividend)]
    assert kinds[0] == other
    count = len(standing(shelf, game))
    last = standing(shelf, game)[-1]
    mend(shelf, game, edit(game, last.n, REMOVE))
    assert len(standing(shelf, game)) == count - 1
    assert shelf.open(game).head == standing(shelf, game)[-1].n
    shelf.undo(game, shelf.version(game))
    assert standing(shelf, game)[-1].n == last.n


def test_somebody_who_acted_meanwhile_makes_it_be_worked_out_anew(
    shelf: GameStore, game: int
) -> None:
    version, row = shelf.version(game), back(shelf, game, 9)
    shelf.play(game, version, GIFT)
    with pytest.raises(StaleVersionError):
        shelf.edits.accept(insert(game, row), version, "too late")
    assert not shelf.edits.of(game)
    shelf.edits.accept(insert(game, row), shelf.version(game), "in time")


@pytest.mark.parametrize("edited", [False, True])
def test_undo_of_a_game_that_another_process_took_back_is_of_an_older_version(
    shelf: GameStore, game: int, edited: bool
) -> None:
    if edited:
        mend(shelf, game, insert(game, back(shelf, game, 3)))
    other = GameStore(shelf.where)
    version = other.open(game).version
    while (view := shelf.open(game)).undoable:
        shelf.undo(game, view.version, 1 if edited and view.version == version else view.undoable)
    if not edited:
        shelf.play(game, view.version, GIFT)  # this drops the undone rows
    with pytest.raises(StaleVersionError):
        other.undo(game, version)
    other.close()


def test_what_does_not_fit_any_more_is_decided_first(shelf: GameStore, game: int) -> None:
    bought = [r for r in standing(shelf, game) if isinstance(r.action, (BuyShare, SellShares))]
    for row in bought:
        found = shelf.edits.preview(edit(game, row.n, REMOVE)).replay
        if found.refused:
            break
    assert found.refused
    with pytest.raises(UndecidedError):
        shelf.edits.accept(edit(game, row.n, REMOVE), shelf.version(game), "not hers")
    mend(shelf, game, edit(game, row.n, REMOVE))
    left_out = {step.n for step in found.refused}
    assert not left_out & {r.stands_for for r in standing(shelf, game)}


def test_what_is_ruled_stands_with_its_ruling_and_is_played_again(
    shelf: GameStore, game: int
) -> None:
    for row in standing(shelf, game)[10:]:
        refused = shelf.edits.preview(edit(game, row.n, REMOVE)).replay.refused
        soft = [step for step in refused if step.may_rule]
        if soft:
            break
    else:
        pytest.skip("nothing soft in this game")
    mend(shelf, game, edit(game, row.n, REMOVE, (), {soft[0].n: Decision.RULE}))
    (ruled,) = [r for r in standing(shelf, game) if r.stands_for == soft[0].n]
    assert ruled.ruling and ruled.ruling["why"] == "we looked again"
    state = shelf.past.at(game, ruled.n).state
    assert state_to_json(state)


def test_rows_that_do_not_stand_are_not_mended(shelf: GameStore, game: int) -> None:
    with pytest.raises(NothingToUndoError):
        shelf.edits.preview(insert(game, 0))
    with pytest.raises(NothingToUndoError):
        shelf.edits.preview(insert(game, 9999))
    assert shelf.edits.preview(insert(game, back(shelf, game, 5)))


def test_what_cannot_be_done_there_is_refused(shelf: GameStore, game: int) -> None:
    poor = CorrectCash("p1", "bank", 99999, reason="x")
    with pytest.raises(RefusedError):
        shelf.edits.preview(edit(game, back(shelf, game, 9), INSERT, (Entered(poor),)))


def test_the_self_check_finds_nothing_whatever_was_mended(shelf: GameStore, game: int) -> None:
    """Check after a history edit, its undo and redo, and an action on the original history."""

    def holds() -> bool:
        return audit_rows(shelf.archive.stored(game), RULES_VERSION).holds

    mend(shelf, game, insert(game, back(shelf, game, 20)))
    assert holds()
    shelf.undo(game, shelf.version(game))
    assert holds()
    shelf.redo(game, shelf.version(game))
    shelf.undo(game, shelf.version(game))
    shelf.play(game, shelf.version(game), GIFT)
    shelf.undo(game, shelf.version(game), 3)
    mend(shelf, game, edit(game, back(shelf, game, 1), REMOVE))
    assert holds()


@pytest.mark.parametrize("then", ["", "played on", "undone"])
def test_a_mended_game_goes_out_and_in_as_the_same(shelf: GameStore, game: int, then: str) -> None:
    mend(shelf, game, insert(game, back(shelf, game, 20)))
    if then:
        shelf.undo(game, shelf.version(game))
    if then == "played on":
        shelf.play(game, shelf.version(game), GIFT)
    file = file_of(shelf.archive.stored(game))
    copy = store_file(shelf, file).game
    assert state_to_json(shelf.open(copy).state) == state_to_json(shelf.open(game).state)
    ours, theirs = shelf.rows(game), shelf.rows(copy)
    assert [(r.status, r.stands_for, r.action and action_to_json(r.action)) for r in ours] == [
        (r.status, r.stands_for, r.action and action_to_json(r.action)) for r in theirs
    ]
