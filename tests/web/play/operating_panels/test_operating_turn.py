"""The operating turn's screens as they are sent: every step works with plain links and forms."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.board.bestrun.best_run import BestRun
from companion.rules.core.actions import LayTile, action_to_json
from companion.rules.core.change import Change
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.judge import judge
from companion.rules.judge.policies import DividendPolicy
from companion.rules.operating.homes import ask_home
from companion.store.games.game_store import GameStore
from companion.web.play import best_run_searches
from companion.web.play.best_run_searches import Searches
from tests.support.game_stages import squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.steam_over_holland.game_start import company, table


@pytest.fixture
def turn() -> Position:
    """PRR in phase 3: Pittsburgh, Altoona, Lancaster; Lancaster's green tile is worth 30."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20, pool=10).floated("PRR", 1000)
    position.started("NYC", 82, "p2", p2=60).floated("NYC", 300)
    position.phase("3").trains("PRR", "2").trains("NYC", "3")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position


def html(client: FlaskClient, game: int, **query: object) -> str:
    answer = client.get(f"/game/{game}", query_string=query)
    assert answer.status_code == 200
    return squeezed(answer.text)


def forms(page: str) -> list[dict[str, str]]:
    """The fields of every form of the page that acts."""
    found = []
    for form in re.findall(r"<form method=\"post\" action=\"[^\"]*/act\".*?</form>", page, re.S):
        names = re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form)
        found.append({name: value.replace("&#34;", '"') for name, value in names})
    return found


def send(client: FlaskClient, game: int, fields: dict[str, str]) -> int:
    return client.post(f"/game/{game}/act", data=fields).status_code


def test_the_hexes_where_track_may_be_laid_are_lit_and_listed(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game)
    listed = set(re.findall(r'<option value="(\w+)"', page))
    lit = re.search(r'data-lit="([^"]*)"', page)
    assert lit and listed == set(lit[1].split()) == set(
        turn.rules.waiting(turn.state).hexes(turn.state)
    )


def test_every_tile_and_way_shown_may_be_laid(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game, hex="H14")
    tiles = re.findall(r'id="tile-(\w+)-(\d)"', page)
    assert tiles
    for tile, rotation in tiles:
        shown = html(client, game, hex="H14", tile=tile, rotation=rotation)
        laid = next(form for form in forms(shown) if form["type"] == "lay_tile")
        assert (laid["tile"], laid["rotation"]) == (tile, rotation)
        fields = {key: value for key, value in laid.items() if key not in ("version", "guard")}
        action = judge.refusals(turn.rules, turn.state, read(fields))
        assert action == []


def read(fields: dict[str, str]) -> object:
    from companion.rules.core.action_parser import read_action

    return read_action(fields)


def test_a_tile_that_is_out_says_where_it_lies(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.tile("D6", "18", 0)  # the only 18
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game, hex="H14")
    assert 'id="tile-18"' not in page
    assert "Tile 18, none left, all on D6" in page
    turn.tile("B16", "15", 0).tile("D14", "15", 0)  # both copies
    page = html(client, store_position(store, turn), hex="H16")
    assert "Tile 15, none left, all on B16 Ottawa and D14 Rochester" in page


def test_a_hex_that_nothing_fits_on_cites_the_rule(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game, hex="F20")
    assert "Nothing fits on F20" in page and "1830 §18" in page
    assert not [form for form in forms(page) if form["type"] == "lay_tile"]


def test_a_price_beyond_the_treasury_dims_the_tile_and_says_so(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.cash(PRR=50)
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game, hex="I11")  # a mountain beside Pittsburgh
    assert "PRR has $50" in page
    assert not [form for form in forms(page) if form["type"] == "lay_tile"]


def test_an_extra_tile_of_a_private_has_its_own_form(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.privates(CS="PRR")
    game = store_position(store, turn.operating("PRR"))
    page = html(client, game)
    assert "do=lay_power" in page
    chosen = html(client, game, private="CS", do="lay_power")
    laid = next(form for form in forms(chosen) if form["type"] == "lay_tile")
    assert (laid["hex"], laid["private"]) == ("B20", "CS")
    assert send(client, game, laid) == 303
    assert store.open(game).state.board.laid["B20"].tile == laid["tile"]


def test_tokens_are_offered_in_reached_cities_with_their_cost(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR", "token"))
    page = html(client, game)
    assert set(re.findall(r'data-stop="([^"]*)"', page)) == {"H10.0", "H16.0"}
    chosen = html(client, game, stop="H10.0")
    form = next(form for form in forms(chosen) if form["type"] == "place_token")
    assert form["stop"] == "H10.0" and "Place in Pittsburgh" in chosen and "$40" in chosen


def test_a_city_that_is_not_open_says_why(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR", "token"))
    page = html(client, game, hex="E19")
    assert "PRR cannot reach Albany." in page and "1830 §19" in page


def test_a_home_of_two_cities_is_chosen(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.started("ERIE", 100, "p3", p3=60).floated("ERIE", 500, home=False)
    turn.tile("E11", "59", 0).operating("ERIE")
    ask_home(Change(turn.state), "ERIE")
    game = store_position(store, turn)
    page = html(client, game)
    assert "Choose the home" in page
    chosen = html(client, game, stop="E11.1")
    form = next(form for form in forms(chosen) if form["type"] == "place_token")
    assert send(client, game, form) == 303
    assert store.open(game).state.board.tokens["E11.1"] == ("ERIE",)


def test_a_token_that_comes_with_a_late_tile_is_placed_or_left(
    client: FlaskClient, store: GameStore
) -> None:
    """By another reading, after the trains: it is asked about as any token, and is no home."""
    late = Position("1830", 3, privates_any_time=True).privates(DH="PRR").close_privates()
    late.started("PRR", 100, "p1", p1=60).floated("PRR", 1000).operating("PRR", "trains")
    game = store_position(store, late.do(LayTile("PRR", "F16", "57", 1, "DH")))
    page = html(client, game)
    assert "Place a token" in page
    assert "Choose the home" not in page
    assert "pass" in {form["type"] for form in forms(page)}
    form = next(form for form in forms(page) if form["type"] == "place_token")
    assert send(client, game, form) == 303
    assert store.open(game).state.board.tokens["F16.0"] == ("PRR",)


def test_a_drawn_run_is_summed_and_judged_stop_by_stop(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.tile("H16", "15", 4)
    game = store_position(store, turn.operating("PRR", "run"))
    page = html(client, game, draw=1, stop="H10.0", train="2-0")
    assert "2-0:H10.0" in page
    page = html(client, game, draw=1, train="2-0", r="2-0:H10.0", stop="H12.0")
    assert "2-0:H10.0,H12.0" in page
    refused = html(client, game, draw=1, train="2-0", r="2-0:H10.0,H12.0", stop="H16.0")
    assert "too many for the train" in refused and "2-0:H10.0,H12.0" in refused
    back = html(client, game, draw=1, train="2-0", r="2-0:H10.0,H12.0", back=1)
    assert "2-0:H10.0," not in back


def test_a_lesser_run_is_challenged_and_the_best_is_not(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.tile("H16", "15", 4)
    game = store_position(store, turn.operating("PRR", "run"))
    lesser = html(client, game, draw=1, challenge=1, r="2-0:H10.0,H12.0")
    assert "A run of $40 exists." in lesser
    runs = [form["routes"] for form in forms(lesser) if form["type"] == "run_trains"]
    assert runs == ['[["2-0", ["H10.0", "H12.0"]]]', '[["2-0", ["H12.0", "H14", "H16.0"]]]']
    assert "Run it anyway, $10 less" in lesser
    best = html(client, game, draw=1, r="2-0:H12.0,H14,H16.0")
    assert "challenge=1" not in best
    assert [form["type"] for form in forms(best)] == ["run_trains"]


def test_nonsense_for_a_drawn_run_is_left_out(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR", "run"))
    for sent in ("9-9:H10.0", "2-0:Z99.7,H10", "2-0", "2-0:" + ",".join(["H10.0"] * 500)):
        page = html(client, game, draw=1, r=sent, stop="nowhere", train="x", hex="?")
        assert 'name="r"' not in page


def table_of(page: str) -> dict[str, list[str]]:
    """The cells of each row of a table by its head, without tags."""
    rows = {
        " ".join(re.sub(r"<.*?>", " ", head).split()): re.findall(r"<td[^>]*>(.*?)</td>", cells)
        for head, cells in re.findall(r'<tr[^>]*><th scope="row">(.*?)</th>(.*?)</tr>', page, re.S)
    }
    return {key: [re.sub(r"<.*?>", "", cell).strip() for cell in row] for key, row in rows.items()}


def test_both_ways_of_a_dividend_stand_side_by_side(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.operating("PRR", "dividend", revenue=30, routes=(("2-0", ("H10.0", "H12.0")),))
    game = store_position(store, turn)
    page = html(client, game)
    text = table_of(page)
    assert text["Anneke 60%"] == ["+18", "–"]
    assert text["pool 10%"] == ["+3", "–"]
    assert text["unsold 10%"] == ["not paid", "–"]
    assert text["treasury"] == ["1,000 → 1,003", "1,000 → 1,030"]
    assert text["share price"] == ["100 → 112", "100 → 90"]
    assert text["worth Anneke"] == ["+90", "−60"]


def test_three_ways_of_a_dividend_stand_side_by_side_and_the_receipt_says_what_was_rounded(
    client: FlaskClient, store: GameStore, turn: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = Division("half", Fraction(1, 2), players_up=True)
    monkeypatch.setattr(type(turn.rules), "dividends", DividendPolicy((PAY, half, WITHHOLD)))
    turn.operating("PRR", "dividend", revenue=30, routes=(("2-0", ("H10.0", "H12.0")),))
    game = store_position(store, turn)
    page = html(client, game, choice="half")
    text = table_of(page)
    assert text["per share"] == ["3", "1.5", "–"]
    assert text["kept"] == ["–", "15", "30"]
    assert text["Anneke 60%"] == ["+18", "+9", "–"]
    assert text["pool 10%"] == ["+3", "+1", "–"]
    assert text["treasury"] == ["1,000 → 1,003", "1,000 → 1,016", "1,000 → 1,030"]
    assert send(client, game, next(f for f in forms(page) if f["type"] == "dividend")) == 303
    page = squeezed(client.get(f"/game/{game}/receipt/1").text)
    assert "PRR pays $1.5 a share and keeps $15" in page
    assert "30 − 15 kept, over 10 shares" in page
    assert "1 × 1.5, rounded down" in page and "no rounding" not in page


def test_a_receipt_is_reached_from_the_last_event_and_the_log(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.operating("PRR", "dividend", revenue=30, routes=(("2-0", ("H10.0", "H12.0")),))
    game = store_position(store, turn)
    form = next(f for f in forms(html(client, game)) if f["type"] == "dividend")
    assert send(client, game, form) == 303
    there = f"/game/{game}/receipt/1"
    assert there in html(client, game)
    assert there in client.get(f"/game/{game}/log").get_data(as_text=True)
    page = squeezed(client.get(there).text)
    assert "PRR pays $3 a share" in page and "Initial offering" in page and "1830 §" in page


def test_a_row_that_is_not_there_has_no_receipt(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    for row in (1, 999):
        assert client.get(f"/game/{game}/receipt/{row}").status_code == 404


def test_a_company_at_its_limit_sees_the_trains_dimmed_once_with_the_rule(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.trains("PRR", "3", "3", "3").operating("PRR", "trains", division="pay")
    page = html(client, store_position(store, turn))
    assert "PRR has 4 trains; 4 is the limit." in page
    assert not [form for form in forms(page) if form["type"] == "buy_train"]


def test_too_many_trains_are_given_up_one_by_one(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.phase("5").trains("PRR", "3", "4", "5").operating("PRR", "trains", division="pay")
    game = store_position(store, turn)
    page = html(client, game)
    assert "Too many trains" in page
    pick = re.search(r'id="pick-[^"]*" href="[^"]*pick=([^"&]*)', page)
    assert pick
    form = next(f for f in forms(html(client, game, pick=pick[1])) if f["type"] == "discard_train")
    assert send(client, game, form) == 303


def test_a_private_is_bought_between_half_and_double(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    turn.privates(CA="p1").operating("PRR", "trains", division="pay")
    game = store_position(store, turn)
    page = html(client, game, do="buy_private")
    assert "Camden" in page and "80–320" in page
    pick = re.search(r"pick=(buy_private_for_company[^\"&]*)", page)
    assert pick
    chosen = html(client, game, do="buy_private", pick=pick[1])
    form = next(f for f in forms(chosen) if f["type"] == "buy_private_for_company")
    assert send(client, game, {**form, "price": "321"}) == 422
    assert send(client, game, {**form, "price": "320"}) == 303


def test_a_refused_form_is_shown_again_with_the_reason(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    lay = {"type": "lay_tile", "company": "PRR", "hex": "H14", "tile": "8", "rotation": "0"}
    answer = client.post(f"/game/{game}/act", data={**lay, "version": store.open(game).version})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "Track on H14" in page and 'class="notice refusal"' in page


@pytest.mark.parametrize(("price", "status"), [("5000", 422), ("a hundred", 400)])
@pytest.mark.parametrize("do", ["", "buy_private"])
def test_the_choice_and_the_typed_price_stay_when_the_price_is_refused(
    client: FlaskClient, store: GameStore, turn: Position, do: str, price: str, status: int
) -> None:
    """A train of another company; or a private, which is bought beside the step."""
    turn.privates(CA="p1").operating("PRR", "trains", division="pay")
    game = store_position(store, turn)
    kind = "buy_private_for_company" if do else "buy_train"
    train = next(t for t, card in turn.state.trains.items() if card.place == "NYC")
    bought = {"private": "CA"} if do else {"train": train}
    form = {"type": kind, "company": "PRR", "price": price, "version": "1", **bought}
    answer = client.post(f"/game/{game}/act", data=form)
    assert answer.status_code == status
    page = squeezed(answer.text)
    assert f'id="amount" name="price" value="{price}"' in page
    assert re.search(r'class="offer chosen" id="pick-' + kind.replace("_", "-"), page)


def test_the_best_run_is_searched_for_beside_the_screen(
    client: FlaskClient, store: GameStore, turn: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        best_run_searches, "HERE", 5.0
    )  # found at once, however busy the computer is
    game = store_position(store, turn.operating("PRR", "run"))
    page = html(client, game)
    assert "The best run" in page and "/search" not in page
    answer = client.get(f"/game/{game}/search")
    assert answer.status_code == 200 and 'id="search"' in answer.get_data(as_text=True)


def test_the_map_is_shown_again_when_a_run_is_found_at_last(
    client: FlaskClient, store: GameStore, turn: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store_position(store, turn.operating("PRR", "run"))
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Searches, "find", lambda *args: BestRun((), 0, False, 0.0))
        searching = re.search(r'data-task="([^"]*)"', html(client, game))
    monkeypatch.setattr(best_run_searches, "HERE", 5.0)
    found = re.search(r'data-task="([^"]*)"', html(client, game))
    assert searching and found
    assert searching[1] == f"{found[1]} seeking"


def test_actions_of_the_forms_are_the_offers(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn.operating("PRR"))
    passing = next(f for f in forms(html(client, game)) if f["type"] == "pass")
    offered = [action_to_json(offer.action) for offer in judge.offers(turn.rules, turn.state)]
    assert {key: passing[key] for key in ("type", "party")} in offered


def test_a_single_train_on_offer_is_chosen_by_a_hand(client: FlaskClient, store: GameStore) -> None:
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 1000)
    position.started("NYC", 82, "p2", p2=60).floated("NYC", 300)
    position.phase("3").trains("NYC", "3", "3").operating("PRR", "trains", division="withhold")
    game = store_position(store, position)
    page = client.get(f"/game/{game}").text
    assert 'id="deed"' not in page
    assert 'id="cancel"' not in page  # nobody has chosen anything: there is nothing to leave
    (pick,) = re.findall(r'href="(/game/\d+\?pick=buy_train[^"]*)"', page.split("g-buy_train")[1])[
        :1
    ]
    page = client.get(unescape(pick)).text
    assert "Buy a 3" in page.split('id="deed"')[1].split("</button>")[0]


def test_if_two_kinds_of_train_are_on_offer_none_is_chosen(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 1000)
    position.phase("3").trains("pool", "2").operating("PRR", "trains", division="withhold")
    page = client.get(f"/game/{store_position(store, position)}").get_data(as_text=True)
    assert 'id="deed"' not in page


def test_choices_beside_the_step_stand_under_a_heading(
    client: FlaskClient, store: GameStore
) -> None:
    """Offers that need no words of their own to lead to them stand under those of the step."""
    turn = table(3, any_time=True).phase("3")
    company(turn, "OSM", 100, "p1", p1=40)
    game = store_position(store, turn.tile("E14", "57", 0).operating("OSM", "track", tokens=1))
    assert "sell_own" in {offer.kind for offer in judge.offers(turn.rules, turn.state)}
    page = html(client, game, do="sell_own")
    headings = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page, re.DOTALL)
    assert [text for text in headings if not text.strip() or text.strip().endswith(":")] == []
