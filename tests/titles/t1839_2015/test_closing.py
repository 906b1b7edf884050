"""Privates that become obsolete, and the four moments at which they close."""

from companion.rules.core.actions import BuyPrivateForCompany, BuyTrain, Pass
from companion.rules.core.change import Change
from companion.rules.operating.operating_round import OperatingRound
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.saved_trains import BuyMark, SaveTrain
from companion.titles.t1839_2015.title_state import note
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, priced
from tests.titles.t1839_2015.test_trains import buy, next_of, sold_out, turn

OPEN = {"SHZ": "AMS", "CO": "SS", "LVG": "NRS", "PTT": "p1", "SWO": "p2"}


def three() -> Position:
    """AMS, SS and NRS operate in this order; SS is on turn and may buy the first 7+.

    Each has two privates, a yellow one or none, and players have two.
    """
    at = turn("SS", phase="Blue", others=("AMS", "NRS")).trains("AMS", "5+").trains("NRS", "5+")
    priced(priced(at, "AMS", 116), "SS", 101)
    for private in at.data.privates:
        if private not in OPEN:
            at.state.privates[private] = "gone"
    at.privates(**OPEN, SLC="SS", SZK="NRS")
    return sold_out(at.operating("SS", "trains", parts=2), "7+")


def closed(at: Position) -> set[str]:
    known = {*OPEN, "SLC", "SZK"}
    return {private for private in known if at.state.privates[private] == "gone"}


def go_to_end(at: Position, company: str) -> Position:
    """The company passes in all steps of its turn."""
    while at.state.round.operating and at.state.round.operating.company == company:
        at.do(Pass(company))
    return at


def test_those_of_a_company_close_at_the_end_of_its_next_turn_and_of_players_when_they_have_paid():
    at = three()
    operating = at.state.round
    at.state.round = OperatingRound(2, 1, 2, operating.companies, ("AMS",), operating.turn)
    at.do(buy("SS", at, "7+", 700))
    assert closed(at) == set()
    at.privates(BOR="p1")
    assert at.refused(BuyPrivateForCompany("SS", "BOR", 100)) == {"private.phase"}
    at.privates(BOR="gone")
    go_to_end(at, "SS")
    assert closed(at) == set()  # they are obsolete from now on
    go_to_end(at, "NRS")
    assert {"LVG", "SZK"} <= closed(at)
    # the second operating round of the set has begun, and privates have paid once more
    assert at.state.round.part == 2
    assert closed(at) == {"LVG", "SZK", "PTT", "SWO"}
    assert "private_paid" in at.told()
    go_to_end(at, "AMS")
    assert "SHZ" in closed(at)
    assert not {"CO", "SLC"} & closed(at)
    go_to_end(at, "SS")
    assert closed(at) == {*OPEN, "SLC", "SZK"}


def test_all_close_when_a_stock_round_starts():
    at = three()
    operating = at.state.round
    done = ("AMS", "NRS")
    at.state.round = OperatingRound(2, 2, 2, operating.companies, done, operating.turn)
    at.do(buy("SS", at, "7+", 700))
    go_to_end(at, "SS")
    assert at.state.round.kind == "stock"
    assert closed(at) == {*OPEN, "SLC", "SZK"}


def test_until_brown_begins_companies_buy_them_and_of_one_never():
    at = three().privates(BOR="p1", RWS="p1")
    assert at.allowed(BuyPrivateForCompany("SS", "BOR", 180))
    assert at.allowed(BuyPrivateForCompany("SS", "BOR", 1))
    assert at.refused(BuyPrivateForCompany("SS", "BOR", 181)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("SS", "BOR", 0)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("SS", "RWS", 100)) == {"private.never"}
    at.state.phase = "Yellow"
    assert at.refused(BuyPrivateForCompany("SS", "BOR", 180)) == {"private.phase"}


def test_the_first_7_plus_bought_abroad_makes_them_obsolete_when_that_turn_is_done():
    at = entered(three(), "D", 72).cash(D=700)
    while foreign.go_on(change := Change(at.state), at.rules):
        assert change.state is at.state
    assert at.state.phase == "Brown"
    assert set(at.state.title_state.obsolete_privates) == {*OPEN, "SLC", "SZK"}


def test_an_obsolete_one_closes_when_its_power_is_used():
    at = turn("SS", phase="Brown", others=("AMS",)).trains("SS", "7+").privates(BP="AMS", VER="SS")
    note(Change(at.state), obsolete_privates=("BP", "VER"))
    at.do(SaveTrain("SS", next_train(at, "SS"), "BP"))
    assert at.state.privates["BP"] == "gone"
    at = turn("SS", phase="Green", others=("AMS",)).trains("SS", "3+").privates(BP="AMS")
    at.do(BuyMark("SS", "BP"))
    assert at.state.privates["BP"] == "AMS"


def test_marks_that_are_not_given_go_with_their_private():
    at = turn("SS", phase="Green", others=("AMS",)).trains("SS", "3+").privates(BP="AMS")
    at.do(BuyMark("SS", "BP"))
    assert at.allowed(SaveTrain("SS", next_train(at, "SS"), "BP"))
    at.privates(BP="gone")
    assert at.refused(SaveTrain("SS", next_train(at, "SS"), "BP")) == {"mark.not_sold"}


def next_train(at: Position, company: str) -> str:
    return next(train for train, card in at.state.trains.items() if card.place == company)


def test_one_closes_with_the_first_train_of_its_company_bought_of_another_too():
    at = turn("SS", others=("AMS",)).trains("AMS", "2").privates(RWS="p2")
    note(Change(at.state), director_company="SS")
    at.do(BuyTrain("SS", next_train(at, "AMS"), 10))
    assert at.state.privates["RWS"] == "gone"
    assert "F13" in at.state.board.laid
    at = turn("SS", others=("AMS",)).privates(RWS="p2")
    note(Change(at.state), director_company="AMS")
    at.do(BuyTrain("SS", next_of(at, "2"), 100))
    assert at.state.privates["RWS"] == "p2"
