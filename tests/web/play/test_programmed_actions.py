"""Programs on screens: seen and cancelled by the seat's device and the banker only."""

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyShare, Pass
from companion.rules.stock.programmed_actions import UNTIL_ROUND_ENDS, UNTIL_SALE, Program
from companion.store.games.game_store import GameStore
from companion.store.history.records import STANDING
from tests.rules.stock.test_programmed_actions import sale, table
from tests.support.clients import form, guest, headers, press
from tests.support.game_stages import squeezed
from tests.support.stored_games import store_position

SET = "passes until the round ends, whatever happens"


@pytest.fixture
def game(store: GameStore) -> int:
    """A stock round of four; Anneke (p1) is to act."""
    return store_position(store, table("p1"))


def phone(client: FlaskClient, game: int, seat: str) -> FlaskClient:
    return guest(client.application, game, *filter(None, [seat]), secret=f"device-{seat}")


def screen(device: FlaskClient, game: int) -> str:
    return squeezed(device.get(f"/game/{game}").text)


def actor(store: GameStore, game: int) -> str | None:
    view = store.open(game)
    return view.rules.actor(view.state)


def set_program(store: GameStore, game: int, seat: str, kind: str = UNTIL_ROUND_ENDS) -> None:
    view = store.open(game)
    store.programs.set(game, view.version, Program(seat, kind, view.state.round.id))


def seats(store: GameStore, game: int) -> list[str]:
    return [kept.program.seat for kept in store.programs.of(game).kept]


def test_a_seat_on_turn_passes_at_once_and_later_by_itself(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    anneke = phone(client, game, "p1")
    press(anneke, anneke.get(f"/game/{game}").text, "program-p1-until-round-ends")
    assert (actor(store, game), seats(store, game)) == ("p2", ["p1"])
    assert f"Anneke {SET}." in screen(anneke, game)
    store.play(game, store.version(game), BuyShare("p2", "PRR", "initial"), by="p2")
    for seat in ("p2", "p3", "p4"):
        store.play(game, store.version(game), Pass(seat), by=seat)
    assert actor(store, game) == "p2"
    told = squeezed(client.get(f"/game/{game}/log").text)
    assert "Anneke</b> passed · as programmed" in told
    assert told.count("Anneke</b> passed.") == 1


def test_a_seat_that_is_not_on_turn_programs_the_turns_to_come(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    before = store.version(game)
    jorg = phone(client, game, "p2")
    answer = press(jorg, jorg.get(f"/game/{game}").text, "program-p2-until-sale")
    assert (answer.status_code, store.version(game)) == (303, before)
    assert "Jörg passes until a share is sold" in screen(jorg, game)
    store.play(game, before, Pass("p1"), by="p1")
    assert actor(store, game) == "p3"


def test_only_the_device_of_the_seat_and_the_banker_know_of_it(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    devices = {seat: phone(client, game, seat) for seat in ("p1", "p2", "p3", "")}
    for device in (*devices.values(), client):
        assert SET not in screen(device, game)  # drawn once before
    set_program(store, game, "p2")
    assert [seat for seat, device in devices.items() if SET in screen(device, game)] == ["p2"]
    assert SET in screen(client, game)


@pytest.mark.parametrize("by", ["the seat", "the banker"])
def test_one_tap_cancels_it(client: FlaskClient, store: GameStore, game: int, by: str) -> None:
    set_program(store, game, "p2")
    device = phone(client, game, "p2") if by == "the seat" else client
    press(device, device.get(f"/game/{game}").text, "cancel-program-p2")
    assert seats(store, game) == []
    assert SET not in screen(device, game)
    jorg = phone(client, game, "p2")
    page = jorg.get(f"/game/{game}").text  # and set again at the same moment
    press(jorg, page, "program-p2-until-round-ends")
    assert seats(store, game) == ["p2"]


@pytest.mark.parametrize("seat", ["p3", ""])
def test_nobody_else_sets_or_cancels_it(
    client: FlaskClient, store: GameStore, game: int, seat: str
) -> None:
    set_program(store, game, "p2")
    other = phone(client, game, seat)
    own = press(client, client.get(f"/game/{game}").text, "cancel-program-p2")
    assert own.status_code == 303
    set_program(store, game, "p2")
    sent = {"version": store.version(game), "seat": "p2", "kind": UNTIL_SALE}
    guard = guard_of(store, f"device-{seat}")
    assert other.post(f"/game/{game}/program/cancel", data=sent, headers=guard).status_code == 403
    answer = other.post(f"/game/{game}/program", data=sent, headers=guard)
    assert answer.status_code == 422
    assert "This device cannot program for that player." in squeezed(answer.text)
    (kept,) = store.programs.of(game).kept
    assert kept.program.kind == UNTIL_ROUND_ENDS


def guard_of(store: GameStore, secret: str) -> dict[str, str]:
    sent = headers(store, secret)
    return {name: value for name, value in sent.items() if name != "Cookie"}


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"kind": "until tomorrow"}, 422),
        ({"kind": ""}, 422),
        ({"seat": "p9"}, 422),
        ({"seat": ""}, 422),
        ({"version": "x"}, 400),
        ({"version": "0"}, 409),
        ({"kind": "until outbid"}, 422),
    ],
)
def test_bad_input_gets_a_message_and_changes_nothing(
    client: FlaskClient, store: GameStore, game: int, fields: dict[str, str], status: int
) -> None:
    version = store.version(game)
    sent = {"version": str(version), "seat": "p1", "kind": UNTIL_SALE, **fields}
    answer = client.post(f"/game/{game}/program", data=sent)
    assert answer.status_code == status
    assert 'class="notice' in answer.text
    assert (store.version(game), seats(store, game)) == (version, [])


def test_the_banker_programs_who_is_on_turn_and_players_only_where_they_enter(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    jorg = phone(client, game, "p2")
    store.places.set_players_enter(game, False)
    assert "Pass until" not in screen(jorg, game)
    press(client, client.get(f"/game/{game}").text, "program-p1-until-sale")
    assert (actor(store, game), seats(store, game)) == ("p2", ["p1"])


def test_in_a_sale_only_who_leads_programs(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, sale())
    anneke, jorg = (phone(client, game, seat) for seat in ("p1", "p2"))
    assert "Pass until" not in screen(jorg, game)
    press(anneke, anneke.get(f"/game/{game}").text, "program-p1-until-outbid")
    assert "Anneke passes until they are outbid." in screen(anneke, game)


def test_while_something_is_tried_nothing_is_programmed(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    set_program(store, game, "p2")
    client.post(f"/game/{game}/what-if")
    page = client.get(f"/game/{game}").text
    assert "Pass until" not in page and SET not in squeezed(page)
    press(client, page, "pass")
    assert "as programmed" not in client.get(f"/game/{game}").text  # Jörg is to act in the draft
    sent = {"version": "1", "seat": "p1", "kind": UNTIL_SALE}
    assert client.post(f"/game/{game}/program", data=sent).status_code in (409, 422)
    assert seats(store, game) == ["p2"]


def test_the_author_of_the_deed_undoes_it_with_what_was_programmed(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    set_program(store, game, "p2")
    before = store.open(game).state
    anneke, jorg = (phone(client, game, seat) for seat in ("p1", "p2"))
    press(anneke, anneke.get(f"/game/{game}").text, "pass")
    assert actor(store, game) == "p3"
    assert 'id="undo"' not in jorg.get(f"/game/{game}").text
    press(anneke, anneke.get(f"/game/{game}").text, "undo")
    assert (store.open(game).state, seats(store, game)) == (before, [])


# --- buying again


def bought_by_itself(store: GameStore, game: int) -> list[tuple[str, str]]:
    """Return the seats and companies of the programmed purchases."""
    rows = (row for row in store.rows(game) if row.is_programmed)
    actions = [row.action for row in rows if row.status == STANDING]
    return [(act.player, act.company) for act in actions if isinstance(act, BuyShare)]


def pass_others(store: GameStore, game: int) -> None:
    """Let all but Anneke pass."""
    for seat in ("p2", "p3", "p4"):
        store.play(game, store.version(game), Pass(seat), by=seat)


PICK = "pick=buy_share~p1~PRR~initial"


@pytest.mark.parametrize("by", ["the seat", "the banker"])
def test_a_purchase_is_chosen_with_its_repetitions(
    client: FlaskClient, store: GameStore, game: int, by: str
) -> None:
    device = phone(client, game, "p1") if by == "the seat" else client
    assert f"{PICK}&amp;again=2" in device.get(f"/game/{game}?{PICK}").text
    page = device.get(f"/game/{game}?{PICK}&again=2").text
    assert "and 2× again" in squeezed(page)
    press(device, page, "deed")
    assert actor(store, game) == "p2"
    told = "Buy 10% PRR from the initial offering again for $67, at most 2 more."
    assert told in screen(device, game)
    assert told not in screen(phone(client, game, "p2"), game)
    pass_others(store, game)
    assert bought_by_itself(store, game) == [("p1", "PRR")]
    assert actor(store, game) == "p2"
    pass_others(store, game)
    assert seats(store, game) == []
    log = squeezed(client.get(f"/game/{game}/log").text)
    assert "Anneke</b> bought 10% PRR for $67 from the initial offering · as programmed" in log


def test_without_a_count_it_is_an_ordinary_purchase(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    press(client, client.get(f"/game/{game}?{PICK}&again=0").text, "deed")
    assert (actor(store, game), seats(store, game)) == ("p2", [])


def test_a_purchase_is_repeated_after_the_turn_and_ends_with_its_undo(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    anneke = phone(client, game, "p1")
    press(anneke, anneke.get(f"/game/{game}?{PICK}").text, "deed")
    press(anneke, anneke.get(f"/game/{game}").text, "again-p1-1")
    assert seats(store, game) == ["p1"]
    pass_others(store, game)
    assert bought_by_itself(store, game) == [("p1", "PRR")]
    store.undo(game, store.version(game), 3)
    assert seats(store, game) == []  # it ended with its last purchase
    press(anneke, anneke.get(f"/game/{game}").text, "again-p1-3")
    press(client, client.get(f"/game/{game}").text, "undo")
    assert seats(store, game) == []


def test_it_waits_until_the_player_ends_the_turn(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    page = client.get(f"/game/{game}?{PICK}&again=1").text
    assert 'id="deed-and-stay"' in page
    to, sent = form(page, "deed")
    del sent["then_pass"]
    client.post(to, data=sent)
    assert actor(store, game) == "p1"
    press(client, client.get(f"/game/{game}").text, "pass")
    pass_others(store, game)
    assert bought_by_itself(store, game) == [("p1", "PRR")]


def test_after_a_sale_or_a_mere_pass_there_is_nothing_to_repeat(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    anneke = phone(client, game, "p1")
    store.play(game, store.version(game), Pass("p1"), by="p1")
    assert "again-p1-1" not in screen(anneke, game)
    assert "program-p1-until-sale" in screen(anneke, game)


@pytest.mark.parametrize("again", ["0", "5", "x", ""])
def test_a_bad_count_is_refused_and_nothing_is_bought(
    client: FlaskClient, store: GameStore, game: int, again: str
) -> None:
    version = store.version(game)
    fields = {"type": "buy_share", "player": "p1", "company": "PRR", "source": "initial"}
    sent = {**fields, "version": str(version), "again": again}
    answer = client.post(f"/game/{game}/program/purchase", data=sent)
    assert answer.status_code == 422
    assert "That cannot be programmed now." in squeezed(answer.text)
    wrong = {**sent, "type": "pass", "party": "p1", "again": "1"}
    for field in ("player", "company", "source"):
        del wrong[field]
    assert client.post(f"/game/{game}/program/purchase", data=wrong).status_code == 422
    set_again = {"version": str(version), "seat": "p1", "kind": "buy again", "count": "1"}
    assert client.post(f"/game/{game}/program", data=set_again).status_code == 422
    assert store.version(game) == version


def test_nobody_else_buys_for_a_seat(client: FlaskClient, store: GameStore, game: int) -> None:
    other = phone(client, game, "p3")
    fields = {"type": "buy_share", "player": "p1", "company": "PRR", "source": "initial"}
    sent = {**fields, "version": str(store.version(game)), "again": "1"}
    guard = guard_of(store, "device-p3")
    answer = other.post(f"/game/{game}/program/purchase", data=sent, headers=guard)
    assert answer.status_code == 422
    assert "This device cannot program for that player." in squeezed(answer.text)
    assert actor(store, game) == "p1"


def test_during_a_halt_nothing_is_programmed_but_a_program_is_cancelled(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    set_program(store, game, "p2")
    version = store.version(game)
    page = client.get(f"/game/{game}?{PICK}&again=1").text
    store.halts.begin(game, "break")
    for button in ("deed", "program-p1-until-sale"):
        shown = page if button == "deed" else client.get(f"/game/{game}").text
        answer = press(client, shown, button)
        assert answer.status_code == 409
        assert "nothing was done" in squeezed(answer.text)
    assert (store.version(game), seats(store, game)) == (version, ["p2"])
    press(client, client.get(f"/game/{game}").text, "cancel-program-p2")
    assert seats(store, game) == []
