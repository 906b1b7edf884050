"""What is for sale, what a first train brings, and what it makes worthless."""

from companion.rules import trains
from companion.rules.change import Change
from companion.rules.running import trains_of
from tests.positions import Position


def position(title: str = "1830") -> Position:
    return Position(title, 3).close_privates().started("PRR", 100, "p1", p1=60)


def sale(at: Position) -> list[tuple[str, str]]:
    return [(item.type.name, item.place) for item in trains.on_sale(at.rules, at.state)]


def buy(at: Position, name: str) -> Change:
    """The PRR takes a train of a type from the depot, and its phase begins."""
    change = Change(at.state)
    train = next(t for t in trains_of(at.state, "depot") if t.startswith(f"{name}-"))
    trains.take_train(change, at.rules, train, "PRR")
    trains.begin_phase(change, at.rules, name)
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
    assert rusted.facts == {"type": "2", "count": 3, "by": "4"}
    assert set(at.trains_of("PRR")) == {"4"} and set(at.trains_of("pool")) == set()


def test_privates_close_with_the_phase_that_says_so() -> None:
    at = Position("1830", 3).privates(DH="p1", CA="PRR").started("PRR", 100, "p1", p1=60)
    at.phase("4")
    closed = [e.facts["private"] for e in buy(at, "5").events if e.kind == "closed"]
    assert {"DH", "CA"} <= set(closed)
    assert set(at.state.privates.values()) == {"gone"}


def test_an_unlimited_type_is_never_sold_out() -> None:
    at = position().phase("D")
    for number in range(3):
        buy(at, "D")
        assert ("D", "depot") in sale(at)
        assert len(at.trains_of("PRR")) == number + 1


def test_of_others_trains_one_of_a_type_and_company_stands_for_all() -> None:
    at = position().started("NYC", 90, "p2", p2=60)
    at.trains("NYC", "2", "2", "3").trains("PRR", "2")
    found = trains.others_trains(at.rules, at.state, "PRR")
    assert [(item.type.name, item.place) for item in found] == [("2", "NYC"), ("3", "NYC")]


def test_room_is_up_to_the_limit_of_the_phase() -> None:
    at = position().trains("PRR", "2", "2", "2")
    assert trains.has_room(at.rules, at.state, "PRR")
    assert not trains.has_room(at.rules, at.trains("PRR", "2").state, "PRR")
