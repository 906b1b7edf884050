"""Bad files of this title: nothing is stored, and a sentence names the line.

They are cut off, of the other edition, of other options, or with an action that is not allowed.
"""

from functools import partial

import pytest

from companion.exchange.files.import_store import store_file
from companion.rules.core.actions import BuyPrivate, DiscountPrivate, SetPar
from companion.rules.data.setup import Setup
from tests.exchange.files import bad_files as wrong
from tests.exchange.files.bad_files import cut_off, refused
from tests.titles.t1839.game_start import PAIRING

SETUP = Setup("1839", ("Ada", "Bram", "Cato"), {"pairing": PAIRING, "cards": "1 2 3"}, 1)
ACTIONS = (
    BuyPrivate("p1", "LP"),
    DiscountPrivate("p1", "SRV"),
    BuyPrivate("p2", "CO"),
    SetPar("p2", "NRS", 74),
    DiscountPrivate("p2", "KR"),
    BuyPrivate("p3", "SRV"),
)
changed = partial(wrong.changed, SETUP, ACTIONS)


def test_as_it_is_it_is_taken_in(store):
    game = store_file(store, changed()).game
    assert store.open(game).state.privates["SRV"] == "p3"


@pytest.mark.parametrize("part", (1, 5, 9))
def test_cut_off(store, part):
    assert "cut off" in refused(store, cut_off(SETUP, ACTIONS, part))


def test_files_of_the_other_edition_and_of_other_options(store):
    says = refused(store, changed(title="1839-2015"))
    assert says == "Action 1 is not allowed: There is no private “LP” in this game."
    says = refused(store, changed(options={"pairing": PAIRING, "cards": "2 1 3"}))
    assert says.startswith("Action 1 is not allowed: It is Bram's turn")
    other = {"pairing": "CO=NWS AB=HIJSM AV=MSS", "cards": "1 2 3"}
    assert refused(store, changed(options=other)).startswith("Action 4 ")


@pytest.mark.parametrize(
    ("number", "action", "says"),
    [
        (4, {"price": 46}, "Action 4 is not allowed: "),
        (5, {"player": "p3"}, "Action 5 is not allowed: It is Bram's turn"),
        (
            6,
            {"private": "RH"},
            "Action 6 is not allowed: Rotterdamsche Handelsvereeniging is not for sale.",
        ),
        (6, {"private": "XYZ"}, "Action 6 is not allowed: There is no private"),
        (6, {"seat": 3}, "Action 6 cannot be read: "),
        (6, {"type": "lay_sum"}, "Action 6 "),
    ],
)
def test_with_an_action_that_is_not_allowed(store, number, action, says):
    assert refused(store, changed(number, action)).startswith(says)
