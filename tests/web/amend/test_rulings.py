"""The table allows what the rules refuse: offered there, entered with a word why, told."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.core.state import state_to_json
from companion.rules.judge.consenting_parties import BANKER
from companion.store.games.game_store import GameStore
from tests.support.clients import form, guest, press
from tests.support.game_stages import begun
from tests.support.positions import Position
from tests.support.stored_games import store_position

WHY = "Jörg's rule of thumb"
ALLOWS = re.compile(r'<a class="ruling"\s+href="([^"]+)"')


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


@pytest.fixture
def second(store: GameStore) -> int:
    """Anneke has bought PRR in this turn."""
    game = Position("1830", 3).close_privates().cash(p1=800).started("PRR", 67, "p2", p2=20)
    return store_position(store, game.stock_round(2, purchases=("PRR",), has_acted=True))


def ways(page: str) -> list[str]:
    """The links of a page to rulings."""
    return [unescape(address) for address in ALLOWS.findall(page)]


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(page)).split())


def way(client: FlaskClient, game: int) -> str:
    """From the refused row to its ruling."""
    page = client.get(f"/game/{game}?pick=buy_share~p1~PRR~initial").text
    (found,) = ways(page)
    return found


def test_the_refused_row_leads_to_what_it_overrules_and_what_would_follow(
    client: FlaskClient, second: int
) -> None:
    page = text(client.get(way(client, second)).text)
    assert "Buy 10% PRR" in page
    assert "one certificate a turn. 1830 §4.0" in page
    assert "Consequences" in page and "Anneke bought 10% PRR" in page


def test_an_allowed_action_is_done_and_marked_in_the_log_with_its_reason(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    page = client.get(way(client, second)).text
    answer = press(client, page, "deed", why=f"  {WHY} ")
    assert answer.status_code == 303
    view = store.open(second)
    assert view.state.cash["p1"] == 800 - 67
    (row,) = [row for row in store.rows(second) if row.ruling]
    assert (row.ruling["waived"], row.ruling["why"], row.by) == (["buy.bought"], WHY, BANKER)
    for place in ("log", "rulings"):
        log = text(client.get(f"/game/{second}/{place}").text)
        assert f"‡ The table allowed it: {WHY}" in log
        assert "one certificate a turn. 1830 §4.0" in log
    assert "‡" in text(client.get(f"/game/{second}").text.partition('id="event"')[2][:900])


def test_a_word_why_that_is_too_long_is_refused(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    page = client.get(way(client, second)).text
    answer = press(client, page, "deed", why="x" * 121)
    assert answer.status_code == 400
    assert "at most 120 letters" in answer.text
    assert form(answer.text, "deed")  # it is asked once more
    assert store.version(second) == 1
    assert press(client, page, "deed", why="x" * 120).status_code == 303


@pytest.mark.parametrize("why", ["", "   "])
def test_a_refusal_that_says_it_all_needs_no_word_why(
    client: FlaskClient, store: GameStore, second: int, why: str
) -> None:
    page = client.get(way(client, second)).text
    assert not re.search(r'id="why"[^>]*\srequired', page)
    assert press(client, page, "deed", why=why).status_code == 303
    (row,) = [row for row in store.rows(second) if row.ruling]
    assert (row.ruling["waived"], row.ruling["why"]) == (["buy.bought"], "")
    for place in ("log", "rulings"):
        log = text(client.get(f"/game/{second}/{place}").text)
        assert "‡ The table allowed it. Anneke has bought in this turn already" in log
        assert "one certificate a turn. 1830 §4.0" in log


def test_a_form_that_is_sent_twice_rules_once(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    page = client.get(way(client, second)).text
    del client.environ_base["HTTP_X_FORM_GUARD"]  # its form's own guard counts
    for _ in range(2):
        assert press(client, page, "deed", why=WHY).status_code == 303
    assert len([row for row in store.rows(second) if row.ruling]) == 1


def test_a_ruling_of_a_moment_that_is_gone_is_not_done(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    stale = client.get(way(client, second)).text
    to, sent = form(stale, "deed")
    client.post(f"/game/{second}/act", data={"type": "pass", "party": "p1", "version": 1})
    answer = client.post(to, data={**sent, "why": WHY})
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text
    assert not [row for row in store.rows(second) if row.ruling]


def test_a_ruling_keeps_to_what_the_table_saw(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    """Whoever sends other codes, or another number, is shown what speaks against that."""
    to, sent = form(client.get(way(client, second)).text, "deed")
    for other in ({"waived": '["buy.sold"]'}, {"percent": "30", "waived": '["sell.step"]'}):
        answer = client.post(to, data={**sent, **other, "why": WHY})
        assert answer.status_code == 422
        assert "That is not what the table allowed" in answer.text
    for spoilt in ({"waived": "[]"}, {"waived": "buy.bought"}, {"waived": '["a", 1]'}):
        assert client.post(to, data={**sent, **spoilt, "why": WHY}).status_code == 400
    assert store.version(second) == 1


def test_only_the_banker_is_offered_a_ruling_and_may_enter_it(
    client: FlaskClient, app: Flask, store: GameStore, second: int
) -> None:
    to, sent = form(client.get(way(client, second)).text, "deed")
    anneke = guest(app, second, "p1")
    page = anneke.get(f"/game/{second}?pick=buy_share~p1~PRR~initial").text
    assert "one certificate a turn" in page
    assert not ways(page)
    shown = anneke.get(way(client, second)).text
    assert 'id="why"' not in shown
    _, own = form(page, "pass")
    answer = anneke.post(to, data={**sent, "guard": own["guard"], "why": WHY})
    assert answer.status_code == 403
    assert "Only the banker makes rulings" in answer.text
    assert store.version(second) == 1


def test_an_action_that_would_break_the_books_is_never_offered(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates().cash(p1=10).started("PRR", 67, "p2", p2=20)
    game = store_position(store, position.stock_round(2))
    page = client.get(f"/game/{game}?pick=buy_share~p1~PRR~initial").text
    assert "costs $67" in page
    assert not [way for way in ways(page) if "/ruling?" in way]
    here = f"/game/{game}/ruling?type=buy_share&player=p1&company=PRR&source=initial"
    shown = client.get(here)
    assert "No ruling can allow this" in shown.text
    assert 'id="why"' not in shown.text


def test_an_action_that_is_legal_by_now_says_so(client: FlaskClient, store: GameStore) -> None:
    position = Position("1830", 3).close_privates().cash(p1=800).started("PRR", 67, "p2", p2=20)
    game = store_position(store, position.stock_round(2))
    here = f"/game/{game}/ruling?type=buy_share&player=p1&company=PRR&source=initial"
    assert "The rules allow it now" in client.get(here).text


def test_a_refused_form_offers_the_ruling_with_its_reason(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    sent = {
        "type": "buy_share",
        "player": "p1",
        "company": "PRR",
        "source": "initial",
        "version": 1,
    }
    answer = client.post(f"/game/{second}/act", data=sent)
    assert answer.status_code == 422
    notices = answer.text.partition('class="notices"')[2].partition("<main")[0]
    assert ways(notices)
    assert client.get(ways(notices)[0]).status_code == 200


def test_a_number_may_be_set_before_it_is_ruled(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    here = f"/game/{game}/ruling?type=bid&player=p1&private=DH&amount=3"
    page = client.get(here).text
    assert re.search(r'name="amount" value="3"', page)
    page = client.get(here.replace("amount=3", "amount=61")).text
    assert "is too little" in page
    assert press(client, page, "deed", why=WHY).status_code == 303
    (row,) = [row for row in store.rows(game) if row.ruling]
    assert row.ruling["waived"] == ["bid.too_low"]


def test_a_ruled_action_is_undone_and_redone_like_any_deed(
    client: FlaskClient, store: GameStore, second: int
) -> None:
    press(client, client.get(way(client, second)).text, "deed", why=WHY)
    done = state_to_json(store.open(second).state)
    client.post(f"/game/{second}/undo", data={"version": 2})
    assert not ways(client.get(f"/game/{second}/rulings").text)
    assert "has not allowed anything" in client.get(f"/game/{second}/rulings").text
    client.post(f"/game/{second}/redo", data={"version": 3})
    assert state_to_json(store.open(second).state) == done


def test_no_address_of_a_ruling_that_is_none(client: FlaskClient, second: int) -> None:
    for asked in ("", "?type=Rob", "?type=buy_share&player=p1"):
        answer = client.get(f"/game/{second}/ruling{asked}")
        assert answer.status_code == 404
        assert "Nothing to allow now" in answer.text
        assert f'href="/game/{second}"' in answer.text
    strange = "?type=buy_share&player=p1&company=XYZ&source=initial"
    assert "No ruling can allow this" in client.get(f"/game/{second}/ruling{strange}").text


# --- advances of the bank


@pytest.fixture
def short(store: GameStore) -> int:
    """Anneke may sell PRR, and lacks the money to buy any."""
    game = Position("1830", 3).close_privates().cash(p1=20)
    return store_position(store, game.started("PRR", 67, "p2", p2=30, p1=20).stock_round(2))


def test_if_money_lacks_the_way_leads_to_an_advance(client: FlaskClient, short: int) -> None:
    page = client.get(f"/game/{short}?pick=buy_share~p1~PRR~initial").text
    (way,) = ways(page)
    assert way == f"/game/{short}/rulings?to=p1#advances"
    assert re.search(r'value="p1"\s+selected', client.get(way).text)


def test_an_advance_is_entered_with_a_reason_shown_as_owed_and_paid_back(
    client: FlaskClient, app: Flask, store: GameStore, short: int
) -> None:
    here = f"/game/{short}/rulings"
    page = client.get(here).text
    sent = {"payee": "p1", "amount": "50"}
    assert press(client, page, "advance", **sent, reason="").status_code == 400
    assert press(client, page, "advance", **sent, reason=WHY).status_code == 303
    assert store.open(short).state.advances == {"p1": 50}
    for place in ("", "/standings", "/player/p1", "/shares", "/log", "/rulings"):
        shown = text(client.get(f"/game/{short}{place}").text)
        assert re.search(r"owe[sd][^.]{0,80}‡|‡[^.]{0,80}owes", shown), place
    for place in ("log", "rulings"):
        assert f"owes it ({WHY})" in text(client.get(f"/game/{short}/{place}").text)
    anneke = guest(app, short, "p1")
    page = anneke.get(here).text
    assert 'id="advance"' not in page
    assert press(anneke, page, "repay-p1", amount="30").status_code == 303
    assert store.open(short).state.advances == {"p1": 20}
    jorg = guest(app, short, "p2", secret="another")
    assert 'id="repay-p1"' not in jorg.get(here).text


def test_no_player_advances_himself_money(app: Flask, store: GameStore, short: int) -> None:
    anneke = guest(app, short, "p1")
    _, own = form(anneke.get(f"/game/{short}").text, "pass")
    sent = {"type": "advance_money", "payee": "p1", "amount": "50", "reason": WHY, "version": "1"}
    answer = anneke.post(f"/game/{short}/act", data={**sent, "guard": own["guard"]})
    assert answer.status_code == 403
    assert not store.open(short).state.advances


# --- where a company's turn refuses something


def operating(step: str) -> Position:
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=60, p2=40).floated("PRR", 500).trains("PRR", "2")
    return game.tile("H10", "57", 1).operating("PRR", step)


PANELS = [
    ("track", "?hex=F16&why=1", "lay_tile"),
    ("track", "?hex=H10&why=1", "lay_tile"),
    ("token", "?stop=H4.0", "place_token"),
    ("run", "?draw=1&train=2-0&r=2-0:H12.0&stop=H10.0&r=2-0:H12.0,H10.0", "run_trains"),
]


@pytest.mark.parametrize(("step", "asked", "kind"), PANELS)
def test_every_panel_of_a_turn_leads_from_its_refusal_to_the_ruling(
    client: FlaskClient, store: GameStore, step: str, asked: str, kind: str
) -> None:
    game = store_position(store, operating(step))
    found = ways(client.get(f"/game/{game}{asked}&step={step}").text)
    assert found and all(f"type={kind}" in way for way in found)
    page = client.get(found[0]).text
    assert press(client, page, "deed", why=WHY).status_code == 303
    (row,) = [row for row in store.rows(game) if row.ruling]
    assert row.action_json is not None and row.action_json["type"] == kind


def test_a_ruled_action_takes_along_the_steps_that_its_screen_passed_over(
    client: FlaskClient, store: GameStore
) -> None:
    """The passes of these steps are done with it, as one deed."""
    position = operating("token")
    for stop in ("H4.0", "F16.0", "H16.0"):
        position.token(stop, "PRR")
    game = store_position(store, position)
    found = ways(client.get(f"/game/{game}{PANELS[-1][1]}").text)
    assert "ahead=token" in found[0]
    assert press(client, client.get(found[0]).text, "deed", why=WHY).status_code == 303
    rows = store.rows(game)[1:]
    assert [bool(row.ruling) for row in rows] == [False, True]
    assert len({row.deed for row in rows}) == 1


def test_a_train_over_the_limit_is_ruled_in_its_row(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, operating("trains").trains("PRR", "2", "2", "2"))
    (found,) = ways(client.get(f"/game/{game}").text)
    assert press(client, client.get(found).text, "deed", why=WHY).status_code == 303
    assert len([row for row in store.rows(game) if row.ruling]) == 1


def test_an_action_ruled_over_a_limit_lets_the_turn_end(
    client: FlaskClient, store: GameStore
) -> None:
    """Also the next turn of the same player ends without another ruling."""
    position = Position("1830", 3).close_privates().cash(p1=800)
    game = store_position(store, position.started("PRR", 67, "p1", p1=60).stock_round(2))
    here = f"/game/{game}/ruling?type=buy_share&player=p1&company=PRR&source=initial"
    assert press(client, client.get(here).text, "deed").status_code == 303
    for player in ("p1", "p2", "p3", "p1"):
        assert store.open(game).state.round.turn == player
        page = client.get(f"/game/{game}").text
        assert "over a limit" not in page
        assert press(client, page, "pass").status_code == 303
