"""Pages that only 1828 fills: who has won, where a price goes, systems, privates, what is gone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivateForCompany
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from tests.support.game_stages import played
from tests.support.positions import NAMES, Position
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.t1828.game_start import floated, system, table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path / "companion.sqlite")
    yield opened
    opened.close()


def form_of(page: str) -> dict[str, str]:
    """The form that the deed of a page sends."""
    form = page[: page.index('id="deed"')].rpartition("<form")[2]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def test_that_all_agree_is_beside_the_standings_and_is_done_by_two_more_taps(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, table(4))
    turn = client.get(f"/game/{game}").text
    assert "All agree who has won" not in turn  # it is in no list of offers
    there = f"/game/{game}/apart/agree"
    assert f'href="{there}"' in client.get(f"/game/{game}/standings").text
    page = client.get(there).text
    assert "the game ends at once" in text_of(page)
    assert 'id="deed"' not in page
    page = client.get(f"{there}?pick=agree_winner~p3").text
    assert f"The game ends: {NAMES[2]} has won" in text_of(page)
    done = client.post(f"/game/{game}/act", data=form_of(page), follow_redirects=True)
    assert f"all players agree who has won · {NAMES[2]} has won" in text_of(done.text)
    assert store.open(game).state.end_reason == "agreed"
    assert "All agree who has won" not in done.text


def test_the_page_says_who_must_decide_what_first(client: FlaskClient, store: GameStore) -> None:
    def is_asking(rules: Rules, state: State) -> bool:
        return bool(state.questions)

    game = played(store, is_asking, "1828", names=NAMES[:4])
    view = store.open(game)
    words, step = view.rules.words, view.rules.vocabulary.steps[view.state.questions[0].step]
    name = words.names[view.rules.actor(view.state)]
    page = text_of(client.get(f"/game/{game}/apart/agree").text)
    assert f"{name} must decide first: {words.fill_name(step.within, {})}." in page


def test_there_is_no_such_page_where_nothing_stands_apart(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, table(4))
    assert client.get(f"/game/{game}/apart/buy").status_code == 404
    old = store_position(store, Position("1830", 3))
    assert client.get(f"/game/{old}/apart/agree").status_code == 404


def test_a_click_on_a_company_tells_where_its_price_would_go(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, floated("GT").price("GT", "8,5"))
    assert "would move to" not in text_of(client.get(f"/game/{game}/market").text)
    page = client.get(f"/game/{game}/market?of=GT").text
    words = text_of(page)
    assert "GT at $85 would move to with a dividend 89 without one 81" in words
    assert "for each 10% that is sold 79" in words
    assert "sold out at the end of a stock round 91 and its director holds 80% 97" in words
    assert len(re.findall(r'class="cell[^"]* goal', page)) == 5


def test_the_colours_of_the_market_are_named_with_their_prices(
    client: FlaskClient, store: GameStore
) -> None:
    page = client.get(f"/game/{store_position(store, floated('GT'))}/market").text
    words = text_of(page)
    for says in (
        "par to phase Gray: 67, 71, 79",
        "par from phase Green to Gray: 86, 94",
        "par from phase Blue to Gray: 105",
        "par from phase Brown to Gray: 120",
        "may exceed 60% · buy several per turn",
    ):
        assert says in words
    for colour in ("yellow", "green", "blue", "brown"):
        assert f'<i class="box z-{colour}">' in page
    assert '<dt class="z-grey"' in page
    other = client.get(f"/game/{store_position(store, Position('1830', 3))}/market").text
    assert "par from phase" not in other


def test_the_map_says_of_each_mark_on_it_what_it_is_and_where_it_lies(
    client: FlaskClient, store: GameStore
) -> None:
    game = floated("GT").privates(StCT="p2").token("G23.0", "blocked")
    page = client.get(f"/game/{store_position(store, game)}/map").text
    key = text_of(page[page.index('class="map-key"') :])
    assert "GT GT – D4" in key
    assert "× a blocking marker – G23" in key
    assert "CB C&P – C15" in key
    assert "StCT Saint Clair Tunnel blocks D10" in key
    assert "coal 2 K11" in key
    assert "town, mountain 120, coal 1</title>" in page
    fresh = client.get(f"/game/{store_position(store, Position('1830', 3))}/map").text
    assert "a blocking marker" not in fresh


def test_gray_rises_once_more(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, floated("GT").price("GT", "11,0"))
    words = text_of(client.get(f"/game/{game}/market?of=GT").text)
    assert "sold out at the end of a stock round 62 and its director holds 80% 66" in words


def test_other_titles_lead_from_the_market_to_the_company(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, Position("1830", 3).started("PRR", 100, "p1", p1=20))
    page = client.get(f"/game/{game}/market?of=PRR").text
    assert "would move to" not in text_of(page)
    assert f'href="/game/{game}/company/PRR"' in page


def test_systems_stand_in_their_box_and_who_merged_is_grey_with_where_it_went(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, system("GT", "IC").stock_round())
    assert "system GT IC 67" in text_of(client.get(f"/game/{game}/market").text)
    shares = client.get(f"/game/{game}/shares").text
    assert "merged into GT" in text_of(shares)
    assert (
        'class="chip c-i-c unstarted away"' in shares
        or 'class="chip c-ic unstarted away"' in shares
    )
    assert "homes D4 Grand Rapids, J6 Nashville" in text_of(
        client.get(f"/game/{game}/company/GT").text
    )


def test_a_private_says_which_hex_it_keeps_until_a_company_has_it(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").phase("Green").privates(**{"D&H": "p1", "C&StL": "p1"})
    at.operating("GT", "trains").do(BuyPrivateForCompany("GT", "D&H", 80))
    words = text_of(client.get(f"/game/{store_position(store, at)}/privates").text)
    assert "The remaining ones close in phase Red." in words
    assert "Until then no track is laid on B24 Burlington." in words
    assert "F20 meanwhile" not in words


def test_the_railway_of_a_private_is_no_company_of_shares(
    client: FlaskClient, store: GameStore
) -> None:
    at = floated("GT").privates(**{"C&P": "p2"})
    game = store_position(store, at.stock_round())
    assert "C&amp;P</a>" not in client.get(f"/game/{game}/shares").text.partition("tfoot")[0]
    companies = text_of(client.get(f"/game/{game}/companies").text)
    assert f"Cobourg & Peterborough owner {NAMES[1]} $0" in companies
    page = text_of(client.get(f"/game/{game}/company/C%26P").text)
    assert "IPO 100" not in page
    assert "limit" not in page
    trains = text_of(client.get(f"/game/{game}/trains").text)
    assert "C&P" not in trains.partition("in use")[0]
