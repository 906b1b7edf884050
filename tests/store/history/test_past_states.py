"""Tests of past states: a game as it stood after any row of its log."""

import pytest

from companion.ledger.entries import post
from companion.store.games.game_store import GameStore
from companion.store.history.past_states import Timeline
from companion.store.history.records import STANDING, NoGameError
from tests.support.random_play import anything, plain, played

pytestmark = pytest.mark.both_databases


def test_every_moment_is_as_it_was_when_it_was_played(store: GameStore) -> None:
    game = played(store, 60)[0].id
    for row, state in store.past.walk(game):
        view = store.past.at(game, row.n)
        assert (view.then, plain(view.state)) == (row.n, plain(state))
        assert view.tail[-1] == row


def test_a_row_that_was_undone_leads_to_what_stood_before_it(store: GameStore) -> None:
    game = played(store, 30)[0].id
    before = store.open(game)
    store.undo(game, before.version, 4)
    undone = [row.n for row in store.rows(game) if row.status != STANDING]
    last = store.open(game)
    assert store.past.at(game, undone[0]).state == last.state
    assert store.past.at(game, undone[-1]).then == last.head
    assert store.past.at(game, 10**8).then == last.head


def test_nothing_is_undone_or_redone_in_the_past(store: GameStore) -> None:
    game = played(store, 30)[0].id
    view = store.undo(game, store.version(game), 2)
    assert (view.undoable, view.redoable) == (28, 2)
    then = store.past.at(game, 12)
    assert (then.undoable, then.redoable) == (0, 0)
    assert then.version == view.version


def test_a_round_begins_after_the_last_row_of_the_one_before(store: GameStore) -> None:
    game = played(store, 60)[0].id
    line = store.past.timeline(game)
    assert len(line.rounds) > 1
    for round, row in line.rounds:
        assert store.past.at(game, row).state.round.id == round
    assert line.rounds[0][1] == line.rows[0] == 0


def test_a_row_has_its_neighbours() -> None:
    line = Timeline((0, 1, 5, 6), ())
    assert [line.at(n) for n in (0, 1, 4, 5, 9)] == [0, 1, 1, 5, 6]
    assert [line.before(n) for n in line.rows] == [None, 0, 1, 5]
    assert [line.after(n) for n in line.rows] == [1, 5, 6, None]


def test_a_row_is_made_of_the_states_around_it_undone_or_not(store: GameStore) -> None:
    view, states = played(store, 45)
    store.undo(view.id, view.version, 3)
    for n in (1, 20, 21, 42, 43, 45):
        made = store.read_row(view.id, n)
        assert made is not None and made.before is not None and made.after is not None
        assert (plain(made.before), plain(made.after)) == (states[n - 1], states[n])
        assert made.row.n == n and made.earlier[-1].n == n - 1
        cash = dict(made.before.cash)
        for entry in made.entries:
            post(cash, entry)
        assert cash == made.after.cash


def test_only_the_books_of_a_replaced_row_are_known(
    store: GameStore,
) -> None:
    view, _ = played(store, 20)
    view = store.undo(view.id, view.version, 1)
    store.play(view.id, view.version, anything(view))
    made = store.read_row(view.id, 20)
    assert made is not None and (made.before, made.after) == (None, None)
    assert made.row.n == 20 and made.earlier == ()
    assert store.read_row(view.id, 99) is None
    began = store.read_row(view.id, 0)
    assert began is not None and began.before is None and len(began.entries) > 2


def test_there_is_no_past_of_a_game_that_is_not_there(store: GameStore) -> None:
    for ask in (lambda: store.past.at(77, 0), lambda: store.past.timeline(77)):
        with pytest.raises(NoGameError):
            ask()
