"""1839 (2015) without its map: foreign places, floods, newly joined places, homes, privates."""

import pytest

from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.core.actions import BuyTrain, DeclareBankruptcy, Dividend, Pass, SellToken
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.state import LAST_RUN, SAVED, TrainCard
from companion.rules.judge import judge
from companion.rules.operating.emergency_money import help_needed
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.without_map.actions import TellPower, TellRun, TellToken, TellTrack
from companion.titles.t1839_2015.emergency_money import TellTokenSale, TellTokenValues
from companion.titles.t1839_2015.places_without_map import TellHomes, TellJoined
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.run_without_map import TellRunTo, TellVisits
from companion.titles.t1839_2015.title_state import game_of, note
from companion.titles.t1839_2015.track_without_map import TellPowerTrack
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import (
    entered,
    floated,
    stock_round,
    turn,
    without_map,
)

WHY = {"reason": "it takes too long"}


def told(company: str = "NBDS", step: str = "track", **where: str) -> Position:
    return without_map(company, step, **where)


def use(private: str, cost: int, upgrades: int = 0, company: str = "NBDS") -> TellPowerTrack:
    return TellPowerTrack(company, cost, upgrades, private=private)


# --- runs to foreign places


def test_a_run_is_told_with_the_foreign_companies_that_it_reached():
    at = entered(told(step="run"), "BEL", 67).trains("NBDS", "3+").operating("NBDS", "run")
    at.do(TellRun("NBDS", 170))
    assert at.waiting() == "told_visits"
    assert len(at.offered("told_visits")) == 7  # one train has two ends
    at.do(TellVisits("NBDS", ("BEL", "D")))
    assert at.told() == ["told_visits", "came_to_market"]
    assert game_of(at.state).offboard_visits == {"BEL": (("NBDS", 170),), "D": (("NBDS", 170),)}
    assert (at.state.companies["D"].started, at.state.companies["OZ"].started) == (True, False)
    assert at.waiting() == "dividend"


def test_visits_are_foreign_companies_each_once():
    at = told(step="run").trains("NBDS", "3+").operating("NBDS", "run")
    assert at.refused(TellRunTo("NBDS", 100, (), ("NRS",))) == {"told.visits"}
    assert at.refused(TellRunTo("NBDS", 100, (), ("XX",))) == {"unknown.id"}
    assert at.refused(TellRunTo("NBDS", 0, (), ("D",))) == {"told.visits"}
    at.do(TellRun("NBDS", 100))
    assert at.refused(TellVisits("NBDS", ("D", "D"))) == {"told.visits"}
    assert at.refused(TellVisits("NRS", ("D",))) == {"turn.not_yours"}


EVERYWHERE = ("OZ", "BEL", "D")


@pytest.mark.parametrize(
    ("trains", "parts", "is_possible"),
    [
        (("3+",), (), False),
        (("3+", "3+"), (), True),
        (("3+", "3+"), (100, 0), False),  # one of them has not run
        (("3+", "FLOOD"), (0, 100), True),
    ],
)
def test_a_train_has_two_ends_and_a_flood_any_number(trains, parts, is_possible):
    at = told(step="run").trains("NBDS", *trains).operating("NBDS", "run")
    own = [train for train, card in at.state.trains.items() if card.place == "NBDS"]
    run = TellRunTo("NBDS", 100, tuple(zip(own, parts, strict=False)), EVERYWHERE)
    assert at.refused(run) == (set() if is_possible else {"told.visits"})
    at.do(TellRun(run.company, run.revenue, run.parts))
    assert (TellVisits("NBDS", EVERYWHERE) in at.offered("told_visits")) == is_possible
    assert at.refused(TellVisits("NBDS", EVERYWHERE)) == (set() if is_possible else {"told.visits"})


def test_the_places_of_two_trains_are_not_those_of_one():
    at = told(step="run").trains("NBDS", "3+", "3+").operating("NBDS", "run")
    at.do(TellRunTo("NBDS", 200, (), EVERYWHERE))
    sold, _ = (train for train, card in at.state.trains.items() if card.place == "NBDS")
    at.state.move_train(sold, "NRS")
    assert at.rules.waiting(at.operating("NBDS", "run").state).run_for(at.state, 200) == TellRun(
        "NBDS", 200
    )


def test_a_saved_train_that_earned_nothing_runs_another_time():
    at = told(step="run", phase="Blue").trains("NBDS", "5+").operating("NBDS", "run")
    at.state.trains["2-0"] = TrainCard("NBDS", marks=(SAVED, LAST_RUN))
    parts = (("2-0", 0), ("5+-0", 80))
    idle = at.do(TellRunTo("NBDS", 80, parts)).state
    assert idle.place_of("2-0") == "NBDS"
    at.operating("NBDS", "run").do(TellRunTo("NBDS", 110, (("2-0", 30), ("5+-0", 80))))
    assert at.state.place_of("2-0") == "gone"


def test_nothing_is_asked_after_no_run():
    at = told(step="run").trains("NBDS", "3+").operating("NBDS", "run").do(TellRun("NBDS", 0))
    assert (at.waiting(), game_of(at.state).offboard_visits) == ("trains", {})


def test_a_run_as_last_time_goes_to_the_same_places():
    at = told(step="run").trains("NBDS", "3+").operating("NBDS", "run")
    step = at.rules.waiting(at.state)
    at.do(TellRun("NBDS", 120), TellVisits("NBDS", ("OZ",)))
    usual = step.usual_action(at.operating("NBDS", "run").state)
    assert usual == TellRunTo("NBDS", 120, (), ("OZ",))
    at.do(usual)
    assert game_of(at.state).offboard_visits["OZ"] == (("NBDS", 120), ("NBDS", 120))


def test_a_foreign_company_earns_half_of_what_was_told():
    at = entered(told(step="run"), "D", 67).trains("NBDS", "3+", "3+").operating("NBDS", "run")
    at.do(TellRunTo("NBDS", 270, (), ("D",)), Dividend("NBDS", "withhold"), Pass("NBDS"))
    turns = [event for event in at.events if event.kind == "told_foreign_turn"]
    assert [(one.facts["company"], one.facts["revenue"]) for one in turns] == [("D", 200)]
    assert "incomes 270, ƒ270 in all, not all checked;" in at.rules.words.tell(turns[0])
    (receipt,) = (event.facts["receipt"] for event in at.events if "receipt" in event.facts)
    assert (receipt.company, receipt.is_told) == ("D", True)


def test_a_flood_is_told_with_its_own_revenue():
    at = told(step="run", phase="Gray").trains("NBDS", "FLOOD", "5D+").operating("NBDS", "run")
    trains = [train for train, card in at.state.trains.items() if card.place == "NBDS"]
    parts = tuple(zip(trains, (300, 200), strict=True))
    at.do(TellRunTo("NBDS", 500, parts, ("BEL",)), Dividend("NBDS", "pay"))
    receipt = next(event.facts["receipt"] for event in at.events if event.kind == "paid")
    assert [(line.train, line.revenue) for line in receipt.runs] == list(parts)
    assert receipt.is_told


# --- newly joined places


@pytest.mark.parametrize(
    ("owner", "deed"),
    [("p1", TellTrack("NBDS", 0)), ("p1", TellToken("NBDS", 60))],
)
def test_the_owner_is_asked_what_newly_joined_places_are_worth(owner, deed):
    step = "token" if isinstance(deed, TellToken) else "track"
    at = told(step=step, MES=owner).do(deed)
    assert at.waiting() == "told_joined"
    before = at.state.cash["p1"]
    assert at.refused(TellJoined("NBDS", 10_000)) == {"told.revenue"}
    assert at.refused(TellJoined("NRS", 10)) == {"turn.not_yours"}
    at.do(TellJoined("NBDS", 30))
    assert (at.state.cash["p1"], at.told()[0]) == (before + 30, "told_joined")


@pytest.mark.parametrize("owner", ["p2", "NBDS", "gone"])
def test_nobody_else_is_asked(owner):
    at = told(MES=owner).do(TellTrack("NBDS", 0))
    assert at.waiting() == "told_track"


def test_joined_places_that_were_told_are_not_paid_again_with_the_map():
    at = turn("NBDS", MES="p1").token("K8.0", "NBDS").operating("NBDS")
    at.do(CorrectMap(TOLD, **WHY), TellTrack("NBDS", 0), TellJoined("NBDS", 20), Pass("NBDS"))
    at = at.operating("NBDS")
    before = at.state.cash["p1"]
    breda = next(n for n in at.data.tiles if at.data.map.printed_number(n) == "B06")
    lay = CorrectMap(CHECKED, (("K8", breda, 0),), (), **WHY)
    at.do(lay)
    assert (at.state.cash["p1"], at.state.map) == (before, CHECKED)
    assert "K8.0" in game_of(at.state).joined_stops


# --- homes


def first_turn(company: str, **owners: str) -> Position:
    """The first operating round of a company is about to begin."""
    at = stock_round().started(company, 67, "p1", p1=60).privates(**owners)
    at.state.map = TOLD
    return floated(at, company, operated=False).do(Pass("p1"), Pass("p2"), Pass("p3"))


def test_a_company_tells_how_many_of_its_homes_it_places():
    at = first_turn("NCS", MES="p1")
    assert at.waiting() == "told_homes"
    assert at.offered("told_homes") == [TellHomes("NCS", 2), TellHomes("NCS", 1)]
    assert at.refused(TellHomes("NCS", 0)) == at.refused(TellHomes("NCS", 3)) == {"token.one_home"}
    assert at.refused(TellHomes("NRS", 1)) == {"turn.not_yours"}
    at.do(TellHomes("NCS", 1))
    assert at.waiting() == "told_joined"
    at.do(TellJoined("NCS", 40))
    assert (at.state.told.tokens, at.state.companies["NCS"].homes) == ({"NCS": 1}, ())
    assert (at.state.companies["NCS"].tokens, at.waiting()) == (4, "told_track")


def test_a_single_home_is_not_asked():
    at = first_turn("NRS")
    assert (at.waiting(), at.state.told.tokens) == ("told_track", {"NRS": 1})


# --- track and markers


def test_one_of_two_tiles_is_an_upgrade_and_no_marker_follows_two():
    at = told().do(TellTrack("NBDS", 80, 1))
    assert at.refused(TellTrack("NBDS", 0, 1)) == {"lay.one_replaced"}
    at.do(TellTrack("NBDS", 0))
    assert at.waiting() != "told_token"
    at = told(step="token").turn(lays=(("", "yellow"), ("", "yellow")))
    assert at.refused(TellToken("NBDS", 40)) == {"token.two_tiles"}


def test_upgrades_are_offered_from_the_second_phase():
    at = told(phase="Yellow", SHZ="NBDS")
    assert at.offered("tell_track") == [TellTrack("NBDS", 0)]
    assert at.refused(TellTrack("NBDS", 0, 1)) == at.refused(use("SHZ", 0, 1)) == {"told.upgrade"}
    assert len(told().offered("tell_track")) == 2
    early = told("NRS", "token", phase="Yellow", SZK="NRS")
    assert early.refused(use("SZK", 80, 1, "NRS")) == {"told.upgrade"}


def test_a_build_of_a_private_replaces_that_of_the_turn():
    at = told("SS", SLC="SS").do(use("SLC", 10, 1, "SS"), use("SLC", 90, 1, "SS"))
    assert at.refused(TellTrack("SS", 10, 1)) == {"lay.one_replaced"}
    at.do(TellTrack("SS", 10), TellTrack("SS", 10))
    assert at.waiting() == "told_token"
    assert (at.state.cash["SS"], at.state.privates["SLC"]) == (880, "gone")
    assert at.allowed(TellToken("SS", 40))
    begun = told("SS", SLC="SS").do(TellTrack("SS", 0))
    assert begun.refused(use("SLC", 10, 0, "SS")) == {"power.whole_build"}


def test_upgrades_of_a_private_take_the_place_of_the_lays():
    at = told(AMB="NBDS")
    assert at.refused(use("AMB", 20)) == {"lay.power"}
    assert at.refused(use("AMB", 10, 1)) == {"told.least"}
    assert usual(at, "tell_power") == {(20, 100)}
    at.do(use("AMB", 20, 1))
    assert at.refused(TellTrack("NBDS", 0)) == {"lay.only_upgrades"}
    assert at.offered("tell_power") == []  # its second tile costs no more than the ground
    at.do(TellTrack("NBDS", 0, 1))
    assert (at.waiting(), at.state.privates["AMB"]) == ("trains", "NBDS")


def test_extra_tiles_come_besides_those_of_the_turn():
    at = told("AMS", IJR="AMS", LVG="AMS")
    at.do(*[use("IJR", 0, 0, "AMS")] * 4)
    assert at.refused(use("IJR", 0, 0, "AMS")) == {"power.once"}
    at.do(TellTrack("AMS", 0), TellTrack("AMS", 0, 1), use("LVG", 80, 0, "AMS"))
    assert at.state.privates["LVG"] == at.state.privates["IJR"] == "gone"
    assert at.state.cash["AMS"] == 920


def test_a_new_city_is_one_of_the_lays():
    at = told(LOK="NBDS").do(use("LOK", 40, 1))
    assert at.refused(use("LOK", 40, 1)) == {"lay.one_replaced"}
    assert at.refused(use("LOK", 961)) == {"told.cost"}
    assert at.refused(use("LOK", 10)) == {"told.least"}
    assert usual(told(LOK="NBDS", GEN="NBDS"), "tell_power") == {(0, 60), (0, 80)}
    at.do(use("LOK", 20))
    assert (at.state.cash["NBDS"], at.state.privates["LOK"]) == (940, "NBDS")


def test_a_tile_and_a_marker_together_cost_what_the_private_says():
    at = told(SHZ="NBDS")
    assert at.refused(use("SHZ", 10)) == {"told.joint"}
    at.do(TellTrack("NBDS", 0, 1), use("SHZ", 80))
    assert (at.state.told.tokens, at.state.privates["SHZ"]) == ({"NBDS": 2}, "gone")
    assert at.waiting() == "trains"
    token = told("NRS", "token", SZK="NRS")
    assert token.refused(use("SZK", 80, 0, "HIJSM")) == {"turn.not_yours"}
    beside = token.do(use("SZK", 80, 0, "NRS"))
    assert (beside.state.told.tokens, beside.state.privates["SZK"]) == ({"NRS": 2}, "NRS")
    assert told("NRS", SZK="NRS").refused(use("SZK", 80, 0, "NRS")) == {"turn.not_now"}


def test_markers_are_free_or_cheaper_with_a_private():
    at = told(step="token", CO="NBDS")
    assert at.refused(TellToken("NBDS", 10, "CO")) == {"told.free"}
    assert at.refused(TellToken("NBDS", 0, "BOR")) == {"power.none"}
    assert at.refused(TellToken("NBDS", 0, "SWO")) == {"power.not_owned"}
    at.do(TellToken("NBDS", 0, "CO"))
    assert (at.state.told.tokens, at.state.privates["CO"]) == ({"NBDS": 2}, "gone")


def test_a_moved_marker_is_the_one_of_the_turn_and_its_place_is_not_known_any_more():
    at = turn("NBDS", "token", WSM="NBDS").token("K8.0", "NBDS").token("J7.0", "NBDS")
    at.state.map = TOLD
    at.operating("NBDS", "token")
    assert at.refused(TellPower("NBDS", "WSM", 10)) == {"told.free"}
    at.do(TellPower("NBDS", "WSM"))
    assert (at.state.told.tokens, at.state.privates["WSM"]) == ({"NBDS": 2}, "gone")
    assert (at.state.board.token_stops("NBDS"), at.waiting()) == ((), "trains")


def test_the_only_marker_does_not_move():
    """With the map as without: no other marker reaches the new place."""
    at = turn("NBDS", "token", WSM="NBDS").token("K8.0", "NBDS")
    assert at.refused(MoveOwnToken("NBDS", "WSM", "K8.0", "J7.0")) == {"token.unreached"}
    assert told(step="token", WSM="NBDS").refused(TellPower("NBDS", "WSM")) == {"token.alone"}


def test_a_private_that_makes_ground_cheaper_is_told_when_it_closes_with_its_use():
    at = told(GEN="NBDS")
    assert at.refused(TellPower("NBDS", "GEN")) == {"power.none"}
    note(Change(at.state), obsolete_privates=("GEN",))
    at.do(TellPower("NBDS", "GEN"), TellTrack("NBDS", 40))
    assert (at.state.cash["NBDS"], at.state.privates["GEN"]) == (960, "gone")


def usual(at: Position, kind: str = "tell_track") -> set[tuple[int, ...]]:
    """Return the usual costs of the offers of a kind."""
    offers = judge.offers(at.rules, at.state)
    return {dict(one.facts)["usual"] for one in offers if one.kind == kind}


def test_the_usual_costs_are_lower_with_a_private_that_makes_ground_cheaper():
    assert (usual(told()), usual(told(GEN="NBDS"))) == ({(0, 80)}, {(0, 40)})


def test_the_director_pays_for_told_track_and_markers():
    at = told(step="token", RB="NBDS").cash(NBDS=10, p1=500)
    at.do(Draw("NBDS", 100), TellToken("NBDS", 60))
    assert (at.state.cash["NBDS"], at.state.cash["p1"]) == (10, 440)


def test_a_marker_is_sold_for_a_train_but_not_the_last_one():
    at = told(step="trains").cash(NBDS=90, p1=0)
    at.state.privates.update(dict.fromkeys(at.state.privates, "gone"))
    assert at.refused(TellTokenSale("NBDS", 40)) == {"forced.last_token"}
    at.state.told = type(at.state.told)(tokens={"NBDS": 2})
    at.state.alter("NBDS", tokens=3)
    assert at.refused(SellToken("NBDS", "K8.0")) == {"turn.not_now"}
    at.do(TellTokenSale("NBDS", 40))
    assert (at.state.cash["NBDS"], at.state.told.tokens) == (130, {"NBDS": 1})
    assert turn("NBDS", "trains").cash(NBDS=90).refused(TellTokenSale("NBDS", 40)) == {
        "turn.not_now"
    }


def in_need(markers: int = 3) -> Position:
    """A company with 90 and no train, whose director has no money."""
    at = told(step="trains").cash(NBDS=90, p1=0)
    at.state.privates.update(dict.fromkeys(at.state.privates, "gone"))
    for certificate in at.data.companies["NBDS"].certificates[1:]:
        at.state.certificates[certificate] = "initial"
    at.state.told = type(at.state.told)(tokens={"NBDS": markers})
    at.state.alter("NBDS", tokens=5 - markers)
    return at


END = DeclareBankruptcy("p1")


def test_nobody_is_bankrupt_before_it_is_told_what_the_markers_would_bring():
    at = in_need()
    assert help_needed(at.rules, at.state).fails == ""
    assert at.refused(END) == {"bankrupt.markers"}
    assert at.offered("token_values") == [TellTokenValues("NBDS", 0)]
    at.do(TellTokenValues("NBDS", 160))  # the train costs 250
    needed = help_needed(at.rules, at.state)
    assert (needed.can_raise, needed.lacking, needed.bankrupt) == (160, 160, False)
    assert at.refused(END) == {"bankrupt.not"}
    assert at.refused(TellTokenValues("NBDS", 10_000)) == {"told.revenue"}
    at.do(TellTokenValues("NBDS", 150))  # that was wrong
    assert (at.state.cash["NBDS"], at.state.told.tokens) == (90, {"NBDS": 3})
    assert help_needed(at.rules, at.state).bankrupt
    assert at.do(END).state.end_reason == "bankrupt"


def test_the_value_of_the_other_markers_is_told_again_after_a_sale():
    at = in_need().do(TellTokenValues("NBDS", 100), TellTokenSale("NBDS", 40))
    assert at.refused(END) == {"bankrupt.markers"}
    at.do(TellTokenValues("NBDS", 50), END)
    assert at.state.end_reason


def test_the_last_marker_that_is_left_by_a_sale_brings_nothing_of_the_sum_that_was_told():
    at = in_need(markers=2).do(TellTokenValues("NBDS", 436), TellTokenSale("NBDS", 4))
    needed = help_needed(at.rules, at.state)
    assert (needed.can_raise, needed.bankrupt) == (0, True)
    assert at.do(END).state.end_reason == "bankrupt"


def test_the_last_marker_brings_nothing():
    assert in_need(markers=1).do(END).state.end_reason
    assert in_need(markers=1).refused(TellTokenValues("NBDS", 40)) == {"forced.last_token"}


# --- the private that operates


def test_the_private_that_operates_is_paid_what_was_told_and_records_twice_that():
    at = stock_round().phase("Green").privates(NFLM="p1")
    at.state.map = TOLD
    at.state.trains["NFLM-0"] = type(at.state.trains["2-0"])("NFLM")
    at.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert at.waiting() == "told_track"
    before = at.state.cash["p1"]
    at.do(TellTrack("NFLM", 80), TellRun("NFLM", 50))
    assert at.state.cash["p1"] == before - 80 + 50
    assert [one.visits for one in at.offered("told_visits")] == [(), ("OZ",), ("BEL",), ("D",)]
    assert at.refused(TellVisits("NFLM", ("OZ", "D"))) == {"told.visits"}
    at.do(TellVisits("NFLM", ("D",)))
    assert at.state.companies["D"].started is False


def test_without_a_tile_it_does_not_run():
    at = stock_round().phase("Green").privates(NFLM="p1")
    at.state.map = TOLD
    at.state.trains["NFLM-0"] = type(at.state.trains["2-0"])("NFLM")
    at.do(Pass("p1"), Pass("p2"), Pass("p3"), Pass("NFLM"))
    assert "told_run" not in at.told()


def test_trains_are_bought_as_with_the_map():
    at = told(step="trains").do(BuyTrain("NBDS", "3+-0", 250))
    assert at.trains_of("NBDS") == ["3+"]
