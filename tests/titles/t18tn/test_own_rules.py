"""Rules of 18TN that no other title has, each both ways. Numbers are those of its rules notes."""

from dataclasses import replace

from companion.rules.core.actions import (
    BuyPrivate,
    BuyPrivateForCompany,
    Dividend,
    RunTrains,
    SetPar,
)
from companion.rules.operating.running import find_best, lesser, report_run, run_action
from tests.support.positions import Position


def running(*trains: str, war: bool = True) -> Position:
    """Return a company of p1 with these trains that runs, in the civil war or not."""
    game = Position("18tn", 3).phase("3").close_privates()
    game.started("L&N", 65, "p1", p1=60).floated("L&N", 500).trains("L&N", *trains)
    game.tile("B15", "8", 1)  # to Cincinnati; track to Bowling Green is printed
    if war:
        game.state.title_state = replace(game.state.title_state, companies_at_war=("L&N",))
    return game.operating("L&N", "run")


def run(game: Position) -> RunTrains:
    """Return the best run of the company's trains."""
    return run_action("L&N", find_best(game.rules, game.state, "L&N").routes)


def all_trains() -> RunTrains:
    """Return the run of both 3-trains that earns most without a war: 40 and 80."""
    return run(running("3", "3", war=False))


def test_a_company_at_war_loses_the_train_that_earns_least():
    free, war = running("3", "3", war=False), running("3", "3")
    cash = war.state.cash["L&N"]
    assert free.do(all_trains()).state.round.turn.revenue == 120
    assert "war_loss" not in free.told()
    war.do(all_trains())
    assert war.state.round.turn.revenue == 80
    assert "war_loss" in war.told()
    war.do(Dividend("L&N", "withhold"))
    assert war.state.cash["L&N"] == cash + 80
    assert war.state.title_state.companies_at_war == ()


def test_nothing_is_lost_if_a_train_does_not_run():
    game = running("3", "3")
    one = RunTrains("L&N", all_trains().routes[1:])
    game.do(one)
    assert game.state.round.turn.revenue == 80
    assert "war_loss" not in game.told()


def test_the_best_run_at_war_leaves_a_train_at_rest_if_that_earns_more():
    game = running("3", "3")
    best = find_best(game.rules, game.state, "L&N")
    assert (best.revenue, len(best.routes), best.proved) == (90, 1, True)
    earned = report_run(game.rules, game.state, all_trains()).revenue
    assert earned == 80
    assert lesser(game.rules, game.state, "L&N", earned, best) is not None
    assert lesser(game.rules, game.state, "L&N", best.revenue, best) is None


def test_a_single_train_earns_nothing_and_the_price_stays():
    game = running("3")
    price = game.at("L&N")
    game.do(run(game))
    told = [game.rules.words.tell(event) for event in game.events]
    assert "L&N earned nothing." in told
    assert "L&N did not run." not in told
    assert game.at("L&N") == price
    assert game.state.cash["L&N"] == 500
    assert game.state.title_state.companies_at_war == ()
    peace = running("3", war=False).do(run(running("3", war=False)))
    peace.do(Dividend("L&N", "pay"))
    assert peace.at("L&N") > price


def test_its_first_train_begins_the_war_for_all_with_trains():
    game = Position("18tn", 3).phase("3").close_privates()
    game.started("L&N", 65, "p1", p1=60).floated("L&N", 500)
    game.started("SR", 65, "p2", p2=60).floated("SR", 500).trains("SR", "3", "3")
    game.started("TC", 65, "p3", p3=60).floated("TC", 500)
    game.trains("IC", "3").operating("L&N", "trains")
    game.do(next(buy for buy in game.offered("buy_train") if buy.train.startswith("3B")))
    assert set(game.state.title_state.companies_at_war) == {"L&N", "SR"}
    assert "war_began" in game.told()
    assert game.state.phase == "3½"


def test_the_buyer_of_the_last_private_names_a_par_and_the_company_floats():
    game = Position("18tn", 3).cash(p1=1000, p2=1000, p3=1000)
    for private in ("TCC", "ETWCR", "MCR", "OWR", "LNR"):
        game.do(BuyPrivate(game.rules.actor(game.state), private))
    buyer = game.rules.actor(game.state)
    assert not game.state.companies["L&N"].floated
    game.do(SetPar(buyer, "L&N", 90))
    assert game.state.companies["L&N"].floated
    assert game.state.cash["L&N"] == 900
    assert game.state.privates["LNR"] == "gone"
    assert game.state.privates["OWR"] != "gone"


def buying(part: int = 1, number: int = 1, phase: str = "2") -> Position:
    """Return the turn of the L&N in an operating round; p1 owns two privates, p2 one."""
    game = Position("18tn", 3).phase(phase).privates(TCC="p1", ETWCR="p1", MCR="p2")
    game.close_privates()
    game.started("L&N", 65, "p1", p1=60).floated("L&N", 500)
    game.started("SR", 65, "p2", p2=60).floated("SR", 500)
    game.operating("L&N", "track", parts=2, part=part)
    game.state.round = replace(game.state.round, number=number)
    return game


def face(game: Position, private: str, more: int = 0) -> BuyPrivateForCompany:
    return BuyPrivateForCompany("L&N", private, game.data.privates[private].price + more)


def test_in_the_first_operating_round_privates_cost_their_face_value():
    game = buying()
    assert game.allowed(face(game, "TCC"))
    for more in (-1, 1):
        assert game.refused(face(game, "TCC", more)) == {"private.range"}
    for later in (buying(part=2), buying(number=2)):
        assert later.refused(face(later, "TCC")) == {"private.phase"}
    green = buying(part=2, phase="3")
    assert green.allowed(face(green, "TCC", 1))


def test_in_the_first_operating_round_a_company_buys_one_private():
    game = buying().do(face(buying(), "TCC"))
    assert game.refused(face(game, "MCR")) == {"private.one_bought"}
    assert game.refused(face(game, "ETWCR")) == {"private.one_bought", "private.one_sold"}


def test_in_the_first_operating_round_a_player_sells_one_private():
    game = buying().do(face(buying(), "TCC"))
    game.operating("SR", "track", parts=2)
    game.state.round = replace(game.state.round, number=1)
    price = game.data.privates["ETWCR"].price
    assert game.refused(BuyPrivateForCompany("SR", "ETWCR", price)) == {"private.one_sold"}
    price = game.data.privates["MCR"].price
    assert game.allowed(BuyPrivateForCompany("SR", "MCR", price))
