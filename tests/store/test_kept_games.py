"""Games that earlier states wrote open, go on, and are whole, in this and every later version.

``tests/store/version_1_0`` holds a database and a file that version 1.0 wrote, and
``tests/store/data_titles_2026_11`` a database of November 2026 with titles that the first has not.
They are never made again.
"""

import json
import lzma
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlmodel import col, select

from companion.bots.simulation import choose
from companion.doctor import run_checks
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.rules.core.state import state_to_json
from companion.store.db.tables import JournalLink, Row
from companion.store.games.game_store import GameStore
from companion.store.history.hash_journal import (
    BEGIN,
    CORRECTION,
    COUNT,
    PLAY,
    PUT_BACK,
    REDO,
    UNDO,
)
from companion.store.history.records import CORRECTED, DROPPED, STANDING, UNDONE
from companion.titles import titles
from tests.rules.amend.random_corrections import KINDS
from tests.support.kept_games import MOMENTS, PASSWORD, SETS
from tests.support.plain_json import digest, plain_view

KEPT = Path(__file__).with_name("version_1_0")
LISTS: dict[str, dict[str, dict[str, Any]]] = {
    folder: json.loads((KEPT.with_name(folder) / "games.json").read_text(encoding="utf-8"))
    for folder in SETS
}
GAMES = {name: game for games in LISTS.values() for name, game in games.items()}
TITLES = {"1828", "1830", "1839", "1839-2015", "18nl", "steam-over-holland"}
LATER = {"correct_marker", "correct_map", "correct_closing"}  # corrections of later versions
DEEDS = 8
PART = 12  # games that each way is tried with; with FULL set, all of them


def unpack(folder: Path, kept: str = KEPT.name) -> Path:
    """Write a kept database into a folder."""
    file = folder / "companion.sqlite"
    packed = KEPT.with_name(kept) / "companion.sqlite.xz"
    file.write_bytes(lzma.decompress(packed.read_bytes()))
    return file


@cache
def unpack_and_open(kept: str) -> bytes:
    """Return a kept database after it was opened once, which upgrades it."""
    with TemporaryDirectory() as folder:
        file = unpack(Path(folder), kept)
        GameStore(file).close()
        return file.read_bytes()


@pytest.fixture
def old_store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[GameStore]:
    """Yield a store with a copy of the database of the game ``name``, or of version 1.0."""
    values = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    kept = next((k for k, games in LISTS.items() if values.get("name") in games), KEPT.name)
    file = tmp_path / "companion.sqlite"
    file.write_bytes(unpack_and_open(kept))
    store = GameStore(file)
    yield store
    store.close()


def look_at(store: GameStore, game: int) -> dict[str, Any]:
    """Return the facts about a game that are kept with it."""
    view, rows = store.open(game), store.rows(game)
    return {
        "game": game,
        "title": view.setup.title,
        "rows": len(rows),
        "redoable": view.redoable,
        "rulings": sum(row.ruling is not None for row in rows),
        "state": digest(plain_view(view.rules, view.state)),
    }


def play_on(store: GameStore, game: int) -> int:
    """Play some deeds at random, and return their number."""
    dice = random.Random(game)
    for number in range(DEEDS):
        view = store.open(game)
        if view.state.end_reason:
            return number
        store.play(game, view.version, choose(view.rules, view.state, dice), by="banker")
    return DEEDS


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_stands_where_it_stood(old_store: GameStore, name: str) -> None:
    assert look_at(old_store, GAMES[name]["game"]) == GAMES[name]


@pytest.mark.in_part(PART)
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_goes_on_and_back(old_store: GameStore, name: str) -> None:
    game = GAMES[name]["game"]
    if GAMES[name]["redoable"]:
        old_store.redo(game, old_store.version(game), 1, by="banker")
        old_store.undo(game, old_store.version(game), 1, by="banker")
    while old_store.open(game).state.end_reason:
        old_store.undo(game, old_store.version(game), 1, by="banker")
    start = state_to_json(old_store.open(game).state)
    deeds = play_on(old_store, game)
    end = state_to_json(old_store.open(game).state)
    old_store.undo(game, old_store.version(game), deeds, by="banker")
    assert state_to_json(old_store.open(game).state) == start
    old_store.redo(game, old_store.version(game), deeds, by="banker")
    assert state_to_json(old_store.open(game).state) == end
    assert [found.says for found in old_store.admin.audit(game).found] == []


@pytest.mark.in_part(PART)
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_undone_to_its_beginning(old_store: GameStore, name: str) -> None:
    game = GAMES[name]["game"]
    start = old_store.open(game)
    while left := old_store.open(game).undoable:  # an edit of the past ends each undo
        old_store.undo(game, old_store.version(game), left, by="banker")
    while (there := old_store.open(game).undoable) < start.undoable:
        old_store.redo(game, old_store.version(game), start.undoable - there, by="banker")
    assert state_to_json(old_store.open(game).state) == state_to_json(start.state)


@pytest.mark.in_part(PART)
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_saved_and_taken_in(old_store: GameStore, name: str) -> None:
    game = GAMES[name]["game"]
    taken = store_file(old_store, file_of(old_store.admin.read_rows(game))).game
    told = look_at(old_store, taken)
    assert told == {**GAMES[name], "game": taken}


def test_the_file_of_1_0_is_taken_in(store: GameStore) -> None:
    file = lzma.decompress((KEPT / "game.18xx.json.xz").read_bytes())
    taken = store_file(store, file).game
    assert look_at(store, taken) == {**GAMES["1828, in a merger"], "game": taken}
    assert play_on(store, taken)
    assert [found.says for found in store.admin.audit(taken).found] == []


@pytest.mark.in_part(0)
@pytest.mark.parametrize("kept", LISTS)
def test_the_doctor_calls_the_kept_games_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    unpack(tmp_path, kept)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    found = [one for one in run_checks(0) if one.name.startswith(("Game", "Database"))]
    assert found
    assert [one.says for one in found if not one.good] == []


def test_people_of_1_0_are_there(old_store: GameStore) -> None:
    """A phone has its seat, what-if and proposal; a tablet claims the seat; the club logs in."""
    who = old_store.places.who("a secret of a phone", 1)
    assert who.seats == ("p1",)
    draft = old_store.drafts.of(1, who.device)
    assert draft is not None and len(draft.entered) == 1
    (proposal,) = old_store.proposals.list_of(1)
    assert proposal.waits_for == ("p2",)
    tablet = old_store.places.who("a secret of a tablet", 1).device
    assert old_store.claims.claimed_seat(1, tablet) == "p1"
    old_store.accounts.log_in("club", PASSWORD, lambda: tablet)
    assert old_store.accounts.of(tablet)[1] == "club"


# --- the moments of the kept games


MOVED = ("corrected", "conceded", "agreed")  # these games went on after their moment


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_kept_in_its_moment(old_store: GameStore, name: str) -> None:
    view = old_store.open(GAMES[name]["game"])
    if not GAMES[name]["rulings"] and not name.endswith(MOVED):
        assert MOMENTS[name][2](view.rules, view.state)
    else:
        assert len(old_store.rows(view.id)) > 2


def test_each_title_of_1_0_is_kept_with_a_debt_and_with_corrections() -> None:
    games = LISTS[KEPT.name]
    for moment in ("a debt", "corrected"):
        assert {kept["title"] for name, kept in games.items() if name.endswith(moment)} == TITLES


def test_each_title_of_the_companion_is_kept() -> None:
    assert {kept["title"] for kept in GAMES.values()} == {*titles()}


def test_every_kind_of_correction_and_every_fate_of_a_row_is_kept(old_store: GameStore) -> None:
    with old_store.database.read() as session:
        rows = session.scalars(select(Row)).all()
        links = set(session.scalars(select(col(JournalLink.kind))))
    kinds = {row.action["type"] for row in rows if row.action}
    assert kinds >= {kind.wire_name for kind in KINDS} - LATER
    assert {row.status for row in rows} == {STANDING, UNDONE, DROPPED, CORRECTED}
    assert links == {BEGIN, PLAY, UNDO, REDO, CORRECTION, COUNT, PUT_BACK}
    assert any(row.ruling for row in rows)
