"""A bankrupt player leaves by a switch, and the others play on: with 1830's data, changed."""

import os
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.amend.correction_rules import cash_places
from companion.rules.core.actions import BuyShare, DeclareBankruptcy, Pass, SellShares
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import standings
from companion.rules.judge.judge import Outcome
from companion.rules.operating import home_slots
from companion.rules.stock.share_trading import certificate_limit
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.support.packs import pack_of
from tests.support.positions import NAMES, Position
from tests.support.whole_games import WholeGame

GIVE_UP = DeclareBankruptcy("p1")
LEAVES = (
    ("[operating]\n", '[train_sale]\nunpaid = "leaves"\n\n[operating]\n'),
    ("price = 180", "price = 500"),
    ("price = 300", "price = 900"),
)


def needing(players: int = 3, successor: int = 20, **switches: Any) -> Position:
    """Return a company with 50 and a route that needs a train, for 180, of a poor president.

    They hold a share of another company, and one of a third, which has no price yet.
    """
    game = Position("1830", players)
    sale = replace(game.data.train_sale, **{"unpaid": "leaves", **switches})
    game.with_data(train_sale=sale).close_privates().phase("4").privates(SV="p1")
    game.started("B&O", 100, "p2", p2=60, p1=10).floated("B&O")
    game.started("PRR", 100, "p1", p1=20, p2=successor).floated("PRR", 50)
    game.state.certificates["NYC_1"] = "p1"
    game.tile("H10", "57", 1).cash(p1=5)
    for number in range(1, 4):
        game.state.move_train(f"4-{number}", "gone")
    game.state.move_train("3-0", "pool")
    return game.operating("PRR", "trains")


def test_a_bankruptcy_ends_the_game_or_the_others_play_on() -> None:
    assert needing(unpaid="bankrupt").do(GIVE_UP).state.end_reason == "bankruptcy"
    game = needing().do(GIVE_UP)
    assert (game.state.end_reason, game.state.order) == ("", ("p2", "p3"))
    assert game.told()[0] == "bankrupt" and "left_game" in game.told()


def test_nobody_leaves_who_can_pay() -> None:
    assert needing().cash(p1=130).refused(GIVE_UP) == {"bankrupt.not_short"}


def test_their_things_go_to_the_pool_and_to_the_bank() -> None:
    game = needing().do(GIVE_UP)
    pool = {company: game.percent(company, "pool") for company in ("B&O", "PRR", "NYC")}
    assert pool == {"B&O": 10, "PRR": 20, "NYC": 0}
    assert game.percent("NYC", "initial") == 100
    assert (game.state.privates["SV"], game.state.cash["p1"]) == ("gone", 0)


def test_shares_of_a_leaver_fill_the_pool_above_its_limit_and_are_bought_from_there() -> None:
    game = needing().started("C&O", 67, "p3", p3=40, p1=10, pool=50).floated("C&O")
    game.operating("PRR", "trains").do(GIVE_UP)
    assert game.percent("C&O", "pool") == 60
    game.stock_round(3, "p3")
    assert game.refused(SellShares("p3", "C&O", 10)) >= {"sell.pool"}
    assert game.do(BuyShare("p3", "C&O", "pool")).percent("C&O", "pool") == 50


def test_the_bank_has_all_the_money_of_a_leaver_and_what_their_company_paid() -> None:
    game = needing()
    before = game.state.cash["bank"]
    assert game.do(GIVE_UP).state.cash["bank"] == before + 5 + 50


def test_the_next_player_to_the_left_leads_if_several_hold_as_much() -> None:
    game = needing(4, sales_move_presidents=False)  # so they cannot sell it
    game.started("C&O", 67, "p1", p1=20, p4=30, p3=30).floated("C&O")
    assert game.operating("PRR", "trains").do(GIVE_UP).president("C&O") == "p3"


def test_each_company_of_a_leaver_operates_under_another_or_is_left_out() -> None:
    game = needing()
    game.started("C&O", 67, "p1", p1=20, p2=10).floated("C&O", 300)
    game.started("ERIE", 71, "p1", p1=30, p3=20, pool=50).floated("ERIE", 300)
    game.operating("PRR", "trains").do(GIVE_UP)
    assert (game.president("C&O"), game.president("ERIE")) == (None, "p3")
    operated = []
    while game.state.round.kind == "operating":
        operated.append(game.state.round.operating.company)
        (passes,) = (one for one in game.offered("pass") if one.actor() == operated[-1])
        game.do(passes)
    assert set(operated) == {"B&O", "ERIE"}


def test_the_home_of_a_company_that_leaves_is_free_for_others() -> None:
    game = needing().started("NYNH", 71, "p1", p1=20)
    game.operating("PRR", "trains")
    assert "NYNH" in home_slots.homes(game.state)
    game.do(GIVE_UP)
    assert game.state.companies["NYNH"].status == "gone"
    assert "NYNH" not in home_slots.homes(game.state)


@pytest.mark.parametrize(("falls", "prices"), [(False, (100, 100)), (True, (90, 82))])
def test_prices_stay_or_fall_by_the_switch(falls: bool, prices: tuple[int, int]) -> None:
    game = needing(leaver_falls=falls).do(GIVE_UP)
    assert (game.at("B&O"), game.at("PRR")) == prices


def test_the_bank_pays_what_the_company_lacks_under_its_next_president() -> None:
    game = needing().do(GIVE_UP)
    assert (game.president("PRR"), game.state.round.operating.company) == ("p2", "B&O")
    assert (game.trains_of("PRR"), game.state.cash["PRR"]) == (["3"], 0)


def test_a_company_that_nobody_can_lead_leaves_the_game() -> None:
    game = needing(successor=10).do(GIVE_UP)
    assert game.state.companies["PRR"].status == "gone"
    assert (game.state.place_of("3-0"), game.percent("PRR", "p2")) == ("pool", 0)
    assert "PRR" not in game.state.board.lying()
    assert (game.state.round.operating.company, game.state.cash["PRR"]) == ("B&O", 0)


def test_with_one_player_left_the_game_is_over() -> None:
    assert needing(2).do(GIVE_UP).state.end_reason == "bankruptcy"


def test_a_player_that_has_left_is_asked_no_more() -> None:
    game = needing().do(GIVE_UP).stock_round(3, "p3", last_actor="p3")
    assert game.state.priority != "p1"
    game.do(Pass("p3"))
    assert game.state.round.turn == "p2"
    assert game.refused(BuyShare("p1", "B&O", "pool")) == {"turn.not_yours"}
    assert game.do(Pass("p2")).state.round.kind == "operating"  # all have passed
    assert game.state.priority == "p2"


def test_the_certificate_limit_stays_that_of_the_start() -> None:
    game = needing()
    before = certificate_limit(game.rules, game.state, "p2")
    game.do(GIVE_UP)
    assert certificate_limit(game.rules, game.state, "p2") == before == 20


def test_a_player_that_has_left_stands_last_and_gets_nothing_by_a_correction() -> None:
    game = needing().do(GIVE_UP)
    *_, last = standings(game.rules, game.state)
    assert (last.id, last.worth, last.left) == ("p1", 0, True)
    assert cash_places(game.state)[:3] == ["bank", "p2", "p3"]


@pytest.mark.parametrize("seed", range(1, 8) if os.environ.get("FULL") else [1])
def test_a_random_game_of_a_pack_goes_on_without_who_is_bankrupt(
    store: GameStore, seed: int
) -> None:
    """Everything is counted after each deed; undo of all and redo of all give the same states."""
    told: Counter[str] = Counter()

    def count(before: State, action: Any, outcome: Outcome) -> None:
        told.update(event.kind for event in outcome.events)
        assert set(outcome.state.order) <= set(before.order)

    rules = rules_for(Setup(store.packs.add(pack_of(*LEAVES)).slug, NAMES[:4], seed=1))
    game = WholeGame(rules, seed, seen=(count,))
    for state in game:
        assert state.end_reason or rules.actor(state) in state.order
        assert state.end_reason or state.priority in state.order
    game.is_its_log(store)
    if seed == 1:
        assert told["left_game"] == 3 and told["bank_helped"] and told["company_bankrupt"]
