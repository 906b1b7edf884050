"""The data over the wire: little, compressed, and kept by the browser while it is unchanged."""

import gzip
import os
import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from companion.rules.core.actions import Pass
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.web.render import static_assets
from tests.support.clients import press, stranger, without_form_keys
from tests.support.game_stages import begun, in_round, operating, played

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
LIMIT = 140_000
STATIC = Path(__file__).resolve().parents[3] / "static"


def first_load(client: FlaskClient, address: str) -> dict[str, int]:
    """Bytes of the page and of everything it loads, as a browser gets them."""
    page = client.get(address, headers=GZIP)
    sizes = {address: len(page.data)}
    text = gzip.decompress(page.data).decode()
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    for name in dict.fromkeys(found):
        answer = client.get(name, headers=GZIP)
        assert answer.status_code == 200, name
        sizes[name.split("?")[0]] = len(answer.data)
        if ".css" in name:
            style = gzip.decompress(answer.data).decode()
            for font in re.findall(r"url\([\"']?\.\./(fonts/Companion[^)\"']+\.woff2)", style):
                sizes[f"/static/{font}"] = len(client.get(f"/static/{font}").data)
    assert sum(name.endswith(".woff2") for name in sizes) == 3
    return sizes


def test_the_first_load_of_the_table_stays_under_140_kilobytes(
    client: FlaskClient, store: GameStore
) -> None:
    for until in (in_round("SR 2"), operating):
        game = played(store, until)
        sizes = first_load(client, f"/game/{game}")
        assert sum(sizes.values()) < LIMIT, sizes


def test_text_is_compressed_only_for_those_who_take_it(
    client: FlaskClient, store: GameStore
) -> None:
    table = f"/game/{begun(store)}"
    plain, small = client.get(table), client.get(table, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    unpacked = gzip.decompress(small.data).decode()
    assert without_form_keys(unpacked) == without_form_keys(plain.text)
    assert "Accept-Encoding" in plain.vary


def test_static_files_named_by_their_content_are_kept_for_good(client: FlaskClient) -> None:
    name = next(iter(re.findall(r'href="(/static/css/all[^"]+)"', client.get("/").text)))
    answer = client.get(name, headers=GZIP)
    assert "immutable" in answer.headers["Cache-Control"]
    bare = client.get(name.split("?")[0], headers=GZIP)
    assert "immutable" not in bare.headers["Cache-Control"]


def test_screens_are_never_kept(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-store"


def test_a_static_file_that_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/css/all.css", headers=GZIP)
    headers = {**GZIP, "If-None-Match": first.headers["ETag"]}
    assert client.get("/static/css/all.css", headers=headers).status_code == 304


def test_style_sheets_and_scripts_are_sent_without_their_comments(client: FlaskClient) -> None:
    sent = {}
    for page in ("/", "/new", "/packs"):
        for name in re.findall(r'(?:href|src)="/static/((?:css|js)/[^"?]+)', client.get(page).text):
            answer = client.get(f"/static/{name}", headers=GZIP)
            sent[name] = gzip.decompress(answer.data).decode()
    assert set(sent) == {
        "css/all.css",
        "js/all.js",
        "css/library/new-game.css",
        "css/read/rules-and-packs.css",
        "js/library/new-game-seats.js",
    }
    for name, body in sent.items():
        assert "/*" not in body, name
        assert not re.search(r"^\s|(?<!:)//", body, re.MULTILINE), name


def test_files_of_others_are_sent_as_they_are(client: FlaskClient) -> None:
    found = re.search(r'src="(/static/(vendor/[^"?]+))', client.get("/").text)
    assert found
    sent = gzip.decompress(client.get(found[1], headers=GZIP).data)
    assert sent == (STATIC / found[2]).read_bytes()


def test_a_device_that_has_no_place_anywhere_gets_styles_and_scripts(client: FlaskClient) -> None:
    somebody = stranger(client.application)
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', somebody.get("/").text)
    assert len(found) > 4
    assert {somebody.get(address).status_code for address in found} == {200}


def test_every_style_sheet_and_script_of_the_folder_is_sent(
    client: FlaskClient, store: GameStore
) -> None:
    written = {
        str(file.relative_to(STATIC))
        for kind in ("css", "js")
        for file in (STATIC / kind).rglob(f"*.{kind}")
    }
    new = store.new_game(Setup("1830", ("Anneke", "Jörg")))
    here = f"/game/{new}"
    own = (f"{here}/paper", f"{here}/table", f"{here}/keys")
    shown = ("/new", "/packs", "/new/title?from=new", *own)
    pages = "".join(client.get(at).text for at in shown)
    store.play(new, store.version(new), Pass("p1"))
    press(client, client.get(f"{here}/mend/1").text, "way-remove")
    pages += client.get(f"{here}/mending").text
    apart = set(re.findall(r'"/static/((?:css|js)/(?!all\.|title/)[^"?]+)', pages))
    assert apart
    assert apart | set(static_assets.SHEETS) | set(static_assets.SCRIPTS) == written
    assert not apart & {*static_assets.SHEETS, *static_assets.SCRIPTS}


def test_a_bundle_has_another_address_when_a_part_of_it_changes(tmp_path: Path) -> None:
    app = Flask(__name__, static_folder=str(tmp_path))
    for name in (*static_assets.SHEETS, *static_assets.SCRIPTS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    static_assets.install(app)
    address = app.jinja_env.globals["sheets"]
    with app.test_request_context():
        first = address()
        changed = tmp_path / static_assets.SHEETS[3]
        changed.write_text("p { color: red }")
        os.utime(changed, (1, 1))  # a file system may tell the same moment for both
        assert address() != first
    client = FlaskClient(app, app.response_class)
    assert b"color" in client.get("/static/css/all.css").data
