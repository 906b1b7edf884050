"""A game by the draft on the screens, in the report and in files: each says its edition."""

import json
from functools import cache
from html import unescape
from itertools import islice

import pytest
from flask.testing import FlaskClient

from companion.bots.simulation import play
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.site_setup import setup_there
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.report_html import report_html
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from companion.web import create_app
from tests.support.positions import NAMES

DRAFT = Setup("1828", NAMES, {"edition": "draft"}, 3)
PUBLISHED = Setup("1828", NAMES[:4], {}, 3)
EDITION = "draft of January 2018"


@pytest.fixture
def client(store: GameStore) -> FlaskClient:
    return create_app({"STORE": store}).test_client()


@cache
def actions(by_draft: bool) -> list[Action]:
    found = play(rules_for(DRAFT if by_draft else PUBLISHED), 3)
    return [action for action, _ in islice(found, 60)]


def squeeze(html: str) -> str:
    return unescape(" ".join(html.split()))


def store_game(store: GameStore, setup: Setup) -> int:
    return store.import_game(setup, actions(setup is DRAFT))


def test_the_list_the_menu_and_the_readings_name_the_edition(
    client: FlaskClient, store: GameStore
) -> None:
    usual, draft = store_game(store, PUBLISHED), store_game(store, DRAFT)
    store.admin.rename(usual, "Monday")
    home = " ".join(client.get("/").text.split())
    assert home.count(EDITION) == 1
    assert EDITION in client.get(f"/game/{draft}").text
    assert EDITION not in client.get(f"/game/{usual}").text
    assert "published rules of 2022" in client.get(f"/game/{usual}").text
    readings = client.get(f"/game/{draft}/readings").text
    assert "half edited" in readings and "From where nobody buys past 60%" in readings
    usual_readings = client.get(f"/game/{usual}/readings").text
    assert "half edited" not in usual_readings
    assert "From where nobody buys past 60%" not in usual_readings
    assert "Two certificates of a gray company" in usual_readings
    assert "Two certificates of a gray company" not in readings


def test_the_report_names_the_edition_and_a_line_for_each_difference() -> None:
    for setup in (DRAFT, PUBLISHED):
        rules = rules_for(setup)
        listed = [(each, None) for each in actions(setup is DRAFT)]
        html = squeeze(report_html(gather(*moments_of_actions(setup, listed)), "a4"))
        assert (EDITION in html) is (setup is DRAFT)
        assert len(rules.data.differences) == (10 if setup is DRAFT else 0)
        assert all(line in html for line in rules.data.differences)


def test_an_own_file_of_the_draft_is_one_that_older_companions_refuse(store: GameStore) -> None:
    draft = store_game(store, DRAFT)
    raw = file_of(store.admin.read_rows(draft))
    assert json.loads(raw)["version"] == 2
    found = store_file(store, raw).game
    assert store.open(found).setup == store.open(draft).setup
    assert store.rows(found) == store.rows(draft)
    usual = file_of(store.admin.read_rows(store_game(store, PUBLISHED)))
    assert json.loads(usual)["version"] == 1
    assert b'"edition"' not in usual


@pytest.mark.parametrize("edition", ["proof", ["draft"], None])
def test_a_file_of_an_edition_that_is_not_there_stores_nothing(
    store: GameStore, edition: object
) -> None:
    rows = dict(store.admin.read_rows(store_game(store, DRAFT)))
    (game,) = rows["game"]
    setup = {**game["setup"], "options": {"edition": edition}}
    rows["game"] = [{**game, "setup": setup}]
    with pytest.raises(ValueError, match=r"1828 has no edition .*; there are published, draft"):
        store_file(store, file_of(rows))
    assert len(store.games()) == 1


def test_18xx_games_plays_another_edition() -> None:
    with pytest.raises(BadFileError, match=f"does not play 1828 by this edition: {EDITION}"):
        setup_there(rules_for(DRAFT))
    assert setup_there(rules_for(PUBLISHED)).adapter
