"""Every screen answers, whatever stage the game is at; whole or in part, in words for people."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.shares.market import companies_by_price
from companion.store.games.game_store import GameStore
from companion.web.amend.corrections import KINDS
from tests.support.game_stages import NAMES, begun, in_round, never, operating, played, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_state
from tests.web.all_pages import addresses

SCREENS = (
    "",
    "/shares",
    "/market",
    "/map",
    "/companies",
    "/company/B%26O",
    "/player/p2",
    "/privates",
    "/trains",
    "/tiles",
    "/ledger",
    "/ledger?account=bank",
    "/ledger?account=p1&round=stock-1-0",
    "/log",
    "/standings",
)
STAGES = {
    "fresh": lambda rules, state: True,
    "shares": in_round("SR 2"),
    "operating": operating,
    "finished": never,
}


def words(page: str) -> str:
    """The words of a page for a reader."""
    body = re.sub(r"<(style|script|svg|title)\b.*?</\1>", " ", page, flags=re.S)
    return unescape(re.sub(r"<[^>]+>", " ", body))


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_answers_at_every_stage(
    client: FlaskClient, store: GameStore, stage: str
) -> None:
    game = begun(store) if stage == "fresh" else played(store, STAGES[stage])
    for screen in SCREENS:
        answer = client.get(f"/game/{game}{screen}")
        assert answer.status_code == 200, screen
        said = words(answer.text)
        assert not re.search(r"\bNone\b|\bnan\b|p[1-6]\b|Traceback|\berror\b|!", said), screen
        assert '<main id="screen"' in answer.text


@pytest.mark.parametrize("screen", SCREENS)
def test_htmx_gets_the_part_and_a_restored_page_the_whole(
    client: FlaskClient, store: GameStore, screen: str
) -> None:
    game = begun(store)
    part = client.get(f"/game/{game}{screen}", headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert part.text.startswith("<title>")
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    whole = client.get(f"/game/{game}{screen}", headers=headers)
    assert whole.text.startswith("<!doctype html>")
    assert {"HX-Request", "HX-History-Restore-Request"} <= set(whole.vary)


def test_the_acting_player_is_on_every_screen_of_a_running_game(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, in_round("SR 2"))
    view = store.open(game)
    name = view.rules.words.names[view.rules.actor(view.state) or ""]
    for screen in SCREENS:
        said = " ".join(words(client.get(f"/game/{game}{screen}").text).split())
        assert f"{name} to act" in said, screen


def test_a_finished_game_shows_its_final_standings(client: FlaskClient, store: GameStore) -> None:
    game = played(store, never)
    view = store.open(game)
    said = words(client.get(f"/game/{game}").text)
    assert "Final standings" in said
    for seat in view.rules.seats:
        assert f"{total_worth(view.rules, view.state, seat):,}" in said


def test_the_home_screen_lists_running_and_finished_games(
    client: FlaskClient, store: GameStore
) -> None:
    assert "No game yet" in client.get("/").text
    finished, running = played(store, never), begun(store)
    page = client.get("/").text
    assert f'href="/game/{finished}"' in page
    assert f'href="/game/{running}"' in page
    assert re.search(r"(Anneke|Jörg|Daniël)( and \w+)* won", page)


@pytest.mark.parametrize(
    "address", ["/game/99", "/game/99/log", "/game/1/company/XYZ", "/game/1/player/p9", "/nowhere"]
)
def test_a_missing_page_is_answered_in_a_sentence(
    client: FlaskClient, store: GameStore, address: str
) -> None:
    begun(store)
    answer = client.get(address)
    assert answer.status_code == 404
    assert re.search(r"There is no(thing here| game 99)\.", answer.text)


def test_a_name_is_shown_as_typed_and_never_as_markup(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store, names=("<b>Ann</b>", "O'Neil & Co", "Ça"))
    for screen in SCREENS:
        page = client.get(f"/game/{game}{screen}").text
        assert "<b>Ann</b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in client.get(f"/game/{game}").text


def test_refused_offers_stay_visible_with_their_reason(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, in_round("SR 2"))
    view = store.open(game)
    refused = [offer for offer in judge.offers(view.rules, view.state) if offer.refusals]
    said = " ".join(words(client.get(f"/game/{game}").text).split())
    assert refused
    assert all(offer.refusals[0].says in said for offer in refused)


def test_the_market_shows_every_token(client: FlaskClient, store: GameStore) -> None:
    game = played(store, in_round("SR 2"))
    page = client.get(f"/game/{game}/market").text
    for company in companies_by_price(store.open(game).state):
        name = company.replace("&", "&amp;")
        assert f'<span class="full">{name}</span>' in page


def test_the_ledger_can_be_asked_for_one_account(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    everything = words(client.get(f"/game/{game}/ledger").text)
    one = words(client.get(f"/game/{game}/ledger?account=p1").text)
    assert all(f"bank to {name}" in " ".join(everything.split()) for name in NAMES)
    assert "bank to Anneke" in " ".join(one.split()) and "bank to Jörg" not in one
    nonsense = client.get(f"/game/{game}/ledger?account=zz&round=%00")
    assert nonsense.status_code == 200


def test_a_bank_below_zero_owes(client: FlaskClient, store: GameStore) -> None:
    at = Position("1830", 3)
    at.state.cash["p1"] += 13_000
    at.state.cash["bank"] -= 13_000
    game = store_state(store, at.rules, at.state)
    owed = -at.state.cash["bank"]
    page = squeezed(client.get(f"/game/{game}").text)
    link = f'<a class="bank" href="/game/{game}/ledger?account=bank">'
    assert owed > 0 and f"Bank short</span>{link}${owed:,}</a>" in page


FIELD = re.compile(r"<(?:input|select|textarea)\b[^>]*>")


def test_typed_text_stays_when_somebody_else_acts(client: FlaskClient, store: GameStore) -> None:
    """Every field of a game's pages has an id, by which the new screen finds it."""
    game = played(store, operating)
    looked_at = [at for at in addresses(client, store, "1830", game) if at.startswith("/game/")]
    looked_at += [f"/game/{game}/correct?kind={kind.action}" for kind in KINDS]
    fields = 0
    for address in looked_at:
        for field in FIELD.findall(client.get(address).text):
            if 'type="hidden"' not in field and 'type="range"' not in field:
                assert ' id="' in field, (address, field)
                fields += 1
    assert fields > 60
