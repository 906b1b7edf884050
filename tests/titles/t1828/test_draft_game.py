"""A game by the draft on the screens, in the report and in files: each says its edition."""

import json
from contextlib import closing
from functools import cache
from html import unescape
from itertools import islice
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.bots.playing_styles import careful
from companion.bots.simulation import play
from companion.exchange.files.import_store import file_of_played, store_file
from companion.exchange.files.own_file import file_of
from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.site_setup import setup_there
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_actions
from companion.reporting.report_html import report_html
from companion.rules.core.actions import Action
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from companion.titles.t1828.merger import pending_merger
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import NAMES
from tests.support.stored_games import empty_store, store_position
from tests.titles.t1828.test_draft_mergers import fill_map, two

DRAFT = Setup("1828", NAMES, {"edition": "draft"}, 3)
PUBLISHED = Setup("1828", NAMES[:4], {}, 3)
EDITION = "draft of January 2018"


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
    assert "half edited" in readings and "The places where nobody buys past 60%" in readings
    usual_readings = client.get(f"/game/{usual}/readings").text
    assert "half edited" not in usual_readings
    assert "The places where nobody buys past 60%" not in usual_readings
    assert "Two certificates of a grey company" in usual_readings
    assert "Two certificates of a grey company" not in readings


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


def read_by_another_store(store: GameStore, folder: Path, game: int) -> State:
    """The state of a game as another store finds it on the disk."""
    with closing(GameStore(folder / "companion.sqlite")) as again:
        return again.open(game).state


def test_a_game_is_written_and_read_again_at_every_question_of_a_merger(tmp_path: Path) -> None:
    """In a file, and from the disk by another store: a tenth to leave out, a source, a single."""
    setup = Setup("1828", NAMES[:6], {"edition": "draft"}, 1)
    rules, played, asked = rules_for(setup), list[Action](), list[str]()
    with closing(empty_store(tmp_path)) as store:
        for action, outcome in play(rules, 1, manner=careful):
            played.append(action)
            merger = pending_merger(outcome.state)
            if merger is None:
                if asked:
                    break
                continue
            assert merger.share_choice
            asked.append(merger.share_choice.kind)
            game = store_file(store, file_of_played(setup, played)).game
            found = read_by_another_store(store, tmp_path, game)
            assert state_to_json(found) == state_to_json(outcome.state)
            assert judge.offers(rules, found) == judge.offers(rules, outcome.state)
    assert set(asked) == {"set_aside", "whom", "single"}


@pytest.mark.parametrize("kind", ["marker", "surplus"])
def test_a_merger_is_read_again_while_a_marker_is_asked_for(tmp_path: Path, kind: str) -> None:
    shared = (("G23.0", "CPR"), ("G23.1", "PRR")) if kind == "marker" else ()
    more = 3 - len(shared) // 2
    position = fill_map(two("CPR", "PRR", *shared), CPR=more, PRR=more)
    position.do(MergeCompanies("p4", "CPR", "PRR"))
    offers = judge.offers(position.rules, position.state)
    assert {offer.kind for offer in offers} == {kind}
    with closing(empty_store(tmp_path)) as store:
        game = store_position(store, position)
        found = read_by_another_store(store, tmp_path, game)
        assert judge.offers(position.rules, found) == offers
        done = store.play(game, store.version(game), offers[0].action)
        assert state_to_json(read_by_another_store(store, tmp_path, game)) == (
            state_to_json(done.state)
        )
        assert state_to_json(store.undo(game, done.version).state) == state_to_json(found)


def test_18xx_games_plays_another_edition() -> None:
    with pytest.raises(BadFileError, match=f"does not use this edition of 1828: {EDITION}"):
        setup_there(rules_for(DRAFT))
    assert setup_there(rules_for(PUBLISHED)).adapter
