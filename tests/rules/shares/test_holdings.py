"""Tests of holdings: owners, limits, and presidencies."""

import pytest

from companion.rules.core.change import Change
from companion.rules.shares import holdings
from tests.support.positions import Position


def company(**percents: int) -> Position:
    """Return PRR at 100 with p1 as president, in a game of four players."""
    return Position("1830", 4).close_privates().started("PRR", 100, "p1", **percents)


def test_parts_of_a_company_are_all_of_it() -> None:
    parts = holdings.shares(company(p1=30, p2=20, pool=10).data, company(p1=30).state, "PRR")
    assert sum(parts.values()) == 100
    position = company(p1=30, p2=20, pool=10)
    assert holdings.shares(position.data, position.state, "PRR") == {
        "p1": 30,
        "p2": 20,
        "pool": 10,
        "initial": 40,
    }


def test_a_share_is_taken_from_where_it_lies_and_nowhere_else() -> None:
    position = company(p1=20, pool=10)
    change = Change(position.state)
    holdings.take(change, position.data.companies["PRR"], holdings.POOL, "p2", 10)
    assert position.percent("PRR", "p2") == 10
    with pytest.raises(ValueError, match="pool lacks 10% of PRR"):
        holdings.take(change, position.data.companies["PRR"], holdings.POOL, "p2", 10)


def test_the_president_s_certificate_is_one_and_a_private_counts_too() -> None:
    position = company(p1=40)
    position.privates(DH="p1")
    assert holdings.certificates_of(position.data, position.state, "p1") == 4


def test_shares_of_a_low_price_do_not_count() -> None:
    position = company(p1=40, p2=10).price("PRR", "0,0")
    chart = position.data.chart
    assert chart.allows(chart.cells["0,0"], "uncounted")
    assert holdings.certificates_of(position.data, position.state, "p1") == 0


def test_more_than_the_president_makes_a_president_and_as_much_does_not() -> None:
    as_much = company(p1=30, p3=30)
    assert holdings.successor(as_much.data, as_much.state, "PRR") is None
    more = company(p1=20, p3=30)
    assert holdings.successor(more.data, more.state, "PRR") == "p3"


def test_the_first_left_of_the_president_follows_if_two_have_as_much() -> None:
    position = company(p1=20, p2=30, p4=30)
    assert holdings.successor(position.data, position.state, "PRR") == "p2"


def test_nobody_follows_with_less_than_the_president_s_certificate() -> None:
    position = company(p1=20, p2=10)
    assert holdings.successor(position.data, position.state, "PRR", keeps=0) is None
    position = company(p1=20, p2=20)
    assert holdings.successor(position.data, position.state, "PRR", keeps=0) == "p2"


def test_the_certificates_change_hands_and_nobody_has_more_or_less() -> None:
    position = company(p1=20, p3=30)
    change = Change(position.state)
    holdings.settle_presidency(change, position.data, "PRR")
    assert position.president("PRR") == "p3"
    assert (position.percent("PRR", "p1"), position.percent("PRR", "p3")) == (20, 30)
    assert [event.kind for event in change.events] == ["president"]


def test_a_company_without_a_president_passes_none_on() -> None:
    position = Position("1830").close_privates()
    with pytest.raises(ValueError, match="PRR has no president"):
        holdings.pass_presidency(Change(position.state), position.data, "PRR", "p1")
