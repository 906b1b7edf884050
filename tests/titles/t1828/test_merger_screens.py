"""The screens of a merger: the figures before it is announced, one question at a time, its end."""

import html
import re

import pytest
from flask.testing import FlaskClient

from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles.t1828.merger_choices import GiveWay, PayForShare, SurrenderShare
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.mergers import before, example, stock_round

MERGE = MergeCompanies("p4", "GT", "IC")


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


def seen(client: FlaskClient, store: GameStore, position: Position, query: str = "") -> str:
    page = client.get(f"/game/{store_position(store, position)}{query}").get_data(as_text=True)
    assert "None" not in text_of(page)
    return page


def test_before_it_is_announced_a_merger_shows_all_that_it_would_bring(client, store):
    game = example().trains("GT", "2", "3").trains("IC", "2").cash(p1=100)
    game.state.privates["E&K"] = "IC"
    page = seen(client, store, game, "?pick=merge_companies~p4~GT~IC")
    assert figures(page) == {
        "": ["GT", "IC", "system"],
        "price": ["$67", "$78", "$109"],
        "cash": ["$200", "$380", "$580"],
        "markers on the map": ["1", "1", "2"],
        "markers left": ["2", "3", "5"],
        "trains": ["2 3", "2", "2 3 | 2"],
        "privates": ["–", "E&K", "E&K"],
        "Mia": ["40%", "60%", "40%"],
        "Anneke": ["30%", "–", "10–20%"],
        "bank pool": ["–", "10%", "10%"],
        "IPO": ["30%", "30%", "20–30%"],
        "the system itself": ["–", "–", "10%"],
    }
    assert "Merge IC into GT" in text_of(page)
    assert "Its first buyer" not in text_of(page)  # of the private of that name


def test_if_there_is_little_room_a_merger_is_not_taken_for_a_share(client, store):
    page = seen(client, store, example())
    row = page[page.index('id="pick-merge_companies~p4~GT~IC"') :]
    short = row[row.index('<span class="short">') : row.index("</a>")]
    assert text_of(short).startswith("merge IC")


def test_one_question_at_a_time_with_its_player_and_what_was_traded(client, store):
    page = seen(client, store, example().cash(p1=100).do(MERGE))
    assert (
        "Anneke has a single share of GT, worth $67. With $42 more it becomes a share"
        in text_of(page)
    )
    assert figures(page)["Mia"] == ["–", "–", "–", "50%"]
    assert figures(page)["Anneke"] == ["–", "–", "GT", "10%"]
    assert {"Pay for a share", "Give the share up"} <= set(re.findall(r"[A-Z][a-z ]+[a-z]", page))


def test_a_question_about_markers_names_the_hex(client, store):
    game = example().token("G23.0", "GT").token("G23.1", "IC").do(MERGE)
    words = text_of(seen(client, store, game))
    assert "GT has a marker in G23 Newark & New York, and so does IC." in words
    game.do(GiveWay("p4", "GT"))
    assert "single share" in text_of(seen(client, store, game))


def played(client: FlaskClient, store: GameStore, game: Position, *answers) -> int:
    """The merger entered through the store, so that it stands in the log."""
    number = store_position(store, game)
    view = store.play(number, store.version(number), MERGE)
    for answer in answers:
        view = store.play(number, view.version, answer)
    return number


def test_the_log_tells_who_traded_what_and_the_system(client, store):
    number = played(client, store, example().cash(p1=100), SurrenderShare("p1"))
    log = text_of(client.get(f"/game/{number}/log").get_data(as_text=True))
    assert "Mia announced the merger of IC into GT, at $109" in log
    assert "Anneke gave up a share of GT for $67" in log
    assert "GT is a system at $109" in log
    company = text_of(client.get(f"/game/{number}/company/GT").get_data(as_text=True))
    assert "kind system" in company and "director Mia · GT + IC" in company
    gone = text_of(client.get(f"/game/{number}/company/IC").get_data(as_text=True))
    assert "merged into GT" in gone
    for page in ("shares", "companies", "market", "map", "company/IC", "ledger?account=GT"):
        answer = client.get(f"/game/{number}/{page}")
        assert answer.status_code == 200, page
        assert "None" not in text_of(answer.get_data(as_text=True)), page


def test_a_failure_shows_that_all_is_as_before_and_the_entries_that_undo_it(client, store):
    game = stock_round()
    game.started("GT", 67, "p4", p4=30, p1=20).floated("GT", 100)
    game.started("IC", 79, "p4", p4=20, p1=30).floated("IC", 100)
    before(game, "GT", "IC").cash(p1=1, p4=2)
    number = store_position(store, game)
    view = store.play(number, store.version(number), MERGE)
    while (step := view.rules.waiting(view.state)) and step.name == "merger":
        view = store.play(number, view.version, judge.offers(view.rules, view.state)[-1].action)
    page = client.get(f"/game/{number}").get_data(as_text=True)
    told = text_of(page[page.index('class="then"') :])
    assert told.startswith('class="then"> The merger of IC into GT failed')
    log = text_of(client.get(f"/game/{number}/log").get_data(as_text=True))
    assert "The merger of IC into GT failed: nobody has three shares of it." in log
    ledger = text_of(client.get(f"/game/{number}/ledger?account=IC").get_data(as_text=True))
    assert "the merger failed" in ledger and "money of a company that merges" in ledger


def test_a_system_s_page_has_its_trains_by_the_shells_of_its_two_companies(client, store):
    game = example().trains("GT", "2", "3").do(MERGE, PayForShare("p1"))
    number = store_position(store, game)
    page = text_of(client.get(f"/game/{number}/company/GT").get_data(as_text=True))
    assert "shell of GT, limit 4 2 , 3 shell of IC, limit 4 –" in page
    assert "treasury 10" in page  # its own tenth


def test_a_system_arranges_its_trains_by_plain_links(client, store):
    game = example().trains("GT", "2", "3").trains("IC", "2").do(MERGE, PayForShare("p1"))
    page = seen(client, store, game.operating("GT", "shells"))
    assert "Move a 3 to the shell IC" in text_of(page)
    assert "Leave the trains" in text_of(page)
