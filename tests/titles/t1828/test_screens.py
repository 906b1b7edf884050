"""The ordinary screens show every step of 1828, and what they offer is legal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.bots.simulation import NAMES
from companion.rules.core.actions import BuyPrivateForCompany, LayTile, RunTrains
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from companion.titles.t1828.title_state import Turn1828
from tests.support.run_cache import play
from tests.support.stored_games import store_state
from tests.titles.demo.test_screens import choices, text_of
from tests.titles.t1828.game_start import floated, operating, system
from tests.web.page_buttons import check_buttons

PAGES = ("shares", "market", "map", "companies", "privates", "trains", "standings", "readings")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path / "companion.sqlite")
    yield opened
    opened.close()


def moments(seed: int) -> Iterator[tuple[Rules, State, str]]:
    """The first moment of each step of each kind of round, and the end."""
    rules = rules_for(Setup("1828", NAMES[:3], {}, seed))
    seen = set()
    for _, outcome in play(rules, seed):
        step = rules.waiting(outcome.state)
        key = (type(outcome.state.round), step.name if step else "end")
        if key not in seen:
            seen.add(key)
            yield rules, outcome.state, key[1]


@pytest.mark.parametrize("seed", [4])
def test_every_step_and_all_that_may_be_tapped_in_it_is_shown(
    client: FlaskClient, store: GameStore, seed: int
) -> None:
    steps = set()
    for rules, state, step in moments(seed):
        steps.add(step)
        game = store_state(store, rules, state)
        first = client.get(f"/game/{game}").get_data(as_text=True)
        pages = [f"/game/{game}/{page}" for page in PAGES]
        for link in (f"/game/{game}", *choices(first, game), *pages):
            answer = client.get(link)
            assert answer.status_code == 200, link
            page = answer.get_data(as_text=True)
            assert "None" not in text_of(page), link
            check_buttons(page, rules, state)
    assert {"auction", "shares", "track", "run", "dividend", "trains", "end"} <= steps


def test_the_map_says_where_coal_lies_and_whose_hexes_are_closed(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(StCT="p2").operating("GT")
    game = store_state(store, at.rules, at.state)
    page = client.get(f"/game/{game}/map").get_data(as_text=True)
    for words in ("coal 2", "coal 1", "StCT"):
        assert words in page, words


def test_a_player_who_bought_a_private_that_operates_is_asked_on_its_own_charter(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").phase("Green").privates(**{"C&P": "p2"}).operating("GT", "trains")
    game = store_state(store, at.rules, at.do(BuyPrivateForCompany("GT", "C&P", 100)).state)
    page = client.get(f"/game/{game}").get_data(as_text=True)
    assert "Peterborough" in text_of(page).partition("Place a marker")[2]
    assert "<h2>Grand Trunk" in page


def test_the_private_that_operates_has_no_train_no_price_and_no_shares(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(**{"C&P": "p2"})
    at.state.round = PrivateOperatingRound(2, 1, 1, ("C&P",), turn=Turn1828("C&P"))
    game = store_state(store, at.rules, at.state)
    whole = client.get(f"/game/{game}").get_data(as_text=True)
    assert "Cobourg & Peterborough" in text_of(whole)
    part = re.search(r'id="charter".*?</section>', whole, re.S)
    assert part
    for words in ("IPO", "trains, limit", "%", "price"):
        assert words not in text_of(part.group()), words
    trains = text_of(client.get(f"/game/{game}/trains").get_data(as_text=True))
    assert "C&P" not in trains.partition("3+D")[2]


def test_the_halves_of_the_private_that_operates_have_a_receipt(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(**{"C&P": "p2"})
    at.state.round = PrivateOperatingRound(2, 1, 1, ("C&P",), turn=Turn1828("C&P"))
    game = store_state(store, at.rules, at.state)
    store.play(game, store.open(game).version, LayTile("C&P", "C17", "9", 1))
    run = RunTrains("C&P", (("C&P-0", ("C15.0", "C17", "C19.0")),))
    row = store.play(game, store.open(game).version, run).tail[-1].n
    link = f"/game/{game}/receipt/{row}"
    assert f'href="{link}"' in client.get(f"/game/{game}/log").text
    words = text_of(client.get(link).text)
    for told in (
        "C&P pays $15 and keeps $15",
        "Peterborough 20 Kingston 10",
        "30 − 15 kept",
        "Treasury of C&P half of 30 15",
        "Jörg 1 × 15 15",
        "Bank pays 30",
        "1828, Cobourg & Peterborough Railway",
    ):
        assert told in words, (told, words)
    assert "rice" not in words  # it is on no market


def test_the_tile_of_the_ek_is_asked_for_by_its_name_and_hex(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").phase("Green").privates(**{"E&K": "p2"}).operating("GT", "trains")
    game = store_state(store, at.rules, at.do(BuyPrivateForCompany("GT", "E&K", 120)).state)
    page = text_of(client.get(f"/game/{game}").text)
    assert "can lay no track" not in page
    assert "Tile of a private Erie & Kalamazoo" in page
    assert "Track on E7" in text_of(client.get(f"/game/{game}?private=E%26K&do=lay_power").text)


def test_a_private_is_swapped_for_half_a_directors_certificate_at_one_of_the_pars(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(**{"M&H": "p1"}).cash(p1=1000).stock_round(2, "p1")
    game = store_state(store, at.rules, at.state)
    page = client.get(f"/game/{game}?tab=aside").text
    rows = re.findall(r'id="pick-(swap_private[^"]*)"', page)
    assert len(rows) == len(set(rows)) == 16  # GT, and each of the others once
    assert "par 67 to 79" in text_of(page)
    pick = f"/game/{game}?pick=swap_private~p1~M%26H~IC~initial"
    page = client.get(pick).text
    assert re.findall(r'id="value-(\d+)"', page) == ["79", "71", "67"]
    page = client.get(f"{pick}&price=71").text
    assert "Start IC with Mohawk & Hudson, par 71" in text_of(page)
    form = page[: page.index('id="deed"')].rpartition("<form")[2]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.replace("&amp;", "&")))
    assert client.post(f"/game/{game}/act", data=fields).status_code == 303
    assert store.open(game).state.companies["IC"].par == 71


def test_shells_are_a_station_of_systems_alone(client: FlaskClient, store: GameStore) -> None:
    public, whole = operating("GT"), system().operating("GT")
    for at, has in ((public, False), (whole, True)):
        page = client.get(f"/game/{store_state(store, at.rules, at.state)}").text
        rail = text_of(page[page.index('class="step-bar"') : page.index("</ol>")])
        assert "Marker" in rail
        assert ("Shells" in rail) is has


def test_beside_an_operating_turn_a_swap_is_told_in_full(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(**{"M&H": "p1"}).operating("GT")
    game = store_state(store, at.rules, at.state)
    page = text_of(client.get(f"/game/{game}?do=swap_private").text)
    assert "Swap Mohawk & Hudson for a share of GT from the IPO" in page
