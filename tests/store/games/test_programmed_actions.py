"""Programs in the store: they act in the deed before them, are undone with it, and end with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.core.actions import Action, BuyPrivate, BuyShare, Pass, SetPar, StartCompany
from companion.rules.core.refusals import RefusedError
from companion.rules.stock.programmed_actions import (
    BUY_AGAIN,
    UNTIL_ROUND_ENDS,
    UNTIL_SALE,
    Program,
)
from companion.store.db import migrations
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import Draft
from companion.store.history.log_writer import Entered
from companion.store.history.records import PROGRAMMED, LogRow, StaleVersionError
from tests.support.game_stages import begun

pytestmark = pytest.mark.both_databases

Change = Callable[[GameStore, int], object]


@pytest.fixture
def game(store: GameStore) -> int:
    """The first stock round of three players; p1 has started PRR, p2 is to act."""
    game = begun(store)
    view = store.open(game)
    for number, private in enumerate(view.rules.data.privates):
        play(store, game, BuyPrivate(f"p{number % 3 + 1}", private))
    play(store, game, SetPar("p3", "B&O", 67))
    play(store, game, StartCompany("p1", "PRR", 67))
    assert store.open(game).rules.actor(store.open(game).state) == "p2"
    return game


def play(store: GameStore, game: int, *actions: Action, program: Program | None = None) -> None:
    by = actions[0].actor()
    store.play(game, store.version(game), *actions, by=by, program=program)


def program(store: GameStore, game: int, seat: str, kind: str = UNTIL_ROUND_ENDS) -> Program:
    return Program(seat, kind, store.open(game).state.round.id)


def set_program(store: GameStore, game: int, seat: str, kind: str = UNTIL_ROUND_ENDS) -> None:
    store.programs.set(game, store.version(game), program(store, game, seat, kind))


def seats(store: GameStore, game: int) -> list[str]:
    """Return the seats that have a program."""
    return [kept.program.seat for kept in store.programs.of(game).kept]


def last_deed(store: GameStore, game: int) -> list[LogRow]:
    tail = store.open(game).tail
    return [row for row in tail if row.deed == tail[-1].deed]


def actor(store: GameStore, game: int) -> str | None:
    view = store.open(game)
    return view.rules.actor(view.state)


def test_it_acts_in_the_deed_before_it_as_a_row_of_its_own(store: GameStore, game: int) -> None:
    set_program(store, game, "p3")
    play(store, game, Pass("p2"))
    own, programmed = last_deed(store, game)
    assert (own.by, own.action, own.reason) == ("p2", Pass("p2"), "")
    assert (programmed.by, programmed.action, programmed.reason) == ("p3", Pass("p3"), PROGRAMMED)
    assert (actor(store, game), seats(store, game)) == ("p1", ["p3"])
    assert store.admin.audit(game).found == ()


def test_no_program_acts_when_nobody_has_one_or_it_is_cancelled(
    store: GameStore, game: int
) -> None:
    set_program(store, game, "p3")
    store.programs.cancel(game, "p3")
    store.programs.cancel(game, "p2")  # has none
    play(store, game, Pass("p2"))
    assert (len(last_deed(store, game)), actor(store, game)) == (1, "p3")


def test_one_begins_with_a_pass_of_its_seat(store: GameStore, game: int) -> None:
    play(store, game, Pass("p2"), program=program(store, game, "p2"))
    assert seats(store, game) == ["p2"]
    play(store, game, Pass("p3"))
    play(store, game, BuyShare("p1", "PRR", "initial"))
    assert [row.by for row in last_deed(store, game)] == ["p1", "p2"]
    assert actor(store, game) == "p3"


def test_undo_takes_back_what_it_did_and_ends_it(store: GameStore, game: int) -> None:
    """The program of p1, which has not acted, stays."""
    set_program(store, game, "p1", UNTIL_SALE)
    set_program(store, game, "p3", UNTIL_SALE)
    before = store.open(game)
    play(store, game, StartCompany("p2", "NYC", 67))  # stops both
    assert seats(store, game) == []
    store.undo(game, store.version(game))
    for seat in ("p1", "p3"):
        set_program(store, game, seat)
    store.programs.cancel(game, "p1")
    play(store, game, Pass("p2"))
    set_program(store, game, "p2")
    store.undo(game, store.version(game), by="p2")
    assert store.open(game).state == before.state
    assert seats(store, game) == ["p2"]
    play(store, game, Pass("p2"))
    assert actor(store, game) == "p3"


def test_undo_ends_a_program_that_began_with_the_deed(store: GameStore, game: int) -> None:
    play(store, game, Pass("p2"), program=program(store, game, "p2"))
    store.undo(game, store.version(game))
    assert seats(store, game) == []


def redo(store: GameStore, game: int) -> None:
    store.redo(game, store.version(game))


def keep_a_what_if(store: GameStore, game: int) -> None:
    what_if = Draft(game, deeds=((Entered(Pass("p3"), "p3"),),))
    store.accept(what_if, store.version(game))


def put_back(store: GameStore, game: int) -> None:
    store.admin.put_back(game, store.admin.read_rows(game), migrations.HEAD)


@pytest.mark.parametrize("change", [redo, keep_a_what_if, put_back])
def test_a_change_that_is_no_deed_lets_no_program_act_and_ends_all(
    store: GameStore, game: int, change: Change
) -> None:
    play(store, game, Pass("p2"))
    if change is redo:
        store.undo(game, store.version(game))
    set_program(store, game, "p1")
    set_program(store, game, "p3")
    change(store, game)
    assert seats(store, game) == []
    assert last_deed(store, game)[0].by != "p1"
    assert len(last_deed(store, game)) == 1


def test_a_refused_deed_changes_no_program(store: GameStore, game: int) -> None:
    set_program(store, game, "p3", UNTIL_SALE)
    with pytest.raises(RefusedError):
        play(store, game, StartCompany("p2", "PRR", 67))
    assert seats(store, game) == ["p3"]


def test_a_round_in_which_all_others_pass_by_program_ends(store: GameStore, game: int) -> None:
    begun_in = store.open(game).state.round.id
    for seat in ("p1", "p3"):
        set_program(store, game, seat)
    play(store, game, Pass("p2"))
    assert store.open(game).state.round.id != begun_in
    assert seats(store, game) == []


def test_a_share_is_bought_again_at_most_so_often(store: GameStore, game: int) -> None:
    view = store.open(game)
    purchase = BuyShare("p1", "PRR", "initial")
    again = Program("p1", BUY_AGAIN, view.state.round.id, purchase, 67, left=2)
    store.programs.set(game, view.version, again)
    for turn in (1, 2):
        play(store, game, Pass("p2"))
        play(store, game, Pass("p3"))
        assert [row.action for row in last_deed(store, game)][1] == purchase
        assert [row.reason for row in last_deed(store, game)][:2] == ["", PROGRAMMED]
        assert seats(store, game) == (["p1"] if turn == 1 else [])
    play(store, game, Pass("p2"))
    play(store, game, Pass("p3"))
    assert actor(store, game) == "p1"
    assert store.admin.audit(game).found == ()


# --- somebody else is quicker


def test_none_is_set_for_a_moment_that_has_passed(store: GameStore, game: int) -> None:
    before, version = program(store, game, "p3"), store.version(game)
    play(store, game, Pass("p2"))
    with pytest.raises(StaleVersionError):
        store.programs.set(game, version, before)
    assert seats(store, game) == []


@pytest.mark.parametrize("way", ["set", "cancelled"])
def test_one_that_another_companion_changes_meanwhile_counts(
    store: GameStore, game: int, place: Path | str, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """It changes after the deed has been played, and just before it is written."""
    real, waiting = store.database.write, [True]
    if way == "cancelled":
        set_program(store, game, "p3")

    def write(**options: bool) -> object:
        if waiting:
            waiting.pop()
            other = GameStore(place)
            if way == "set":
                set_program(other, game, "p3")
            else:
                other.programs.cancel(game, "p3")
            other.close()
        return real(**options)

    monkeypatch.setattr(store.database, "write", write)
    play(store, game, Pass("p2"))
    assert actor(store, game) == ("p1" if way == "set" else "p3")


def test_programs_are_no_part_of_a_game_s_file(store: GameStore, game: int) -> None:
    set_program(store, game, "p3")
    assert "program" not in store.admin.read_rows(game)
    store.admin.delete(game)
    assert store.programs.of(game).kept == []


def test_changes_by_another_process_between_two_deeds_count(store: GameStore, game: int) -> None:
    play(store, game, Pass("p2"))
    other = GameStore(store.where)
    set_program(other, game, "p1")
    other.away.leave(game, "p2", "p3")
    other.close()
    play(store, game, BuyShare("p3", "PRR", "initial"))
    assert [row.by for row in last_deed(store, game)] == ["p3", "p1", "p3"]
    assert (actor(store, game), seats(store, game)) == ("p3", ["p1"])
