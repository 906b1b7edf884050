"""A host adds titles of data: a pack is checked whole, hidden and deleted; nobody else may."""

import io
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import find
from companion.web.app_state import app_state
from companion.web.http.worker_pool import Worker
from companion.web.http.worker_process import do_nothing
from companion.web.library.pack_trials import PackTrials
from tests.support.clients import stranger
from tests.support.packs import pack_of

NAMES = ("Ann", "Bo", "Cas")


@pytest.fixture(autouse=True)
def worker(client: FlaskClient) -> Iterator[Worker]:
    """A worker that plays one deed of each title that is added."""
    opened = Worker("The trial", 90, do_nothing)
    app_state(client.application).trials = PackTrials(opened, seconds=0)
    yield opened
    opened.close()


def send(client: FlaskClient, raw: bytes, name: str = "my.title.json"):
    """Upload a file."""
    form = {"file": (io.BytesIO(raw), name)}
    return client.post("/packs", data=form, content_type="multipart/form-data")


def test_an_added_title_can_be_played(client: FlaskClient, store: GameStore) -> None:
    key = f"my-line~{pack_of(slug='my-line').sha256}"
    answer = send(client, pack_of().raw)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/packs")
    assert f"/rules/{key}" in client.get("/packs").text
    assert "My title" in client.get(f"/rules/{key}").text
    assert "My title" in client.get("/new").text
    form = {"title": key, "player": ["Ann", "Bo"]}
    assert client.post("/new", data=form).status_code == 303
    assert store.open(1).setup.title == key
    page = client.get("/game/1").text
    assert f"/static/css/title/{key}.css" in page
    assert ".c-nr" in client.get(f"/static/css/title/{key}.css").text.lower()
    assert "My title" in client.get("/").text


def test_a_faulty_pack_is_listed_with_all_faults_and_not_stored(
    client: FlaskClient, store: GameStore
) -> None:
    answer = send(client, pack_of(("bank = 6000", "bank = -1"), ("count = 4", "count = -4")).raw)
    page = unescape(answer.text)
    assert answer.status_code == 422
    assert "title.toml, line 9, bank: is -1" in page and "trains[0].count: is -4" in page
    assert store.packs.list_all() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "My title"', 'name = "My\\u202etitle"'),
        ('name = "My title"', f'name = "{"x" * 61}"'),
        ('name = "My title"', 'name = "a\\u0000b"'),
        ("bank = 6000", f"bank = {'9' * 5000}"),
        ("bank = 6000", f"bank = {'[' * 2000}"),
        ("bank = 6000", "bank = 1e400"),
        ('colour = "#1f5fa8"', 'colour = "red;} * { display: none"'),
        ('symbol = "NR"', 'symbol = "</style>"'),
        ('slug = "my-line"', 'slug = "../1830"'),
        ('slug = "my-line"', 'slug = "1830"'),
        ('"60y 67 71', '"-60y 67 71'),
        ("price = 80", "price = -80"),
        ("count = 4", "count = 1000000"),
        ("A4 = { colour", "A0004 = { colour"),
        ("[operating]", "[operating]\nclosed_hexes = { ZZ99 = 'NR' }"),
    ],
)
def test_hostile_data_are_a_listed_fault(
    client: FlaskClient, store: GameStore, old: str, new: str
) -> None:
    answer = send(client, pack_of((old, new)).raw)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert len(answer.text) < 60_000
    assert store.packs.list_all() == []
    assert client.get("/new").status_code == 200


def test_too_many_hexes_companies_privates_and_trains_are_faults(
    client: FlaskClient, store: GameStore
) -> None:
    hexes = "".join(
        f'{a}{b}{n} = {{ colour = "white" }}\n'
        for a in "EFGH"
        for b in "ABCD"
        for n in range(1, 30)
    )
    answer = send(client, pack_of(("[hexes]", f"[hexes]\n{hexes}")).raw)
    assert answer.status_code == 422 and "at most 400 are needed" in answer.text
    train = '[[trains]]\nname = "X{}"\nprice = 1\ncount = 1\nreach = 1\n\n'
    more = "".join(train.format(n) for n in range(31))
    answer = send(
        client, pack_of(('[[companies]]\nsymbol = "NR"', f'{more}[[companies]]\nsymbol = "NR"')).raw
    )
    assert answer.status_code == 422 and "at most 30 are needed" in answer.text


def test_texts_are_no_templates_and_no_markup(client: FlaskClient, store: GameStore) -> None:
    names = (
        ("First private", "<script>{{ 7 * 7 }}{name.__class__}%(x)s</script>"),
        ("Aldergate", "<b>&{0}</b>"),
        ("Northern Railway", "{name:>30000000}"),
        ("There are three companies", "{section.__class__.__mro__} <img src=x>"),
    )
    answer = send(client, pack_of(*names).raw)
    assert answer.status_code == 303, answer.text
    key = f"my-line~{pack_of(*names).sha256}"
    game = store.new_game(Setup(key, NAMES))
    places = ("", "/rules", "/map", "/privates", "/companies", "/shares", "/readings", "/log")
    for address in ("/packs", f"/rules/{key}", *(f"/game/{game}{place}" for place in places)):
        answer = client.get(address)
        assert answer.status_code == 200, address
        for bad in ("<script>{{", "<script>49", "<b>&{0}", "<img src=x>", "class 'str'"):
            assert bad not in answer.text, (address, bad)
        assert len(answer.text) < 400_000


def test_a_text_that_is_no_pack_is_told(client: FlaskClient) -> None:
    assert "The file is no pack" in send(client, b"\x89PNG").text
    assert "larger than 1024 kB" in send(client, b"x" * (1024 * 1024 + 5)).text
    assert client.post("/packs", data={}).status_code == 422


def test_a_pack_is_hidden_shown_and_deleted(client: FlaskClient, store: GameStore) -> None:
    pack = pack_of()
    send(client, pack.raw)
    client.post(f"/packs/{pack.sha256}/hide", data={"hidden": "1"})
    assert "My title" not in client.get("/new").text
    client.post(f"/packs/{pack.sha256}/hide", data={"hidden": ""})
    assert "My title" in client.get("/new").text
    store.new_game(Setup(f"my-line~{pack.sha256}", NAMES))
    answer = client.post(f"/packs/{pack.sha256}/delete")
    assert "so it is only hidden" in answer.text
    store.admin.delete(1)
    assert client.post(f"/packs/{pack.sha256}/delete").status_code == 303
    assert store.packs.list_all() == []


def test_only_a_host_sees_packs(client: FlaskClient, store: GameStore) -> None:
    other = stranger(client.application)
    assert other.get("/packs").status_code == 403
    assert send(other, pack_of().raw).status_code in (400, 403)
    assert store.packs.list_all() == []


def test_the_data_folder_is_read(client: FlaskClient, store: GameStore, tmp_path: Path) -> None:
    pack_of().write(tmp_path / "titles" / "mine")
    pack_of(("bank = 6000", "bank = -1"), slug="bad").write(tmp_path / "titles" / "bad")
    page = unescape(client.get("/new").text)
    key = f"my-line~{pack_of().sha256}"
    assert f"title={key}" in page and "title.toml, line 9, bank: is -1" in page
    assert client.post("/new", data={"title": key, "player": ["Ann", "Bo"]}).status_code == 303
    pack_of(("bank = 6000", "bank = 7000")).write(tmp_path / "titles" / "mine")
    assert f"title={key}" not in client.get("/new").text
    assert store.open(1).rules.bank_size == 6000
    assert find(key) is not None


OPTION = '[[options]]\nkey = "{}"\nsays = "Other"\ndefault = false\npatch = {{ {} }}\n\n'


def test_an_option_that_does_not_fit_is_told(client: FlaskClient) -> None:
    pack = pack_of(("[operating]", OPTION.format("poor", "bank = -5") + "[operating]"))
    answer = send(client, pack.raw)
    assert answer.status_code == 422
    assert "options[0].patch.bank: is -5" in unescape(answer.text)


def test_options_that_do_not_go_together_are_told(client: FlaskClient, store: GameStore) -> None:
    both = OPTION.format("less", "privates.P2 = false") + OPTION.format(
        "dear", "privates.P2.price = 5"
    )
    pack = pack_of(("[operating]", both + "[operating]"))
    assert send(client, pack.raw).status_code == 303
    form = {"title": f"my-line~{pack.sha256}", "player": ["Ann", "Bo"], "option.less": "1"}
    form["option.dear"] = "1"
    assert client.post("/new", data=form).status_code == 422
    assert store.games() == []


def test_the_page_lists_what_a_title_does_not_mean_in_the_language_of_the_device(
    client: FlaskClient,
) -> None:
    label = ('"Brook", colour', '"Brook", label = "B", colour')
    option = '[[options]]\nkey = "soon"\nsays = "Sales at once"\ndefault = false\n'
    patch = "patch = { stock.first_sales = 1 }\n\n[operating]"
    send(client, pack_of(label, ("[operating]", option + patch)).raw)
    page = unescape(client.get("/packs").text)
    assert "hexes.B1.label: no tile has the label B" in page
    assert "With the option “Sales at once”" in page and 'the text of "C4.6" is not' in page
    client.set_cookie("language", "nl")
    page = unescape(client.get("/packs").text)
    assert "hexes.B1.label: geen tegel heeft het label B" in page
    assert "Met de optie “Sales at once”" in page


def test_the_page_has_no_remarks_on_a_title_without_any(client: FlaskClient) -> None:
    send(client, pack_of().raw)
    assert "pack-remarks" not in client.get("/packs").text
