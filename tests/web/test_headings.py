"""Every page has one heading of the first order: what it is, and where a reader begins."""

import pytest
from flask.testing import FlaskClient

from companion.ledger.receipts import PayoutReceipt
from companion.store.shelf import Shelf
from companion.titles import titles
from tests.browser.moments import moments
from tests.stored import store_state
from tests.web.playing import begun, never, operating, played

# addresses that are no pages: files, forms to send, answers without a screen
NO_PAGES = frozenset(
    [
        "static",
        "sheets",
        "speech.choose",
        "games.rows",
        "games.put_away",
        "games.begin",
        "games.take_in",
        "looking.report",
        "operating.search",
        "table.pulse",
        "table.act",
        "table.undo",
        "table.redo",
    ]
)
STAGES = {"fresh": None, "operating": operating, "finished": never}


def receipt(shelf: Shelf, game: int) -> int:
    """The row of the last payout, or the first of the game."""
    return next(
        (
            row.n
            for row in reversed(shelf.rows(game))
            for event in row.events
            if isinstance(event.facts.get("receipt"), PayoutReceipt)
        ),
        0,
    )


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("title", list(titles()))
def test_every_page_has_one_heading(
    client: FlaskClient, shelf: Shelf, title: str, stage: str
) -> None:
    until = STAGES[stage]
    game = played(shelf, until, title) if until else begun(shelf, title)
    of = {
        "game": game,
        "slug": title,
        "symbol": next(iter(shelf.open(game).rules.data.companies)),
        "seat": "p1",
        "row": receipt(shelf, game),
    }
    looked_at = set()
    for rule in client.application.url_map.iter_rules():
        if rule.endpoint in NO_PAGES:
            continue
        with client.application.test_request_context():
            address = client.application.url_for(
                rule.endpoint, **{k: of[k] for k in rule.arguments}
            )
        page = client.get(address).get_data(as_text=True)
        assert page.count("<h1") == 1, address
        looked_at.add(rule.endpoint)
    assert len(looked_at) > 15


@pytest.mark.parametrize("title", list(titles()))
def test_every_step_of_a_game_has_one_heading(
    client: FlaskClient, shelf: Shelf, title: str
) -> None:
    for moment in moments(title):
        game = store_state(shelf, moment.rules, moment.state)
        assert client.get(f"/game/{game}").get_data(as_text=True).count("<h1") == 1, moment.step


def test_a_list_without_games_and_a_page_that_is_not_there_have_one_heading(
    client: FlaskClient,
) -> None:
    for address in ("/", "/game/7", "/nothing"):
        assert client.get(address).get_data(as_text=True).count("<h1") == 1, address
