"""Looking back: a game as it stood after any row of its log."""

import pytest

from companion.store.past import Timeline
from companion.store.records import STANDING, NoGame
from companion.store.shelf import Shelf
from tests.store.playing import plain, played

pytestmark = pytest.mark.both_databases


def test_every_moment_is_as_it_was_when_it_was_played(shelf: Shelf) -> None:
    game = played(shelf, 60)[0].id
    for row, state in shelf.walk(game):
        view = shelf.at(game, row.n)
        assert (view.then, plain(view.state)) == (row.n, plain(state))
        assert view.tail[-1] == row


def test_a_row_that_was_undone_leads_to_what_stood_before_it(shelf: Shelf) -> None:
    game = played(shelf, 30)[0].id
    before = shelf.open(game)
    shelf.undo(game, before.version, 4)
    undone = [row.n for row in shelf.rows(game) if row.status != STANDING]
    last = shelf.open(game)
    assert shelf.at(game, undone[0]).state == last.state
    assert shelf.at(game, undone[-1]).then == last.head
    assert shelf.at(game, 10**8).then == last.head


def test_nothing_is_undone_or_redone_in_the_past(shelf: Shelf) -> None:
    game = played(shelf, 30)[0].id
    view = shelf.undo(game, shelf.version(game), 2)
    assert (view.undoable, view.redoable) == (28, 2)
    then = shelf.at(game, 12)
    assert (then.undoable, then.redoable) == (0, 0)
    assert then.version == view.version


def test_a_round_begins_after_the_last_row_of_the_one_before(shelf: Shelf) -> None:
    game = played(shelf, 60)[0].id
    line = shelf.timeline(game)
    assert len(line.rounds) > 1
    for round, row in line.rounds:
        assert shelf.at(game, row).state.round.id == round
    assert line.rounds[0][1] == line.rows[0] == 0


def test_a_row_has_its_neighbours() -> None:
    line = Timeline((0, 1, 5, 6), ())
    assert [line.at(n) for n in (0, 1, 4, 5, 9)] == [0, 1, 1, 5, 6]
    assert [line.before(n) for n in line.rows] == [None, 0, 1, 5]
    assert [line.after(n) for n in line.rows] == [1, 5, 6, None]


def test_there_is_no_past_of_a_game_that_is_not_there(shelf: Shelf) -> None:
    for ask in (lambda: shelf.at(77, 0), lambda: shelf.timeline(77)):
        with pytest.raises(NoGame):
            ask()
