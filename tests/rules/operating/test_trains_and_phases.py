"""Tests of trains: those for sale, phases that a first train starts, and rust."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.board.map import Map
from companion.board.trains import StopCount, TrainKind
from companion.ledger.entries import LedgerError
from companion.rules.core.actions import BuyTrain, DiscardTrain, Dividend, Pass, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, RAN, TrainCard, state_from_json, state_to_json
from companion.rules.data.title_data import ALWAYS, EVERY_KIND, Phase, TrainType
from companion.rules.judge import judge
from companion.rules.operating import trains_and_phases
from companion.rules.operating.running import trains_of
from companion.rules.shares import company_kinds
from tests.support.positions import Position


def position(title: str = "1830") -> Position:
    return Position(title, 3).close_privates().started("PRR", 100, "p1", p1=60)


def sale(at: Position) -> list[tuple[str, str]]:
    return [
        (item.type.name, item.place)
        for item in trains_and_phases.trains_on_sale(at.rules, at.state)
    ]


def buy(at: Position, name: str) -> Change:
    """Let PRR take a train of a type from the depot; its phase begins."""
    change = Change(at.state)
    train = next(t for t in trains_of(at.state, "depot") if t.startswith(f"{name}-"))
    trains_and_phases.take_train(change, at.rules, train, "PRR")
    return change


def test_only_the_next_type_is_for_sale_and_what_lies_in_the_pool() -> None:
    start = position()
    assert sale(start) == [("2", "depot")]
    assert sale(start.trains("pool", "3", "3")) == [("2", "depot"), ("3", "pool")]


def test_the_next_type_comes_when_the_last_of_one_is_sold() -> None:
    at = position()
    for _ in range(5):
        buy(at, "2")
    assert sale(at) == [("2", "depot")]
    buy(at, "2")
    assert sale(at) == [("3", "depot")]


def test_a_type_that_comes_beside_another_is_for_sale_with_it() -> None:
    at = position().phase("6")
    assert sale(at) == [("6", "depot")]
    buy(at, "6")
    assert sale(at) == [("6", "depot"), ("D", "depot")]


def test_the_first_of_a_type_brings_its_phase_and_the_second_does_not() -> None:
    at = position().phase("3")
    assert [event.kind for event in buy(at, "4").events] == ["phase", "rusted"]
    assert at.state.phase == "4"
    assert buy(at, "4").events == []


def test_rust_takes_trains_from_everybody_and_counts_those_in_use() -> None:
    at = position().trains("PRR", "2", "2").trains("pool", "2")
    assert at.state.phase == "2"
    at.state.phase = "3"
    rusted = next(event for event in buy(at, "4").events if event.kind == "rusted")
    assert rusted.facts == {"type": "2", "count": 3, "phase": "4"}
    assert set(at.trains_of("PRR")) == {"4"} and set(at.trains_of("pool")) == set()


def test_privates_close_with_the_phase_that_says_so() -> None:
    at = Position("1830", 3).privates(DH="p1", CA="PRR").started("PRR", 100, "p1", p1=60)
    at.phase("4")
    closed = [e.facts["private"] for e in buy(at, "5").events if e.kind == "private_closed"]
    assert {"DH", "CA"} <= set(closed)
    assert set(at.state.privates.values()) == {"gone"}


def test_an_unlimited_type_is_never_sold_out() -> None:
    at = position().phase("D")
    for number in range(3):
        buy(at, "D")
        assert ("D", "depot") in sale(at)
        assert len(at.trains_of("PRR")) == number + 1


def test_one_train_of_a_type_and_company_stands_for_all() -> None:
    at = position().started("NYC", 90, "p2", p2=60)
    at.trains("NYC", "2", "2", "3").trains("PRR", "2")
    found = trains_and_phases.others_trains(at.rules, at.state, "PRR")
    assert [(item.type.name, item.place) for item in found] == [("2", "NYC"), ("3", "NYC")]


def test_room_is_up_to_the_limit_of_the_phase() -> None:
    at = position().trains("PRR", "2", "2", "2")
    assert trains_and_phases.has_room(at.rules, at.state, "PRR")
    assert not trains_and_phases.has_room(at.rules, at.trains("PRR", "2").state, "PRR")


# --- an invented set of phases and trains, with rules that no title uses yet

PHASES = tuple(
    Phase(name, limits, ("yellow",))
    for name, limits in (
        ("yellow", {EVERY_KIND: 3, "minor": 1}),
        ("green", {EVERY_KIND: 3, "minor": 1}),
        ("blue", {EVERY_KIND: 2, "minor": 1}),
        ("brown", {EVERY_KIND: 2}),
    )
)


def type_named(name: str, phase: str, count: Any, reach: int = 2, **more: Any) -> TrainType:
    return TrainType(name, 100, count, TrainKind(name, (StopCount(reach),)), phase=phase, **more)


TYPES = (
    type_named("2", "yellow", {2: 2, 3: 3, 4: 4}, rusted_by="blue"),
    type_named("R3", "green", 5, 3, rusted_by="brown", last_run=True),
    type_named("4", "blue", 1, 4),
    type_named("5", "brown", None, 5),
)


def invented(players: int = 3, **changes: Any) -> Position:
    """Return 1830's map and companies with other phases and trains; PRR operates."""
    at = Position("1830", players)
    minor = replace(at.data.kind_list[0], name="minor")
    data = replace(
        at.data,
        phases=PHASES,
        train_types=TYPES,
        kind_list=(*at.data.kind_list, minor),
        **changes,
    )
    at.rules = type(at.rules)(data, at.rules.setup)
    at.data, at.state = data, judge.start(at.rules).state.copy()
    at.close_privates().started("PRR", 100, "p1", p1=60).floated("PRR", 1000)
    return at.started("NYC", 90, "p2", p2=60).floated("NYC", 500)


def with_track(at: Position) -> Position:
    """Lay a route for PRR from its home to Pittsburgh."""
    return at.tile("H10", "57", 1)


ROUTE = ("H12.0", "H10.0")


def marks(at: Position, train: str) -> tuple[str, tuple[str, ...]]:
    card = at.state.trains[train]
    return card.place, card.marks


def hand(at: Position, train: str, place: str, charter: int = 0) -> list[str]:
    """Transfer a train to a place and return the kinds of the events."""
    change = Change(at.state)
    trains_and_phases.take_train(change, at.rules, train, place, charter)
    return [event.kind for event in change.events]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_number_of_players_says_how_many_trains_there_are(players: int) -> None:
    depot = trains_of(invented(players).state, "depot")
    assert sum(train.startswith("2-") for train in depot) == players


def test_the_first_train_brings_the_phase_it_names_and_that_phase_rusts_others() -> None:
    at = invented().trains("PRR", "2").trains("NYC", "R3")
    hand(at, "R3-1", "PRR")
    at.state.phase = "green"
    assert hand(at, "4-0", "NYC") == ["phase", "rusted"]
    assert at.state.phase == "blue"
    assert (at.state.place_of("2-0"), at.state.place_of("2-1")) == ("gone", "gone")


def test_a_phase_that_is_passed_over_still_does_what_it_brings() -> None:
    at = invented().trains("PRR", "2")
    assert hand(at, "5-0", "NYC") == ["phase", "phase", "rusted", "phase", "rusted"]
    assert (at.state.phase, at.state.place_of("2-0")) == ("brown", "gone")


@pytest.mark.parametrize("place", ["NYC", "p3", "gone"])
def test_a_train_that_is_given_or_thrown_out_begins_its_rank_like_one_bought(place: str) -> None:
    at = invented()
    hand(at, "R3-0", place)
    assert (at.state.train_types_in_play, at.state.phase) == (("R3",), "green")
    assert hand(at, "R3-1", "PRR") == []


def test_a_rank_may_begin_without_a_train() -> None:
    at, change = invented(), None
    for _ in range(2):
        change = Change(at.state)
        trains_and_phases.begin_type(change, at.rules, "4")
    assert change is not None and not change.events
    assert (at.state.train_types_in_play, at.state.phase) == (("4",), "blue")


def test_an_unlimited_train_that_is_thrown_out_is_replaced() -> None:
    at = invented()
    hand(at, "5-0", "gone")
    assert trains_of(at.state, "depot")[-1] == "5-1"


def test_a_train_that_has_run_rusts_and_another_runs_once_more() -> None:
    at = with_track(invented()).trains("PRR", "R3", "R3").trains("NYC", "R3").trains("p3", "R3")
    at.operating("PRR", "run").do(RunTrains("PRR", (("R3-0", ROUTE),)))
    assert marks(at, "R3-0") == ("PRR", (RAN,)) and marks(at, "R3-1") == ("PRR", ())
    change = Change(at.state)
    trains_and_phases.begin_phase(change, at.rules, "5")
    (told,) = (event for event in change.events if event.facts.get("type") == "R3")
    assert told.kind == "rusted_in_part"  # no event says that all are scrapped
    assert (told.facts["rusted_count"], told.facts["count"]) == (1, 3)
    assert [marks(at, f"R3-{n}")[0] for n in range(5)] == ["gone", "PRR", "NYC", "p3", "gone"]
    assert [marks(at, f"R3-{n}")[1] for n in (1, 2, 3)] == [(LAST_RUN,)] * 3


def last_run() -> Position:
    at = with_track(invented()).trains("PRR", "R3", "R3").operating("PRR", "run")
    trains_and_phases.begin_phase(Change(at.state), at.rules, "5")
    return at


def test_a_last_run_pays_and_takes_the_train_out_before_the_dividend() -> None:
    at = last_run().do(RunTrains("PRR", (("R3-0", ROUTE),)))
    assert at.told()[:2] == ["ran", "last_run"] and at.waiting() == "dividend"
    assert at.state.place_of("R3-0") == "gone" and marks(at, "R3-1") == ("PRR", (LAST_RUN,))
    before = at.state.cash["p1"]
    at.do(Dividend("PRR", "pay"))
    receipt = next(e.facts["receipt"] for e in at.events if e.kind == "paid")
    assert [line.train for line in receipt.runs] == ["R3-0"]
    assert at.state.cash["p1"] - before == receipt.revenue * 6 // 10 > 0


def test_the_marks_of_a_train_go_with_it() -> None:
    at = last_run()
    at.state.move_train("R3-1", "NYC")
    assert marks(at, "R3-1") == ("NYC", (LAST_RUN,))
    restored = state_from_json(json.loads(json.dumps(state_to_json(at.state))), at.data.map)
    assert restored.trains == at.state.trains


def two_charters(phase: str = "green") -> Position:
    at = invented()
    at.state.alter("PRR", charters=2)
    at.state.phase = phase
    return at


def test_each_charter_of_a_company_has_room_up_to_the_limit() -> None:
    at = two_charters().trains("PRR", "2", "2", "2").operating("PRR", "trains")
    assert trains_and_phases.free_charters(at.rules, at.state, "PRR") == [1]
    assert at.refused(BuyTrain("PRR", "R3-0", 100, charter=0)) == {"train.limit"}
    assert [action.charter for action in at.offered("buy_train")] == [1]
    at.do(BuyTrain("PRR", "R3-0", 100, charter=1))
    assert at.state.trains["R3-0"] == TrainCard("PRR", 1)
    assert trains_of(at.state, "PRR", 1) == ["R3-0"] and len(trains_of(at.state, "PRR")) == 4


def test_a_company_has_no_charter_that_others_have() -> None:
    at = two_charters().trains("PRR", "2", "2", "2").operating("NYC", "trains")
    assert at.refused(BuyTrain("NYC", "R3-0", 100, charter=1)) == {"train.charter"}
    assert at.refused(BuyTrain("NYC", "R3-0", 100, charter=2)) == {"unknown.id"}
    at.state.move_train("2-0", "NYC", 1)
    with pytest.raises(LedgerError, match="on a charter that NYC has not"):
        at.rules.inventory.check(at.state)


def test_when_the_limit_falls_a_train_goes_from_the_charter_that_is_over_it() -> None:
    at = two_charters().trains("PRR", "R3", "R3", "R3").trains("NYC", "R3", "R3")
    at.state.move_train("R3-4", "PRR", 1)
    hand(at, "4-0", "NYC")
    assert at.waiting() == "discard"
    assert [action.train for action in at.offered("discard")] == ["R3-2"]
    assert at.refused(DiscardTrain("PRR", "R3-4")) == {"train.not_over"}
    at.do(DiscardTrain("PRR", "R3-0"))
    assert at.state.place_of("R3-0") == "pool" and not at.state.questions


def test_the_limit_goes_by_the_kind_of_company() -> None:
    at = invented().trains("NYC", "2").trains("PRR", "2")
    at.state.alter("NYC", kind="minor")
    assert company_kinds.train_limit(at.rules.data, at.state, "NYC") == 1
    assert trains_and_phases.has_room(at.rules, at.state, "PRR")
    assert not trains_and_phases.has_room(at.rules, at.state, "NYC")


def test_a_company_that_must_always_own_a_train_must_without_a_route() -> None:
    free, bound = invented(), invented(must_own=ALWAYS)
    for at in (free, bound):
        at.phase("yellow").operating("PRR", "trains")
    assert free.allowed(Pass("PRR"))
    assert bound.refused(Pass("PRR")) == {"train.always"}
    assert with_track(free).refused(Pass("PRR")) == {"train.needed"}


def test_a_route_to_a_stop_that_makes_none_does_not_oblige() -> None:
    printed = Position("1830", 3).data.map
    stops = tuple(replace(stop, makes_route=False) for stop in printed.hexes["H10"].stops)
    hexes = {**printed.hexes, "H10": replace(printed.hexes["H10"], stops=stops)}
    at = with_track(invented(map=Map(hexes.values(), printed.tiles)))
    assert at.phase("yellow").operating("PRR", "trains").allowed(Pass("PRR"))


def test_a_type_without_a_phase_of_its_own_brings_none() -> None:
    at = invented()
    local = replace(TYPES[0], name="local", phase=None, count=1)
    at.data = replace(at.data, train_types=(*TYPES, local))
    at.rules = type(at.rules)(at.data, at.rules.setup)
    at.state = judge.start(at.rules).state.copy()
    assert hand(at, "local-0", "PRR") == [] and at.state.phase == "yellow"
