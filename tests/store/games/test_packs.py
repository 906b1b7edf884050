"""Games of packs: their data are kept once, go wherever the games go, and never change."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from companion import titles
from companion.board.tiles import DataError
from companion.exchange.files.automatic_copies import Copies
from companion.exchange.files.damage import find_damage
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.exchange.files.recovery import merge
from companion.exchange.games_18xx.export_file import BadFileError
from companion.rules.core.actions import BuyPrivate
from companion.rules.data.setup import BadSetupError, Setup
from companion.store.db import migrations
from companion.store.db.salvage import salvage_file
from companion.store.games.game_store import GameStore
from companion.store.games.packs import read_data_folder
from companion.store.history.records import CannotOpenError
from companion.titles.packs import Pack
from companion.web.play import best_run_searches
from companion.web.play.best_run_searches import search
from tests.store.test_kept_games import unpack
from tests.support.packs import pack_of
from tests.support.postgres import Own
from tests.support.stored_games import empty_store

NAMES = ("Ann", "Bo", "Cas")
pytestmark = pytest.mark.both_databases
DEAR = ("price = 20", "price = 30")  # another version


@contextmanager
def elsewhere(*stores: GameStore) -> Iterator[None]:
    """A process that knows no packs yet, and has only these stores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(titles, "_packs", {})
        patch.setattr(titles, "_sources", [store.packs.read for store in stores])
        yield


def begin(store: GameStore, pack: Pack) -> int:
    """A game of the pack with one action."""
    game = store.new_game(Setup(store.packs.add(pack).slug, NAMES))
    store.play(game, 1, BuyPrivate("p1", "P1"), by="p1")
    return game


def test_a_game_names_the_mark_of_its_data(store: GameStore) -> None:
    pack = pack_of()
    begin(store, pack), begin(store, pack)
    assert [game.title for game in store.games()] == [f"my-line~{pack.sha256}"] * 2
    (kept,) = store.packs.list_all()
    assert (kept.mark, kept.name, kept.games, kept.is_hidden) == (pack.sha256, "My title", 2, False)


def test_a_game_opens_after_a_start(store: GameStore) -> None:
    game = begin(store, pack_of())
    again = GameStore(store.where)
    with elsewhere(again):
        view = again.open(game)
        assert view.state.cash["p1"] == 430
        again.play(game, view.version, BuyPrivate("p2", "P2"), by="p2")
        assert again.admin.audit(game).holds
    again.close()


def test_two_versions_are_played_at_once(store: GameStore) -> None:
    old, new = begin(store, pack_of()), begin(store, pack_of(DEAR))
    assert [store.open(game).state.cash["p1"] for game in (old, new)] == [430, 420]
    slugs = {store.open(game).rules.data.slug for game in (old, new)}
    assert len(slugs) == 2  # so styles and caches stay apart
    assert [pack.is_hidden for pack in store.packs.list_all()] == [False, True]


def test_a_pack_in_use_is_only_hidden(store: GameStore) -> None:
    pack = pack_of()
    game = begin(store, pack)
    assert not store.packs.delete(pack.sha256)
    assert store.packs.visible()[0] == {}
    assert store.open(game).rules.data.name == "My title"
    store.packs.hide(pack.sha256, False)
    assert len(store.packs.visible()[0]) == 1
    store.admin.delete(game)
    assert store.packs.delete(pack.sha256)
    assert store.packs.list_all() == []


def test_a_file_brings_the_pack_along(store: GameStore) -> None:
    raw = file_of(store.admin.read_rows(begin(store, pack_of())))
    assert raw.count(b"Aldergate") == 1
    other = GameStore("sqlite://")
    with elsewhere(other):
        game = store_file(other, raw).game
        assert other.open(game).state.cash["p1"] == 430
        assert other.packs.list_all()[0].mark == pack_of().sha256
    other.close()


def test_a_file_with_other_data_is_refused(store: GameStore) -> None:
    rows = store.admin.read_rows(begin(store, pack_of()))
    other = GameStore("sqlite://")
    for packed in (pack_of(DEAR).raw.decode(), json.dumps({"title.toml": ""}), "", "[" * 10_000):
        with elsewhere(other), pytest.raises(BadFileError):
            store_file(other, file_of({**rows, "packs": [packed]}))
    assert other.games() == [] and other.packs.list_all() == []
    other.close()


def test_a_copy_restores_the_pack(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, pack = begin(store, pack_of()), pack_of()
    copies = Copies(store)
    monkeypatch.setattr(copies, "folder", tmp_path / "copies")
    copies.write(game)
    store.admin.delete(game)
    assert store.packs.delete(pack.sha256)
    (copy,) = copies.list_of(game)
    with elsewhere(store):
        assert store.open(copies.open_as_new_game(copy)).state.cash["p1"] == 430
        assert store.packs.list_all()[0].mark == pack.sha256


def test_a_game_is_saved_from_a_damaged_database_with_its_pack(tmp_path: Path) -> None:
    store = empty_store(tmp_path)
    game = begin(store, pack_of())
    store.close()
    version, found = salvage_file(Path(str(store.where)))
    other = GameStore("sqlite://")
    with elsewhere(other):
        saved = merge([found[game]])
        assert saved is not None and saved.actions == 1
        taken = other.admin.take_in(saved.rows, version, trusted=True)
        assert other.open(taken).state.cash["p1"] == 430
        assert other.packs.list_all()[0].mark == pack_of().sha256
    other.close()


def test_a_check_of_the_file_knows_the_packs_of_its_games(tmp_path: Path) -> None:
    store = empty_store(tmp_path)
    begin(store, pack_of())
    file = Path(str(store.where))
    store.close()
    with elsewhere():
        assert find_damage(file).is_whole
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("DELETE FROM posting")
        raw.commit()
    with elsewhere():
        (game,) = find_damage(file).wrong
        assert game.saved is not None and game.saved.actions == 1


def test_a_worker_process_gets_the_data(store: GameStore) -> None:
    pack = pack_of()
    setup = store.open(begin(store, pack)).setup
    best_run_searches._rules.cache_clear()  # as a process has it that has just begun
    with elsewhere():
        with pytest.raises(BadSetupError):
            search(setup, b"", {}, "NR", 1.0)
        with suppress(LookupError, ValueError):  # the state is none
            search(setup, pack.raw, {}, "NR", 1.0)
        assert titles.find(setup.title) is not None


def test_a_game_without_its_data_says_so(store: GameStore) -> None:
    game = begin(store, pack_of())
    again = GameStore(store.where)
    with elsewhere(), pytest.raises(CannotOpenError, match="does not have its title"):
        again.open(game)
    again.close()


def test_a_slug_of_the_companion_is_not_taken(store: GameStore) -> None:
    with pytest.raises(DataError, match="comes with the companion"):
        store.packs.add(pack_of(slug="1830"))
    assert store.packs.list_all() == []


def test_the_data_folder_has_titles(tmp_path: Path) -> None:
    place = tmp_path / "titles"
    pack_of(slug="in-folder").write(place / "one")
    (place / "two.title.json").write_bytes(pack_of(slug="in-file").raw)
    pack_of(("bank = 6000", "bank = -1"), slug="bad").write(place / "three")
    (place / "four.png").write_bytes(b"\x89PNG")
    found, faults = read_data_folder(tmp_path)
    assert {title.head.slug for title in found} == {"in-folder", "in-file"}
    assert faults["three"].startswith("title.toml, line 9, bank: is -1")
    assert faults["four.png"].startswith("The file is no pack")
    pack_of(slug="bad").write(place / "three")
    found, faults = read_data_folder(tmp_path)
    assert len(found) == 3 and list(faults) == ["four.png"]


def test_a_database_of_1_0_takes_packs(tmp_path: Path) -> None:
    file = unpack(tmp_path)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("1100",)
    store = GameStore(file)
    before = len(store.games())
    game = begin(store, pack_of())
    assert store.open(game).state.cash["p1"] == 430
    assert len(store.games()) == before + 1
    store.close()


def test_a_postgresql_database_of_1_0_takes_packs(own_database: Own) -> None:
    place = own_database.bare()
    engine = create_engine(place)
    with engine.begin() as connection:
        migrations.upgrade(connection, "1100")
    engine.dispose()
    store = GameStore(place)
    assert store.open(begin(store, pack_of())).state.cash["p1"] == 430
    store.close()
