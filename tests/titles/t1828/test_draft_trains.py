"""Trains, phases, trade-ins and track by the draft, beside those of the published rules."""

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import Route, check_run
from companion.board.tiles import Stop, Track
from companion.board.trains import Fares
from companion.rules.core.actions import BuyPrivateForCompany, BuyTrain, DiscardTrain, LayTile, Pass
from companion.rules.judge import judge
from companion.titles import load
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, operating, system

DRAFT = load("1828").edition_data({"edition": "draft"})
TRADES = [("3", "6", "Brown", 400), ("5", "8", "Red", 500), ("4+D", "D", "Gray", 600)]
PHASE_OF = {"6": "Red", "8": "Gray", "D": "Purple"}


def buying(phase, *trains, cash=1000, company="GT"):
    at = floated(company, cash, "draft").phase(phase).trains(company, *trains)
    return at.operating(company, "trains")


def sell_out(at, name):
    """Take the trains of a type that are left in the bank out of the game."""
    for train, card in at.state.trains.items():
        if train.startswith(f"{name}-") and card.place == "depot":
            at.state.move_train(train, "gone")
    return at


def trains(at, company="GT"):
    found = (train for train, card in at.state.trains.items() if card.place == company)
    return sorted(train.rpartition("-")[0] for train in found)


# --- the table of phases


def test_the_table_of_phases():
    bought = [train for train in DRAFT.train_types if train.price]
    rows = [
        (train.brings, train.name, train.count, train.price, dict(train.trade_in or {}))
        for train in bought
    ]
    assert rows == [
        ("Yellow", "2", 6, 80, {}),
        ("Green", "3", 9, 160, {}),
        ("Blue", "5", 4, 250, {}),
        ("Brown", "4+D", 6, 400, {}),
        ("Red", "6", 4, 600, {"3": 200}),
        ("Gray", "8", 2, 700, {"5": 200}),
        ("Purple", "D", 9, 800, {"4+D": 200}),
    ]
    limits = [phase.train_limit("public") for phase in DRAFT.phases]
    assert (
        limits == [phase.train_limit("system") for phase in DRAFT.phases] == [4, 4, 3, 3, 2, 2, 2]
    )
    assert [phase.operating_rounds for phase in DRAFT.phases] == [1, 2, 2, 3, 3, 3, 4]
    assert [phase.privates_close for phase in DRAFT.phases].index(True) == 4
    assert {t.rusted_by: t.name for t in bought if t.rusted_by} == {
        "Blue": "2",
        "Red": "3",
        "Gray": "5",
        "Purple": "4+D",
    }


def test_a_fourth_train_goes_when_blue_begins():
    at = sell_out(buying("Green", "3", "3", "3"), "3")
    at.do(BuyTrain("GT", "5-0", 250))
    assert at.state.phase == "Blue"
    assert at.waiting() == "discard"
    at.do(DiscardTrain("GT", "3-0"))
    assert trains(at) == ["3", "3", "5"]
    published = floated("GT").phase("Green").trains("GT", "3", "3", "3").operating("GT", "trains")
    sell_out(published, "3").do(BuyTrain("GT", "5-0", 250))
    assert trains(published) == ["3", "3", "3", "5"]


def test_nobody_has_to_own_a_train_when_all_are_sold():
    at = floated("GT", 0, "draft").tile("D6", "57", 1).phase("Purple").operating("GT", "trains")
    assert at.refused(Pass("GT")) == {"train.needed"}
    sell_out(at, "D").operating("GT", "trains")
    assert at.allowed(Pass("GT"))


# --- trade-ins


@pytest.mark.parametrize(("old", "new", "phase", "cost"), TRADES)
def test_the_first_of_a_type_may_be_had_for_an_old_train(old, new, phase, cost):
    at = buying(phase, old, cash=cost).trains("B&M", old)
    sell_out(at, DRAFT.train_types[list(DRAFT.trains).index(new) - 1].name)
    at.operating("GT", "trains")
    given = next(t for t, card in at.state.trains.items() if card.place == "GT")
    offers = [o for o in judge.offers(at.rules, at.state) if o.kind == "trade_in"]
    assert [offer.action.price for offer in offers if offer.allowed] == [cost]
    assert at.refused(BuyTrain("GT", f"{new}-0", cost - 1, given)) == {"train.price"}
    at.do(BuyTrain("GT", f"{new}-0", cost, given))
    assert trains(at) == [new]
    assert trains(at, "B&M") == []
    assert at.state.phase == PHASE_OF[new]
    assert at.state.cash["GT"] == 0


@pytest.mark.parametrize(("old", "new", "phase", "cost"), TRADES)
def test_a_trade_in_is_paid_by_the_company_alone(old, new, phase, cost):
    at = buying(phase, old, cash=cost - 1).cash(p1=5000)
    sell_out(at, DRAFT.train_types[list(DRAFT.trains).index(new) - 1].name)
    at.operating("GT", "trains")
    given = next(t for t, card in at.state.trains.items() if card.place == "GT")
    assert at.refused(BuyTrain("GT", f"{new}-0", cost, given)) == {"train.cash"}


def test_the_first_6_closes_the_privates_and_takes_all_3s():
    at = sell_out(buying("Brown", "3", "5", "4+D"), "4+D").privates(**{"C&A": "p2"})
    at.operating("GT", "trains")
    given = next(t for t, c in at.state.trains.items() if c.place == "GT" and t.startswith("3-"))
    at.do(BuyTrain("GT", "6-0", 400, given))
    assert at.state.privates["C&A"] == "gone"
    assert trains(at) == ["4+D", "5", "6"]
    assert at.waiting() == "discard"  # the limit is 2 now; at 3 the trade was none too many
    assert at.refused(BuyTrain("GT", "6-1", 400, given))


def test_there_is_no_trade_in_for_the_second_6():
    at = buying("Red", "5").operating("GT", "trains")
    at.trains("B&M", "6").operating("GT", "trains")
    assert not [o for o in judge.offers(at.rules, at.state) if o.kind == "trade_in"]
    assert at.refused(BuyTrain("GT", "6-1", 400, "5-0")) == {"train.trade_in"}
    assert at.allowed(BuyTrain("GT", "6-1", 600))


def test_a_trade_in_is_of_the_right_type_and_of_ones_own():
    at = sell_out(buying("Brown", "3", "5"), "4+D").trains("B&M", "3").operating("GT", "trains")
    theirs = next(t for t, card in at.state.trains.items() if card.place == "B&M")
    assert at.refused(BuyTrain("GT", "6-0", 400, theirs)) == {"train.trade_in"}
    assert at.refused(BuyTrain("GT", "6-0", 400, "5-0")) == {"train.trade_in"}
    gray = sell_out(buying("Red", "5"), "6").operating("GT", "trains")
    assert gray.refused(BuyTrain("GT", "8-0", 500, "3-0")) == {"train.trade_in"}
    assert gray.allowed(BuyTrain("GT", "8-0", 500, "5-0"))


def test_the_published_rules_have_no_trade_in():
    assert not any(train.trade_in for train in load("1828").data.train_types)


# --- runs


def row(*stops):
    """City 30 with a marker of GT, then these stops, in a row."""
    track = (Track(1, "s0"), Track(4, "s0"))
    every = (Stop("city", (("", 30),), 1), *stops)
    hexes = [
        Hex(f"B{2 * n + 2}", colour="gray", stops=(stop,), tracks=track)
        for n, stop in enumerate(every)
    ]
    return Board(Map(hexes)).with_token("B2.0", "GT")


YELLOW = Fares(("yellow",))
CITY, TOWN = Stop("city", (("", 40),), 1), Stop("town", (("", 10),))


def earns(board, train, *path):
    """Return the revenue of a route, or the fault of one that the train may not run."""
    kinds = {"it": DRAFT.trains[train].kind}
    report = check_run(board, Access("GT"), kinds, [Route("it", path)], YELLOW)
    return report.all_faults[0].code if report.all_faults else report.revenue


@pytest.mark.parametrize(
    ("train", "revenue"),
    [("4+D", 180), ("8", 90), ("6", 90), ("5", 90), ("D", 90), ("3", "too_long")],
)
def test_kinds_of_trains_on_city_town_town_city(train, revenue):
    assert earns(row(TOWN, TOWN, CITY), train, "B2.0", "B4.0", "B6.0", "B8.0") == revenue


def test_a_town_is_doubled_by_a_4d_and_paid_to_an_8():
    assert earns(row(TOWN), "4+D", "B4.0", "B2.0") == 80
    assert earns(row(TOWN), "8", "B4.0", "B2.0") == 40


def test_a_4d_runs_to_four_cities_at_most():
    path = [f"B{n}.0" for n in (2, 4, 6, 8, 10)]
    assert earns(row(CITY, CITY, CITY, CITY), "4+D", *path) == "too_long"
    assert earns(row(CITY, CITY, CITY, CITY), "4+D", *path[:4]) == 2 * 150
    assert earns(row(*[CITY] * 8), "8", *(f"B{2 * n}.0" for n in range(1, 10))) == "too_long"


@pytest.mark.parametrize(("train", "revenue"), [("4+D", 2 * 150), ("8", 310), ("D", 350)])
def test_the_best_run_is_proved_where_a_train_runs_to_some_of_the_cities(train, revenue):
    """City 30, and eight cities of 40 in a row: four of them, eight, and all."""
    best = best_run(row(*[CITY] * 8), Access("GT"), {"it": DRAFT.trains[train].kind}, YELLOW)
    assert (best.revenue, best.proved) == (revenue, True)


# --- track, privates


@pytest.mark.parametrize("company", ["B&M", "NYC", "NYH"])
def test_one_more_yellow_tile_costs_40(company):
    at = operating(company, edition="draft")
    assert len(at.rules.operating.steps[0].allowance(at.state).lays) == 2
    published = operating(company)
    allowance = published.rules.operating.steps[0].allowance(published.state)
    assert len(allowance.lays) == 1 + (company != "NYC")


def test_a_system_has_no_further_yellow_tile():
    for edition, count in (("draft", 2), ("published", 3)):
        at = system("B&M", "IC", edition=edition).operating("B&M")
        assert len(at.rules.operating.steps[0].allowance(at.state).lays) == count


def test_a_private_costs_its_face_value_at_most():
    at = Position("1828", 3, edition="draft").privates(**{"D&H": "p2", "B&O": "p2"})
    at.started("NYC", 67, "p1", p1=60).floated("NYC", 900).phase("Green").operating("NYC")
    assert at.refused(BuyPrivateForCompany("NYC", "D&H", 81)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("NYC", "D&H", 0)) == {"private.range"}
    assert "private.never" in at.refused(BuyPrivateForCompany("NYC", "B&O", 200))
    assert at.allowed(BuyPrivateForCompany("NYC", "D&H", 80))
    assert at.phase("Yellow").operating("NYC").refused(BuyPrivateForCompany("NYC", "D&H", 80)) == {
        "private.phase"
    }


def baltimore():
    """The B&O operates while its private is open."""
    at = Position("1828", 3, edition="draft").privates(**{"B&O": "p1"})
    return at.started("B&O", 67, "p1", p1=60).floated("B&O", 940).operating("B&O")


def test_its_private_bars_two_hexes_to_all():
    at = baltimore()
    for hex in ("I17", "I19"):
        offers = [
            offer.action
            for offer in judge.offers(at.rules, at.state)
            if offer.allowed and isinstance(offer.action, LayTile)
        ]
        assert hex not in {action.hex for action in offers}
    assert any("lay.blocked" in at.refused(LayTile("B&O", "I17", "8", n)) for n in range(6))


def test_the_first_tile_of_the_b_and_o_lies_by_the_water():
    at = baltimore()
    step = at.rules.operating.steps[0]
    hexes = {action.hex for action in step.find_allowed(at.state) if isinstance(action, LayTile)}
    assert hexes == {"I21", "J18"}


def test_its_private_closes_with_its_train_and_with_red():
    at = baltimore().operating("B&O", "trains").do(BuyTrain("B&O", "2-0", 80))
    assert at.state.privates["B&O"] == "gone"
    red = sell_out(buying("Brown", "5").privates(**{"B&O": "p2"}), "4+D")
    red.operating("GT", "trains").do(BuyTrain("GT", "6-0", 600))
    assert red.state.privates["B&O"] == "gone"
