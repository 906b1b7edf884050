"""Tests of counts: parsing of sums, and entries that could explain a difference."""

import pytest

from companion.rules.amend.physical_count import (
    BadCountError,
    CountDifference,
    Holder,
    differences,
    explanations,
    holders,
    sum_of,
)
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.titles import rules_for, titles
from tests.support.run_cache import play


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", None),
        ("  ", None),
        ("0", 0),
        ("230", 230),
        ("2x100 1x20 10", 230),
        ("2 × 100, 1*20 + 10", 230),
        ("10 10 10", 30),
        ("10,1,20", 31),
        ("1,230", 1230),
        ("12,000 5", 12005),
    ],
)
def test_a_sum_is_typed_in_all_or_by_notes(text: str, found: int | None) -> None:
    assert sum_of(text) == found


@pytest.mark.parametrize("text", ["-5", "2x", "ten", "1.5", "x100", "9" * 9, "1 " * 70])
def test_an_invalid_sum_is_refused(text: str) -> None:
    with pytest.raises(BadCountError):
        sum_of(text)


THERE = [Holder("p1", 100, ("PRR_1", "2-0")), Holder("bank", 900, ())]


def test_a_sum_that_agrees_or_was_not_counted_is_no_difference() -> None:
    assert list(differences(THERE, {"p1": 100}, {"p1": ["PRR_1", "2-0"]})) == []
    assert list(differences(THERE, {}, {})) == []


def test_money_and_things_that_do_not_agree_are_told() -> None:
    found = list(differences(THERE, {"p1": 90, "bank": 900}, {"p1": ["2-0"]}))
    assert found == [CountDifference("p1", 100, 90, ("PRR_1",))]
    assert found[0].money == -10


MOVED = [(1, 50), (2, -30), (3, 20), (4, 10), (5, -5)]


@pytest.mark.parametrize(
    ("money", "first"),
    [
        (30, (2,)),  # p1 had to pay 30 and did not
        (-50, (1,)),  # p1 had to get 50 and did not
        (-30, (4, 3)),  # neither of two was done
        (60, (2,)),  # p1 got 30 instead of paying them
    ],
)
def test_entries_that_come_to_the_sum_explain_it(money: int, first: tuple[int, ...]) -> None:
    assert explanations(MOVED, money)[0] == first


def test_a_part_of_what_one_action_moved_explains_it_by_itself_alone() -> None:
    """The player got 43 and 5 with row 6; an explanation never has the whole and a part."""
    moved, parts = [(1, 50), (6, 48)], [(7, 43), (8, 5)]
    assert explanations(moved, -43, parts) == [(7,)]
    assert explanations(moved, -48, parts) == [(6,)]
    assert explanations(moved, -98, parts) == [(6, 1)]
    assert explanations(moved, -93, parts) == []


def test_a_difference_that_nothing_adds_up_to_is_not_explained() -> None:
    assert explanations(MOVED, 7) == []
    assert explanations(MOVED, 0) == []


def state_of(title: str) -> tuple[list[Holder], State]:
    rules = rules_for(Setup(title, ("Ann", "Bob", "Cleo"), {}, 1))
    *_, (_, outcome) = play(rules, 1, 130)
    return holders(rules, outcome.state), outcome.state


@pytest.mark.parametrize("title", sorted(titles()))
def test_all_that_lies_with_somebody_can_be_counted(title: str) -> None:
    there, state = state_of(title)
    by = {holder.id: holder for holder in there}
    for certificate, owner in state.certificates.items():
        if owner.startswith("p") and owner in state.order:
            assert certificate in by[owner].things
    for train, card in state.trains.items():
        if card.place in state.companies and state.companies[card.place].started:
            assert train in by[card.place].things
    assert all(holder.cash == state.cash[holder.id] for holder in there)
