"""A player without a legal action in a stock round passes automatically, as the log says."""

import pytest

from companion.rules.core.actions import BuyShare, Pass
from companion.titles import titles
from tests.support.positions import Position


def poor(title: str) -> Position:
    """Return a stock round with one company, in which only p1 has money or shares."""
    least = min(titles()[title].data.cash)
    at = Position(title, max(3, least)).close_privates().cash(**{f"p{n}": 0 for n in (2, 3)})
    company = next(
        symbol
        for symbol, own in at.data.companies.items()
        if own.kind.directed and at.rules.market.pars(at.rules, at.state, symbol)
    )
    par = min(at.rules.market.pars(at.rules, at.state, company))
    at.started(company, par, "p1", p1=40).stock_round(turn="p1")
    return at.cash(p1=1000)


def automatic_passers(at: Position) -> list[str]:
    """Return the players who passed automatically, from the last action's events."""
    return [event.facts["party"] for event in at.events if event.kind == "could_not_act"]


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_player_who_can_do_nothing_passes_with_a_line_in_the_log(title: str) -> None:
    at = poor(title)
    at.do(Pass("p1"))
    told = [event for event in at.events if event.kind == "could_not_act"]
    assert {event.facts["party"] for event in told[:2]} == {"p2", "p3"}
    assert at.rules.words.tell(told[0]).endswith(" could do nothing and passed.")


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_player_who_can_do_something_is_asked(title: str) -> None:
    at = poor(title).cash(p2=1000)
    at.do(Pass("p1"))
    assert "p2" not in automatic_passers(at)
    assert at.rules.actor(at.state) == "p2"


def test_a_turn_that_ends_after_a_deed_is_no_pass() -> None:
    at = poor("1830").cash(p2=1000).stock_round(1, "p1")
    (company,) = at.rules.market_order(at.state)
    at.do(BuyShare("p1", company, "initial"))
    assert (at.rules.actor(at.state), automatic_passers(at)) == ("p2", [])
