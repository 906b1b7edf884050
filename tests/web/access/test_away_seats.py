"""Tests of players who leave early: they pass, and another seat decides for them."""

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.store.people.seats import NoPlaceError
from tests.support.clients import guest, press
from tests.support.game_stages import in_round, may_run, played, squeezed

SEATS = ("p1", "p2", "p3")


def acting(store: GameStore, game: int) -> str:
    view = store.open(game)
    return view.rules.actor(view.state) or ""


def next_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 3]


def phones_of(client: FlaskClient, game: int) -> dict[str, FlaskClient]:
    return {seat: guest(client.application, game, seat, secret=seat) for seat in SEATS}


def test_a_player_who_is_away_passes_by_themselves_in_a_stock_round(
    client: FlaskClient, store: GameStore
) -> None:
    """The pass belongs to the deed before it, and the log gives the reason and the deputy."""
    game = played(store, in_round("SR 2"))
    first = acting(store, game)
    away, deputy = next_of(first), next_of(next_of(first))
    page = client.get(f"/game/{game}/seats").text
    assert press(client, page, "away", seat=away, deputy=deputy).status_code == 303
    phones = phones_of(client, game)
    page = phones[first].get(f"/game/{game}?pick=pass~{first}").text
    assert press(phones[first], page, "pass").status_code in (200, 303)
    assert acting(store, game) == deputy
    row = store.open(game).tail[-1]
    assert row.action_json == {"type": "pass", "party": away}
    assert (row.by, row.reason) == (deputy, "away")
    log = squeezed(client.get(f"/game/{game}/log").text)
    assert "passed · away" in log
    store.undo(game, store.version(game))
    assert acting(store, game) == first


def test_another_seat_decides_for_the_companies_of_a_player_who_is_away(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, may_run)
    away = acting(store, game)
    deputy, other = next_of(away), next_of(next_of(away))
    phones = phones_of(client, game)
    assert 'id="pass"' not in phones[deputy].get(f"/game/{game}").text
    store.away.leave(game, away, deputy)
    who = store.places.who(deputy, game)
    assert who.seats == tuple(sorted((away, deputy)))
    page = phones[deputy].get(f"/game/{game}").text
    assert "decides for them" in page
    assert 'id="pass"' in page
    assert 'id="pass"' not in phones[other].get(f"/game/{game}").text
    version = store.version(game)
    answer = press(phones[deputy], page, "pass")
    assert answer.status_code in (200, 303)
    assert store.version(game) == version + 1
    assert store.open(game).tail[-1].by == deputy


def test_one_tap_takes_it_back(client: FlaskClient, store: GameStore) -> None:
    game = played(store, in_round("SR 2"))
    phones = phones_of(client, game)
    store.away.leave(game, "p2", "p3")
    assert 'id="back-p2"' not in phones["p1"].get(f"/game/{game}").text
    page = phones["p2"].get(f"/game/{game}").text
    assert press(phones["p2"], page, "back-p2").status_code == 303
    assert store.programs.of(game).away == {}
    assert store.places.who("p3", game).seats == ("p3",)
    assert "decides for them" not in client.get(f"/game/{game}").text


@pytest.mark.parametrize(
    ("seat", "deputy", "says"),
    [
        ("p2", "p2", "Somebody who is present"),
        ("p2", "p1", "Somebody who is present"),
        ("p3", "p2", "They decide for somebody"),
        ("p2", "p9", "seat"),
    ],
)
def test_only_somebody_who_is_there_decides(
    client: FlaskClient, store: GameStore, seat: str, deputy: str, says: str
) -> None:
    """The first player is away already, and the third one decides for them."""
    game = played(store, in_round("SR 2"))
    store.away.leave(game, "p1", "p3")
    page = client.get(f"/game/{game}/seats").text
    answer = press(client, page, "away", seat=seat, deputy=deputy)
    assert answer.status_code == 422
    assert says in answer.text
    with pytest.raises(NoPlaceError):
        store.away.leave(game, seat, deputy)
    assert store.programs.of(game).away == {"p1": "p3"}


def test_players_send_nobody_else_away(client: FlaskClient, store: GameStore) -> None:
    game = played(store, in_round("SR 2"))
    phone = phones_of(client, game)["p1"]
    assert 'id="away"' not in phone.get(f"/game/{game}/seats").text
