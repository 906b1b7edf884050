"""How the game ends, and what everybody is worth then (Game End); ways to pay (Dividends)."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import Dividend, Pass
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares.holdings import deal
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.title_state import note
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, floated, priced, stock_round
from tests.titles.t1839_2015.test_trains import turn


def operating(part: int = 1, parts: int = 2) -> Position:
    """NRS at 761 with a train has run for 800, and NWS is still to operate."""
    at = turn("NRS", phase="Green", others=("NWS",)).trains("NRS", "3+").trains("NWS", "3+")
    priced(at, "NRS", 761)
    at.operating("NRS", "dividend", parts=parts, part=part, revenue=800)
    return at


def to_end_of_round(at: Position) -> Position:
    number = at.state.round.part
    while not at.state.end_reason and isinstance(at.state.round, OperatingRound):
        if at.state.round.part != number:
            break
        at.do(Pass(at.state.round.turn.company))
    return at


def test_a_thousand_by_a_dividend_ends_the_game_with_the_operating_round():
    at = operating().do(Dividend("NRS", "pay"))
    assert at.at("NRS") == 1000
    assert not at.state.end_reason  # the others operate
    to_end_of_round(at)
    assert at.state.end_reason == "market"
    at = operating().do(Dividend("NRS", "withhold"))
    to_end_of_round(at)
    assert not at.state.end_reason


def test_a_thousand_by_a_purchase_abroad_ends_it_with_the_round():
    at = entered(turn("NRS", phase="Green").trains("NRS", "3+"), "BEL", 72)
    priced(at, "BEL", 761).cash(BEL=500)
    at.operating("NRS", "trains", parts=2)
    to_end_of_round(at)
    assert at.at("BEL") == 1000  # down for no dividend, up for two trains
    assert at.state.end_reason == "market"


def closing(percent: int, pooled: int = 0) -> Position:
    """All have passed in a stock round; players have so much of België, at 761."""
    at = priced(entered(stock_round(3).phase("Green"), "BEL", 72), "BEL", 761)
    wanted = {"p1": percent, "pool": pooled, "BEL": 100 - percent - pooled}
    deal(Change(at.state), at.data.companies["BEL"], wanted)
    at.state.round = replace(at.state.round, cards=("p1", "p2", "p3"))
    change = Change(at.state)
    judge.settle(at.rules, change)
    at.state, at.events = change.state, tuple(change.events)
    return at


def test_a_thousand_by_shares_that_players_have_ends_it_at_once():
    at = closing(100)
    assert (at.at("BEL"), at.state.end_reason) == (1000, "market")
    assert at.state.round.kind == "stock"
    assert closing(98).state.end_reason == ""
    first = next(event for event in closing(98, 2).events if event.kind == "price")
    assert first.facts["after"] == 584


@pytest.mark.parametrize(("percent", "first"), [(100, []), (98, [80])])
def test_once_a_price_is_a_thousand_no_other_moves(percent, first):
    """België at 761 moves before Duitsland, all of which players have too."""
    at = entered(entered(stock_round(3).phase("Green"), "BEL", 72), "D", 72)
    priced(at, "BEL", 761)
    deal(Change(at.state), at.data.companies["BEL"], {"p1": percent, "BEL": 100 - percent})
    deal(Change(at.state), at.data.companies["D"], {"p2": 100})
    at.state.round = replace(at.state.round, cards=("p1", "p2", "p3"))
    judge.settle(at.rules, change := Change(at.state))
    assert (change.state.end_reason == "market") == (percent == 100)
    moves = [event.facts for event in change.events if event.kind == "price"]
    assert [each["after"] for each in moves if each["company"] == "D"][:1] == first


def test_nothing_else_ends_it_and_the_bank_never_breaks():
    at = stock_round()
    assert not at.rules.bank_size
    assert at.state.cash["bank"] < 0
    assert not at.state.end_reason


def test_the_worth_of_a_player():
    at = floated(stock_round().phase("Green").started("NRS", 101, "p1", p1=40), "NRS")
    priced(at, "NRS", 160)
    entered(at, "D", 101)
    deal(Change(at.state), at.data.companies["D"], {"p1": 6, "D": 94})
    at.privates(LVG="p1").cash(p1=412, NRS=900)
    assert total_worth(at.rules, at.state, "p1") == 412 + 640 + 303 + 70 == 1425
    at.state.certificates["AMS_1"] = "p1"  # 10% of a company without a price
    assert total_worth(at.rules, at.state, "p1") == 1425


# --- dividends


def test_there_are_three_ways_to_divide():
    at = operating()
    assert at.refused(Dividend("NRS", "most")) == {"dividend.kind"}
    assert at.refused(Dividend("NWS", "pay")) == {"turn.not_yours"}
    assert at.refused(Pass("BEL")) != set()  # nobody answers for a foreign company
    for way in ("pay", "half", "withhold"):
        assert at.allowed(Dividend("NRS", way))


@pytest.mark.parametrize(("company", "revenue"), [("BEL", 100), ("OZ", 100)])
def test_a_company_that_ran_to_two_countries_counts_for_both(company, revenue):
    at = stock_round()
    change = Change(at.state)
    foreign.record(change, "BEL", "NRS", 110)
    for country in ("BEL", "OZ"):
        foreign.record(change, country, "SS", 90)
    assert foreign.revenue(at.state, company) == revenue
    note(change, offboard_visits={})
    assert foreign.revenue(at.state, company) == 0
