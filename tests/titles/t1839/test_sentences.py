"""Sentences of the rules that no other test goes through, section by section, both ways."""

import pytest

from companion.board.lays import faults
from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, RAN
from companion.rules.judge import judge
from companion.rules.money.debts import Debt
from companion.rules.operating.emergency_money import owe
from companion.rules.operating.track import tiles_left
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.state_railway import Nationalise
from companion.titles.t1839.tokens import MoveToken, ReturnToken, SwapTokens
from companion.titles.t1839.trains import AssignTrain
from tests.titles.t1839.game_start import floated, stock_round
from tests.titles.t1839.operating_positions import at_price, company, moment, turn, without_homes
from tests.titles.t1839.test_operating import begun
from tests.titles.t1839.test_track import laying
from tests.titles.t1839.test_trains import begin, buying, supply


def change_of(at):
    return Change(at.state)


# --- §7.1, §7.3


def test_a_phase_that_comes_in_a_set_does_not_make_it_longer():
    at = supply(moment(phase="Dark Yellow"), "3")
    company(at, "AMS", 67, 1000).trains("AMS", "2+1")
    turn(at, "AMS", "trains", part=1, parts=1).do(BuyTrain("AMS", "3-0", 140))
    assert at.state.phase == "Light Green"
    at.do(Pass("AMS"))
    assert (at.state.round.kind, at.state.round.number) == ("stock", 3)


def test_a_share_of_the_pool_comes_from_a_company_of_which_the_ipo_has_more():
    at = stock_round().started("MSS", 74, "p2", p2=40, pool=10)
    assert at.allowed(BuyShare("p1", "MSS", "pool"))
    assert at.allowed(BuyShare("p1", "MSS", "initial"))
    assert at.refused(BuyShare("p1", "MSS", "initial", 20)) == {"buy.bought"}


def test_a_player_who_redeems_or_starts_buys_nothing_besides():
    at = stock_round().started("MSS", 74, "p2", p2=40)
    at.stock_round(2, "p1", purchases=("NWS",))
    assert "buy.bought" in at.refused(BuyShare("p1", "MSS", "initial"))


# --- §8.3: the first turn


def test_a_company_to_which_the_r4_was_given_takes_its_first_train_too():
    at = supply(company(moment(phase="Dark Brown"), "AMS", 67, 1000, operated=False), "PR2+")
    at.trains("AMS", "R4")
    begun(at)
    assert list(at.trains_of("AMS")) == ["PR2+", "R4"]
    assert at.state.cash["AMS"] == 1000 - 240


def test_in_gray_a_local_takes_none_and_pays_for_one_at_its_end():
    at = company(moment(phase="Gray"), "L1", 31, 500, homes=("D19.0", "N17.0"), operated=False)
    at.state.alter("L1", homes=(("D19",), ("N17",)))
    begun(at)
    assert list(at.trains_of("L1")) == []
    while at.waiting() != "trains":
        at.do(Pass("L1"))
    assert at.refused(Pass("L1")) == {"train.always"}
    at.do(*at.offered("buy_train"))
    assert at.state.cash["L1"] == 500 - 460


def test_a_free_train_of_a_new_rank_asks_who_is_nationalised_after_that_turn():
    at = supply(moment(phase="Light Green"), "3+")
    company(at, "L1", 31, 300, operated=False).state.alter("L1", homes=(("D19",), ("N17",)))
    begun(at)
    assert (at.state.phase, list(at.trains_of("L1"))) == ("Dark Green", ["3+"])
    while at.waiting() in ("track", "token", "run", "trains"):
        at.do(Pass("L1"))
    assert at.offered("nationalise") == [Nationalise("L1")]
    assert at.do(Nationalise("L1")).state.companies["L1"].status == "unstarted"


# --- §8.3.1: fees, colours, counts


def test_green_amsterdam_and_a_yellow_tile_on_water_cost_180():
    at = laying("NCS").do(LayTile("NCS", "G10", "A425", 0))
    at.tile("H11", "1", 0).token("J7.0", "NCS")
    costs = {o.action.hex: -o.price for o in judge.offers(at.rules, at.state) if o.kind == "lay"}
    assert set(costs.values()) == {20, 100}
    for hex, cost in costs.items():
        assert cost == 20 + 80 * bool(at.data.map.hexes[hex].terrain)


def test_h7_is_20_with_the_power_as_a_third_lay_and_counts_for_neither_of_the_two():
    at = laying("ZHESM", privates=("HLVVDG",)).tile("J7", "R6", 3).tile("I8", "6", 0)
    at.turn(lays=(("A14", "yellow"), ("A18", "yellow")))
    at.do(next(action for action in at.offered("lay_power") if action.hex == "H7"))
    assert at.state.cash["ZHESM"] == 1000 - 20
    first = laying("ZHESM", privates=("HLVVDG",)).tile("J7", "R6", 3).tile("I8", "6", 0)
    first.do(next(action for action in first.offered("lay_power") if action.hex == "H7"))
    assert first.state.round.turn.lays == ()
    costs = {-o.price for o in judge.offers(first.rules, first.state) if o.kind == "lay"}
    assert costs and costs <= {0, 80}  # the first of the turn has no fee


@pytest.mark.parametrize(
    ("phase", "before", "tile", "allowed"),
    [
        ("Blue", ("57", "14"), "611", False),
        ("Light Brown", ("57", "14"), "611", True),
        ("Dark Red", ("A425", "A61"), "A718", False),
        ("Gray", ("A425", "A61"), "A718", True),
    ],
)
def test_brown_comes_with_light_brown_and_gray_with_gray(phase, before, tile, allowed):
    at = laying("NCS", phase=phase)
    hex = "G10" if tile.startswith("A") else "H13"
    for number in before:
        fits = [r for r in range(6) if not faults(at.state.board, hex, number, r)]
        at.tile(hex, number, fits[0])
    codes = [at.refused(LayTile("NCS", hex, tile, rotation)) for rotation in range(6)]
    assert all(("lay.colour" in found) is not allowed for found in codes)


def test_a_tile_that_is_replaced_goes_back_and_what_is_out_is_out():
    at = laying("NCS").tile("H13", "57", 1)
    before = tiles_left(at.rules, at.state, "57")
    lay = next(a for a in at.offered("lay") if a.hex == "H13")
    at.do(lay)
    assert tiles_left(at.rules, at.state, "57") == before + 1
    at = laying("NCS")
    for hex in ("I8", "G14", "D19", "N17"):
        at.tile(hex, "57", 0)
    assert at.refused(LayTile("NCS", "H13", "57", 1)) == {"lay.none_left"}


@pytest.mark.parametrize(
    ("hex", "tile", "edge"), [("G8", "H6", 4), ("J7", "R6", 3), ("K8", "B206", 3)]
)
def test_a_yellow_tile_keeps_the_stubs(hex, tile, edge):
    """G8's is to the east, those of J7 and K8 to the north-east."""
    board = laying().state.board
    legal = [r for r in range(6) if not faults(board, hex, tile, r)]
    assert legal
    for rotation in range(6):
        turned = laying().rules.tile(tile).rotate(rotation)
        assert edge in turned.exits or rotation not in legal


def test_towns_are_not_upgraded():
    at = laying("NRS", phase="Gray").tile("H17", "1", 0).tile("M16", "58", 0)
    for number in at.data.tiles:
        if at.rules.tile(number).colour != "yellow" and not number.startswith("LO"):
            for hex in ("H17", "M16"):
                assert all(faults(at.state.board, hex, number, r) for r in range(6)), number


def test_a_majors_track_ends_at_the_states_city_and_a_locals_goes_on():
    """From Roermond by Weert, which is the State's, to Eindhoven."""
    for symbol, joined in (("AMS", False), ("L1", True)):
        at = laying(symbol, homes=("L17.0", "D19.0") if symbol == "L1" else ())
        at.token("L13.0", "NS")
        reached = at.state.board.reach(at.rules.access.of(at.rules, at.state, symbol)).hexes
        assert ("K12" in reached or "L11" in reached) is joined


# --- §8.3.2: markers


def test_no_marker_over_a_barrier_before_light_red():
    """From Leeuwarden by the dike to Hoorn."""
    for phase, allowed in (("Dark Brown", False), ("Light Red", True)):
        at = company(without_homes(moment(phase=phase), "ZHESM"), "HIJSM", 67, 500)
        at.tile("E8", "8", 2)
        turn(at, "HIJSM", "token")
        stops = at.state.board.reach(at.rules.access.of(at.rules, at.state, "HIJSM")).stops
        assert ("D7.0" in stops) is allowed


def test_one_deed_of_the_marker_step_is_a_swap_too():
    at = company(moment(phase="Light Green"), "AMS", cash=500)
    company(at, "HIJSM", director="p2")
    swap = SwapTokens("AMS", "N15.0", "HIJSM", "B13.0")  # no line joins them
    assert turn(at, "AMS", "token").allowed(swap)
    assert at.turn(tokens=1).refused(swap) == {"token.one"}


def test_the_kr_moves_into_a_hex_with_another_marker_of_the_company():
    at = without_homes(moment(phase="Blue"), "NBDS")
    company(at, "AMS", cash=0).privates(KR="p2").tile("L17", "14", 1)
    before = at.state.companies["AMS"].tokens
    turn(at, "AMS", "token").do(MoveToken("p2", "KR", "AMS", "N15.0", "L17.0"))
    assert sorted(at.state.board.tokens["L17.0"]) == ["AMS", "NS"]
    assert at.state.board.tokens["N15.0"] == ("NS",)
    assert at.state.companies["AMS"].tokens == before + 1
    assert at.waiting() != "returned"
    assert at.refused(ReturnToken("AMS", "L17.0")) == {"turn.not_now"}


def test_kr_moves_no_marker_of_a_company_that_does_not_operate():
    at = without_homes(moment(phase="Blue"), "NBDS")
    company(company(at, "AMS"), "MSS", director="p3").privates(KR="p2")
    turn(at, "AMS", "token")
    assert at.refused(MoveToken("p2", "KR", "MSS", "B19.0", "L13.0")) == {"turn.not_yours"}


# --- §8.3.5, §16: trains


def test_a_train_that_has_rusted_is_sold_and_runs_once_more_with_the_buyer():
    at = buying("ZHESM", phase="Light Red", trains=("PR2+",))
    company(at, "HIJSM", director="p2")
    train = "R5-0"
    at.state.trains[train] = at.state.trains[train].__class__("HIJSM").with_mark(LAST_RUN)
    at.do(BuyTrain("ZHESM", train, 1))
    assert at.state.trains[train].marks == (LAST_RUN,)
    assert at.state.cash["HIJSM"] == 1
    turn(at, "ZHESM", "run").do(at.offered("run")[0])
    assert at.state.trains[train].place == "gone"


def test_the_mark_that_it_has_run_goes_with_the_train():
    at = buying("ZHESM", phase="Light Brown", trains=("R5",))
    company(at, "HIJSM", director="p1").trains("HIJSM", "R5")
    train = next(t for t in at.state.trains if at.state.place_of(t) == "HIJSM")
    at.state.trains[train] = at.state.trains[train].with_mark(RAN)
    at.do(BuyTrain("ZHESM", train, 1))  # one player directs both
    assert at.state.trains[train].marks == (RAN,)


def test_a_company_buys_none_of_itself_and_none_beyond_its_treasury():
    at = buying("AMS", cash=50)
    own = next(t for t in at.state.trains if at.state.place_of(t) == "AMS")
    assert at.refused(BuyTrain("AMS", own, 1))
    company(at, "HIJSM", director="p2").trains("HIJSM", "2")
    other = next(t for t in at.state.trains if at.state.place_of(t) == "HIJSM")
    assert at.refused(BuyTrain("AMS", other, 51))
    assert at.allowed(BuyTrain("AMS", other, 50))


def test_a_local_that_becomes_a_major_pays_no_fee_for_homes_and_its_first_train():
    at = supply(buying(phase="Light Red", trains=("7",)), "PR3+1")
    at.started("L1", 46, "p2", p2=50)
    at.state.alter("L1", homes=(("D19",), ("N17",)))
    begin(at, "PR3+1").do(Pass("AMS"))
    assert (at.at("L1"), at.state.companies["L1"].kind) == (43, "major")
    at.stock_round(3, "p2").cash(p2=100).do(BuyShare("p2", "L1", "initial"))
    assert at.state.cash["L1"] == 430
    at.state.trains["7-0"] = at.state.trains["7-0"].__class__("gone")
    begun(at)
    while at.state.round.turn.company != "L1":
        deeds = (at.offered(kind)[:1] for kind in ("run", "dividend"))
        at.do(*next(filter(None, deeds), [Pass("AMS")]))
    assert at.state.cash["L1"] == 430 - 260


def test_a_local_that_becomes_a_major_in_its_own_turn_goes_on_as_one():
    """Its first train, which is free, is the first PR3+1; a second one it has to pay."""
    at = supply(moment(phase="Light Red"), "PR3+1")
    company(at, "L1", 31, 900, operated=False).state.alter("L1", homes=(("L17",), ("D19",)))
    at_price(without_homes(at, "AMS"), "L1", 65)
    begun(at)
    assert (at.at("L1"), at.waiting(), at.state.cash["L1"]) == (61, "track", 900)
    access = at.rules.access.of(at.rules, at.state, "L1")
    assert (access.off_boards, access.passes) == (True, frozenset())
    earlier = supply(moment(phase="Dark Brown"), "PR2+")
    company(earlier, "L1", 31, 900, operated=False).state.alter("L1", homes=(("L17",), ("D19",)))
    begun(at_price(without_homes(earlier, "AMS"), "L1", 65))
    assert not earlier.rules.access.of(earlier.rules, earlier.state, "L1").off_boards


# --- §8.3, §14.2: privates


def test_a_directors_own_private_goes_to_their_company_and_none_of_another_company():
    at = company(moment(phase="Light Green"), "AMS", 67, 500).privates(SRV="p1", HLVVDG="MSS")
    turn(at, "AMS", "trains")  # at any time of the turn
    at.trains("AMS", "3")
    assert at.allowed(BuyPrivateForCompany("AMS", "SRV", 100))
    assert at.refused(BuyPrivateForCompany("AMS", "HLVVDG", 1))


def test_srv_for_a_marker_alone_and_none_besides():
    at = laying("AMS", privates=("SRV",), cash=80)
    without_homes(at, "NRS").do(PlaceToken("AMS", "K16.0", "SRV"))
    assert (at.state.cash["AMS"], at.state.board.tokens["K16.0"]) == (0, ("AMS",))
    poor = without_homes(laying("AMS", privates=("SRV",), cash=79), "NRS")
    assert poor.refused(PlaceToken("AMS", "K16.0", "SRV")) == {"token.cost"}


def test_srv_upgrades_too_which_is_the_upgrade_of_the_turn():
    at = laying("AMS", privates=("SRV",)).tile("I16", "57", 0).tile("L17", "57", 1)
    upgrade = next(a for a in at.offered("lay_power") if a.hex == "I16")
    at.do(upgrade)
    assert at.state.cash["AMS"] == 1000 - 80
    assert at.rules.tile(at.state.board.laid["I16"].tile).colour == "green"
    codes = [at.refused(LayTile("AMS", "L17", "14", rotation)) for rotation in range(6)]
    assert all("lay.one_replaced" in found for found in codes)
    early = laying("AMS", privates=("SRV",), phase="Dark Yellow").tile("I16", "57", 0)
    assert early.offered("lay_power") == [a for a in early.offered("lay_power") if a.hex == "K16"]


def test_an_r4_is_given_in_a_stock_round_too_and_while_others_are_asked():
    at = stock_round().phase("Dark Brown").started("MSS", 67, "p1", p1=40, p2=30)
    floated(at, "MSS", 300)
    at.state.trains["R4-0"] = at.state.trains["R4-0"].__class__("p3")
    give = AssignTrain("p3", "MSS", "R4-0")
    assert at.allowed(give)
    at.do(SellShares("p1", "MSS", 20))
    assert at.waiting() == "redeem"
    at.do(give)
    assert (at.waiting(), list(at.trains_of("MSS"))) == ("redeem", ["R4"])


# --- §8.4, §9


def test_a_player_who_cannot_pay_for_rh_leaves_and_no_train_counts_as_bought():
    at = stock_round().started("MSS", 74, "p2", p2=40).cash(p1=99).privates(RH="p1")
    owe(change_of(at), at.rules.money, Debt("charge", "p1", 100, "p1"))
    before = [t for t, card in at.state.trains.items() if card.place == "depot"]
    at.do(DeclareBankruptcy("p1"))
    after = [t for t, card in at.state.trains.items() if card.place == "depot"]
    assert len(before) - len(after) == 6  # 2, 3, 4+, R4+1, PR2+, 4
    assert at.state.phase == "Light Yellow"
    assert (at.state.order, at.state.privates["RH"]) == (("p2", "p3"), "gone")


def test_a_question_to_another_stays_when_a_third_player_leaves():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20), Concede("p3"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("redeem", "p2")
    at.do(Pass("MSS"))
    assert (at.at("MSS"), at.rules.actor(at.state)) == (61, "p1")


def test_a_p_train_comes_to_one_off_board_and_others_to_two():
    line = ("L19.0", "L17.0", "L15", "L13.0", "L11", "M10.0", "L9.0")
    for train, two in (("PR2+-0", False), ("R4-0", True)):
        at = company(moment(phase="Light Red"), "AMS", 67).trains("AMS", train[:-2])
        at.state.questions = ()
        turn(at, "AMS", "run")
        assert at.allowed(RunTrains("AMS", ((train, line),))) is two
        for part in (line[:-1], line[1:]):
            assert at.allowed(RunTrains("AMS", ((train, part),)))


def test_a_run_uses_the_trains_of_its_company():
    at = buying("ZHESM", trains=("3",))
    turn(at, "ZHESM", "run")
    (best,) = at.offered("run")
    (train, path) = best.routes[0]
    assert at.allowed(best)
    assert at.refused(RunTrains("ZHESM", (("4-0", path),)))
    assert at.refused(RunTrains("ZHESM", ((train, path), (train, path))))
