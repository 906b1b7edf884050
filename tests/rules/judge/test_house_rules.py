"""Tests of house rules: a refusal that is switched off for a game never comes up in it."""

import random
from dataclasses import replace

import pytest

from companion.bots.simulation import NAMES, choose
from companion.rules.core.actions import BuyPrivateForCompany, BuyShare, LayTile, Pass, SellShares
from companion.rules.core.vocabulary import MissingWordsError
from companion.rules.data.options import Option
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.word_check import check_words
from companion.rules.shares import holdings
from companion.titles import load, rules_for, titles
from tests.rules.judge.random_attempts import Moment
from tests.support.positions import Position

ACTIONS = 250  # of a game, which lead past its first operating rounds
TRIED = 6  # actions as entered by mistake, tried at every fifth moment


@pytest.mark.in_part(5)
@pytest.mark.parametrize("title", sorted(titles()))
def test_a_rule_that_the_house_has_overruled_never_refuses(title: str) -> None:
    data = load(title).data
    house = {rule.overrules for rule in data.house_rules}
    assert house, "a title has house rules to choose from"
    setup = Setup(title, NAMES[: max(data.cash)], dict.fromkeys(house, True), 5)
    rules, dice = rules_for(setup), random.Random(5)
    assert rules.house == house
    state = judge.start(rules).state
    for number in range(ACTIONS):
        if state.end_reason:
            break
        offers = judge.offers(rules, state)
        tried = list(Moment(rules, state, dice).actions(TRIED)) if number % 5 == 0 else []
        found = [reason for offer in offers for reason in offer.refusals]
        found += [reason for action in tried for reason in judge.refusals(rules, state, action)]
        assert not house & {reason.code for reason in found}
        assert not [o for o in offers if o.allowed and judge.refusals(rules, state, o.action)]
        state = judge.apply(rules, state, choose(rules, state, dice)).state


def both(code: str, players: int = 3) -> list[Position]:
    """Return the same game without the house rule, and with it."""
    return [Position("1830", players, **house) for house in ({}, {code: True})]


def test_several_certificates_are_bought_in_a_turn_and_the_turn_goes_on():
    for game in both("buy.bought"):
        game.close_privates().cash(p1=800).started("PRR", 67, "p2", p2=20)
        game.stock_round(2).do(BuyShare("p1", "PRR", "initial"))
        second = BuyShare("p1", "PRR", "initial")
        if not game.rules.house:
            assert game.refused(second) == {"turn.not_yours"} or "buy.bought" in game.refused(
                second
            )
            continue
        assert game.rules.actor(game.state) == "p1"
        assert game.do(second).percent("PRR", "p1") == 20
        assert game.do(Pass("p1")).rules.actor(game.state) == "p2"


def test_sold_shares_are_bought_back():
    refused, allowed = (
        game.close_privates()
        .cash(p1=800)
        .started("PRR", 67, "p2", p2=20, p1=20)
        .stock_round(2)
        .do(SellShares("p1", "PRR", 10))
        for game in both("buy.sold")
    )
    back = BuyShare("p1", "PRR", "pool")
    assert refused.refused(back) == {"buy.sold"}
    assert allowed.do(back).percent("PRR", "p1") == 20


def test_a_player_who_may_hold_any_part_of_a_company_does_not_have_to_sell():
    for game in both("buy.holding"):
        game.close_privates().cash(p1=800).started("PRR", 67, "p1", p1=60).stock_round(2)
        more = BuyShare("p1", "PRR", "initial")
        if not game.rules.house:
            assert game.refused(more) == {"buy.holding"}
            continue
        game.do(more).stock_round(3, has_acted=True)
        assert game.refused(Pass("p1")) == set()


def test_a_player_who_may_hold_any_number_of_certificates_is_told_no_limit():
    for game in both("buy.certificates"):
        game.close_privates().cash(p1=900)
        for company in ("PRR", "NYC", "B&O"):
            game.started(company, 67, "p1", p1=60)
        game.started("CPR", 67, "p1", p1=60).stock_round(2)
        assert (
            holdings.certificate_limit(game.rules.data, game.state, len(game.rules.seats), "p1")
            == 20
        )
        more = BuyShare("p1", "C&O", "initial")
        game.started("C&O", 67, "p2", p2=20)
        assert ("buy.certificates" in game.refused(more)) == (not game.rules.house)
        game.started("ERIE", 67, "p1", p1=60).stock_round(3)
        assert game.refused(Pass("p1")) == (set() if game.rules.house else {"pass.over"})


def test_shares_are_sold_in_the_first_stock_round():
    for game in both("sell.first_round"):
        game.close_privates().started("PRR", 67, "p2", p2=20, p1=20).stock_round(1)
        sale = SellShares("p1", "PRR", 10)
        assert game.refused(sale) == (set() if game.rules.house else {"sell.first_round"})


def test_pool_takes_any_number_of_shares():
    for game in both("sell.pool"):
        game.close_privates().started("PRR", 67, "p2", p2=20, p1=20, pool=50).stock_round(2)
        sale = SellShares("p1", "PRR", 10)
        assert game.refused(sale) == (set() if game.rules.house else {"sell.pool"})


def test_companies_buy_privates_before_their_phase_and_are_offered_them():
    for game in both("private.phase"):
        game.privates(SV="p1").close_privates().started("PRR", 67, "p1", p1=60)
        game.floated("PRR", 500).operating("PRR", "track")
        buy = BuyPrivateForCompany("PRR", "SV", 20)
        offered = {offer.kind for offer in judge.offers(game.rules, game.state) if offer.allowed}
        assert game.refused(buy) == (set() if game.rules.house else {"private.phase"})
        assert ("buy_private" in offered) == bool(game.rules.house)


def test_hexes_of_privates_are_open_to_all():
    for game in both("lay.blocked"):
        game.privates(MH="p1").close_privates().started("PRR", 67, "p1", p1=60)
        game.floated("PRR", 500).operating("PRR", "track")
        refused = game.refused(LayTile("PRR", "D18", "57", 1))
        assert ("lay.blocked" in refused) == (not game.rules.house)


def test_a_house_rule_overrules_what_is_soft_and_cited():
    game = Position("1830", 3)
    rules = (Option("buy.cash", "Money is no object", "flag", False, overrules="buy.cash"),)
    hard = type(game.rules)(replace(game.data, house_rules=rules), game.rules.setup)
    with pytest.raises(MissingWordsError, match="hard"):
        check_words(hard)
