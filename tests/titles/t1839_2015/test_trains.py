"""Trains: supply, room, what a new kind brings, prices, marks, privates that become trains."""

import pytest

from companion.rules.core.actions import BuyTrain, DiscardTrain, Dividend, Pass, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, TrainCard, type_of
from companion.rules.explain.summary import held_trains
from companion.rules.judge import judge
from companion.rules.operating.running import find_best, trains_of
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.dividends import price_move
from companion.titles.t1839_2015.saved_trains import SAVED, BuyMark, SaveTrain
from companion.titles.t1839_2015.title_state import game_of, note
from companion.titles.t1839_2015.trains import BecomeTrain
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, floated, stock_round, table


def sold_out(at: Position, before: str) -> Position:
    """The supply has come to that type."""
    types = list(at.data.trains)
    gone = types[: types.index(before)]
    for train, card in list(at.state.trains.items()):
        if type_of(train) in gone and card.place == "depot":
            at.state.trains[train] = TrainCard("gone")
    at.state.train_types_in_play = tuple(gone)
    return at


def turn(
    company: str = "NRS", phase: str = "Yellow", cash: int = 2000, others: tuple[str, ...] = ()
) -> Position:
    """The train step of a company that has operated; the others are floated too."""
    at = stock_round().phase(phase)
    for number, name in enumerate((company, *others)):
        player = f"p{number % 3 + 1}"
        floated(at.started(name, 67, player, **{player: 60}), name).cash(**{name: cash})
    return at.operating(company, "trains")


def next_of(at: Position, name: str) -> str:
    """The next train of that type in the supply."""
    return next(t for t, c in at.state.trains.items() if type_of(t) == name and c.place == "depot")


def buy(company: str, at: Position, name: str, price: int) -> BuyTrain:
    return BuyTrain(company, next_of(at, name), price)


# --- supply and prices


@pytest.mark.parametrize(
    ("privates", "count"),
    [("VVD BOR BEIJ KR", 6), ("VVD BOR CM VER", 6), ("VVD BOR CM KR", 5), ("VVD BOR VER KR", 5)],
)
def test_a_sixth_5_plus_beside_some_privates(privates, count):
    at = table(privates=privates)
    assert [type_of(t) for t in at.state.trains].count("5+") == count


def test_trains_are_sold_kind_by_kind_and_others_sell_theirs_for_one_or_more():
    at = turn(others=("SS",)).trains("SS", "2")
    assert at.refused(BuyTrain("NRS", "3+-0", 250)) == {"train.sold_first"}
    assert at.refused(buy("NRS", at, "2", 90)) == {"train.price"}
    assert at.allowed(buy("NRS", at, "2", 100))
    assert at.refused(BuyTrain("NRS", "2-0", 0)) == {"train.least"}
    at.do(BuyTrain("NRS", "2-0", 1))
    assert (at.trains_of("NRS"), at.trains_of("SS")) == (["2"], [])


@pytest.mark.parametrize(("name", "first"), [("3+", "2"), ("5+", "2 and 3+")])
def test_a_refusal_says_what_is_sold_before_a_train(name, first):
    at = turn()
    (refusal,) = judge.refusals(
        at.rules, at.state, buy("NRS", at, name, at.data.trains[name].price)
    )
    assert refusal.says == (
        f"The {name}-train is not for sale yet: all trains of type {first} must be sold first."
    )


def test_room_counts_before_the_phase_that_a_purchase_brings():
    at = sold_out(turn(phase="Blue").trains("NRS", "3+", "3+", "5+"), "7+")
    at.do(buy("NRS", at, "7+", 700))
    assert at.trains_of("NRS") == ["5+", "7+"]
    at = sold_out(turn(phase="Blue").trains("NRS", "3+", "3+", "5+", "5+"), "7+")
    assert at.refused(buy("NRS", at, "7+", 700)) == {"train.limit"}


def test_a_company_owns_a_train_at_the_end_of_its_step_unless_the_supply_is_empty():
    at = turn()
    assert at.refused(Pass("NRS")) == {"train.always"}
    at.do(buy("NRS", at, "2", 100))
    assert at.allowed(Pass("NRS"))
    at = sold_out(turn(phase="Gray", others=("SS",)).trains("SS", "5D+"), "FLOOD")
    for train, card in list(at.state.trains.items()):
        if card.place == "depot":
            at.state.trains[train] = TrainCard("gone")
    assert at.allowed(Pass("NRS"))


# --- what a new kind brings


def test_the_limit_counts_after_rust_and_what_is_over_it_leaves_the_game():
    at = sold_out(turn(phase="Blue", others=("SS",)).trains("SS", "3+", "3+", "5+", "5+"), "7+")
    at.do(buy("NRS", at, "7+", 700))
    assert at.state.phase == "Brown"
    assert at.trains_of("SS") == ["5+", "5+"]
    assert at.waiting() == "trains"


def test_a_private_becomes_a_7_plus_when_brown_begins_room_or_not_and_then_the_limit_counts():
    at = sold_out(turn(phase="Blue", others=("SS",)).trains("SS", "5+", "5+", "5+"), "7+")
    at.privates(BEIJ="SS").do(buy("NRS", at, "7+", 700))
    assert at.trains_of("SS") == ["5+", "5+", "5+", "7+"]
    assert at.state.privates["BEIJ"] == "gone"
    assert at.waiting() == "discard"
    assert [type_of(t) for t, c in at.state.trains.items() if c.place == "depot"].count("7+") == 5
    at.do(DiscardTrain("SS", "5+-0"))
    assert at.state.place_of("5+-0") == "gone"
    assert at.trains_of("SS") == ["5+", "5+", "7+"]


def test_companies_over_the_limit_give_trains_up_in_operating_order():
    at = sold_out(turn(phase="Blue", others=("SS",)).trains("SS", "5+", "5+", "5+", "5+"), "7+")
    at.trains("NRS", "FLOOD", "5D+", "5D+").do(buy("NRS", at, "7+", 700))
    first, second = at.rules.operating_order(at.state)
    assert [question.actor for question in at.state.questions] == [first, second]
    later, now = (DiscardTrain(c, trains_of(at.state, c)[0]) for c in (second, first))
    assert at.refused(later) == {"train.not_first"}
    assert {action.company for action in at.offered("discard")} == {first}
    assert at.do(now, later).waiting() != "discard"


def test_a_players_private_becomes_none():
    at = sold_out(turn(phase="Blue").trains("NRS", "5+").privates(BEIJ="p1"), "7+")
    at.do(buy("NRS", at, "7+", 700))
    assert at.trains_of("NRS") == ["5+", "7+"]
    assert at.state.privates["BEIJ"] == "p1"


def test_it_becomes_the_next_train_of_the_supply_in_a_train_step_with_room_and_brings_its_phase():
    at = sold_out(turn().trains("NRS", "2", "2", "2").privates(BEIJ="NRS", RWS="p2"), "3+")
    note(Change(at.state), director_company="NRS")
    at.operating("NRS", "track")
    assert at.refused(BecomeTrain("NRS", "BEIJ")) == {"turn.not_now"}
    at.operating("NRS", "trains")
    at.do(BecomeTrain("NRS", "BEIJ"))
    assert at.trains_of("NRS") == ["2", "2", "2", "3+"]
    assert at.state.phase == "Green"
    assert at.state.cash["NRS"] == 2000
    assert (at.state.privates["BEIJ"], at.state.privates["RWS"]) == ("gone", "gone")
    at = turn().trains("NRS", "2", "2", "2", "2").privates(BEIJ="NRS")
    assert at.refused(BecomeTrain("NRS", "BEIJ")) == {"train.limit"}
    at = turn().trains("NRS", "2").privates(BEIJ="SS", CM="NRS")
    assert at.refused(BecomeTrain("NRS", "BEIJ")) == {"power.not_owned"}
    assert at.refused(BecomeTrain("NRS", "CM")) == {"power.none"}


def test_a_private_becomes_no_train_that_the_bank_does_not_have():
    at = turn().trains("NRS", "2").privates(BEIJ="NRS")
    for train, card in list(at.state.trains.items()):
        if card.place == "depot":
            at.state.trains[train] = TrainCard("gone")
    at.state.train_types_in_play = tuple(at.data.trains)
    (refusal,) = judge.refusals(at.rules, at.state, BecomeTrain("NRS", "BEIJ"))
    name = at.rules.data.privates["BEIJ"].name
    assert refusal.code == "train.none_to_become" and name in refusal.says


def test_a_flood_bought_abroad_brings_gray_and_goes_back():
    at = entered(turn(phase="Red", others=("SS",)).trains("SS", "7+", "5D+"), "D", 72)
    sold_out(at.cash(D=2000), "FLOOD")
    while foreign.go_on(change := Change(at.state), at.rules):
        assert change.state is at.state
    assert at.state.phase == "Gray"
    assert at.trains_of("SS") == ["5D+"]
    assert [c.place for t, c in at.state.trains.items() if type_of(t) == "FLOOD"] == ["depot"] * 9


# --- a lower price


@pytest.mark.parametrize(
    ("phase", "name", "full", "less"),
    [("Yellow", "3+", 250, 150), ("Green", "5+", 450, 300), ("Blue", "7+", 700, 450)],
)
def test_one_train_of_the_supply_costs_less_and_the_private_closes(phase, name, full, less):
    at = sold_out(turn(phase=phase).trains("NRS").privates(CM="NRS"), name)
    assert at.allowed(buy("NRS", at, name, full))
    offers = [o for o in judge.offers(at.rules, at.state) if o.kind == "buy_train"]
    assert [(offer.action.price, offer.note) for offer in offers] == [
        (full, ""),
        (less, "with Crédit Mobilier"),
    ]
    assert at.refused(buy("NRS", at, name, less - 1)) == {"train.price"}
    at.do(buy("NRS", at, name, less))
    assert at.state.cash["NRS"] == 2000 - less
    assert at.state.privates["CM"] == "gone"
    assert at.refused(buy("NRS", at, name, less)) == {"train.price"}


def test_at_the_full_price_it_stays_and_it_is_a_companys():
    at = sold_out(turn().privates(CM="NRS"), "3+")
    at.do(buy("NRS", at, "3+", 250))
    assert at.state.privates["CM"] == "NRS"
    at = sold_out(turn().privates(CM="p1"), "3+")
    assert at.refused(buy("NRS", at, "3+", 150)) == {"train.price"}


# --- trains at any moment


def test_a_company_with_the_works_buys_trains_at_any_moment_of_its_turn():
    at = turn().privates(NFW="NRS").operating("NRS", "track")
    at.do(buy("NRS", at, "2", 100))
    assert at.trains_of("NRS") == ["2"]
    assert at.waiting() == "track"
    at = turn().privates(NFW="p1").operating("NRS", "track")
    assert at.refused(buy("NRS", at, "2", 100)) == {"train.not_yet"}


def test_it_is_asked_before_its_run_is_passed_over():
    at = turn().privates(NFW="NRS").token("I12.0", "NRS").tile("G8", "57", 0)
    at.tile("I12", "U6", 0).operating("NRS", "token")
    at.do(Pass("NRS"))
    assert at.waiting() == "trains"  # nothing joins Utrecht to another place
    at = turn("ZHESM").privates(NFW="ZHESM").token("G8.0", "ZHESM").operating("ZHESM")
    at.turn(tokens=1).do(Pass("ZHESM"))
    assert at.waiting() == "chance"
    at.do(buy("ZHESM", at, "2", 100))
    assert at.waiting() == "run"


# --- SAVED marks


def test_a_mark_is_given_in_the_train_step_once_and_its_private_closes():
    at = turn().trains("NRS", "2", "2").privates(VER="NRS")
    at.operating("NRS", "token")
    assert at.refused(SaveTrain("NRS", "2-0", "VER")) == {"turn.not_now"}
    at.operating("NRS", "trains")
    assert at.refused(SaveTrain("NRS", "2-2", "VER")) == {"run.train"}
    at.do(SaveTrain("NRS", "2-0", "VER"))
    assert at.state.trains["2-0"].marks == (SAVED,)
    assert at.state.privates["VER"] == "gone"
    assert at.refused(SaveTrain("NRS", "2-1", "VER")) == {"power.not_owned"}


def test_marks_are_sold_to_other_companies():
    at = turn(others=("SS",)).trains("NRS", "2", "2").privates(BP="SS")
    at.do(SaveTrain("NRS", "2-0", "BP"))
    assert (at.state.cash["NRS"], at.state.cash["SS"]) == (1800, 2050)
    assert at.refused(SaveTrain("NRS", "2-0", "BP")) == {"mark.twice"}
    at.do(BuyMark("NRS", "BP"))
    assert game_of(at.state).unassigned_marks == (("BP", "NRS"),)
    told = list(at.rules.table.belongings(at.rules, at.state, "NRS"))
    assert "2: SAVED" in told
    assert any("to give" in text for text in told)
    assert [train.stays for train in held_trains(at.rules, at.state, "NRS")] == [True, False]
    at.do(SaveTrain("NRS", "2-1", "BP"))  # what it has bought, for nothing
    assert at.state.cash["NRS"] == 1600
    at.do(BuyMark("NRS", "BP"))
    assert at.refused(BuyMark("NRS", "BP")) == {"mark.none_left"}
    at.operating("SS", "trains").trains("SS", "2")
    assert at.refused(BuyMark("SS", "BP")) == {"mark.own", "mark.none_left"}
    note(Change(at.state), mark_sale_count=0)
    assert at.refused(BuyMark("SS", "BP")) == {"mark.own"}
    assert at.cash(SS=199).refused(BuyMark("SS", "BP")) == {"mark.own", "mark.cash"}
    at.privates(BP="gone")
    assert at.refused(SaveTrain("SS", "2-2", "BP")) == {"mark.not_sold"}


def test_marks_cost_two_hundred_and_are_sold_by_a_company():
    at = turn(others=("SS",), cash=199).trains("NRS", "2").privates(BP="SS")
    assert at.refused(BuyMark("NRS", "BP")) == {"mark.cash"}
    assert at.cash(NRS=200).allowed(BuyMark("NRS", "BP"))
    at.privates(BP="p1")
    assert at.refused(BuyMark("NRS", "BP")) == {"mark.not_sold"}


def saved(at: Position, train: str) -> Position:
    at.state.trains[train] = at.state.trains[train].with_mark(SAVED)
    return at


def test_a_mark_is_lost_with_a_sale_and_what_has_rusted_is_not_sold():
    at = saved(turn(others=("SS",)).trains("SS", "2", "2"), "2-0")
    at.do(BuyTrain("NRS", "2-0", 50))
    assert at.state.trains["2-0"].marks == ()
    at = saved(turn(others=("SS",)).trains("SS", "2", "2"), "2-0")
    at.state.trains["2-0"] = at.state.trains["2-0"].with_mark(LAST_RUN)
    assert at.refused(BuyTrain("NRS", "2-0", 50)) == {"train.rusted"}
    assert at.allowed(BuyTrain("NRS", "2-1", 50))


def test_a_saved_train_stays_when_its_kind_rusts_and_runs_once_more():
    at = turn("ZHESM", phase="Green", others=("SS",)).token("G8.0", "ZHESM")
    saved(at.trains("SS", "3+"), "3+-0")
    at.state.trains["2-0"], at.state.trains["2-1"] = TrainCard("ZHESM"), TrainCard("ZHESM")
    sold_out(saved(at, "2-0"), "5+")
    at.operating("SS", "trains").do(BuyTrain("SS", next_of(at, "5+"), 450))
    assert at.state.phase == "Blue"
    assert at.trains_of("ZHESM") == ["2"]
    assert at.state.trains["2-0"].marks == (LAST_RUN, SAVED)
    at.operating("ZHESM", "run")
    run = find_best(at.rules, at.state, "ZHESM")
    at.do(RunTrains("ZHESM", tuple((route.train, route.path) for route in run.routes)))
    assert at.state.place_of("2-0") == "gone"
    assert price_move(at.rules, at.state, "ZHESM", 0).price == 59  # a train has run: 67 down two
    at.do(Dividend("ZHESM", "pay"))
    assert at.waiting() == "trains"
    assert at.refused(Pass("ZHESM")) == {"train.always"}


def test_a_run_without_a_route_for_it_uses_no_mark_up():
    at = turn("NBDS").token("K8.0", "NBDS")
    at.state.trains["2-0"] = TrainCard("NBDS", marks=(LAST_RUN, SAVED))
    at.state.phase = "Blue"
    at.operating("NBDS", "track").do(Pass("NBDS"))
    while at.waiting() == "token":
        at.do(Pass("NBDS"))
    assert at.waiting() == "trains"  # nothing to run
    assert at.trains_of("NBDS") == ["2"]
