"""Tests of warnings: what they tell happens, and what happens was told, in random games."""

import os
from collections.abc import Iterator

import pytest

from companion.rules.core.actions import Action, BuyShare, BuyTrain, Pass
from companion.rules.core.change import Event
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.explain.round_end_warnings import (
    BANK,
    CLOSING,
    DIRECTOR,
    PRICES,
    RUST,
    RoundWarning,
    estimate_bank,
    find_warnings,
)
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market
from companion.titles import rules_for, titles
from tests.support.game_stages import NAMES
from tests.support.run_cache import play

SEED = 5
TITLES = list(titles()) if os.environ.get("FULL") else list(titles())[1:4]
Turn = tuple[State, Action, State, tuple[Event, ...]]


def turns(rules: Rules) -> Iterator[Turn]:
    """The actions of a random game, each with the states around it and its events."""
    before = None
    for action, outcome in play(rules, SEED):
        if before is not None:
            yield before, action, outcome.state, outcome.events
        before = outcome.state


def of_kind(found: tuple[RoundWarning, ...], kind: str) -> dict[str, RoundWarning]:
    return {one.subject: one for one in found if one.kind == kind}


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", TITLES)
def test_the_warnings_of_a_random_game_come_true(title: str) -> None:
    rules = rules_for(Setup(title, NAMES, seed=SEED))
    data, told = rules.data, set()
    for before, action, after, events in turns(rules):
        found = find_warnings(rules, before)
        told |= {one.kind for one in found}
        kinds = {event.kind for event in events}
        if isinstance(action, BuyTrain) and kinds & {"rusted", "rusted_in_part", "rusts_later"}:
            used = [e for e in events if e.kind == "rusted" and e.facts["count"]]
            assert of_kind(found, RUST) or not used
        ends = of_kind(found, PRICES).get("")
        if ends is not None and isinstance(action, Pass):
            prices = {c: market.price(data, after, c) for c in market.companies_by_price(before)}
            moved = [
                f"{company} {market.price(data, before, company)} → {price}"
                for company, price in prices.items()
                if price != market.price(data, before, company)
            ]
            assert ends.says.endswith(f"the round ends: {', '.join(moved)}.")
        if isinstance(action, BuyShare):
            director = holdings.president(data, before, action.company)
            if director and director != holdings.president(data, after, action.company):
                assert of_kind(found, DIRECTOR)[action.company].player == director
    assert told >= {RUST, CLOSING, DIRECTOR}


def test_nothing_is_warned_of_in_an_auction_and_after_the_end() -> None:
    rules = rules_for(Setup("1830", NAMES, seed=SEED))
    states = [before for before, *_ in turns(rules)]
    assert states[0].round.kind == "auction"
    assert find_warnings(rules, states[0]) == ()
    *_, (_, _, last, _) = turns(rules)
    assert last.end_reason
    assert find_warnings(rules, last) == ()


@pytest.mark.parametrize(
    ("paid", "left"), [((1000, 1000, 1000), 3), ((100, 100, 100), 0), ((1000, 1000), 0)]
)
def test_the_bank_is_estimated_by_the_pace_of_the_last_rounds(
    paid: tuple[int, ...], left: int
) -> None:
    rules = rules_for(Setup("1830", NAMES, seed=SEED))
    states = (before for before, *_ in turns(rules))
    state = next(one for one in states if one.round.kind == "operating").copy()
    state.cash["bank"] = 2400
    moved = [(RoundId("operating", 9, part), -sum) for part, sum in enumerate(paid, 1)]
    found = estimate_bank(rules, state, moved)
    assert [one.kind for one in found] == [BANK] * bool(left)
    assert all(one.says.endswith(f"about {left}.") for one in found)
