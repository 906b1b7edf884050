"""A game on paper: photographed and read, it is the same game, or a sentence says why not."""

import json
import random
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.exchange.files import photographs
from companion.exchange.files.import_store import store_file
from companion.exchange.files.paper_file import (
    HEAD,
    MARK,
    MOST_BYTES,
    join_parts,
    pack_stored,
    read_part,
    split_parts,
    store_packed,
    unpack_game,
)
from companion.exchange.files.photographs import find_codes
from companion.exchange.games_18xx.export_file import BadFileError
from companion.reporting.content.log_codes import draw_codes
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import BuyPrivate
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered
from companion.store.history.records import STANDING
from tests.support.photographs import as_jpeg, draw_page, photograph
from tests.support.random_play import SETUP, actions, plain
from tests.support.references import REFERENCES
from tests.support.stored_games import empty_store

SAVED_IN_ALL = ("1830-bank-breaks", "1828-four-players", "soh-fifteen-rounds")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    made = empty_store(tmp_path)
    made.import_game(SETUP, [action for action, _ in actions(SETUP, 60)])
    made.admin.rename(1, "Jörg’s")
    yield made
    made.close()


def log_of(store: GameStore, game: int) -> list[Any]:
    """Return the parts of the standing rows that a game on paper keeps."""
    rows = [row for row in store.rows(game) if row.status == STANDING]
    return [(row.action_json, row.ruling, row.reason, row.events) for row in rows]


def assert_equal(store: GameStore, game: int, back: int) -> None:
    one, other = store.open(game), store.open(back)
    assert plain(one.state) == plain(other.state)
    assert one.setup == other.setup
    assert log_of(store, game) == log_of(store, back)
    assert pack_stored(store, game) == pack_stored(store, back)


def test_a_photographed_game_is_the_same_game(store: GameStore) -> None:
    view = store.open(1)
    store.play(1, view.version, CorrectCash("bank", "p1", 7, reason="lost"))
    view = store.open(1)
    store.play(1, view.version, CorrectCash("p1", "bank", 3, reason="found"))
    store.undo(1, store.open(1).version)
    parts = split_parts(pack_stored(store, 1))
    found = find_codes(photograph(draw_page(parts)))
    back = store_packed(store, join_parts([part for code in found if (part := read_part(code))]))
    assert_equal(store, 1, back)
    listing = store.find_listing(back)
    assert listing is not None and listing.name == "Jörg’s"


def test_rulings_stay(tmp_path: Path) -> None:
    store = empty_store(tmp_path)
    setup = Setup("1830", ("Ann", "Bo", "Cy"), seed=3)
    ruling = {"waived": ["auction.not_lowest"], "why": "so it is"}
    game = store.import_game(setup, [BuyPrivate("p1", "SV")])
    entered = Entered(CorrectCash("bank", "p2", 5, reason="paid"), ruling=None, reason="told")
    store.play(game, store.open(game).version, entered)
    body = json.loads(zlib.decompress(pack_stored(store, game)))
    assert body["beside"] == [[1, [], "", "told"]]
    body["beside"] = [[0, ruling["waived"], ruling["why"], ""]]
    read = unpack_game(zlib.compress(json.dumps(body).encode()))
    assert read.entered[0].ruling == {**ruling, "refused": []}
    store.close()


@pytest.mark.parametrize("name", SAVED_IN_ALL)
@pytest.mark.usefixtures("references")
def test_recorded_games_fit_into_four_codes(tmp_path: Path, name: str) -> None:
    store = empty_store(tmp_path)
    file = next((REFERENCES / "conformance").rglob(f"{name}.json"))
    game = store_file(store, file.read_bytes(), anyway=True).game
    packed = pack_stored(store, game)
    parts = split_parts(packed)
    assert len(parts) <= (2 if name == "1830-bank-breaks" else 3)
    assert all(code.module >= 0.5 for code in draw_codes(packed))
    found = [code for n, part in enumerate(parts) for code in find_codes(photo_of(part, n))]
    back = store_packed(store, join_parts([part for code in found if (part := read_part(code))]))
    assert_equal(store, game, back)
    store.close()


def photo_of(part: bytes, seed: int) -> bytes:
    return photograph(draw_page([part]), seed)


# --- what cannot be read


def test_every_change_of_a_part_is_noticed(store: GameStore) -> None:
    packed = pack_stored(store, 1)
    parts = [part for code in split_parts(packed) if (part := read_part(code))]
    drawn = random.Random(2)
    for _ in range(50):
        at = drawn.randrange(len(parts[0].content))
        content = bytearray(parts[0].content)
        content[at] ^= 1 << drawn.randrange(8)
        with pytest.raises(BadFileError, match="damaged"):
            join_parts([parts[0]._replace(content=bytes(content)), *parts[1:]])
    with pytest.raises(BadFileError, match="damaged"):
        join_parts([])


def test_codes_of_other_things_are_no_parts() -> None:
    assert read_part(b"http://10.0.0.2:8018/join/K7P2") is None
    assert read_part(b"") is None
    assert read_part(HEAD.pack(MARK, 1, 3, 2, b"123456") + b"x") is None
    assert read_part(HEAD.pack(MARK, 1, 0, 0, b"123456") + b"x") is None
    with pytest.raises(BadFileError, match="newer companion"):
        read_part(HEAD.pack(MARK, 2, 1, 1, b"123456") + b"x")


def test_a_packed_bomb_is_refused() -> None:
    bomb = zlib.compress(b" " * (MOST_BYTES * 4))
    with pytest.raises(BadFileError, match="damaged"):
        unpack_game(bomb)
    many = json.dumps({"kinds": [["pass"]], "columns": [[]], "order": [0] * 500_000})
    with pytest.raises(BadFileError, match="no game is that long"):
        unpack_game(zlib.compress(many.encode()))


def test_wrong_contents_give_a_sentence_and_store_nothing(store: GameStore) -> None:
    body = json.loads(zlib.decompress(pack_stored(store, 1)))
    drawn, values = random.Random(4), [None, -1, 10**30, "x", [], {}, [[]], True, 1.5, ["p1", 2]]
    for _ in range(60):
        text = json.loads(json.dumps(body))
        place: Any = text
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = drawn.choice(keys)
            if not isinstance(place[key], dict | list) or drawn.random() < 0.4:
                place[key] = drawn.choice(values)
                break
            place = place[key]
        try:
            store_packed(store, zlib.compress(json.dumps(text).encode()))
        except BadFileError as fault:
            assert str(fault)
    for raw in (b"", b"x" * 50, zlib.compress(b"[]"), zlib.compress(b"{}"), zlib.compress(b"\xff")):
        with pytest.raises(BadFileError, match="damaged"):
            store_packed(store, raw)


def test_a_title_of_a_missing_pack_is_named(store: GameStore) -> None:
    body = json.loads(zlib.decompress(pack_stored(store, 1)))
    body["setup"]["title"] = f"my-title~{'ab' * 32}"
    with pytest.raises(BadFileError, match=f"Add the pack first.*{'ab' * 32}"):
        store_packed(store, zlib.compress(json.dumps(body).encode()))


def test_pictures_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_codes(as_jpeg(Image.effect_noise((900, 900), 90))) == []
    whole = as_jpeg(Image.new("L", (400, 400)))
    for raw in (b"", b"no picture", whole[:200], b"GIF89a" + bytes(90), b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(BadFileError, match="not a photograph"):
            find_codes(raw)
    file = BytesIO()
    Image.new("L", (5000, 5000)).save(file, "PNG")  # 25 million pixels in 25 kB
    with pytest.raises(BadFileError, match="25 million pixels"):
        find_codes(file.getvalue())
    head = bytearray(file.getvalue())
    head[16:24] = (1 << 30).to_bytes(4, "big") * 2
    with pytest.raises(BadFileError):
        find_codes(bytes(head))
    assert photographs.reading_problem() == ""
