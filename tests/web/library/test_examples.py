"""Examples: opened in two taps, begun again, and in no list, backup or count of a table's games."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.exchange.files.automatic_copies import Copier, Copies
from companion.exchange.files.damage import find_damage, lost_now
from companion.exchange.game_commands import backup_command
from companion.rules.data.setup import Setup
from companion.store.db import acknowledged_versions, database_file
from companion.store.db.example_numbers import is_example
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.clients import guest, press, stranger
from tests.support.random_play import anything
from tests.web.library.test_game_admin import imported

pytestmark = pytest.mark.both_databases
SETUP = Setup("1830", ("Ann", "Bo"))


def opened(client: FlaskClient, name: str = "middle-1889") -> int:
    """Open an example by the taps of a newcomer, and return its number."""
    home = client.get("/").text
    assert re.search('id="(more-)?examples" href="/examples"', home)
    return number_of(press(client, client.get("/examples").text, name))


def number_of(answer: TestResponse) -> int:
    assert answer.status_code == 303
    return int(re.fullmatch(r"/game/(\d+)", answer.location)[1])


def test_two_taps_open_an_example_which_is_marked(client: FlaskClient, store: GameStore) -> None:
    middle = opened(client)
    page = client.get(f"/game/{middle}").text
    assert 'class="example"' in page and 'id="again"' in page
    assert store.open(middle).state.end_reason == ""
    finished = opened(client, "finished-1889")
    assert "Final standings" in client.get(f"/game/{finished}").text
    assert 'class="example"' not in client.get(f"/game/{store.new_game(SETUP)}").text
    examples = client.get("/examples").text
    for slug in titles():
        assert f'id="middle-{slug}"' in examples and f'id="finished-{slug}"' in examples


def test_an_example_goes_on_as_it_was_left_or_begins_again(
    client: FlaskClient, store: GameStore
) -> None:
    game = opened(client)
    view = store.open(game)
    store.play(game, view.version, anything(view))
    assert opened(client) == game
    assert store.open(game).head == view.head + 1
    anew = number_of(press(client, client.get(f"/game/{game}").text, "again"))
    assert anew != game
    assert store.open(anew).head == view.head
    assert client.get(f"/game/{game}").status_code == 404
    assert opened(client) == anew


def test_an_example_is_in_no_list_and_takes_no_number(
    client: FlaskClient, store: GameStore
) -> None:
    first = store.new_game(SETUP)
    example = opened(client)
    assert is_example(example)
    assert store.games()[0].id == first and len(store.games()) == 1
    assert f"/game/{example}" not in client.get("/").text
    assert store.new_game(SETUP) == first + 1
    store.admin.delete(example)
    assert store.new_game(SETUP) == first + 2


def test_the_file_of_an_example_is_a_game_of_ones_own(
    client: FlaskClient, store: GameStore
) -> None:
    file = client.get(f"/games/{opened(client)}/file").data
    answer = imported(client, file)
    assert answer.status_code in (200, 303)
    (own,) = store.games()
    assert not is_example(own.id)


@pytest.mark.sqlite_only
def test_an_example_is_in_no_copy_no_backup_and_nothing_that_is_missed(
    client: FlaskClient,
    store: GameStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert isinstance(store.where, Path)
    own, example = store.new_game(SETUP), opened(client)
    copier = Copier(Copies(store), pause=0)
    copier.copy(example)
    copier.copy(own)
    copier.close()
    assert Copies(store).games() == [own]
    assert example not in acknowledged_versions.read(store.where)
    assert [game.number for game in find_damage(store.where).games] == [own]
    monkeypatch.setenv("COMPANION_DATA", str(store.where.parent))
    out = tmp_path / "backup.sqlite"
    assert backup_command(out) == 0
    assert "1 games" in capsys.readouterr().out
    database_file.check(out)
    with_backup = GameStore(out)
    assert with_backup.find_listing(example) is None
    assert with_backup.open(own).head == 0
    with_backup.close()
    store.admin.delete(example)
    assert lost_now(store) == []


def test_only_a_host_opens_examples(client: FlaskClient, store: GameStore) -> None:
    own = store.new_game(SETUP)
    for device in (stranger(client.application), guest(client.application, own, "p1")):
        assert device.get("/examples").status_code == 403
        sent = {"title": "1830", "finished": "1"}
        assert device.post("/examples", data=sent).status_code in (400, 403)
    assert store.find_examples("1830") == []


@pytest.mark.parametrize("slug", ["", "nowhere", "../1830"])
def test_there_is_no_example_of_an_unknown_title(client: FlaskClient, slug: str) -> None:
    assert client.post("/examples", data={"title": slug, "finished": "1"}).status_code == 404
