"""`companion report`, and the report's address on the screens."""

import json
import re
import sqlite3
from base64 import b64decode
from contextlib import closing
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion import system_dependencies
from companion.cli.main import main
from companion.exchange.files.import_store import file_of_played
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.reporting.report_games import actions_of, setup_of, sizes, texts
from tests.support.site_games import site_file

needs_pango = pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


def stored(count: int) -> int:
    """A game among the user's own; its number."""
    setup = setup_of("1830", 3)
    store = GameStore(database_file())
    try:
        return store.import_game(setup, actions_of(setup, count))
    finally:
        store.close()


@needs_pango
def test_a_stored_game_is_reported_by_its_number(data: Path) -> None:
    game, out = stored(30), data / "out.pdf"
    assert main(["report", str(game), "-o", str(out), "--paper", "letter"]) == 0
    assert "Standings so far" in texts(out.read_bytes())[0]
    assert (216, 279) in sizes(out.read_bytes())


@needs_pango
def test_a_file_of_our_own_is_reported(data: Path) -> None:
    setup = setup_of("1830", 3)
    (data / "game.json").write_bytes(file_of_played(setup, actions_of(setup, 60)))
    assert main(["report", str(data / "game.json"), "-o", str(data / "out.pdf")]) == 0
    assert "Standings so far" in texts((data / "out.pdf").read_bytes())[0]
    assert not database_file().exists()


@needs_pango
def test_an_export_is_reported_with_its_day(data: Path) -> None:
    export = json.loads(site_file("1830", 2))
    for action in export["actions"]:
        action["created_at"] = 1613000000
    file, out = data / "export.json", data / "out.pdf"
    file.write_text(json.dumps(export))
    assert main(["report", str(file), "-o", str(out)]) == 0
    assert "February 2021" in texts(out.read_bytes())[0]


@pytest.mark.parametrize(
    ("game", "says"),
    [("7", "There is no game 7"), ("nowhere.json", "nowhere.json cannot be read")],
)
def test_a_missing_game_is_reported(
    data: Path, capsys: pytest.CaptureFixture[str], game: str, says: str
) -> None:
    for _ in range(2):
        assert main(["report", game, "-o", str(data / "out.pdf")]) == 1
        assert says in capsys.readouterr().err
        assert not (data / "out.pdf").exists()
        stored(0)  # with games there, 7 still is none of them


def test_a_game_that_cannot_be_opened_says_why(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = stored(3)
    with closing(sqlite3.connect(database_file())) as raw:
        raw.execute("UPDATE game SET setup = replace(setup, '\"1830\"', '\"1869\"')")
        raw.commit()
    assert main(["report", str(game), "-o", str(data / "out.pdf")]) == 1
    assert capsys.readouterr().err == "This companion does not have its title, 1869.\n"
    assert not (data / "out.pdf").exists()


def test_a_file_that_is_no_game_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "list.json").write_text("[]", encoding="utf-8")
    assert main(["report", str(data / "list.json"), "-o", str(data / "out.pdf")]) == 1
    assert capsys.readouterr().err


@needs_pango
def test_a_place_that_cannot_be_written_is_said(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = data / "no such folder" / "out.pdf"
    assert main(["report", str(stored(10)), "-o", str(out)]) == 1
    assert f"{out} cannot be written" in capsys.readouterr().err


@needs_pango
def test_the_screens_give_the_report_on_either_paper(data: Path) -> None:
    game, client = stored(20), create_app().test_client()
    papers = {"": (210, 297), "?paper=letter": (216, 279), "?paper=x": (210, 297)}
    for asked, size in papers.items():
        answer = client.get(f"/game/{game}/report.pdf{asked}")
        assert answer.status_code == 200
        assert answer.mimetype == "application/pdf"
        assert sizes(answer.data) == {size, size[::-1]}  # the map is turned


def test_the_paper_is_chosen_where_the_report_is(data: Path) -> None:
    game = stored(20)
    page = create_app().test_client().get(f"/game/{game}/standings").get_data(as_text=True)
    for paper in ("a4", "letter"):
        assert page.count(f"/game/{game}/report.pdf?paper={paper}") == 1


@pytest.mark.in_part(1)
@pytest.mark.parametrize("kind", ["report", "rebuild"])
def test_without_pango_the_report_is_a_page_for_the_browser(
    data: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """It has all the text of the PDF, its styles within, and says how to print it.

    So is the sheet to rebuild a game from; one of both is looked at, and with FULL both.
    """
    game, client = stored(20), create_app().test_client()
    printed = PdfReader(BytesIO(client.get(f"/game/{game}/{kind}.pdf").data))
    monkeypatch.setattr(system_dependencies, "missing_libraries", lambda: ["Pango"])
    answer = client.get(f"/game/{game}/{kind}.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "Print this page with your browser" in answer.text
    assert "The PDF needs Pango" in answer.text
    assert system_dependencies.pdf_command() in answer.text
    assert '/static/fonts/FiraSansCondensed-Regular.otf"' in answer.text
    body = re.sub(  # maps and charts are drawings with texts of their own
        r'"data:image/svg\+xml;base64,([^"]+)"',
        lambda drawing: ">" + b64decode(drawing[1]).decode() + "<",
        answer.text.partition("<body")[2],
    )
    body = body.partition("</div>")[2]  # behind the box that says how to print it
    there = set(re.findall(r"\w{4,}", unescape(re.sub("<[^>]*>", " ", body))))
    pages = "".join(page.extract_text() for page in printed.pages)
    assert len(there) > 20
    assert {word for word in there if word not in pages} == set()


def test_an_unknown_game_has_no_report(data: Path) -> None:
    assert create_app().test_client().get("/game/99/report.pdf").status_code == 404
