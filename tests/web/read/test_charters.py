"""A company's trains are shown charter by charter, and those that run but once more as such."""

import re

import pytest

from companion.rules.core.state import LAST_RUN, TrainCard
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.positions import Position
from tests.support.stored_games import store_position

PAGES = ("/trains", "/companies", "/company/PRR", "/shares", "")


def shown(store: GameStore, position: Position, page: str) -> list[str]:
    """The trains of the PRR on a page as they stand, "|" between charters."""
    game = store_position(store, position)
    text = create_app({"STORE": store}).test_client().get(f"/game/{game}{page}").text
    text = text.replace('<span class="visually-hidden">, </span>', "")
    cells = re.findall(r'class="trains"[^>]*>(.*?)</(?:td|dd|span)>', text, re.S)
    cell = next(cell for cell in cells if "<b" in cell)
    found = re.finditer(r'(<i class="charter-end">)|<b( class="last-run"[^>]*)?>(\w+)</b>', cell)
    return [
        "|" if end else f"{train} once more" if last else train
        for end, last, train in (part.groups() for part in found)
    ]


def position(page: str) -> Position:
    """The PRR has three trains; on the page of the turn it operates."""
    stood = Position("1830").phase("3").started("PRR", 76, "p1", p1=60).floated("PRR", 500)
    stood.trains("PRR", "2", "2", "3")
    return stood.stock_round() if page else stood.operating("PRR")


@pytest.mark.parametrize("page", PAGES)
def test_trains_of_one_charter_stand_together(store: GameStore, page: str) -> None:
    assert shown(store, position(page), page) == ["2", "2", "3"]


@pytest.mark.parametrize("page", PAGES)
def test_each_charter_has_its_own_and_a_last_run_is_marked(store: GameStore, page: str) -> None:
    stood = position(page)
    stood.state.alter("PRR", charters=2)
    first = next(train for train, card in stood.state.trains.items() if card.place == "PRR")
    stood.state.trains[first] = TrainCard("PRR", 1, (LAST_RUN,))
    assert shown(store, stood, page) == ["2", "3", "|", "2 once more"]
