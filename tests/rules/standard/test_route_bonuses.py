"""Bonuses that outlast a private or are paid for tokens, both ways: with 1830's data, changed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.trains import Bonus, Fares, LentBenefit
from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
)
from companion.rules.data.title_data import PairBonus
from companion.rules.operating.private_powers import CityMarkerPower
from companion.rules.operating.running import find_best, report_run
from companion.rules.privates.route_bonuses import PlaceMarker
from tests.support.positions import Position
from tests.support.private_powers import own_private

MARKER = CityMarkerPower(("H10.0", "H4.0"), 10, "5")
PAIR = (PairBonus("Pair", ("H10.0", "H16.0"), 40),)


def owning(step: str = "track", owner: str = "PRR", phase: str = "3", **powers: Any) -> Position:
    """Return a game in which the PRR operates, with track from H16 to H10 and one private."""
    game = own_private(step, owner, phase, **powers)
    return game.tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)


RUN = RunTrains("PRR", (("2-0", ("H10.0", "H12.0")),))


# --- a marker on a city


def test_a_marker_is_placed_once_on_a_city_that_the_company_reaches():
    game = owning(city_marker=MARKER).trains("PRR", "2")
    assert "marker.reach" in game.refused(PlaceMarker("PRR", "SV", "H4.0"))
    assert "lay.power" in game.refused(PlaceMarker("PRR", "SV", "H16.0"))
    game.do(PlaceMarker("PRR", "SV", "H10.0"))
    assert game.refused(PlaceMarker("PRR", "SV", "H10.0")) == {"power.used"}
    assert game.rules.table.hex_marks(game.rules, game.state) == {"H10": "+10 PR"}


def test_a_marker_needs_a_train_and_its_private():
    assert owning(city_marker=MARKER).refused(PlaceMarker("PRR", "SV", "H10.0")) == {"marker.train"}
    game = owning(owner="p1", city_marker=MARKER).trains("PRR", "2")
    assert game.refused(PlaceMarker("PRR", "SV", "H10.0")) == {"power.not_owned"}
    game = owning().trains("PRR", "2")
    assert game.refused(PlaceMarker("PRR", "SV", "H10.0")) == {"power.none"}


@pytest.mark.parametrize("in_range", [True, False])
def test_a_marker_within_the_range_of_a_train(in_range):
    power = replace(MARKER, cities=("H4.0", "H10.0"), in_range=in_range)
    game = owning(city_marker=power).trains("PRR", "2")
    for at in ("H8", "H6"):
        game.tile(at, "9", 1)
    game.tile("H4", "57", 1)
    assert game.refused(PlaceMarker("PRR", "SV", "H4.0")) == (
        {"marker.range"} if in_range else set()
    )
    assert game.allowed(PlaceMarker("PRR", "SV", "H10.0"))


def test_every_train_of_the_company_earns_more_there_even_without_the_private():
    game = owning(city_marker=MARKER).trains("PRR", "2")
    before = report_run(game.rules, game.state, RUN).revenue
    game.do(PlaceMarker("PRR", "SV", "H10.0"))
    assert report_run(game.rules, game.state, RUN).revenue == before + 10
    game.privates(SV="gone")
    assert report_run(game.rules, game.state, RUN).revenue == before + 10
    assert find_best(game.rules, game.state, "PRR").revenue >= before + 10
    game.state.phase = "5"
    assert dict(report_run(game.rules, game.state, RUN).routes[0].bonuses) == {}


# --- bonuses for pairs of stops


def test_the_company_that_buys_the_private_gets_a_bonus_for_a_pair_of_stops():
    game = owning(owner="p2", pair_bonuses=PAIR).trains("PRR", "3")
    run = RunTrains("PRR", (("3-0", ("H10.0", "H12.0", "H14", "H16.0")),))
    before = report_run(game.rules, game.state, run).revenue
    game.do(BuyPrivateForCompany("PRR", "SV", 20)).privates(SV="gone")
    assert report_run(game.rules, game.state, run).revenue == before + 40
    assert find_best(game.rules, game.state, "PRR").revenue == before + 40
    short = RunTrains("PRR", (("3-0", ("H10.0", "H12.0")),))
    assert report_run(game.rules, game.state, short).routes[0].bonuses == ()


def test_one_train_has_the_bonus_and_the_best_run_finds_it():
    board = owning().state.board.with_token("H16.0", "PRR")
    game = owning().trains("PRR", "3", "3")
    access = game.rules.access.of(game.rules, game.state, "PRR")
    kinds = {train: game.data.trains["3"].kind for train in ("3-0", "3-1")}
    fares = Fares(("yellow",))

    def best(*lent: LentBenefit) -> int:
        return best_run(board, access, kinds, replace(fares, lent=lent)).revenue

    def pair(amount: int, other: str = "H16.0") -> LentBenefit:
        return LentBenefit("Pair", Bonus("Pair", amount, "H10.0", others=(other,)))

    assert best() == 60  # 20 + 10 + 10, and 10 + 10 for the other train
    assert best(pair(40)) == 50 + 40  # one train takes all track
    assert best(pair(5)) == 60  # which is not worth it
    assert best(pair(400, "E19.0")) == 60  # which it does not reach
    assert best(pair(40), replace(pair(30), name="Too")) == 50 + 40 + 30


def test_each_train_may_have_a_bonus_of_the_title_once():
    kinds = {f"3-{n}": owning().data.trains["3"].kind for n in range(3)}
    pair = LentBenefit("Pair", Bonus("Pair", 40, "H10.0", others=("H16.0",)))
    fares = Fares(("yellow",), lent=(pair, pair))

    def takers(alike: bool) -> list[list[str]]:
        ways = lendings(kinds, fares, alike)
        return sorted(sorted(bonus.train for bonus in pays.bonuses) for _, pays in ways)

    ones, twos = [["3-0"], ["3-1"], ["3-2"]], [["3-0", "3-1"], ["3-0", "3-2"], ["3-1", "3-2"]]
    assert takers(alike=False) == sorted([[], *ones, *twos])
    assert takers(alike=True) == [[], ["3-0"], ["3-0", "3-1"]]


def test_a_bonus_of_the_title_is_for_every_company_that_reaches_the_stops():
    game = owning().trains("PRR", "3")
    board = game.state.board
    game.with_data(route_bonuses=PAIR)
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500).trains("PRR", "3")
    run = RunTrains("PRR", (("3-0", ("H10.0", "H12.0", "H14", "H16.0")),))
    game.operating("PRR", "run").state.board = board
    assert report_run(game.rules, game.state, run).routes[0].bonuses == (("Pair", 40),)
    assert find_best(game.rules, game.state, "PRR").revenue == 50 + 40
    short = RunTrains("PRR", (("3-0", ("H10.0", "H12.0")),))
    assert report_run(game.rules, game.state, short).routes[0].bonuses == ()


def changing(new_president: bool) -> Position:
    """Return p1's turn of a stock round, in which the PRR may get another president."""
    game = owning(owner="p2", pair_bonuses=PAIR).do(BuyPrivateForCompany("PRR", "SV", 20))
    game.started("B&O", 67, "p3", p3=60)
    game.stock_round(2, "p1").cash(p2=500)
    game.state.certificates.update({"PRR_5": "p2", "PRR_6": "p2", "PRR_7": "p2", "PRR_8": "p2"})
    game.do(SellShares("p1", "PRR", 30 if new_president else 10), Pass("p1"))
    return game


def test_a_new_president_in_a_stock_round_costs_the_bonuses():
    game = changing(new_president=True)
    assert game.president("PRR") == "p2"
    assert game.state.title_state.pair_bonuses == ()
    assert [event.kind for event in game.events].count("pair_bonuses_lost") == 1
    assert changing(new_president=False).state.title_state.pair_bonuses == (("PRR", "SV", "p1"),)


def test_a_new_president_in_an_operating_round_leaves_them():
    game = owning("trains", owner="p2", pair_bonuses=PAIR).trains("PRR", "3")
    game.do(BuyPrivateForCompany("PRR", "SV", 20))
    game.state.certificates.update({f"PRR_{n}": "p3" for n in (4, 5, 6, 7, 8)})
    game.state.certificates.update({"PRR_0": "p3", "PRR_1": "p1", "PRR_2": "p1", "PRR_3": "p1"})
    while game.state.round.kind == "operating":
        game.do(Pass("PRR"))
    assert game.state.title_state.pair_bonuses == (("PRR", "SV", "p3"),)
    game.do(BuyShare("p1", "PRR", "initial") if game.percent("PRR", "initial") else Pass("p1"))
    assert game.state.title_state.pair_bonuses == (("PRR", "SV", "p3"),)


# --- tokens


@pytest.mark.parametrize(("bonuses", "paid"), [({"H10": 100}, 100), ({"H16": 100}, 0)])
def test_the_bank_pays_for_a_token_on_a_hex(bonuses, paid):
    game = Position("1830", 3)
    prr, *others = game.data.company_list
    game.with_data(company_list=(replace(prr, token_bonuses=bonuses), *others)).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500).tile("H10", "57", 1)
    game.operating("PRR", "token").do(PlaceToken("PRR", "H10.0"))
    assert game.state.cash["PRR"] == 500 - 40 + paid
