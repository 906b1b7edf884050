"""A game as a whole, by the screens: its name, its file, put away, its copies, deleted for good."""

import io
import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.exchange.files.automatic_copies import Copier, Copies
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.app_state import app_state
from companion.web.render.screens import day
from tests.store.db.disk_faults import files_no_longer_than
from tests.support.game_stages import begun, never, played
from tests.support.random_play import anything, plain

pytestmark = pytest.mark.both_databases


def imported(client: FlaskClient, body: bytes, name: str = "game.json") -> TestResponse:
    form = {"file": (io.BytesIO(body), name)}
    return client.post("/import", data=form, content_type="multipart/form-data")


def test_the_list_and_the_game_lead_to_the_menu(client: FlaskClient, store: GameStore) -> None:
    games = [begun(store), begun(store), played(store, never), begun(store)]
    store.admin.archive(games[3])
    home = client.get("/").text
    for game in games:
        assert f'href="/games/{game}"' in home
        assert f'href="/games/{game}"' in client.get(f"/game/{game}").text
        assert client.get(f"/games/{game}").status_code == 200


def test_a_game_is_renamed(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    assert client.post(f"/games/{game}/name", data={"name": "Jörg & <b>Ann</b>"}).status_code == 303
    for page in ("/", f"/games/{game}", f"/games/{game}/delete"):
        text = client.get(page).text
        assert "Jörg &amp; &lt;b&gt;Ann&lt;/b&gt;" in text
        assert "<b>Ann" not in text
    answer = client.post(f"/games/{game}/name", data={"name": "x" * 50})
    assert answer.status_code == 422
    assert "40 letters at most" in answer.text
    assert f'value="{"x" * 50}"' in answer.text
    client.post(f"/games/{game}/name", data={"name": ""})
    assert store.games()[0].name == ""
    assert f"<h1>1830, {day(store.games()[0].begun)}</h1>" in client.get(f"/games/{game}").text


def test_a_game_is_put_away_and_brought_back(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    page = client.get(f"/games/{game}").text
    assert "Archive" in page
    client.post(f"/games/{game}/archive", data={"archived": "1"})
    assert store.games()[0].is_archived
    assert "Back to the list" in client.get(f"/games/{game}").text
    client.post(f"/games/{game}/archive", data={"archived": "0"})
    assert not store.games()[0].is_archived


def test_a_game_is_saved_and_taken_in_elsewhere(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    store.admin.rename(game, "Ünser „Abend“ ../x")
    saved = client.get(f"/games/{game}/file")
    named = re.fullmatch(r'attachment; filename="(.*)"', saved.headers["Content-Disposition"])
    assert named
    assert re.fullmatch(r"companion-1830-unser-abend-x-\d{4}-\d\d-\d\d-1\.json", named[1])
    answer = imported(client, saved.data)
    assert answer.status_code == 303
    other = int(answer.location.rsplit("/", 1)[1])
    assert other != game
    assert store.rows(other) == store.rows(game)
    refused = imported(client, saved.data[:-100])
    assert refused.status_code == 422
    assert "not imported" in refused.text
    assert len(store.games()) == 2


def test_deleting_is_asked_twice_and_the_name_typed(client: FlaskClient, store: GameStore) -> None:
    game, other = begun(store), begun(store)
    store.admin.rename(game, "Friday night")
    Copies(store).write(game)
    page = f"/games/{game}/delete"
    assert "type its name: Friday night" in client.get(page).text
    for typed in ("", "1830", "Friday", "Saturday night"):
        answer = client.post(page, data={"name": typed, "sure": "1"})
        assert answer.status_code == 422
        assert "That is not its name" in answer.text
    again = client.post(page, data={"name": " friday  Night "})
    assert again.status_code == 200
    assert "Really delete Friday night?" in again.text
    assert len(store.games()) == 2
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', again.text))
    assert client.post(page, data=fields).status_code == 303
    assert [each.id for each in store.games()] == [other]
    assert Copies(store).games() == []
    for address in (page, f"/games/{game}", f"/games/{game}/file", f"/game/{game}"):
        assert client.get(address).status_code == 404
    assert client.post(page, data=fields).status_code == 404


def test_a_game_without_a_name_is_deleted_by_its_titles(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store, "steam-over-holland")
    client.post(f"/games/{game}/delete", data={"name": "steam over holland", "sure": "1"})
    assert store.games() == []


def test_a_copy_goes_on_in_the_place_of_the_game_or_beside_it(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    before = store.open(game)
    copies = Copies(store)
    copies.write(game)
    after = store.play(game, before.version, anything(before))
    (link,) = re.findall(rf'href="(/games/{game}/copies/[^"]*)"', client.get(f"/games/{game}").text)
    page = client.get(link).text
    assert "Reset the game to this copy" in page
    assert client.post(f"{link}/beside").location == f"/game/{game + 1}"
    assert plain(store.open(game + 1).state) == plain(before.state)
    assert plain(store.open(game).state) == plain(after.state)
    assert client.post(f"{link}/back").location == f"/game/{game}"
    assert plain(store.open(game).state) == plain(before.state)
    assert len(copies.list_of(game)) == 2  # how it stood before as well
    stale = {"version": after.version, "depth": "1"}
    assert client.post(f"/game/{game}/undo", data=stale).status_code == 409
    assert store.open(game).undoable == before.undoable


def test_a_copy_that_is_damaged_says_so_and_changes_nothing(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    file = Copies(store).write(game)
    body = file.read_bytes()
    file.write_bytes(body[: len(body) - 20])
    name = file.name.removesuffix(".json.gz")
    for deed in ("beside", "back"):
        answer = client.post(f"/games/{game}/copies/{name}/{deed}")
        assert answer.status_code == 422
        assert "damaged or cut off" in answer.text
    assert len(store.games()) == 1


def test_without_room_for_how_it_stands_now_nothing_is_put_back(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    name = Copies(store).write(game).name.removesuffix(".json.gz")
    view = store.open(game)
    version = store.play(game, view.version, anything(view)).version
    client.get(f"/games/{game}/copies/{name}")
    with files_no_longer_than(1000):
        answer = client.post(f"/games/{game}/copies/{name}/back")
    assert answer.status_code == 422
    assert "could not be copied first. Nothing was done" in answer.text
    assert store.version(game) == version


def test_copies_of_games_that_are_gone_are_found(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    Copies(store).write(game)
    assert 'href="/games/copies"' not in client.get("/").text
    assert "There are none" in client.get("/games/copies").text
    state = plain(store.open(game).state)
    store.admin.delete(game)  # as if the database had been lost
    assert 'href="/games/copies"' in client.get("/").text
    (link,) = re.findall(r'href="(/games/\d+/copies/[^"]*)"', client.get("/games/copies").text)
    page = client.get(link).text
    assert "Reset the game" not in page
    opened = client.post(f"{link}/beside").location
    assert plain(store.open(int(opened.rsplit("/", 1)[1])).state) == state
    assert client.post(f"{link}/back").status_code == 404


def test_a_game_that_cannot_be_opened_can_be_put_back_from_its_copy(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    before = store.rows(game)
    Copies(store).write(game)
    with store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE game SET setup = '{}', version = -1")
    store.memory.clear()
    page = client.get(f"/game/{game}")
    assert page.status_code == 409
    assert f'href="/games/{game}"' in page.text
    menu = unescape(client.get(f"/games/{game}").text)
    (link,) = re.findall(rf'href="(/games/{game}/copies/[^"]*)"', menu)
    assert client.post(f"{link}/back").status_code == 303
    assert store.rows(game) == before
    assert client.get(f"/game/{game}").status_code == 200


def test_the_application_copies_each_round_when_it_is_asked_to(store: GameStore) -> None:
    app = create_app({"STORE": store, "COPY_ROUNDS": True})
    copier = app_state(app).copier
    assert isinstance(copier, Copier)
    assert store.on_round is not None
    game = begun(store)
    store.on_round(game)
    copier.close()
    assert len(app_state(app).copies.list_of(game)) == 1
    store.on_round = None
    create_app({"STORE": store})
    assert store.on_round is None
