"""§8.3, §8.3.5, §16.4, §17: first trains, purchases, limits, what a rank brings, R4 and RH."""

import pytest

from companion.rules.core.actions import BuyTrain, DiscardTrain, Pass
from companion.rules.core.state import LAST_RUN, RAN
from companion.rules.judge import judge
from companion.rules.operating.running import trains_of
from companion.titles.t1839.trains import AssignTrain
from tests.titles.t1839.operating_positions import at_price, company, moment, turn

RANKS = ("2", "2+1", "3", "3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4", "7")
PHASES = (
    "Light Yellow",
    "Dark Yellow",
    "Light Green",
    "Dark Green",
    "Blue",
    "Light Brown",
    "Medium Brown",
    "Dark Brown",
    "Light Red",
    "Dark Red",
    "Gray",
    "Purple",
)


def supply(at, rank):
    """So many ranks before this one are gone from the supply."""
    for train, card in at.state.trains.items():
        name = train.rpartition("-")[0]
        if RANKS.index(name) < RANKS.index(rank) and card.place == "depot":
            at.state.move_train(train, "gone")
    return at


def buying(symbol="AMS", cash=2000, phase="Light Yellow", trains=("2",), **more):
    at = company(moment(phase=phase), symbol, 31 if symbol[0] == "L" else 67, cash, **more)
    at.trains(symbol, *trains)
    at.state.questions = ()
    return turn(at, symbol, "trains")


# --- the first turn


def first(symbol, cash=1000, phase="Light Yellow"):
    """The round in which a company operates for the first time begins."""
    at = company(moment(phase=phase), symbol, 31 if symbol[0] == "L" else 67, cash, operated=False)
    if symbol[0] == "L":
        at.state.alter(symbol, homes=(("D19",), ("N17",)))
    from companion.rules.core.change import Change

    change = Change(at.state)
    at.rules.operating.begin(change, 2, 1, 1)
    judge.settle(at.rules, change)
    at.state = change.state
    return at


def test_homes_come_first_then_the_train_then_track():
    at = first("AMS")
    assert at.state.board.token_stops("AMS") == ("L17.0", "N15.0")
    assert list(at.trains_of("AMS")) == ["2"]
    assert at.state.cash["AMS"] == 1000 - 80
    assert at.waiting() == "track"


def test_a_local_takes_it_for_nothing():
    at = first("L1")
    assert list(at.trains_of("L1")) == ["2"]
    assert at.state.cash["L1"] == 1000


def test_it_brings_its_phase():
    at = supply(company(moment(), "AMS", cash=500, operated=False), "2+1")
    from companion.rules.core.change import Change

    change = Change(at.state)
    at.rules.operating.begin(change, 2, 1, 1)
    judge.settle(at.rules, change)
    assert change.state.phase == "Dark Yellow"


@pytest.mark.parametrize(("phase", "trains"), [("Dark Red", ["PR3+1"]), ("Gray", [])])
def test_a_gray_or_purple_train_is_no_first_train(phase, trains):
    at = first("L1", phase=phase)
    assert list(at.trains_of("L1")) == trains


def test_money_for_it_is_raised_before_track():
    at = first("AMS", cash=0)
    at.cash(p1=0)
    assert at.waiting() == "track"  # p1's cash had paid it
    poor = company(moment(), "AMS", 67, 0, operated=False).cash(p1=0)
    company(poor, "HIJSM", 82, 0, p1=20, p2=40)
    from companion.rules.core.change import Change

    change = Change(poor.state)
    poor.state.alter("HIJSM", status="floated")
    poor.rules.operating.begin(change, 2, 1, 1)
    judge.settle(poor.rules, change)
    assert change.state.round.turn is not None


# --- buying


def test_ranks_are_sold_one_after_the_other():
    at = buying()
    assert "train.sold_first" in at.refused(BuyTrain("AMS", "2+1-0", 120))
    assert supply(buying(), "2+1").allowed(BuyTrain("AMS", "2+1-0", 120))


def test_trains_of_others_only_with_a_train_and_for_1_at_least():
    at = buying()
    company(at, "HIJSM", director="p2").trains("HIJSM", "2")
    train = next(t for t in at.state.trains if at.state.place_of(t) == "HIJSM")
    assert at.allowed(BuyTrain("AMS", train, 1))
    assert "train.least" in at.refused(BuyTrain("AMS", train, 0))
    without = buying(trains=())
    company(without, "HIJSM", director="p2").trains("HIJSM", "2")
    train = next(t for t in without.state.trains if without.state.place_of(t) == "HIJSM")
    assert without.refused(BuyTrain("AMS", train, 1)) == {"train.trainless"}


def test_a_company_without_a_train_must_buy_route_or_not():
    at = buying("HIJSM", trains=())
    assert at.refused(Pass("HIJSM")) == {"train.always"}
    assert buying("HIJSM").allowed(Pass("HIJSM"))


def test_room_is_judged_before_the_phase_changes():
    at = supply(buying(phase="Dark Brown", trains=("R4", "R4")), "PR2+")
    full = supply(buying(phase="Dark Brown", trains=("R4", "R4", "R5")), "PR2+")
    assert full.refused(BuyTrain("AMS", "PR2+-0", 240)) == {"train.limit"}
    at.do(BuyTrain("AMS", "PR2+-0", 240))
    assert at.state.phase == "Light Red"
    assert at.waiting() == "discard"  # two from light red on
    at.do(DiscardTrain("AMS", "PR2+-0"))
    assert at.state.place_of("PR2+-0") == "gone"


def over_the_limit(*owned, phase, **options):
    """AMS at 67 buys the first train of the next rank.

    Others have a price and three trains each, which is one too many then.
    """
    rank = RANKS[PHASES.index(phase) + 1]
    at = company(moment(phase=phase, **options), "AMS", 67, 1000).trains("AMS", "7")
    for symbol, price, trains in owned:
        company(at, symbol, 31 if symbol[0] == "L" else 67, director="p2")
        at_price(at, symbol, price).trains(symbol, *trains)
    at.state.questions = ()
    train = f"{rank}-0"
    return supply(turn(at, "AMS", "trains"), rank).do(
        BuyTrain("AMS", train, at.data.trains[rank].price)
    )


def asked(at):
    return [question.actor for question in at.state.questions]


def given_up(at, symbol):
    return DiscardTrain(symbol, trains_of(at.state, symbol)[0])


def test_companies_over_the_limit_give_trains_up_in_operating_order():
    r5s, fours = ("HIJSM", 74, ("R5",) * 3), ("NBDS", 61, ("4",) * 3)
    at = over_the_limit(r5s, ("NWS", 82, ("R4+1", "R4+1", "R5")), fours, phase="Dark Brown")
    for left in (["NWS", "HIJSM", "NBDS"], ["HIJSM", "NBDS"], ["NBDS"]):
        first, *others = left
        assert asked(at) == left
        for symbol in others:
            assert at.refused(given_up(at, symbol)) == {"train.not_first"}
        assert {action.company for action in at.offered("discard")} == {first}
        at.do(given_up(at, first))
    assert at.waiting() != "discard"


def test_a_local_that_becomes_a_major_gives_up_in_its_place_of_before():
    owned = ("HIJSM", 74, ("R5",) * 3), ("NBDS", 43, ("PR2+",) * 3), ("L1", 65, ("4",) * 3)
    at = over_the_limit(*owned, phase="Light Red", light_red_three=True)
    assert at.rules.operating_order(at.state) == ["HIJSM", "AMS", "L1", "NBDS"]
    assert asked(at) == ["HIJSM", "NBDS", "L1"]
    at.do(given_up(at, "HIJSM"))
    assert asked(at) == ["NBDS", "L1"]


def test_by_the_tables_reading_three_in_light_red():
    at = company(moment(phase="Dark Brown", light_red_three=True), "AMS", 67, 2000)
    at.trains("AMS", "R4", "R4")
    supply(turn(at, "AMS", "trains"), "PR2+").do(BuyTrain("AMS", "PR2+-0", 240))
    assert at.waiting() != "discard"


# --- ranks


@pytest.mark.parametrize(
    ("rank", "gone"),
    [("3+", "2"), ("4+", "2+1"), ("R5", "3"), ("R4+1", "3+"), ("R4", "4+")],
)
def test_a_rank_rusts_another(rank, gone):
    at = supply(buying(phase=PHASES[RANKS.index(rank) - 1], trains=(gone,)), rank)
    begin(at, rank)
    assert gone not in at.trains_of("AMS")


@pytest.mark.parametrize(("rank", "old"), [("PR2+", "R5"), ("PR3+1", "R4+1"), ("4", "R4")])
def test_an_r_that_has_not_run_runs_once_more(rank, old):
    at = supply(buying(phase=PHASES[RANKS.index(rank) - 1], trains=(old,)), rank)
    mine = next(t for t in at.state.trains if at.state.place_of(t) == "AMS")
    ran = supply(buying(phase=PHASES[RANKS.index(rank) - 1], trains=(old,)), rank)
    ran.state.trains[mine] = ran.state.trains[mine].with_mark(RAN)
    begin(at, rank)
    assert at.state.trains[mine].marks == (LAST_RUN,)
    assert at.state.place_of(mine) == "AMS"
    begin(ran, rank)
    assert ran.state.place_of(mine) == "gone"


def begin(at, rank):
    """AMS buys the first train of a rank."""
    train = next(t for t in at.state.trains if t.startswith(f"{rank}-") and lies(at, t))
    return at.do(BuyTrain("AMS", train, at.data.trains[rank].price))


def lies(at, train):
    return at.state.place_of(train) == "depot"


def closing(rank):
    """All privates are players'; a rank begins."""
    at = buying(phase=PHASES[RANKS.index(rank) - 1], trains=("7",))
    owners = {private: "p2" for private in at.data.privates if private != "RH"}
    at.privates(**owners)
    return begin(supply(at, rank), rank)


@pytest.mark.parametrize(
    ("rank", "closed"),
    [
        ("2+1", {"LP"}),
        ("3+", {"JJB"}),
        ("R5", {"CO", "AB", "AV"}),
        ("R4", {"DERTU", "CM"}),
        ("4", {"HLVVDG", "SRV", "KR", "KFVSEAW", "WCTS"}),
    ],
)
def test_which_privates_close_with_a_rank(rank, closed):
    at = closing(rank)
    assert {p for p, owner in at.state.privates.items() if owner == "gone"} == closed


def test_dertu_becomes_an_r4_that_its_owner_gives_away():
    at = closing("R4")
    (train,) = [t for t in at.state.trains if at.state.place_of(t) == "p2"]
    assert train.startswith("R4-")
    company(at, "HIJSM", director="p3")
    give = AssignTrain("p2", "HIJSM", train)
    assert give.parties() == ("p2", "HIJSM")
    assert at.refused(AssignTrain("p1", "HIJSM", train)) == {"train.not_kept"}
    assert at.refused(AssignTrain("p2", "NBDS", train)) == {"train.unfloated"}
    at.do(give)
    assert list(at.trains_of("HIJSM")) == ["R4"]
    full = closing("R4")
    company(full, "HIJSM", director="p3").trains("HIJSM", "R5", "R5", "R5")
    full.state.questions = ()
    assert full.refused(AssignTrain("p2", "HIJSM", train)) == {"train.limit"}


def test_before_dark_brown_it_is_nobodys():
    at = buying()
    kept = [t for t, card in at.state.trains.items() if card.place == "bank"]
    assert len(kept) == 1
    at.privates(DERTU="p2")
    assert at.refused(AssignTrain("p2", "AMS", kept[0])) == {"train.not_kept"}


def test_cm_becomes_800_and_the_rh():
    at = closing("R4")
    assert at.state.privates["RH"] == "p2"
    assert "private_paid_cash" in at.told()


@pytest.mark.parametrize(("before", "after"), [(46, 43), (55, 51), (65, 61)])
def test_locals_become_majors_with_dark_red(before, after):
    at = supply(buying(phase="Light Red", trains=("7",)), "PR3+1")
    company(at, "L1", 31, director="p2")
    at_price(at, "L1", before)
    at.do(BuyTrain("AMS", "PR3+1-0", 260))
    assert (at.at("L1"), at.state.companies["L1"].kind) == (after, "major")


def test_they_come_under_those_that_are_there_in_operating_order():
    at = supply(buying(phase="Light Red", trains=("7",)), "PR3+1")
    company(at, "HIJSM", director="p2")
    at_price(at, "HIJSM", 43)
    for symbol, price in (("L1", 46), ("L2", 46), ("L3", 65)):
        company(at, symbol, 31 if symbol != "L3" else 20, director="p2")
        at_price(at, symbol, price)
    company(at, "L4", 20, director="p2")
    at_price(at, "L4", 38)
    at.do(BuyTrain("AMS", "PR3+1-0", 260))
    assert at.state.stacks[at.state.companies["HIJSM"].cell] == ("HIJSM", "L1", "L2")
    assert at.at("L3") == 61
    assert at.state.companies["L4"].kind == "local"
