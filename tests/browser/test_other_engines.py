"""The engine of iPhones, and Firefox: joining, a seat, a deed, the stream after a restart, Back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.rules.core.actions import Action, BuyPrivate
from companion.rules.data.setup import Setup
from tests.browser.test_three_devices import NAMES, Served
from tests.browser.webdrivers import Phone, firefox, webkit

SURE = "return !('unconfirmed' in document.documentElement.dataset)"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    opened = Served(tmp_path_factory.mktemp("games"))
    yield opened
    opened.close()


@pytest.mark.parametrize("engine", [firefox, webkit])
def test_a_game_on_a_phone_of_another_engine(
    engine: Callable[[Path], AbstractContextManager[Phone]], served: Served, tmp_path: Path
) -> None:
    store = served.store
    game = store.new_game(Setup("1830", NAMES))

    def banker_enters(action: Action) -> None:
        served.server.device().act(game, action, store.version(game))

    with engine(tmp_path) as phone:
        phone.open(f"{served.address}/join/{store.places.sitting(game).code}")
        phone.script("window.same = true")  # so that a sound stays ready
        phone.tap("#take-p1")
        phone.sees("#who", "Anneke")
        assert phone.script("return window.same")
        phone.tap('[id="pick-buy_private~p1~SV"]')
        phone.sees("#deed", "Buy Schuylkill Valley")
        phone.tap("#deed")
        phone.sees(".whose-turn", "Jörg")
        assert store.rows(game)[-1].by == "p1"

        banker_enters(BuyPrivate("p2", "CS"))
        phone.sees(".whose-turn", "Daniël")

        served.cut()
        phone.sees("#lost", "Not connected since")
        served.begin_again()
        phone.until(f"{SURE} && !document.getElementById('lost')")
        banker_enters(BuyPrivate("p3", "DH"))
        phone.sees("#who", "Anneke")

        phone.open(f"{served.address}/game/{game}/log")
        banker_enters(BuyPrivate("p1", "MH"))
        phone.back()
        phone.sees(".whose-turn", "Jörg")
        phone.until(SURE)
