"""The first refusal of an action is the decisive one."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import BuyShare, SellShares
from companion.rules.core.refusals import RefusedError, decisive_first
from companion.rules.judge import judge
from tests.support.positions import Position


def reasons(position: Position, action: object) -> list[str]:
    return [r.code for r in judge.refusals(position.rules, position.state, action)]  # type: ignore[arg-type]


def poor(**more: object) -> Position:
    """Return a position in which p1 cannot pay for a share of PRR."""
    position = Position("1830", 3).close_privates().started("PRR", 100, "p2", p2=20, pool=10)
    return position.cash(p1=10).stock_round(turn="p1", **more)


def test_a_player_who_sold_a_company_is_told_that_and_not_that_it_is_too_dear() -> None:
    position = poor()
    position.state.round = replace(position.state.round, sales=(("p1", "PRR"),))
    codes = reasons(position, BuyShare("p1", "PRR", "pool"))
    assert codes[0] == "buy.sold" and "buy.cash" in codes


def test_a_player_who_is_too_poor_and_nothing_else_is_told_that() -> None:
    assert reasons(poor(), BuyShare("p1", "PRR", "pool")) == ["buy.cash"]


def test_that_it_is_no_time_to_sell_comes_before_what_else_forbids_it() -> None:
    position = Position("1830", 3).close_privates().started("PRR", 100, "p1", p1=20)
    position.stock_round(number=1, turn="p1")
    codes = reasons(position, SellShares("p1", "PRR", 20))
    assert codes[0] == "sell.first_round" and "sell.president" in codes


def test_an_offer_and_a_refused_action_give_their_reasons_in_one_order() -> None:
    position = poor()
    position.state.round = replace(position.state.round, sales=(("p1", "PRR"),))
    action = BuyShare("p1", "PRR", "pool")
    offers = judge.offers(position.rules, position.state)
    offered = next(offer for offer in offers if offer.action == action)
    with pytest.raises(RefusedError) as caught:
        judge.apply(position.rules, position.state, action)
    assert list(offered.refusals) == caught.value.refusals


def test_reasons_of_one_weight_stay_as_they_were_found() -> None:
    refuse = Position("1830").rules.refuse
    a, b = (refuse(code, player="p1", company="PRR") for code in ("buy.sold", "buy.bought"))
    assert decisive_first([a, b]) == [a, b]
    assert decisive_first([b, a]) == [b, a]
