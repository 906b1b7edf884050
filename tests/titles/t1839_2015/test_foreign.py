"""The automatic actions of foreign companies, and the effects of dividends on prices."""

import pytest

from companion.rules.core.change import Change
from companion.rules.core.state import type_of
from companion.rules.data.revenue_divisions import PAY
from companion.rules.operating.dividends import divide
from companion.rules.shares.holdings import deal
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.dividends import HALF
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, priced, stock_round


def held(at: Position, company: str, **percents: int) -> Position:
    """So much lies with players and in the pool, the rest on the charter."""
    wanted = {**percents, company: 100 - sum(percents.values())}
    deal(Change(at.state), at.data.companies[company], wanted)
    return at


def operated(at: Position, **incomes: tuple[int, ...]) -> Position:
    """The foreign companies operate, these incomes recorded with them."""
    change = Change(at.state)
    for company, sums in incomes.items():
        for income in sums:
            foreign.record(change, company, "NRS", income)
    while foreign.go_on(change, at.rules):
        pass
    at.events = tuple(change.events)
    return at


def gone(at: Position) -> list[str]:
    """The types of trains that have left the game, without what no company buys."""
    types = (type_of(train) for train, card in at.state.trains.items() if card.place == "gone")
    return [name for name in types if at.data.trains[name].price]


@pytest.mark.parametrize(
    ("incomes", "revenue"), [((130, 250), 200), ((200, 0), 100), ((110, 90), 100)]
)
def test_half_of_the_incomes_rounded_up_to_a_hundred(incomes, revenue):
    at = stock_round()
    change = Change(at.state)
    for income in incomes:
        foreign.record(change, "BEL", "NRS", income)
    assert foreign.revenue(at.state, "BEL") == revenue
    assert foreign.revenue(at.state, "OZ") == 0


def test_all_on_the_charter_a_hundred_buys_a_train():
    at = operated(entered(stock_round(), "BEL", 67), BEL=(200,))
    assert at.state.cash["BEL"] == 0
    assert at.at("BEL") == 80  # one up for the dividend, one for the train
    assert gone(at) == ["2"]


def test_players_are_paid_and_the_part_of_the_pool_is_lost():
    at = held(entered(stock_round(), "BEL", 67), "BEL", p1=40, pool=10)
    receipt = divide(at.rules, at.state, "BEL", HALF, 200)
    assert receipt.to_treasury == 150
    assert receipt.rule == "1839 (2015), Foreign company operations: Operating round actions"
    assert {line.owner: line.amount for line in receipt.payees} == {"p1": 40, "BEL": 50}
    assert [(line.owner, line.percent) for line in receipt.unpaid_payees] == [("pool", 10)]


def test_it_buys_back_as_many_as_its_treasury_pays_at_half_the_price():
    at = held(entered(stock_round(), "BEL", 80), "BEL", pool=6).cash(BEL=100)
    operated(at)  # nobody called: down to 72
    assert at.at("BEL") == 72
    assert at.state.cash["BEL"] == 28
    assert at.percent("BEL", "pool") == 2
    assert gone(at) == []


def test_without_a_caller_it_falls_and_still_buys_with_what_it_has():
    at = operated(entered(stock_round(), "BEL", 72).cash(BEL=250))
    assert gone(at) == ["2", "2"]
    assert at.state.cash["BEL"] == 50
    assert at.at("BEL") == 80  # 72 to 67, and two up


def test_a_purchase_brings_the_next_phase():
    at = entered(stock_round(), "BEL", 72).cash(BEL=360)
    for number in range(6):
        at.state.move_train(f"2-{number}", "gone")
    at = operated(at)
    assert at.state.phase == "Green"
    assert at.state.cash["BEL"] == 10
    assert at.at("BEL") == 80


def test_floods_go_back_to_the_supply():
    at = entered(stock_round().phase("Gray"), "D", 72).cash(D=4100)
    before = [t for t, card in at.state.trains.items() if type_of(t) == "FLOOD"]
    for train, card in list(at.state.trains.items()):
        if type_of(train) != "FLOOD" and card.place == "depot":
            at.state.move_train(train, "gone")
    operated(at)
    assert at.state.cash["D"] == 100
    assert at.at("D") == 80  # one down, two up
    supply = [t for t in before if at.state.place_of(t) == "depot"]
    assert len(supply) == 9


def test_the_earnings_of_a_privates_railway_count_if_the_country_enters_later():
    at = stock_round()
    foreign.record(Change(at.state), "D", "NFLM", 100)
    assert operated(at).events == ()  # nobody has brought it on the market
    operated(entered(at, "D", 80), D=(60,))
    assert at.at("D") == 101  # of 160 half, so 100: one up for that, one for a train
    assert gone(at) == ["2"]


def test_the_first_of_two_that_can_pay_a_train_has_it():
    at = entered(entered(stock_round(), "D", 80), "BEL", 67)
    for number in range(6):
        at.state.move_train(f"2-{number}", "gone")
    operated(at, BEL=(130,), D=(130,))
    assert (at.at("BEL"), at.state.cash["BEL"]) == (80, 0)
    assert (at.at("D"), at.state.cash["D"]) == (89, 100)  # a 3+ costs 250
    assert at.state.phase == "Yellow"


def test_they_operate_in_their_order_and_only_on_the_market():
    at = operated(entered(entered(stock_round(), "D", 80), "OZ", 72))
    turns = [event.facts["company"] for event in at.events if event.kind == "foreign_idle"]
    assert turns == ["OZ", "D"]


# --- public companies


def test_half_dividends_are_rounded_by_holder():
    at = stock_round().started("NRS", 67, "p1", p1=60, pool=20)
    paid = {line.owner: line.amount for line in divide(at.rules, at.state, "NRS", PAY, 240).payees}
    assert paid == {"p1": 144, "NRS": 48}
    at = stock_round().started("NRS", 67, "p1", p1=50, p2=30, pool=10)
    receipt = divide(at.rules, at.state, "NRS", HALF, 130)
    assert receipt.kept == 65
    paid = {line.owner: line.amount for line in receipt.payees}
    assert (paid["p2"], paid["NRS"]) == (20, 6)


@pytest.mark.parametrize(
    ("price", "shared", "after"),
    [
        (67, 134, 80),
        (67, 267, 80),
        (67, 268, 89),
        (67, 67, 72),
        (67, 65, 62),
        (62, 65, 67),
        (101, 404, 135),
        (89, 356, 135),
        (116, 464, 135),
        (135, 135, 135),
        (135, 136, 160),
        (135, 600, 160),
        (135, 134, 116),
        (761, 761, 761),
        (761, 762, 1000),
        (89, 0, 72),
        (56, 0, 55),
    ],
)
def test_the_effect_of_a_dividend_on_the_price(price, shared, after):
    at = priced(stock_round().started("NRS", 67, "p1").trains("NRS", "2"), "NRS", price)
    assert at.rules.dividends.price_move(at.rules, at.state, "NRS", shared).price == after


@pytest.mark.parametrize(("price", "after"), [(67, 56), (80, 62)])
def test_nothing_without_a_train_costs_three_spaces(price, after):
    at = priced(stock_round().started("NRS", 67, "p1"), "NRS", price)
    assert at.rules.dividends.price_move(at.rules, at.state, "NRS", 0).price == after
