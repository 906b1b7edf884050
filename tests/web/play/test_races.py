"""Races: between what a request reads and what it writes, somebody else is quicker.

The other is a second companion on the same database, or another device. The race is made certain:
what the other does lands at the moment at which the store is asked, or a transaction is begun.
"""

import os
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.exchange.files.automatic_copies import Copies
from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import BuyPrivate
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.stock.programmed_actions import UNTIL_SALE
from companion.store.games.game_store import GameStore
from companion.web.app_state import app_state
from tests.support.clients import form, known_as, press, stranger
from tests.support.game_stages import begun, may_run, played, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.web.amend.test_rulings import ways
from tests.web.play.test_consent import Sale, sale

__all__ = ["sale"]  # a fixture
Fields = dict[str, str]
Deed = Callable[[], None]
CORRECT = {"type": "correct_cash", "payer": "bank", "payee": "p1", "amount": "7", "reason": "lost"}
QUERY = "kind=correct_cash&payer=bank&payee=p1&amount=7&reason=lost"


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


@pytest.fixture
def game(store: GameStore) -> int:
    """Anneke has bought SV, entered by her own device; Jörg is to act."""
    game = begun(store)
    store.play(game, 1, BuyPrivate("p1", "SV"), by="p1")
    return game


def device(app: Flask, game: int, name: str, seat: str = "", bank: bool = False) -> FlaskClient:
    """A browser with a place in the game; the token of its forms is right."""
    places = app_state(app).store.places
    who = places.join(game, name, "other", seat)
    if bank:
        places.let_bank(game, who.device, True)
    found = stranger(app)
    known_as(found, name)
    return found


def after_opening(monkeypatch: pytest.MonkeyPatch, store: GameStore, deed: Deed) -> None:
    """The deed lands once the game has been opened."""
    real, waiting = store.open, [deed]

    def opened(game: int, version: int | None = None) -> object:
        view = real(game, version)
        if waiting:
            waiting.pop()()
        return view

    monkeypatch.setattr(store, "open", opened)


def before_writing(monkeypatch: pytest.MonkeyPatch, store: GameStore, deed: Deed) -> None:
    """The deed lands just before the next transaction that writes."""
    real, waiting = store.database.write, [deed]

    def write(**options: bool) -> object:
        if waiting:
            waiting.pop()()
        return real(**options)

    monkeypatch.setattr(store.database, "write", write)


# --- a deed of somebody else


def at_another_companion(place: Path | str, deed: Callable[[GameStore], object]) -> Deed:
    """Return a deed that is done at another companion on the same database."""

    def done() -> None:
        other = GameStore(place)
        deed(other)
        other.close()

    return done


def quicker(place: Path | str, game: int) -> Deed:
    """The banker corrects something there."""
    gift = CorrectCash("bank", "p3", 40, reason="counted")
    return at_another_companion(
        place, lambda other: other.play(game, other.version(game), gift, by=BANKER)
    )


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["watcher", "p2", "banker"])
@pytest.mark.parametrize("way", ["undo", "redo"])
def test_nothing_is_taken_back_by_the_version_that_the_game_has_only_after_anothers_deed(
    app: Flask,
    store: GameStore,
    place: Path | str,
    game: int,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    who: str,
) -> None:
    robber = device(app, game, who, "p2" if who == "p2" else "", bank=who == "banker")
    deed = quicker(place, game)
    if way == "redo":
        deed = at_another_companion(place, lambda other: other.undo(game, 2, by=BANKER))
    after_opening(monkeypatch, store, deed)
    before = store.version(game)
    answer = robber.post(f"/game/{game}/{way}", data={"version": str(before + 1), "depth": "1"})
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text
    assert store.version(game) == before + 1
    assert [row.undone_by for row in store.rows(game) if row.undone_at] == (
        [BANKER] if way == "redo" else []
    )


def test_nothing_is_proposed_in_a_game_that_has_moved_on(
    client: FlaskClient,
    store: GameStore,
    place: Path | str,
    sale: Sale,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor is forgotten what was proposed in it since."""
    game, private, seller, buyer, *_ = sale
    version = store.version(game)
    robber = device(client.application, game, seller, seller)
    fields = {"type": "sell_private", "seller": seller, "buyer": buyer, "private": private}
    kept = {"fields": {**fields, "price": "3"}, "ahead": "", "step": "", "then_pass": False}

    def moves_on() -> None:
        quicker(place, game)()
        at_another_companion(
            place,
            lambda other: other.proposals.make(game, version + 1, kept, buyer, (seller,), ()),
        )()

    before_writing(monkeypatch, store, moves_on)
    sent = {**fields, "price": "2", "version": str(version)}
    answer = robber.post(f"/game/{game}/act", data=sent)
    assert answer.status_code == 409, squeezed(answer.text)[-900:]
    assert len(store.proposals.list_of(game, version + 1)) == 1


Way = Callable[[FlaskClient, GameStore, int], tuple[str, Fields]]


def act(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    return f"/game/{game}/act", {"type": "buy_private", "player": "p2", "private": "CS"}


def correct(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    return f"/game/{game}/act", dict(CORRECT)


def undo(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    return f"/game/{game}/undo", {"depth": "1"}


def redo(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    if store.open(game).undoable:
        store.undo(game, store.version(game), by="p1")
    return f"/game/{game}/redo", {"depth": "1"}


def rule(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    page = phone.get(f"/game/{game}?pick=buy_share~p1~PRR~initial").text
    (address,) = ways(page)
    path, fields = form(phone.get(address).text, "deed")
    del fields["guard"]  # the header has it
    return path, {**fields, "why": "so"}


def what_if(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    phone.post(f"/game/{game}/what-if")
    page = phone.get(f"/game/{game}/correct?{QUERY}").text
    press(phone, page, "deed")
    return f"/game/{game}/what-if/keep", {}


def mend(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    phone.post(f"/game/{game}/mend/1", data={"way": "remove"})
    return f"/game/{game}/mending", {"why": "never done"}


def rest(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    path, fields = form(phone.get(f"/game/{game}").text, "rest-of-turn")
    return path, {"mark": fields["mark"]}


def program(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    return f"/game/{game}/program", {"seat": "p1", "kind": UNTIL_SALE}


def buy_again(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    purchase = {"type": "buy_share", "player": "p1", "company": "PRR", "source": "initial"}
    return f"/game/{game}/program/purchase", {**purchase, "again": "1"}


OF_A_MOMENT = [act, correct, undo, redo, rule, what_if, mend, rest, program, buy_again]


def on_paper(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    return f"/game/{game}/paper", {"do": "check", "cash.p1": "5"}


def begin_for(way: Way, store: GameStore, game: int) -> int:
    """The game in which that is possible."""
    if way is rest:
        return played(store, may_run)
    if way is on_paper:
        return begun(store)
    if way not in (rule, program, buy_again):
        return game
    found = Position("1830", 3).close_privates().cash(p1=800).started("PRR", 67, "p2", p2=20)
    turn = {} if way is buy_again else {"purchases": ("PRR",), "has_acted": True}
    return store_position(store, found.stock_round(2, **turn))


@pytest.mark.parametrize("way", OF_A_MOMENT)
def test_the_second_of_two_changes_nothing(
    app: Flask,
    store: GameStore,
    place: Path | str,
    game: int,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
) -> None:
    """Whatever the way: the other's deed lands just before the writing. Without it all is done."""
    game = begin_for(way, store, game)
    bank = device(app, game, "bank", bank=True)
    path, fields = way(bank, store, game)
    version = store.version(game)
    before_writing(monkeypatch, store, quicker(place, game))
    answer = bank.post(path, data={**fields, "version": str(version)})
    assert answer.status_code == 409, squeezed(answer.text)[-900:]
    assert store.version(game) == version + 1
    store.undo(game, version + 1)
    path, fields = way(bank, store, game)  # and once more, with nobody between
    version = store.version(game)
    answer = bank.post(path, data={**fields, "version": str(version)})
    assert answer.status_code in (200, 303), squeezed(answer.text)[-900:]
    assert store.version(game) == version + 1


# --- a role or a seat taken away


def posted(last: str, **fields: str) -> Way:
    return lambda phone, store, game: (f"/game/{game}/{last}", fields)


def kept(last: str, **fields: str) -> Way:
    return lambda phone, store, game: (f"/games/{game}/{last}", fields)


def seats(**fields: str) -> Way:
    return posted("seats", **fields)


def put_back(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    Copies(store).write(game)
    copy, *_ = Copies(store).list_of(game)  # the newest
    return f"/games/{game}/copies/{copy.name}/back", {}


def open_beside(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    path, _ = put_back(phone, store, game)
    return path.removesuffix("back") + "beside", {}


def drop(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    phone.post(f"/game/{game}/what-if")
    return f"/game/{game}/what-if/drop", {}


def decide(phone: FlaskClient, store: GameStore, game: int) -> tuple[str, Fields]:
    mend(phone, store, game)
    return f"/game/{game}/mending/decide", {"decision": "out", "n": "1"}


BANKERS = {
    **{way.__name__: way for way in OF_A_MOMENT},
    "begin to try": posted("what-if"),
    "begin to mend": posted("mend/1", way="change"),
    "count": posted("count", **{"cash-p1": "1"}),
    "set clock": posted("clock", way="usual", effect="mark"),
    "hold": posted("clock/hold", do="hold"),
    "break": posted("halt", do="break"),
    "away": seats(do="away", seat="p1", deputy="p2"),
    "lock": seats(do="lock", locked="1"),
    "enter": seats(do="enter", each="0"),
    "free": seats(do="free", seat="p1"),
    "hand on": seats(do="hand-on", seat="p1", device="3"),
    "dismiss": seats(do="dismiss", device="3"),
    "clear": seats(do="clear"),
    "rename": kept("name", name="Mine"),
    "archived": kept("archive", archived="1"),
    "delete": kept("delete", name="1830", sure="1"),
    "on paper": on_paper,
    "put back": put_back,
    "open beside": open_beside,
    "cancel": posted("program/cancel", seat="p1"),
    "drop": drop,
    "decide": decide,
}
PLAYERS = {
    "act": act,
    "undo": undo,
    "take": seats(do="take", seat="p3"),
    "claim": seats(do="claim", seat="p1"),
    "ask": seats(do="ask"),
    "cancel": posted("program/cancel", seat="p2"),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("way", BANKERS.values(), ids=BANKERS.keys())
def test_a_former_banker_changes_nothing_when_it_is_written(
    app: Flask,
    store: GameStore,
    place: Path | str,
    game: int,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
) -> None:
    game = begin_for(way, store, game)
    bank = device(app, game, "bank", bank=True)
    device(app, game, "phone", "p1")
    number = store.places.who("bank", game).device
    path, fields = way(bank, store, game)
    refused_after(
        monkeypatch,
        store,
        bank,
        game,
        at_another_companion(place, lambda other: other.places.let_bank(game, number, False)),
        path,
        fields,
    )
    assert bool(store.drafts.of(game, number)) == (way in (what_if, mend, drop, decide))


CHANGES = ("freed", "handed on", "sent away", "banker enters all")
EACH = product(PLAYERS, CHANGES) if os.environ.get("FULL") else zip(PLAYERS, cycle(CHANGES))


@pytest.mark.parametrize(("name", "change"), list(EACH))
def test_a_former_owner_of_the_seat_changes_nothing_when_it_is_written(
    app: Flask,
    store: GameStore,
    place: Path | str,
    game: int,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    change: str,
) -> None:
    """Each way after one of the changes in turn; with FULL after each."""
    way = PLAYERS[name]
    phone = device(app, game, "phone", "p2")
    device(app, game, "other", "p1")
    if way is undo:  # their own last deed
        store.play(game, store.version(game), BuyPrivate("p2", "CS"), by="p2")
    number, second = (store.places.who(each, game).device for each in ("phone", "other"))

    def deed(other: GameStore) -> None:
        if change == "freed":
            other.places.leave(game, "p2")
        elif change == "handed on":
            other.places.hand_on(game, "p2", second)
        elif change == "sent away":
            other.places.dismiss(game, number)
        else:
            other.places.set_players_enter(game, each=False)

    path, fields = way(phone, store, game)
    refused_after(monkeypatch, store, phone, game, at_another_companion(place, deed), path, fields)


@pytest.mark.parametrize("answer", ["agree", "decline"])
def test_a_former_owner_of_the_seat_answers_no_proposal(
    client: FlaskClient,
    store: GameStore,
    place: Path | str,
    sale: Sale,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
) -> None:
    game, _, _, buyer, *_ = sale
    phone = device(client.application, game, buyer, buyer)
    (proposal,) = store.proposals.list_of(game, store.version(game))
    refused_after(
        monkeypatch,
        store,
        phone,
        game,
        at_another_companion(place, lambda other: other.places.leave(game, buyer)),
        f"/game/{game}/proposals/{proposal.id}",
        {"answer": answer},
    )
    assert store.proposals.list_of(game, store.version(game)) == [proposal]


def refused_after(
    monkeypatch: pytest.MonkeyPatch,
    store: GameStore,
    phone: FlaskClient,
    game: int,
    deed: Deed,
    path: str,
    fields: Fields,
) -> None:
    """After the deed of another, which lands before the writing, nothing is changed."""
    version = store.version(game)
    stored = store.admin.read_rows(game)
    found = []

    def lands() -> None:
        deed()
        found.append(store.places.sitting(game))

    before_writing(monkeypatch, store, lands)
    answer = phone.post(path, data={**fields, "version": str(version)})
    assert answer.status_code == 409, squeezed(answer.text)[-900:]
    assert "Your place at this table has changed" in answer.text
    assert (store.admin.read_rows(game), store.places.sitting(game)) == (stored, *found)


def test_every_way_to_change_a_game_is_raced(app: Flask, game: int, store: GameStore) -> None:
    """Read from the application itself: a new one has to be named here."""
    adapter = app.url_map.bind("localhost")
    bank = device(app, game, "bank", bank=True)
    raced = set()
    for way in (*BANKERS.values(), *PLAYERS.values()):
        if way not in (rule, rest):
            path, _ = way(bank, store, game)
            raced.add(adapter.match(path, "POST")[0])
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and "<int:game>" in rule.rule
    }
    assert changing == raced | {"rulings.rule", "rest_of_turn.do_rest", "proposal_answers.answer"}
