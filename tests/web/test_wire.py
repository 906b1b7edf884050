"""What goes over the wire: little, compressed, and kept by the browser while it is unchanged."""

import gzip
import re
from pathlib import Path

from flask.testing import FlaskClient

from companion.store.shelf import Shelf
from companion.web import wire
from tests.web.playing import begun, in_round, operating, played

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
LIMIT = 200_000
STATIC = Path(__file__).resolve().parents[2] / "static"


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
            for font in re.findall(r"url\(\.\./(fonts/[^)]+\.woff2)\)", style):
                sizes[f"/static/{font}"] = len(client.get(f"/static/{font}").data)
    return sizes


def test_the_first_load_of_the_table_stays_under_200_kilobytes(
    client: FlaskClient, shelf: Shelf
) -> None:
    for until in (in_round("SR 2"), operating):
        game = played(shelf, until)
        sizes = first_load(client, f"/game/{game}")
        assert sum(sizes.values()) < LIMIT, sizes


def test_text_is_compressed_only_for_those_who_take_it(client: FlaskClient, shelf: Shelf) -> None:
    table = f"/game/{begun(shelf)}"
    plain, small = client.get(table), client.get(table, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
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


def words_of(sheet: str) -> list[str]:
    """Its words; braces and semicolons stand apart."""
    return re.sub(r"([{};])", r" \1 ", sheet).split()


def without_comments(script: str) -> list[str]:
    """Its lines but for those that are a comment or part of one."""
    lines, inside = [], False
    for line in script.splitlines():
        words = line.strip()
        begins = words.startswith("/*")
        if not (inside or begins or words.startswith("//")):
            lines.append(line)
        inside = (inside or begins) and not words.endswith("*/")
    return lines


def test_style_sheets_and_scripts_are_sent_without_their_comments(client: FlaskClient) -> None:
    page = client.get("/").text
    named = re.findall(r'(?:href|src)="(/static/(?:css|js)/([^"?]+))', page)
    assert len(named) > 9
    for address, name in named:
        source = (
            "".join((STATIC / "css" / f"{sheet}.css").read_text() for sheet in wire.SHEETS)
            if name == "all.css"
            else (STATIC / address.removeprefix("/static/")).read_text()
        )
        sent = gzip.decompress(client.get(address, headers=GZIP).data).decode()
        if name.endswith(".css"):
            bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
            assert "".join(sent.split()) == "".join(bare.split()), name
            assert words_of(sent) == words_of(bare), name
        else:
            lines = [line.strip() for line in without_comments(source)]
            assert sent.splitlines() == [line for line in lines if line], name


def test_what_others_made_is_sent_as_they_made_it(client: FlaskClient) -> None:
    found = re.search(r'src="(/static/(vendor/[^"?]+))', client.get("/").text)
    assert found
    sent = gzip.decompress(client.get(found[1], headers=GZIP).data)
    assert sent == (STATIC / found[2]).read_bytes()


def test_every_style_sheet_of_the_folder_is_sent() -> None:
    assert {file.stem for file in (STATIC / "css").glob("*.css")} == set(wire.SHEETS)
