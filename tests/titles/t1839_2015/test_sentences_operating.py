"""Sentences on operating rounds, trains, foreign companies and privates, both ways.

No other test goes through them. The list of all of them names their tests.
"""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellToken,
)
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.operating.emergency_money import help_needed
from companion.rules.operating.running import find_best, lesser
from companion.rules.operating.track import tiles_left
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.trains import BecomeTrain
from tests.titles.t1839_2015.game_start import built, entered, floated, priced, stock_round, turn
from tests.titles.t1839_2015.operating_sentences import SENTENCES
from tests.titles.t1839_2015.sections import proofs_of
from tests.titles.t1839_2015.test_emergency import emergency
from tests.titles.t1839_2015.test_foreign import gone, held
from tests.titles.t1839_2015.test_running import BREDA, about, judged
from tests.titles.t1839_2015.test_trains import buy, sold_out
from tests.titles.t1839_2015.test_trains import turn as train_turn

HERE = ("sentences_operating", "sentences_privates")


@pytest.mark.parametrize("heading", SENTENCES)
def test_each_has_its_tests(heading):
    for says, *named in SENTENCES[heading]:
        assert named, says
        for name in named:
            assert any(proofs_of(name, here) for here in HERE), (says, name)


# --- rounds and turns


def three(*prices):
    """AMS, SS and NRS are about to operate, at these prices; they have trains, and no track."""
    at = stock_round()
    for company, price in zip(("AMS", "SS", "NRS"), prices, strict=True):
        floated(at.started(company, 67, "p1", p1=60), company).trains(company, "2")
        at.state.alter(company, homes=())
        priced(at, company, price)
    return at


def next_round(at, part=1, parts=2):
    change = Change(at.state)
    at.rules._begin_operating(change, 2, part, parts)
    judge.settle(at.rules, change)
    at.state = change.state
    return at


def go_to_end(at):
    """The company on turn does nothing more."""
    company = at.state.round.operating.company
    while at.state.round.operating and at.state.round.operating.company == company:
        at.do(Pass(company))
    return company


def test_a_new_round_forgets_who_ran_to_off_boards():
    at = three(67, 62, 59)
    foreign.record(Change(at.state), "BEL", "AMS", 100)
    assert foreign.revenue(at.state, "BEL") == 100
    next_round(at)
    assert foreign.revenue(at.state, "BEL") == 0


def test_an_unfloated_company_does_not_operate():
    at = three(67, 62, 59).started("ZHESM", 80, "p2", p2=50)
    next_round(at)
    order = [go_to_end(at) for _ in range(3)]
    assert order == ["AMS", "SS", "NRS"]
    assert at.state.round.part == 2


def test_they_operate_by_price_and_by_arrival_in_a_space():
    at = three(62, 67, 67)
    next_round(at)
    assert [go_to_end(at) for _ in range(3)] == ["SS", "NRS", "AMS"]
    # nothing was paid: 67 has fallen to 59, in that order, and 62 to 56
    assert (at.at("SS"), at.at("NRS"), at.at("AMS")) == (59, 59, 56)
    assert at.rules.operating_order(at.state) == ["SS", "NRS", "AMS"]
    at = three(55, 56, 56)
    next_round(at)
    assert [go_to_end(at) for _ in range(3)] == ["SS", "NRS", "AMS"]
    assert at.rules.operating_order(at.state) == ["AMS", "SS", "NRS"]  # AMS has lain there before


def test_one_turn_after_the_other():
    at = next_round(three(67, 62, 59))
    assert at.refused(Pass("SS")) == {"turn.not_yours"}
    assert at.refused(LayTile("NRS", "E14", "57", 0)) == {"turn.not_yours"}
    go_to_end(at)
    assert at.allowed(Pass("SS"))
    assert at.refused(Pass("AMS")) == {"turn.not_yours"}


def test_homes_are_placed_once():
    at = stock_round().started("NRS", 67, "p1", p1=60)
    floated(at, "NRS", operated=False).trains("NRS", "2")
    next_round(at)
    assert at.state.board.token_stops("NRS") == ("I12.0",)
    assert at.state.companies["NRS"].tokens == 4
    go_to_end(at)
    assert at.state.board.token_stops("NRS") == ("I12.0",)
    assert at.state.companies["NRS"].tokens == 4


DEEDS = {
    "track": LayTile("NBDS", "K8", "B206", 0),
    "token": PlaceToken("NBDS", "K8.0"),
    "run": RunTrains("NBDS", (("3+-0", ("L7.0", "K8.0")),)),
    "dividend": Dividend("NBDS", "pay"),
    "trains": BuyTrain("NBDS", "3+-1", 250),
}


@pytest.mark.parametrize("step", DEEDS)
def test_each_step_takes_its_own_deeds(step):
    at = built(turn("NBDS"), "" if step == "track" else "K8:B06").token("K8.0", "NBDS")
    at.trains("NBDS", "3+").operating("NBDS", step, revenue=100 if step == "dividend" else None)
    for of, deed in DEEDS.items():
        codes = at.refused(deed)
        assert codes == set() if of == step else codes & {"turn.not_now", "train.not_yet"}, of


@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_a_private_is_bought_in_any_step(step):
    at = built(turn("NBDS", GEN="p2"), "K8:B06").token("K8.0", "NBDS").trains("NBDS", "3+")
    at.operating("NBDS", step, revenue=100 if step == "dividend" else None)
    at.do(BuyPrivateForCompany("NBDS", "GEN", 160))
    assert (at.state.cash["NBDS"], at.state.cash["p2"]) == (840, 2160)
    assert at.state.privates["GEN"] == "NBDS"
    assert at.waiting() == step


def test_a_private_is_bought_of_a_player_by_the_company_on_turn_with_its_own_money():
    at = turn("NBDS", GEN="SS", BOR="p1", RB="NBDS").started("SS", 67, "p2", p2=60)
    floated(at, "SS").cash(SS=500, NBDS=100).operating("NBDS")
    assert at.refused(BuyPrivateForCompany("NBDS", "GEN", 10)) == {"private.not_player"}
    assert at.refused(BuyPrivateForCompany("SS", "BOR", 10)) == {"turn.not_yours"}
    at.do(Draw("NBDS", 50))
    assert at.refused(BuyPrivateForCompany("NBDS", "BOR", 101)) == {"private.treasury"}
    assert BuyPrivateForCompany("NBDS", "BOR", 100).partners(at.state) == ("p1",)
    assert at.allowed(BuyPrivateForCompany("NBDS", "BOR", 100))


# --- track and markers


def test_a_tile_of_which_none_is_left():
    at = turn("NCS").token("E14.0", "NCS")
    lay = LayTile("NCS", "E14", "57", 0)
    count = tiles_left(at.rules, at.state, "57")
    others = [hex for hex, it in at.data.map.hexes.items() if it.colour == "white" and hex != "E14"]
    for hex in others[: count - 1]:
        at.state.board = at.state.board.with_tile(hex, "57", 0)
    assert at.allowed(lay)
    at.state.board = at.state.board.with_tile(others[count - 1], "57", 0)
    assert at.refused(lay) == {"lay.none_left"}
    assert [tiles_left(at.rules, at.state, tile) for tile in ("7", "8", "9")] == [None] * 3
    before = tiles_left(at.rules, at.state, "57")
    at = turn("SS").token("H13.0", "SS").tile("H13", "57", 2)
    left = tiles_left(at.rules, at.state, "57")
    at.do(LayTile("SS", "H13", "15", 2))
    assert tiles_left(at.rules, at.state, "57") == left + 1 and before == 0


def test_an_exchange_marker_lies_on_an_own_one():
    at = turn("HIJSM", "token").token("E10.0", "HIJSM").token("B13.0", "SS")
    assert "token.full" in at.refused(PlaceToken("HIJSM", "B13.0"))
    assert at.allowed(PlaceToken("HIJSM", "E10.0"))


def test_a_home_is_not_the_marker_of_the_turn():
    at = stock_round().started("ZHESM", 67, "p1", p1=60)
    floated(at, "ZHESM", operated=False).cash(ZHESM=500)
    next_round(at).do(Pass("ZHESM"))
    assert at.waiting() == "token"
    at.do(PlaceToken("ZHESM", "G10.0"))
    assert at.state.cash["ZHESM"] == 500 - 2 * 40


def test_the_hex_with_two_cities_opens_when_its_company_has_placed_its_home():
    at = built(turn("NRS", "token"), "G14:57/1").started("NWS", 67, "p2", p2=60)
    at.token("G14.0", "NRS").tile("G16", "LOO6", 4).operating("NRS", "token")
    place = PlaceToken("NRS", "G16.0")
    assert at.refused(place) & {"token.unchosen", "token.reserved"}
    at.token("G16.1", "NWS").state.alter("NWS", homes=())
    assert at.allowed(place)


# --- running and dividends


def test_no_route_passes_an_off_board():
    """Track leads from Antwerpen to Breda, and to M4 too."""
    at = about(BREDA, "Green", "3+")
    past = ("L7.0", "K8.0", "L9.0", "L7", "L5", "M4.0")
    codes = at.refused(RunTrains("NBDS", (("3+-0", past),)))
    assert codes == {"run.off_board_passed"}
    assert judged(at, "3+-0: L7.0 K8.0 L9.0") == 70


def test_a_route_comes_to_a_place_once():
    at = about(BREDA, "Green", "3+")
    there_and_back = ("M4.0", "L5", "L7.0", "K8.0", "L7.0")
    assert at.refused(RunTrains("NBDS", (("3+-0", there_and_back),)))
    assert judged(at, f"3+-0: {' '.join(there_and_back[:-1])}") == 50


def test_a_lesser_run_is_told_and_taken_all_the_same():
    at = about(BREDA, "Yellow", "2")
    best = find_best(at.rules, at.state, "NBDS")
    assert lesser(at.rules, at.state, "NBDS", best.revenue, best) is None
    told = lesser(at.rules, at.state, "NBDS", 40, best)
    assert (told.code, told.facts["difference"]) == ("run.lesser", best.revenue - 40)
    assert at.allowed(RunTrains("NBDS", (("2-0", ("L7.0", "K8.0")),)))


def test_three_ways_to_divide_and_no_other():
    at = about(BREDA, "Green", "3+").operating("NBDS", "dividend", revenue=100)
    for way in ("pay", "half", "withhold"):
        assert at.allowed(Dividend("NBDS", way))
    assert at.refused(Dividend("NBDS", "most")) == {"dividend.kind"}


# --- trains


@pytest.mark.parametrize(
    ("phase", "kind", "limit"),
    [
        ("Yellow", "2", 4),
        ("Green", "3+", 4),
        ("Blue", "5+", 4),
        ("Brown", "7+", 3),
        ("Red", "5D+", 2),
        ("Gray", "FLOOD", 2),
    ],
)
def test_so_many_trains_by_phase(phase, kind, limit):
    at = sold_out(train_turn(phase=phase), kind).trains("NRS", *[kind] * (limit - 1))
    one_more = buy("NRS", at, kind, at.data.trains[kind].price)
    assert at.allowed(one_more)
    at.trains("NRS", kind)
    one_more = buy("NRS", at, kind, one_more.price)
    assert at.refused(one_more) == {"train.limit"}


def test_the_director_of_the_seller_agrees():
    at = train_turn(others=("SS",)).trains("SS", "2")
    assert BuyTrain("NRS", "2-0", 70).partners(at.state) == ("SS",)
    assert at.rules.holdings.director(at.rules, at.state, "SS") == "p2"
    at.do(BuyTrain("NRS", "2-0", 70))
    assert (at.state.cash["NRS"], at.state.cash["SS"]) == (1930, 2070)


def test_with_money_of_markers_a_train_of_another_costs_its_face_at_most():
    at = emergency(treasury=90).trains("SS", "2")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    at.do(SellToken("NRS", "G10.0"))
    assert at.state.cash["NRS"] == 130
    assert at.refused(BuyTrain("NRS", train, 101)) == {"train.face"}
    (offer,) = (o for o in judge.offers(at.rules, at.state) if o.kind == "buy_from")
    assert offer.span.most == 100
    at.do(BuyTrain("NRS", train, 100))
    # of what the treasury has by itself it pays what is agreed
    at = emergency(treasury=130).trains("SS", "2")
    assert at.allowed(BuyTrain("NRS", train, 130))


def test_a_director_with_another_way_to_a_train_is_not_bankrupt():
    at = emergency(cash=0, treasury=0, shares=10).privates(BEIJ="NRS")
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.becomes"}
    assert not help_needed(at.rules, at.state).bankrupt
    assert at.refused(Pass("NRS")) == {"train.always"}
    at.do(BecomeTrain("NRS", "BEIJ"))
    assert list(at.trains_of("NRS")) == ["3+"]
    at = emergency(cash=0, treasury=0, shares=10).privates(BEIJ="p1")
    assert help_needed(at.rules, at.state).bankrupt is False  # half of 260 comes of it
    at.privates(BEIJ="SS")
    assert at.allowed(DeclareBankruptcy("p1"))


# --- foreign companies


def test_shares_come_before_trains():
    at = held(entered(stock_round(), "BEL", 80), "BEL", pool=4).cash(BEL=136)
    while foreign.go_on(change := Change(at.state), at.rules):
        assert change.state is at.state
    # down to 72; two shares at 36 each, and 64 do not pay a 2
    assert (at.state.cash["BEL"], gone(at), at.percent("BEL", "pool")) == (64, [], 0)
