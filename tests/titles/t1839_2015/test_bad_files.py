"""Bad files of this title: nothing is stored, and a sentence names the line.

They are cut off, of the other edition, of other options, or with an action that is not allowed.
"""

from functools import partial

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.rules.core.actions import BuyPrivate, DiscountPrivate
from companion.rules.data.setup import Setup
from companion.titles.t1839_2015.auction import DealCards, LaySum
from tests.exchange.files import bad_files as wrong
from tests.exchange.files.bad_files import cut_off, refused
from tests.support.stored_games import empty_store
from tests.titles.t1839_2015.game_start import DRAWN

SETUP = Setup("1839-2015", ("Ada", "Bram", "Cato"), {**DRAWN, "cards": "1 2 3"}, 1)
ACTIONS = (
    LaySum("p1", "LVG", 60),
    LaySum("p2", "VVD", 60),
    LaySum("p3", "SWO", 60),
    LaySum("p1", "SWO", 40),
    LaySum("p2", "RWS", 40),
    LaySum("p3", "CM", 40),
    DealCards("p1", "3 1 2"),
    DiscountPrivate("p3", "BOR"),
    BuyPrivate("p1", "LVG"),
)
changed = partial(wrong.changed, SETUP, ACTIONS)


@pytest.fixture
def store(tmp_path):
    made = empty_store(tmp_path)
    yield made
    made.close()


def test_as_it_is_it_is_taken_in(store):
    game = store_file(store, changed()).game
    assert store.open(game).state.privates["LVG"] == "p1"
    again = store_file(store, file_of(store.admin.read_rows(game))).game
    assert store.open(again).state.cash == store.open(game).state.cash


@pytest.mark.parametrize("part", (1, 5, 9))
def test_cut_off(store, part):
    assert "cut off" in refused(store, cut_off(SETUP, ACTIONS, part))


def test_files_of_the_other_edition(store):
    says = refused(store, changed(title="1839"))
    assert says == "Action 1 is not allowed: There is no private “LVG” in this game."
    says = refused(store, changed(title="1839", options={"cards": "1 2 3"}))
    assert says.startswith("Action 1 ")


def test_files_of_other_options(store):
    """Another private was drawn: the first line that names what is not there any more."""
    other = {**DRAWN, "cards": "1 2 3", "privates": "LOK BOR CM VER"}
    assert refused(store, changed(options=other)).startswith(
        "Action 2 is not allowed: Van Vlissingen & Dudok van Heel is not for sale."
    )
    other = {**DRAWN, "cards": "2 1 3"}
    assert refused(store, changed(options=other)).startswith("Action 1 is not allowed: ")
    says = refused(store, changed(options={**DRAWN, "swo": "SS"}))
    assert "the two companies are different" in says


@pytest.mark.parametrize(
    ("number", "action", "says"),
    [
        (3, {"amount": 40}, "Action 6 is not allowed: No bid of ƒ40 is left"),
        (4, {"amount": 60}, "Action 4 is not allowed: No bid of ƒ60 is left"),
        (7, {"cards": "1 2"}, "Action 7 is not allowed: The order of the cards"),
        (7, {"cards": "1 2 3"}, "Action 8 is not allowed: It is Ada's turn"),
        (
            9,
            {"private": "NFLM"},
            "Action 9 is not allowed: Noord Friesche Locaalspoorweg-Maatschappij is not for sale.",
        ),
        (9, {"private": "XYZ"}, "Action 9 is not allowed: There is no private"),
        (9, {"seat": 3}, "Action 9 cannot be read: "),
        (9, {"type": "nationalise"}, "Action 9 "),
    ],
)
def test_with_an_action_that_is_not_allowed(store, number, action, says):
    assert refused(store, changed(number, action)).startswith(says)
