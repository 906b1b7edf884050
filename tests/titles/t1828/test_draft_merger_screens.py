"""The screens of a merger by the draft: figures before it, questions, the band, one charter."""

import html
import re

import pytest
from flask.testing import FlaskClient

from companion.reporting.content.rebuild_sheet import rebuild
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles.t1828.merger_choices import PayForShare, SetAside
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.mergers import example
from tests.titles.t1828.test_draft_mergers import fill_map, second, two

MERGE = MergeCompanies("p4", "GT", "IC")
BAND = [85, 91, 101, 108, 115, 129, 138, 156, 167, 189, 202, 230, 246, 283, 328, 353, 443]


@pytest.fixture
def store(tmp_path):
    opened = GameStore(tmp_path / "companion.sqlite")
    yield opened
    opened.close()


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def figures(page: str) -> dict[str, list[str]]:
    """The rows of the sheet on a page."""
    sheet = page[page.index('id="figures"') :]
    rows = re.findall(r"<tr>(.*?)</tr>", sheet[: sheet.index("</table>")], re.S)
    cells = [[text_of(c) for c in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)] for row in rows]
    return {first: rest for first, *rest in cells}


def open_page(client: FlaskClient, store: GameStore, position: Position, query: str = "") -> str:
    page = client.get(f"/game/{store_position(store, position)}{query}").get_data(as_text=True)
    assert "None" not in text_of(page)
    return page


def find_marked(page: str, mark: str) -> list[str]:
    """The prices of the market's cells with a mark."""
    cells = re.findall(r'class="cell([^"]*)">\s*<span class="p">(\d+)', page)
    return [price for marks, price in cells if mark in marks.split()]


def test_the_sheet_before_a_merger_shows_an_ipo_that_stays_and_one_charter(client, store):
    game = example(edition="draft").trains("GT", "2", "3").trains("IC", "2").cash(p1=100)
    page = open_page(client, store, game, "?pick=merge_companies~p4~GT~IC")
    rows = figures(page)
    assert rows["price"] == ["$67", "$78", "$108"]
    assert rows["trains"] == ["2 3", "2", "2 3 2"]
    assert rows["IPO"] == ["30%", "30%", "30%"]
    assert rows["bank pool"] == ["–", "10%", "0–10%"]
    assert rows["Mia"] == ["40%", "60%", "40%"]
    assert find_marked(page, "goal") == ["108", "78", "82", "91", "101"]


def test_the_sheet_tells_what_the_bank_pays_for_shares_that_are_taken(client, store):
    page = open_page(client, store, second(), "?pick=merge_companies~p1~IC~GT~p2")
    rows = figures(page)
    paid = {row: cells[-1] for row, cells in rows.items() if row.endswith("from the bank")}
    assert paid and all(re.fullmatch(r"\$\d+(–\$\d+)?", sum) for sum in paid.values())


def test_the_sheet_has_no_more_markers_than_a_system_keeps(client, store):
    game = fill_map(two("CPR", "PRR"), CPR=3, PRR=3)
    rows = figures(open_page(client, store, game, "?pick=merge_companies~p4~CPR~PRR"))
    assert rows["markers on the map"] == ["4", "4", "7"]
    assert rows["markers left"] == ["0", "0", "0"]
    rows = figures(open_page(client, store, two("CPR", "PRR"), "?pick=merge_companies~p4~CPR~PRR"))
    assert rows["markers left"] == ["3", "3", "5"]


def test_each_question_has_its_player_what_was_traded_and_the_path(client, store):
    game = example(edition="draft").cash(p1=100).do(MERGE)
    page = open_page(client, store, game)
    assert "Anneke has an odd number of shares." in text_of(page)
    assert figures(page)["Mia"][-1] == "50%"
    assert "108" in find_marked(page, "goal")
    page = open_page(client, store, game.do(SetAside("p1", "IC")))
    assert "Anneke has a single share of IC, worth $78. With $30 more" in text_of(page)
    game = fill_map(two("CPR", "PRR"), CPR=3, PRR=3).do(MergeCompanies("p4", "CPR", "PRR"))
    page = text_of(open_page(client, store, game))
    assert "CPR has one marker too many as a system" in page
    assert "In Mackinaw City" in page


def test_the_market_outlines_the_band_in_this_edition_alone(client, store):
    for edition, band in (("draft", BAND), ("published", [])):
        number = store_position(store, example(edition=edition))
        page = client.get(f"/game/{number}/market").get_data(as_text=True)
        assert sorted(map(int, find_marked(page, "k-dash"))) == band
        assert ("the band of prices for systems" in text_of(page)) is bool(band)


def merge(edition: str) -> Position:
    game = example(edition=edition).cash(p1=100).trains("GT", "2", "3").trains("IC", "2").do(MERGE)
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    return game


def test_a_system_has_two_names_and_one_row_of_trains(client, store):
    game = merge("draft")
    number = store_position(store, game)
    page = text_of(client.get(f"/game/{number}/company/GT").get_data(as_text=True))
    assert "trains, limit 4 2 , 2 , 3" in page
    assert "GT + IC" in page
    assert "shell" not in page
    turn = text_of(open_page(client, store, game.operating("GT", "trains")))
    assert "trains, limit 4 2 , 2 , 3" in turn and "shell" not in turn


def test_the_sheet_to_set_the_table_up_again_draws_one_charter():
    found = dict(rebuild(merge("draft").rules, merge("draft").state).trains)
    assert found["GT"] == "2 × 2, 3"
    two_charters = dict(rebuild(merge("published").rules, merge("published").state).trains)
    assert {"GT, shell of GT", "GT, shell of IC"} <= set(two_charters)


def test_the_log_and_all_pages_tell_of_the_system(client, store):
    game = example(edition="draft").cash(p1=100)
    number = store_position(store, game)
    view = store.play(number, store.version(number), MERGE)
    view = store.play(number, view.version, SetAside("p1", "GT"))
    view = store.play(number, view.version, PayForShare("p1"))
    log = text_of(client.get(f"/game/{number}/log").get_data(as_text=True))
    assert "Mia announced the merger of IC into GT, at $108" in log
    assert "GT is a system at $108" in log
    for page in ("shares", "companies", "market", "map", "company/IC", "ledger?account=GT"):
        answer = client.get(f"/game/{number}/{page}")
        assert answer.status_code == 200, page
        assert "None" not in text_of(answer.get_data(as_text=True)), page
