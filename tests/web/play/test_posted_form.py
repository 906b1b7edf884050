"""Acting through forms: done once, refused with the reason, and never half done."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.pool import Pool

from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun, in_round, played, squeezed

pytestmark = pytest.mark.both_databases


def buy(private: str = "SV", player: str = "p1", version: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "type": "buy_private",
        "player": player,
        "private": private,
        "version": version,
        **more,
    }


def test_a_plain_form_is_answered_with_the_table(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    answer = client.post(f"/game/{game}/act", data=buy())
    assert answer.status_code == 303
    assert answer.location == f"/game/{game}"
    assert store.open(game).state.privates["SV"] == "p1"


def test_htmx_gets_the_fresh_screen_at_once(part: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    answer = part.post(f"/game/{game}/act", data=buy())
    assert answer.status_code == 200
    assert answer.headers["HX-Push-Url"] == f"/game/{game}"
    assert re.search(r"<b>Anneke</b> bought [^$]+ for \$20\.", answer.text)
    assert 'name="version" value="2"' in answer.text


def test_json_is_taken_as_well(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    answer = client.post(f"/game/{game}/act", json=buy())
    assert answer.status_code == 303
    assert store.version(game) == 2


def test_a_refused_action_shows_the_reason_and_changes_nothing(
    part: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    answer = part.post(f"/game/{game}/act", data=buy("BO"))
    assert answer.status_code == 422
    assert "is not the private on offer;" in answer.text
    assert store.version(game) == 1
    assert part.post(f"/game/{game}/act", data=buy("SV")).status_code == 200


def test_refused_input_stays(part: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    form = {"type": "bid", "player": "p1", "private": "DH", "amount": "61", "version": 1}
    answer = part.post(f"/game/{game}/act", data=form)
    assert answer.status_code == 422
    assert "is too little" in answer.text
    assert re.search(r'id="amount" name="amount" value="61"', squeezed(answer.text))


def test_acting_on_the_table_leaves_one_entry_in_the_browsers_history(
    part: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    here = {"HX-Current-URL": f"http://localhost/game/{game}?pick=buy_private~p1~SV"}
    answer = part.post(f"/game/{game}/act", data=buy(), headers=here)
    assert answer.headers["HX-Replace-Url"] == f"/game/{game}"
    assert "HX-Push-Url" not in answer.headers
    here = {"HX-Current-URL": f"http://localhost/game/{game}"}
    answer = part.post(f"/game/{game}/undo", data={"version": 2}, headers=here)
    assert answer.headers["HX-Replace-Url"] == "false"  # it is there already


def test_an_action_of_somebody_else_is_refused(part: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    answer = part.post(f"/game/{game}/act", data=buy(player="p2"))
    assert answer.status_code == 422
    assert "It is Anneke&#39;s turn, not Jörg&#39;s." in answer.text


def test_a_stale_form_is_never_applied_and_says_what_happened(
    part: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    part.post(f"/game/{game}/act", data=buy())
    again = part.post(f"/game/{game}/act", data=buy())
    assert again.status_code == 409
    assert re.search(r"The game has moved on\. Anneke bought [^$]+ for \$20\.", again.text)
    assert 'name="version" value="2"' in again.text
    assert store.version(game) == 2


def test_a_stale_form_keeps_what_was_typed_for_who_is_still_to_act(
    part: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    bid = {"type": "bid", "player": "p1", "private": "DH", "amount": "115", "version": 1}
    part.post(f"/game/{game}/act", data=buy())
    part.post(f"/game/{game}/undo", data={"version": "2"})
    late = part.post(f"/game/{game}/act", data=bid)
    assert late.status_code == 409
    assert re.search(r'id="amount" name="amount" value="115"', squeezed(late.text))
    part.post(f"/game/{game}/act", data=buy(version=3))
    too_late = part.post(f"/game/{game}/act", data=bid)
    assert too_late.status_code == 409
    assert 'value="115"' not in too_late.text  # it is another player's turn


MALFORMED: list[dict[str, Any]] = [
    {},
    {"version": 1},
    {"type": "buy_private", "version": 1},
    buy(version="one"),  # type: ignore[arg-type]
    buy(version=""),  # type: ignore[arg-type]
    buy(version="-1"),  # type: ignore[arg-type]
    buy(version="9" * 40),  # type: ignore[arg-type]
    buy(version="²"),  # type: ignore[arg-type]
    buy(colour="blue"),
    buy(private="x" * 500),
    buy(private=""),
    {"type": "Rob", "player": "p1", "version": 1},
    {"type": "__class__", "version": 1},
    {"type": "bid", "player": "p1", "private": "DH", "amount": "many", "version": 1},
    {"type": "bid", "player": "p1", "private": "DH", "amount": "1e9", "version": 1},
    {"type": "run_trains", "company": "PRR", "routes": "[[", "version": 1},
    {"type": "run_trains", "company": "PRR", "routes": "[" * 5000, "version": 1},
    {"type": "run_trains", "company": "PRR", "routes": "[[1, 2, 3]]", "version": 1},
]


@pytest.mark.parametrize("form", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_form_gets_a_sentence_and_the_same_screen(
    part: FlaskClient, store: GameStore, form: dict[str, Any]
) -> None:
    game = begun(store)
    answer = part.post(f"/game/{game}/act", data=form)
    assert answer.status_code == 400
    assert 'class="notice"' in answer.text
    assert "Anneke" in answer.text
    assert store.version(game) == 1


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"version": true, "type": "pass"}']
)
def test_malformed_json_gets_a_sentence(client: FlaskClient, store: GameStore, body: bytes) -> None:
    game = begun(store)
    answer = client.post(f"/game/{game}/act", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert store.version(game) == 1


@pytest.mark.parametrize("value", [None, [], {}, 3.5, True, {"a": 1}, "x\x00y"])
def test_json_fields_of_any_kind_do_no_harm(
    client: FlaskClient, store: GameStore, value: object
) -> None:
    game = begun(store)
    body = json.dumps({**buy(), "private": value})
    answer = client.post(f"/game/{game}/act", data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert store.version(game) == 1


def test_a_deed_may_end_the_turn_with_it(client: FlaskClient, store: GameStore) -> None:
    game = played(store, in_round("SR 2"), seed=11)
    view = store.open(game)
    actor = view.rules.actor(view.state)
    deeds = [o for o in judge.offers(view.rules, view.state) if o.kind == "buy" and o.allowed]
    offer = next(o for o in deeds if o.action.player == actor)  # type: ignore[attr-defined]
    form = {
        "type": "buy_share",
        "player": actor,
        "company": offer.action.company,  # type: ignore[attr-defined]
        "source": offer.action.source,  # type: ignore[attr-defined]
        "version": view.version,
    }
    stays = client.post(f"/game/{game}/act", data=form)
    assert stays.status_code == 303
    assert store.open(game).rules.actor(store.open(game).state) == actor
    client.post(f"/game/{game}/undo", data={"version": view.version + 1})
    form |= {"version": view.version + 2, "then_pass": "1"}
    client.post(f"/game/{game}/act", data=form)
    after = store.open(game)
    assert after.rules.actor(after.state) != actor
    assert after.head == view.head + 3  # the one undone, the purchase, the pass


def test_undo_and_redo_move_the_game_and_the_log_shows_it(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    client.post(f"/game/{game}/act", data=buy())
    client.post(f"/game/{game}/undo", data={"version": 2, "back": "history.log"})
    assert store.open(game).state.privates["SV"] == "bank"
    log = client.get(f"/game/{game}/log").text
    assert 'class="undone"' in log
    assert re.search(r"bought [^$]+ for \$20\.", log)
    answer = client.post(f"/game/{game}/redo", data={"version": 3, "back": "history.log"})
    assert answer.location == f"/game/{game}/log"
    assert store.open(game).state.privates["SV"] == "p1"


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 400),
        ({"version": "x"}, 400),
        ({"version": 1, "depth": "-3"}, 400),
        ({"version": 1}, 422),
        ({"version": 1, "depth": 0}, 422),
        ({"version": 7}, 409),
    ],
)
def test_an_undo_that_cannot_be_is_said(
    part: FlaskClient, store: GameStore, form: dict[str, Any], status: int
) -> None:
    game = begun(store)
    answer = part.post(f"/game/{game}/undo", data=form)
    assert answer.status_code == status
    assert 'class="notice"' in answer.text
    assert store.version(game) == 1


def test_a_redirect_after_undo_stays_on_this_site(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    client.post(f"/game/{game}/act", data=buy())
    form = {"version": 2, "back": "https://example.org/"}
    assert client.post(f"/game/{game}/undo", data=form).location == f"/game/{game}"


def test_the_pulse_tells_when_the_game_has_moved_on(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    assert client.get(f"/game/{game}/version?v=1").status_code == 204
    client.post(f"/game/{game}/act", data=buy())
    moved = client.get(f"/game/{game}/version?v=1")
    assert moved.headers["HX-Trigger"] == "moved"
    assert client.get(f"/game/{game}/version?v=nonsense").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "pick=nothing",
        "pick=bid~p1~DH&amount=85",
        "pick=bid~p1~DH&amount=-5",
        "pick=bid~p1~DH&amount=999999999999",
        "pick=bid~p1~DH&amount=%C2%B2",
        "pick=%00&tab=%00",
        "tab=sell",
    ],
)
def test_a_choice_is_only_looked_at(client: FlaskClient, store: GameStore, query: str) -> None:
    game = begun(store)
    assert client.get(f"/game/{game}?{query}").status_code == 200
    assert store.version(game) == 1


def test_a_chosen_bid_names_its_deed_and_price(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    page = squeezed(client.get(f"/game/{game}?pick=bid~p1~DH&amount=85").text)
    assert "<span>Bid on Delaware &amp; Hudson</span>" in page
    assert ">$85</span>" in page
    too_much = client.get(f"/game/{game}?pick=bid~p1~DH&amount=5000").text
    assert "$5,000 is too much" in too_much


@pytest.mark.sqlite_only
def test_a_deed_with_its_screen_takes_two_connections(part: FlaskClient, store: GameStore) -> None:
    """One before the deed, and one in whose transaction it is written."""
    game = begun(store)
    taken: list[int] = []
    assert part.post(f"/game/{game}/act", data=buy()).status_code == 200

    def count(*_: object) -> None:
        taken.append(1)

    event.listen(Pool, "checkout", count)
    try:
        assert part.post(f"/game/{game}/act", data=buy("CS", "p2", 2)).status_code == 200
        deed = len(taken)
        assert part.post(f"/game/{game}/undo", data={"version": 3}).status_code == 200
    finally:
        event.remove(Pool, "checkout", count)
    assert (deed, len(taken) - deed) == (2, 3)  # the first undo asks if the past was edited
