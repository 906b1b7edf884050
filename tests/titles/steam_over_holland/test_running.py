"""Running and dividends: the manual's routes and its dividend of 250, bonuses, prices, the top."""

import pytest

from companion.rules.core.actions import Dividend, Pass, RunTrains, SellOwnShares
from companion.rules.core.state import TrainCard
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.running import find_best
from tests.board.test_holland_routes import BREDA_UTRECHT, LAID, UTRECHT_ARNHEM_AMSTERDAM
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import at_price, company, table


def example(*trains: str, phase: str = "3", symbol: str = "NCS") -> Position:
    """The map of the manual's examples, with the tokens of NCS and NRS."""
    game = table(3).phase(phase)
    for at, (tile, rotation) in LAID.items():
        game.tile(at, tile, rotation)
    company(game, "NRS", 100, "p2", p2=40)
    company(game, "NCS", 100, "p1", p1=40)
    return game.trains(symbol, *trains).operating(symbol, "run", tokens=1)


def ids(game: Position, symbol: str) -> list[str]:
    return [train for train, where in game.state.trains.items() if where.place == symbol]


# --- the manual's routes


def test_the_ncs_runs_two_3_trains_for_110_and_50():
    game = example("3", "3")
    first, second = ids(game, "NCS")
    routes = ((first, UTRECHT_ARNHEM_AMSTERDAM), (second, BREDA_UTRECHT))
    game.do(RunTrains("NCS", routes))
    assert game.state.round.turn.revenue == 160


def test_the_ncs_does_not_use_track_twice():
    game = example("3", "3")
    first, second = ids(game, "NCS")
    twice = ((first, UTRECHT_ARNHEM_AMSTERDAM), (second, UTRECHT_ARNHEM_AMSTERDAM))
    assert game.refused(RunTrains("NCS", twice)) == {"run.track_shared"}


def test_the_ncs_is_blocked_in_amsterdam():
    game = example("4", phase="4")
    path = (*UTRECHT_ARNHEM_AMSTERDAM, "G8", "G6.0", "H5.0")
    assert game.refused(RunTrains("NCS", ((ids(game, "NCS")[0], path),))) == {"run.blocked"}


def test_the_nrs_would_run_a_5_train_for_160():
    game = example("5", phase="5", symbol="NRS")
    path = ("H5.0", "G6.0", "G8", "F9.0", *UTRECHT_ARNHEM_AMSTERDAM[-2::-1], "I8", "J7.0")
    game.do(RunTrains("NRS", ((ids(game, "NRS")[0], path),)))
    assert game.state.round.turn.revenue == 160


def test_those_are_the_best_runs():
    game = example("3", "3")
    assert find_best(game.rules, game.state, "NCS").revenue == 160
    game = example("5", phase="5", symbol="NRS")
    best = find_best(game.rules, game.state, "NRS")
    assert best.revenue >= 160 and best.proved


def test_a_3e_train_counts_no_small_cities_and_doubles():
    game = example("3E", phase="6")
    (train,) = ids(game, "NCS")
    game.do(RunTrains("NCS", ((train, UTRECHT_ARNHEM_AMSTERDAM),)))
    assert game.state.round.turn.revenue == 2 * 100


def test_a_route_needs_the_companys_token_and_large_cities_at_its_ends():
    game = example("3")
    (train,) = ids(game, "NCS")
    no_token = ("H5.0", "G6.0", "G8", "F9.0")
    assert game.refused(RunTrains("NCS", ((train, no_token),))) == {"run.no_token"}
    to_a_town = UTRECHT_ARNHEM_AMSTERDAM[:4]
    assert game.refused(RunTrains("NCS", ((train, to_a_town),))) == {"run.wrong_end"}


def test_external_connections_have_their_value_by_phase():
    for phase, value in (("2", 40), ("4", 40), ("5", 60), ("6", 60)):
        game = table(3).phase(phase)
        assert game.state.board.stop("G20.0").value(game.rules.phase(game.state).tiles) == value


def test_a_route_may_join_two_external_connections():
    game = company(table(3).phase("3"), "AR", 100, "p1", p1=40)
    game.tile("J7", "14", 0).tile("J5", "9", 1).tile("J3", "8", 4).tile("K2", "3", 2)
    game.tile("K6", "9", 0).trains("AR", "3", "2").operating("AR", "run", tokens=1)
    three, two = sorted(ids(game, "AR"), reverse=True)
    path = ("J1.0", "K2.0", "J3", "J5", "J7.0", "K6", "L5.0")
    assert game.refused(RunTrains("AR", ((two, path),))) == {"run.too_long"}
    game.do(RunTrains("AR", ((three, path),)))
    assert game.state.round.turn.revenue == 40 + 10 + 30 + 40


# --- bonuses


def ferry(phase: str = "3", **privates: str) -> Position:
    """The OSM from Zwolle over the ferry to Amsterdam."""
    game = table(3).phase(phase).privates(**privates)
    company(game, "OSM", 100, "p1", p1=40)
    game.tile("E14", "57", 2).tile("D13", "9", 2).tile("C12", "7", 5).tile("F9", "SOH1", 0)
    game.tile("E8", "8", 3).trains("OSM", "3")
    return game.operating("OSM", "run", tokens=1)


def test_the_ferry_earns_10_for_all_and_20_more_for_the_owner_of_its_private():
    path = ("E14.0", "D13", "C12", "D11", "D9.0", "E8", "F9.1")
    earned = {}
    for owner in ("gone", "p1", "OSM", "NRS"):
        game = ferry(VES=owner)
        (train,) = ids(game, "OSM")
        earned[owner] = game.do(RunTrains("OSM", ((train, path),))).state.round.turn.revenue
    assert earned["gone"] == earned["p1"] == earned["NRS"]
    assert earned["OSM"] == earned["gone"] + 20
    assert earned["gone"] == 20 + 10 + 30


def test_a_3e_train_doubles_its_large_cities_but_neither_ferry_nor_bonus():
    path = ("E14.0", "D13", "C12", "D11", "D9.0", "E8", "F9.1")
    for owner, bonus in (("gone", 0), ("OSM", 20)):
        game = ferry(VES=owner)
        game.state.trains["3-0"] = TrainCard("gone")
        game.trains("OSM", "3E")
        train = next(t for t in ids(game, "OSM") if t.startswith("3E"))
        game.do(RunTrains("OSM", ((train, path),)))
        assert game.state.round.turn.revenue == 2 * (20 + 30) + bonus


def test_the_boat_train_earns_20_at_the_end_of_a_route_in_vlissingen():
    for owner, bonus in (("gone", 0), ("AR", 20)):
        game = table(3).phase("3").privates(VVL=owner)
        company(game, "AR", 100, "p1", p1=40)
        game.tile("J7", "57", 1).tile("J5", "9", 1).tile("J3", "8", 4).tile("K2", "3", 2)
        game.trains("AR", "3").operating("AR", "run", tokens=1)
        best = find_best(game.rules, game.state, "AR")
        assert best.routes[0].path[0] == "J1.0" or best.routes[0].path[-1] == "J1.0"
        assert best.revenue == 20 + 10 + 40 + bonus


# --- the manual's dividend


@pytest.fixture
def dividend():
    """Pete (p1) has 40% of the NRS, Jack (p2) 20%; 10% in the market, 30% in the treasury."""
    game = company(table(3), "NRS", 140, "p1", cash=0, p1=40, p2=20, pool=10)
    game.cash(p1=0, p2=0)
    return game.operating("NRS", "dividend", tokens=1, revenue=250)


def test_players_and_treasury_are_paid_and_the_market_is_not(dividend):
    bank = dividend.state.cash["bank"]
    dividend.do(Dividend("NRS", "pay"))
    cash = dividend.state.cash
    assert (cash["p1"], cash["p2"], cash["NRS"]) == (100, 50, 75)
    assert bank - cash["bank"] == 225


def test_all_or_nothing_is_withheld(dividend):
    dividend.do(Dividend("NRS", "withhold"))
    cash = dividend.state.cash
    assert (cash["p1"], cash["p2"], cash["NRS"]) == (0, 0, 250)
    assert dividend.at("NRS") == 125
    assert dividend.refused(Dividend("NRS", "half"))


def test_the_preview_tells_the_same_beforehand(dividend):
    receipt = payout_preview(dividend.rules, dividend.state, "NRS", "pay")
    assert receipt.to_treasury == 75
    assert [(line.place, line.percent) for line in receipt.unpaid_payees] == [("pool", 10)]
    assert receipt.rule == "Steam over Holland, Paying dividends"
    assert (receipt.price_before, receipt.price_after) == (140, 160)


@pytest.mark.parametrize(
    ("price", "revenue", "after", "at_least"),
    [
        (100, 90, 100, 100),
        (100, 100, 100, 110),
        (100, 110, 110, 110),
        (100, 200, 110, 125),
        (100, 210, 125, 125),
        (330, 1000, 360, 360),
    ],
)
def test_how_the_price_moves_with_the_dividend(price, revenue, after, at_least):
    for option, expected in ((False, after), (True, at_least)):
        game = company(table(3, dividend_at_least=option), "NRS", price, "p1", p1=40)
        game.operating("NRS", "dividend", tokens=1, revenue=revenue).do(Dividend("NRS", "pay"))
        assert game.at("NRS") == expected


def test_the_token_goes_to_the_right_of_those_at_the_new_price(dividend):
    company(dividend, "AR", 160, "p2", p2=20)
    dividend.operating("NRS", "dividend", tokens=1, revenue=250).do(Dividend("NRS", "pay"))
    assert dividend.state.stacks[dividend.state.companies["NRS"].cell] == ("AR", "NRS")


def test_in_its_first_operating_round_a_company_has_no_trains_and_its_price_falls():
    game = company(table(3), "NRS", 100, "p1", home=False, p1=40).stock_round(1, "p1")
    game.do(Pass("p1"), Pass("p2"), Pass("p3"), Pass("NRS"), Pass("NRS"))
    assert game.at("NRS") == 90


def test_without_a_route_there_is_no_revenue_and_the_price_falls():
    game = company(table(3), "NRS", 160, "p1", p1=40).trains("NRS", "2")
    game.operating("NRS", "track", tokens=1).do(Pass("NRS"))
    assert game.at("NRS") == 140  # the ledge has no effect


def test_at_the_top_of_the_market_the_game_ends_with_the_operating_round():
    game = company(table(3), "NRS", 330, "p1", cash=0, p1=40)
    company(game, "AR", 100, "p2", cash=0, p2=40)
    game.operating("NRS", "dividend", parts=2, tokens=1, revenue=500)
    game.do(Dividend("NRS", "pay"))
    assert not game.state.end_reason
    while game.waiting():
        game.do(Pass(game.state.round.turn.company))
    assert game.state.end_reason == "market"
    assert game.rules.round_rules(game.state).name(game.state) == "OR 2.1"


def test_the_top_was_reached_even_if_the_price_falls_again_in_that_round():
    game = company(table(3, any_time=True), "NRS", 330, "p1", cash=0, p1=40)
    game.operating("NRS", "dividend", parts=2, tokens=1, revenue=500)
    game.do(Dividend("NRS", "pay"))
    assert "top_reached" in game.told()
    game.do(SellOwnShares("NRS", 20))
    assert game.at("NRS") == 330
    while game.waiting():
        game.do(Pass("NRS"))
    assert game.state.end_reason == "market"


def test_prices_up_to_the_top_do_not_end_the_game():
    game = at_price(company(table(3), "NRS", 330, "p1", cash=0, p1=40), "NRS", 330)
    game.operating("NRS", "dividend", parts=2, tokens=1, revenue=330)
    game.do(Dividend("NRS", "pay"))
    while game.waiting() and game.state.round.part == 1:
        game.do(Pass("NRS"))
    assert not game.state.end_reason
