"""The report on the screens: its form, its progress, and the charts beside the standings.

The sheet for rebuilding a table is here, too.
"""

import re
from concurrent.futures import wait

import pytest

from companion import system_dependencies
from companion.reporting.content.sections import SECTIONS
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.read.reports import prints
from tests.reporting.report_games import texts
from tests.support.game_stages import begun, in_round, played

needs_pango = pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)


def test_the_form_offers_every_section(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    page = client.get(f"/game/{begun(store)}/report").text
    for section in SECTIONS:
        assert f'name="with" value="{section}" checked' in page
    assert 'name="place"' in page and 'value="letter"' in page


@needs_pango
def test_while_it_is_made_it_is_shown_how_far_it_is_and_then_it_opens(store: GameStore) -> None:
    app = create_app({"STORE": store})
    client, game = app.test_client(), begun(store)
    asked = "chosen=1&with=cover&place=Utrecht&paper=letter"
    answer = client.get(f"/game/{game}/report/making?{asked}")
    assert answer.status_code == 200
    assert answer.headers["Refresh"] == "1"
    assert "<progress" in answer.text
    with app.app_context():
        promises = [printed for _, printed in prints()._asked.items()]
    wait(promises, 300)
    assert promises[0].part > 0.2  # its process told how far it was
    ready = client.get(f"/game/{game}/report/making?{asked}")
    there = f"/game/{game}/report.pdf?{asked}"
    assert ready.headers["Refresh"] == f"0; url={there}"
    assert "The report is ready" in ready.text  # that stays where a browser saves the file
    pages = texts(client.get(there).data)
    assert len(pages) == 1 and "Utrecht" in pages[0]


def test_a_report_of_nothing_is_not_made(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    for asked in ("chosen=1", "chosen=1&with=nothing"):
        answer = client.get(f"/game/{begun(store)}/report/making?{asked}")
        assert answer.status_code == 422 and "Nothing has been chosen" in answer.text
        assert "Refresh" not in answer.headers


def test_charts_stand_beside_the_standings_without_a_style_or_script_in_them(
    store: GameStore,
) -> None:
    client = create_app({"STORE": store}).test_client()
    game = played(store, in_round("SR 3"))
    page = client.get(f"/game/{game}/standings").text
    charts = re.findall(r'<svg class="chartlines".*?</svg>', page, re.S)
    assert len(charts) == 6  # worth, places and prices, for wide screens and narrow ones
    for chart in charts:
        assert not re.search(r"<style|<script|style=|\son\w+=|font-family", chart)
    for words in ("Worth after each round", "Places after each round", "Prices after each round"):
        assert words in page


def test_a_game_in_its_first_round_has_no_charts_yet(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    assert "chartlines" not in client.get(f"/game/{begun(store)}/standings").text


def test_charts_are_drawn_once_a_round_and_again_after_it(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    game = played(store, in_round("SR 2"))

    def ticks() -> int:
        return client.get(f"/game/{game}/standings").text.count(">SR 2<")

    before = ticks()
    view = store.open(game)
    while view.rules.round_rules(view.state).name(view.state) == "SR 2":
        offer = next(
            o for o in judge.offers(view.rules, view.state) if o.allowed and o.kind == "pass"
        )
        view = store.play(game, view.version, offer.action)
    assert ticks() > before


def test_the_rebuild_sheet_is_a_screen(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    page = client.get(f"/game/{played(store, in_round('SR 3'))}/rebuild").text
    for words in ("Rebuild sheet", "Cash in notes", "Certificates", "Trains", "is to act"):
        assert words in page


@needs_pango
def test_the_rebuild_sheet_is_printed(store: GameStore) -> None:
    client = create_app({"STORE": store}).test_client()
    answer = client.get(f"/game/{begun(store)}/rebuild.pdf?paper=letter")
    assert answer.mimetype == "application/pdf"
    assert "rebuild-" in answer.headers["Content-Disposition"]
    assert "Rebuild sheet" in texts(answer.data)[0]
