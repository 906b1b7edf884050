"""The form of a new game of a title with editions, without JavaScript."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore

NAMES = ["Ann", "Bob", "Cem", "Dag", "Eva", "Fay"]
FORM = {"title": "1828", "player": NAMES, "option.edition": "draft"}


def name_fields(page: str) -> list[str]:
    """Return the names in the seats of the form."""
    return re.findall(r'name="player" value="([^"]*)"', " ".join(page.split()))


def test_the_form_has_the_seats_and_options_of_the_edition(client: FlaskClient) -> None:
    usual = client.get("/new?title=1828").text
    draft = client.get("/new?title=1828&edition=draft").text
    assert (len(name_fields(usual)), len(name_fields(draft))) == (5, 6)
    assert "option.row" in usual and "option.row" not in draft
    assert "option.order" in usual and "option.order" in draft
    assert 'name="option.edition" value="draft"' in draft


def test_another_edition_keeps_the_names_and_the_order(client: FlaskClient) -> None:
    entered = {**FORM, "player": NAMES[:5], "option.order": "Eva,Dag,Cem,Bob,Ann"}
    page = client.get("/new", query_string={**entered, "edition": "published"}).text
    assert name_fields(page) == NAMES[:5]
    assert 'value="Eva,Dag,Cem,Bob,Ann"' in page
    assert 'name="option.edition" value="published"' in page
    assert name_fields(client.get("/new", query_string={**FORM, "edition": "published"}).text) == (
        NAMES  # a sixth name is not lost, though it cannot play
    )


def test_a_game_is_played_by_the_edition_of_the_form(client: FlaskClient, store: GameStore) -> None:
    assert client.post("/new", data=FORM).status_code == 303
    (game,) = store.games()
    found = store.open(game.id)
    assert found.setup.options["edition"] == "draft"
    assert [found.state.cash[seat] for seat in found.rules.seats] == [500] * 6


def test_the_usual_edition_is_not_stored(client: FlaskClient, store: GameStore) -> None:
    form = {**FORM, "player": NAMES[:4], "option.edition": "published"}
    assert client.post("/new", data=form).status_code == 303
    (game,) = store.games()
    assert "edition" not in store.open(game.id).setup.options


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"option.edition": "published"}, "1828 is for 3 to 5 players; 6 are named."),
        ({"player": NAMES[:2]}, "1828 is for 3 to 6 players; 2 are named."),
        ({"option.row": "B&amp;O"}, "(row): the edition draft does not have this option."),
        ({"option.edition": "proof"}, "1828 has no edition “proof”; there are published, draft."),
        ({"title": "1830"}, "1830 has no edition “draft”: it has only one."),
    ],
)
def test_an_edition_refuses_players_and_options_of_others(
    client: FlaskClient, store: GameStore, change: dict[str, object], says: str
) -> None:
    answer = client.post("/new", data={**FORM, **change})
    assert answer.status_code == 422
    assert says in " ".join(answer.text.split())
    assert not store.games()


def test_each_edition_has_its_page_of_readings(client: FlaskClient) -> None:
    usual = client.get("/readings/1828").text
    draft = client.get("/readings/1828?option.edition=draft").text
    assert "published rules of 2022" in usual
    assert "half edited" in draft and "half edited" not in usual
    assert 'href="/readings/1828?option.edition=published"' in draft
    assert 'href="/readings/1828?option.edition=draft"' in usual
    assert client.get("/readings/1828?option.edition=proof").status_code == 404
