"""A turn without the map: what the table tells is paid and counted, and the other rules hold."""

import pytest

from companion.rules.core.actions import BuyTrain, Dividend, LayTile, Pass, PlaceToken, RunTrains
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.operating.routes_without_map import TellNoRoute, TellRoute
from companion.rules.standard.neutral_tokens import TellNeutralToken
from companion.rules.without_map.actions import TellFact, TellPower, TellRun, TellToken, TellTrack
from tests.support.positions import Position


def turn(company: str = "NYC", cash: int = 500, step: str = "track") -> Position:
    """Return the turn of a floated company, with its home token on the map."""
    game = Position("1830", 3, without_map=True).close_privates()
    game.started(company, 100, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def test_track_costs_what_the_table_tells_as_often_as_the_turn_allows():
    game = turn()
    game.do(TellTrack("NYC", 80))
    assert game.state.cash["NYC"] == 420
    assert game.refused(TellTrack("NYC", 0)) == {"turn.not_now"}
    assert game.waiting() == "told_token"


@pytest.mark.parametrize(("cost", "codes"), [(500, set()), (501, {"told.cost"})])
def test_track_costs_no_more_than_the_company_has(cost, codes):
    assert turn().refused(TellTrack("NYC", cost)) == codes


def test_upgrades_are_told_apart_where_the_turn_allows_fewer_of_them():
    game = Position("18tn", 3, without_map=True).close_privates()
    game.started("SR", 80, "p1", p1=60).floated("SR", 500).operating("SR")
    kinds = [action.kind for action in game.offered("tell_track")]
    assert kinds == ["yellow", "upgrade"]
    game.do(TellTrack("SR", 0))
    assert game.refused(TellTrack("SR", 0, upgrades=1)) == {"lay.one_replaced"}
    assert game.allowed(TellTrack("SR", 0))


def test_tokens_are_paid_and_counted_with_no_place():
    game = turn(step="token")
    assert game.state.companies["NYC"].tokens == 3
    assert game.state.told.tokens == {"NYC": 1}
    game.do(TellToken("NYC", 40))
    assert (game.state.cash["NYC"], game.state.told.tokens) == (460, {"NYC": 2})
    assert game.refused(TellToken("NYC", 40)) == {"turn.not_now"}


def test_a_company_without_tokens_places_none():
    game = turn(step="token")
    game.state.alter("NYC", tokens=0, tokens_removed=3)
    assert game.refused(TellToken("NYC", 0)) == {"token.none"}


def test_a_told_run_is_divided_and_moves_the_price():
    game = turn().trains("NYC", "2", "2").operating("NYC", "run")
    train, other = (t for t, card in game.state.trains.items() if card.place == "NYC")
    assert game.refused(TellRun("NYC", 130, ((train, 60), (other, 60)))) == {"told.sum"}
    assert game.refused(TellRun("NYC", 60, (("3-0", 60),))) == {"told.trains"}
    game.do(TellRun("NYC", 120, ((train, 70), (other, 50))), Dividend("NYC", "pay"))
    assert game.at("NYC") == 112
    assert game.state.cash["p1"] == 800 + 72
    assert game.state.told.runs["NYC"] == ((train, 70), (other, 50))


def test_a_company_that_earns_nothing_did_not_run():
    game = turn().trains("NYC", "2").operating("NYC", "run")
    game.do(TellRun("NYC", 0))
    assert game.at("NYC") == 90
    assert game.waiting() == "trains"


def test_a_receipt_shows_the_told_revenue_of_each_train():
    game = turn().trains("NYC", "2").operating("NYC", "run").do(TellRun("NYC", 70))
    game.do(Dividend("NYC", "pay"))
    receipt = next(e.facts["receipt"] for e in game.events if e.kind == "paid")
    assert [(line.train, line.path, line.revenue) for line in receipt.runs] == [("", (), 70)]


def test_a_company_without_a_train_is_asked_once_whether_it_has_a_route():
    game = turn(cash=200, step="trains")
    assert game.refused(Pass("NYC")) == {"route.asked"}
    assert game.offered("route") == [TellRoute("NYC"), TellNoRoute("NYC")]
    game.do(TellRoute("NYC"))
    assert game.refused(Pass("NYC")) == {"train.needed"}
    assert game.refused(TellNoRoute("NYC")) == {"route.not_asked"}
    game.operating("NYC", "trains")  # it has a route for the rest of the game
    assert game.refused(Pass("NYC")) == {"train.needed"}


def test_no_route_ends_the_step_and_is_asked_again_in_the_next_turn():
    game = turn(cash=200, step="trains").do(TellNoRoute("NYC"))
    assert game.waiting() != "trains"
    game.operating("NYC", "trains")
    assert game.refused(Pass("NYC")) == {"route.asked"}


def test_a_company_with_a_train_is_not_asked():
    game = turn(cash=200).trains("NYC", "2").operating("NYC", "trains")
    assert game.refused(TellRoute("NYC")) == {"route.not_asked"}
    assert game.allowed(Pass("NYC"))


def test_the_president_helps_only_after_a_route_is_told():
    game = turn(cash=10, step="trains")
    assert game.refused(BuyTrain("NYC", "2-0", 80)) == {"train.cash"}
    game.do(TellRoute("NYC"), BuyTrain("NYC", "2-0", 80))
    assert game.state.cash["p1"] == 800 - 70


def test_home_tokens_are_placed_without_a_question():
    game = Position("1830", 3, without_map=True).close_privates()
    game.started("ERIE", 100, "p1", p1=60).floated("ERIE", 1000, home=False).stock_round(1)
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.waiting() == "told_track"
    assert game.state.told.tokens == {"ERIE": 1}
    assert game.state.companies["ERIE"].homes == ()


def test_deeds_on_the_map_belong_to_a_game_with_the_map_alone():
    told = turn()
    assert told.refused(LayTile("NYC", "E19", "57", 0)) == {"turn.not_now"}
    assert told.refused(PlaceToken("NYC", "E19.0")) == {"turn.not_now"}
    assert told.refused(RunTrains("NYC")) == {"turn.not_now"}
    checked = Position("1830").close_privates().started("NYC", 100, "p1", p1=60)
    checked.floated("NYC", 500).operating("NYC")
    assert checked.refused(TellTrack("NYC", 0)) == {"turn.not_now"}
    assert checked.refused(TellPower("NYC", "CS")) == {"turn.not_now"}


def test_a_private_lays_its_extra_tile_once_and_costs_nothing_then():
    game = turn().privates(CS="NYC").operating("NYC")
    game.do(TellPower("NYC", "CS"))
    assert game.refused(TellPower("NYC", "CS")) == {"power.used"}
    assert game.allowed(TellTrack("NYC", 0))
    assert game.refused(TellPower("p1", "CS")) == {"power.not_owned"}


def test_a_private_lays_the_tile_of_the_turn_and_places_a_free_token():
    game = turn().privates(DH="NYC").operating("NYC")
    assert game.refused(TellToken("NYC", 0, "DH")) == {"turn.not_now"}
    game.do(TellPower("NYC", "DH", 120))
    assert game.state.cash["NYC"] == 380
    assert game.waiting() == "told_token"
    game.do(TellToken("NYC", 0, "DH"))
    assert (game.state.cash["NYC"], game.state.told.tokens["NYC"]) == (380, 2)


def test_a_bonus_for_a_token_is_told_where_the_title_pays_one():
    game = Position("18al", 3, without_map=True).close_privates()
    game.started("M&O", 70, "p1", p1=60).floated("M&O", 500).operating("M&O", "token")
    assert game.refused(TellToken("M&O", 40, bonus=90)) == {"told.bonus"}
    game.do(TellToken("M&O", 40, bonus=100))
    assert game.state.cash["M&O"] == 560


def test_told_facts_are_stored_with_the_state():
    game = turn().trains("NYC", "2").operating("NYC", "run").do(TellRun("NYC", 70))
    stored = state_from_json(state_to_json(game.state), game.data.map)
    assert (stored.map, stored.told) == ("told", game.state.told)
    assert "map" not in state_to_json(Position("1830").state)


def test_a_payment_of_the_map_is_told_in_a_sentence():
    game = Position("18ms", 3, without_map=True).close_privates()
    game.started("L&N", 70, "p1", p1=60).floated("L&N", 500).operating("L&N")
    assert game.offered("tell_fact") == [TellFact("L&N", "chattanooga")]
    assert game.refused(TellFact("L&N", "so")) == {"told.fact"}
    game.do(TellTrack("L&N", 0), TellFact("L&N", "chattanooga"))
    assert (game.state.cash["L&N"], game.told()) == (550, ["told_fact"])
    assert game.refused(TellFact("L&N", "chattanooga")) == {"told.fact"}  # for the first alone


def test_a_neutral_token_is_the_token_of_a_turn():
    game = Position("1882", 3, without_map=True).close_privates()
    game.started("HBR", 100, "p1", p1=60).floated("HBR", 500).operating("HBR", "token")
    game.do(TellNeutralToken("HBR"))
    assert (game.state.cash["HBR"], game.state.told.tokens["CN"]) == (500, 1)
    game.operating("HBR", "token")
    assert game.refused(TellNeutralToken("HBR")) == {"token.no_neutral"}
    assert game.allowed(TellToken("HBR", 40))
