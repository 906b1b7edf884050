"""Consent: what needs two is proposed by one, and shown to the other, who agrees or declines."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.judge import judge
from companion.rules.operating.running import trains_of
from companion.store.games.game_store import GameStore
from companion.store.people.proposals import NoProposalError
from tests.browser.test_operating_turn import pennsylvania
from tests.store.db.disk_faults import files_no_longer_than
from tests.support.clients import form, guest, press
from tests.support.game_stages import squeezed
from tests.support.stored_games import store_position
from tests.web.play.test_private_trades import selling

Sale = tuple[int, str, str, str, FlaskClient, FlaskClient]


@pytest.fixture
def sale(client: FlaskClient, store: GameStore) -> Sale:
    """A sale that is proposed: the game, the private, seller and buyer, and their phones."""
    game, private, keys = selling(store)
    seller, buyer = keys[0].split("~")[1:3]
    app = client.application
    phones = [guest(app, game, seat, secret=seat) for seat in (seller, buyer)]
    page = phones[0].get(f"/game/{game}?pick={keys[0]}&tab=aside").text
    assert re.search(r"Ask \w+", page)
    version = store.version(game)
    assert press(phones[0], page, "deed").status_code == 303
    assert store.version(game) == version  # nothing is done yet
    return game, private, seller, buyer, *phones


def proposal(phone: FlaskClient, game: int, button: str) -> str:
    """The page, on which the button for a proposal stands, and its whole name."""
    page = phone.get(f"/game/{game}").text
    found = re.search(rf'id="({button}-\d+)"', page)
    assert found, page
    return found[1]


def answered(phone: FlaskClient, game: int, button: str) -> None:
    name = proposal(phone, game, button)
    done = press(phone, phone.get(f"/game/{game}").text, name)
    assert done.status_code == 303


def owner(store: GameStore, game: int, private: str) -> str:
    return store.open(game).state.privates[private]


def test_the_other_agrees_and_it_is_done_as_entered_by_the_first(
    store: GameStore, sale: Sale
) -> None:
    game, private, seller, buyer, first, other = sale
    assert "Waiting for " in first.get(f"/game/{game}").text
    answered(other, game, "agree")
    assert owner(store, game, private) == buyer
    assert store.rows(game)[-1].by == seller
    assert "proposal" not in other.get(f"/game/{game}").text.partition("<main")[0]


def test_a_player_who_is_asked_is_called_and_so_is_whose_turn_it_is(
    client: FlaskClient, store: GameStore, sale: Sale
) -> None:
    """The banker is not called, without a seat."""
    game, other = sale[0], sale[5]
    calls = [re.findall('data-alert-text="([^"]*)"', p.get(f"/game/{game}").text) for p in sale[4:]]
    assert calls == [["Your turn"], ["You are asked"]]
    assert "data-alert-text" not in client.get(f"/game/{game}").text
    answered(other, game, "decline")
    assert 'data-alert-text=""' in other.get(f"/game/{game}").text
    assert 'class="call"' not in other.get(f"/game/{game}").text


def test_the_other_declines_and_the_first_sees_it(store: GameStore, sale: Sale) -> None:
    game, private, seller, _, first, other = sale
    answered(other, game, "decline")
    assert owner(store, game, private) == seller
    assert "declines" in first.get(f"/game/{game}").text
    answered(first, game, "drop")
    assert "declines" not in first.get(f"/game/{game}").text


def test_the_banker_agrees_for_the_table(client: FlaskClient, store: GameStore, sale: Sale) -> None:
    game, private, _, buyer, *_ = sale
    answered(client, game, "agree")
    assert owner(store, game, private) == buyer


def test_a_player_who_proposed_does_not_agree_for_the_other(store: GameStore, sale: Sale) -> None:
    game, private, seller, _, first, other = sale
    to, _ = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    own = form(first.get(f"/game/{game}").text, proposal(first, game, "drop"))[1]
    assert first.post(to, data={**own, "answer": "agree"}).status_code == 403
    assert owner(store, game, private) == seller


def test_a_third_neither_sees_nor_answers_it(
    client: FlaskClient, store: GameStore, sale: Sale
) -> None:
    game, private, seller, buyer, _, other = sale
    seat = next(s for s in store.open(game).rules.seats if s not in (seller, buyer))
    third = guest(client.application, game, seat, secret="third")
    page = third.get(f"/game/{game}").text
    assert 'class="proposal"' not in page
    to, _ = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    guard = re.search(r'name="guard" value="([^"]+)"', third.get("/").text)
    assert guard
    answer = third.post(to, data={"guard": guard[1], "answer": "agree"})
    assert answer.status_code == 409
    assert owner(store, game, private) == seller


def test_once_the_game_has_moved_on_it_is_proposed_no_more(store: GameStore, sale: Sale) -> None:
    game, _, _, _, _, other = sale
    to, sent = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    store.undo(game, store.version(game))
    assert other.post(to, data={**sent, "answer": "agree"}).status_code == 409
    assert 'class="proposal"' not in other.get(f"/game/{game}").text


def test_an_agreement_that_is_sent_again_is_done_once(store: GameStore, sale: Sale) -> None:
    game, private, _, buyer, _, other = sale
    to, sent = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    for _ in range(2):
        assert other.post(to, data={**sent, "answer": "agree"}).status_code == 303
    assert owner(store, game, private) == buyer


def test_the_present_owner_of_the_seat_agrees_and_the_former_one_does_not(
    client: FlaskClient, store: GameStore, sale: Sale
) -> None:
    game, private, seller, buyer, _, other = sale
    to, sent = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    heir = guest(client.application, game, secret="heir")
    store.places.hand_on(game, buyer, store.places.who("heir", game).device)
    store.places.leave(game, seller)  # what was proposed stands
    assert other.post(to, data={**sent, "answer": "agree"}).status_code == 409
    assert owner(store, game, private) == seller
    answered(heir, game, "agree")
    assert owner(store, game, private) == buyer


def test_a_player_who_declines_twice_is_answered_as_the_first_time_and_may_agree_to_the_next(
    store: GameStore, sale: Sale
) -> None:
    """The answer may have been lost on the way; the next proposal may have the same number."""
    game, private, seller, buyer, first, other = sale
    (made,) = store.proposals.list_of(game, store.version(game))
    to, sent = form(other.get(f"/game/{game}").text, proposal(other, game, "decline"))
    for _ in range(2):
        answer = other.post(to, data={**sent, "answer": "decline"})
        assert (answer.status_code, answer.location) == (303, f"/game/{game}")
    assert owner(store, game, private) == seller
    answered(first, game, "drop")
    store.proposals.make(game, made.version, made.action, seller, made.asked, made.agreed)
    answered(other, game, "agree")
    assert owner(store, game, private) == buyer


@pytest.mark.sqlite_only  # its disk is full
def test_a_player_who_agrees_last_is_asked_again_where_it_could_not_be_stored(
    store: GameStore, sale: Sale
) -> None:
    game, private, seller, buyer, _, other = sale
    to, sent = form(other.get(f"/game/{game}").text, proposal(other, game, "agree"))
    with store.database._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    with files_no_longer_than(16_000):  # a consent would find room, and what is done does not
        assert other.post(to, data={**sent, "answer": "agree"}).status_code == 503
    assert owner(store, game, private) == seller
    answered(other, game, "agree")
    assert owner(store, game, private) == buyer


@pytest.mark.both_databases
@pytest.mark.parametrize("meanwhile", ["taken back", "declined"])
def test_an_action_taken_back_at_the_last_moment_is_not_done(
    store: GameStore, sale: Sale, meanwhile: str
) -> None:
    """After the last has agreed, and before it is written."""
    game, _, seller, buyer, *_ = sale
    version = store.version(game)
    (made,) = store.proposals.list_of(game, version)
    assert store.proposals.agree(game, made.id, [buyer]).waits_for == ()
    assert store.proposals.list_of(game, version) == [made]  # that is noted by what is done
    if meanwhile == "declined":
        store.proposals.decline(game, made.id, buyer)
    else:
        store.proposals.drop(game, made.id)
    action = read_action(made.action["fields"])
    close = store.proposals.closing(made.id)
    with pytest.raises(NoProposalError):
        store.play(game, version, action, by=seller, noted=close)
    assert store.version(game) == version


@pytest.mark.both_databases
def test_each_of_several_is_asked_and_the_last_to_agree_does_it(
    client: FlaskClient, store: GameStore
) -> None:
    """Somebody has agreed whose form comes again; nothing is done until all have."""
    game, *_ = selling(store)
    phones = [guest(client.application, game, seat, secret=seat) for seat in ("p1", "p2", "p3")]
    version = store.version(game)
    deed = action_to_json(a_deed(store, game))
    kept = {"fields": deed, "ahead": "", "step": "", "then_pass": False}
    everybody = ("p1", "p2", "p3")
    made = store.proposals.make(game, version, kept, "p1", everybody, ("p1",))
    to, sent = form(phones[1].get(f"/game/{game}").text, f"agree-{made.id}")
    for _ in range(2):
        assert phones[1].post(to, data={**sent, "answer": "agree"}).status_code == 303
    assert store.version(game) == version
    answered(phones[2], game, "agree")
    assert store.version(game) == version + 1
    assert store.proposals.list_of(game, version) == []


def a_deed(store: GameStore, game: int) -> Action:
    """A deed that the moment allows."""
    view = store.open(game)
    return next(o.action for o in judge.offers(view.rules, view.state) if o.allowed)


def test_an_illegal_action_is_not_proposed(client: FlaskClient, store: GameStore) -> None:
    game, _, keys = selling(store)
    seller = keys[0].split("~")[1]
    phone = guest(client.application, game, seller)
    page = phone.get(f"/game/{game}?pick={keys[0]}&tab=aside").text
    answer = press(phone, page, "deed", price="9999")
    assert answer.status_code == 422
    assert store.proposals.list_of(game, store.version(game)) == []


def test_proposals_are_not_piled_up(client: FlaskClient, store: GameStore) -> None:
    game, *_ = selling(store)
    version = store.version(game)
    with pytest.raises(NoProposalError, match="open already"):
        for price in range(30):
            store.proposals.make(game, version, {"price": price}, "p1", ("p1", "p2"), ("p1",))
    store.play(game, version, CorrectCash("bank", "p1", 7, reason="forgotten"))
    store.proposals.make(game, version + 1, {"price": 1}, "p1", ("p1", "p2"), ("p1",))
    assert len(store.proposals.list_of(game, version + 1)) == 1
    assert not store.proposals.list_of(game, version)


def train_of_nyc(store: GameStore) -> int:
    """PRR, which is Anneke's, may buy a 3 of NYC, which is Jörg's."""
    return store_position(store, pennsylvania("trains").turn(division="pay", revenue=30))


def buying(phone: FlaskClient, game: int) -> str:
    """The screen on which that train is chosen."""
    address = re.search(r'href="([^"]*~3-0[^"]*)"', phone.get(f"/game/{game}").text)
    assert address
    return phone.get(unescape(address[1])).text


def test_a_train_of_another_director_is_asked_for_and_its_button_says_so(
    client: FlaskClient, store: GameStore
) -> None:
    game = train_of_nyc(store)
    anneke, joerg = (guest(client.application, game, s, secret=s) for s in ("p1", "p2"))
    page = buying(anneke, game)
    assert "Ask Jörg: Buy a 3 from NYC" in squeezed(page)
    assert press(anneke, page, "deed", price="50").status_code == 303
    assert "3-0" in trains_of(store.open(game).state, "NYC")
    answered(joerg, game, "agree")
    assert "3-0" in trains_of(store.open(game).state, "PRR")


def test_nobody_is_asked_where_both_directors_are_of_one_device(
    client: FlaskClient, store: GameStore
) -> None:
    game = train_of_nyc(store)
    phone = guest(client.application, game, "p1", "p2")
    page = buying(phone, game)
    assert "Ask " not in page
    assert press(phone, page, "deed", price="50").status_code == 303
    assert "3-0" in trains_of(store.open(game).state, "PRR")
