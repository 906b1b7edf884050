"""Tests of parties: who enters an action, whose consent it needs, and what each role may do."""

import os

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    RunTrains,
    SellPrivate,
)
from companion.rules.core.state import State, TrainCard
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.consenting_parties import (
    BANKER,
    PLAYER,
    ActionRight,
    may_enter,
    may_undo,
    parties,
)
from companion.rules.judge.rules import Rules
from companion.titles import rules_for, titles
from tests.support.run_cache import play

NAMES = ("Anneke", "Jörg", "Daniël")
SEEDS = (1, 2) if os.environ.get("FULL") else (1,)


def operating(title: str) -> tuple[Rules, State, str, str]:
    """Return a moment with two companies with directors: rules, state, and the two companies."""
    rules = rules_for(Setup(title, NAMES, seed=5))
    for _, outcome in play(rules, 5):
        found: dict[str | None, str] = {}
        for company in rules.data.companies:
            found.setdefault(rules.holdings.director(rules, outcome.state, company), company)
        found.pop(None, None)
        if len(found) > 1:
            one, other = list(found.values())[:2]
            return rules, outcome.state, one, other
    raise AssertionError("nobody directs anything")


def test_a_company_speaks_by_its_director() -> None:
    rules, state, company, _ = operating("1830")
    director = rules.holdings.director(rules, state, company)
    for action in (Pass(company), RunTrains(company), LayTile(company, "B8", "57", 0)):
        assert parties(rules, state, action) == (director,)


def test_a_train_of_another_company_needs_the_consent_of_its_director() -> None:
    rules, state, company, other = operating("1830")
    state = state.copy()
    train = next(iter(state.trains))
    state.trains[train] = TrainCard(other)
    action = BuyTrain(company, train, 1)
    directors = (
        rules.holdings.director(rules, state, company),
        rules.holdings.director(rules, state, other),
    )
    assert parties(rules, state, action) == directors
    state.trains[train] = TrainCard("depot")
    assert parties(rules, state, action) == directors[:1]
    state.trains[train] = TrainCard(company)
    assert parties(rules, state, action) == directors[:1]


def test_a_private_that_a_company_buys_needs_the_consent_of_its_owner() -> None:
    rules, state, company, _ = operating("1830")
    director = rules.holdings.director(rules, state, company)
    state = state.copy()
    owner = next(seat for seat in rules.seats if seat != director)
    state.privates["SV"] = owner
    action = BuyPrivateForCompany(company, "SV", 30)
    assert parties(rules, state, action) == (director, owner)
    state.privates["SV"] = str(director)
    assert parties(rules, state, action) == (director,)


def test_a_private_is_sold_with_the_consent_of_both() -> None:
    rules, state, *_ = operating("1830")
    assert parties(rules, state, SellPrivate("p1", "p2", "SV", 20)) == ("p1", "p2")


def test_all_agree_who_has_won() -> None:
    rules, state, *_ = operating("1828")
    assert set(parties(rules, state, AgreeWinner("p2"))) == {"p1", "p2", "p3"}


def test_nobody_is_party_to_what_names_nobody_in_the_game() -> None:
    rules, state, *_ = operating("1830")
    assert parties(rules, state, Pass("nobody")) == ()
    assert may_enter(PLAYER, ("p1",), ()) is ActionRight.NOTHING
    assert may_enter(BANKER, (), ()) is ActionRight.ENTER  # the rules refuse it


@pytest.mark.parametrize(
    ("role", "seats", "of", "each", "may"),
    [
        (BANKER, (), ("p1",), True, ActionRight.ENTER),
        (BANKER, (), ("p1", "p2"), False, ActionRight.ENTER),
        (PLAYER, ("p1",), ("p1",), True, ActionRight.ENTER),
        (PLAYER, ("p1",), ("p1",), False, ActionRight.NOTHING),
        (PLAYER, ("p1",), ("p2",), True, ActionRight.NOTHING),
        (PLAYER, ("p1",), ("p1", "p2"), True, ActionRight.PROPOSE),
        (PLAYER, ("p2",), ("p1", "p2"), True, ActionRight.PROPOSE),
        (PLAYER, ("p1", "p2"), ("p1", "p2"), True, ActionRight.ENTER),
        ("watcher", (), ("p1",), True, ActionRight.NOTHING),
        ("", ("p1",), ("p1",), True, ActionRight.NOTHING),
    ],
)
def test_a_role_enters_what_its_seats_are_party_to(
    role: str, seats: tuple[str, ...], of: tuple[str, ...], each: bool, may: ActionRight
) -> None:
    assert may_enter(role, seats, of, each) is may


@pytest.mark.parametrize(
    ("role", "by", "each", "may"),
    [
        (BANKER, "p2", True, True),
        (PLAYER, "p1", True, True),
        (PLAYER, "p2", True, False),
        (PLAYER, "banker", True, False),
        (PLAYER, "", True, False),
        (PLAYER, "p1", False, False),
        ("watcher", "p1", True, False),
    ],
)
def test_a_player_undoes_their_own_last_deed(role: str, by: str, each: bool, may: bool) -> None:
    assert may_undo(role, ("p1",), by, each) is may


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_the_awaited_player_is_party_to_all_offers(title: str) -> None:
    """Check each kind of action of each title.

    The player who decides may enter or propose it; a player who is no party may not.
    """
    met: dict[str, int] = {}
    for seed in SEEDS:
        rules = rules_for(Setup(title, NAMES, seed=seed))
        state = judge.start(rules).state
        for action, outcome in play(rules, seed):
            kind = action.wire_name
            if met.get(kind, 0) < 3:
                met[kind] = met.get(kind, 0) + 1
                found = parties(rules, state, action)
                waiting = rules.waiting(state)
                own_turn = waiting is not None and waiting.takes(state, action)
                if kind == "discard_train":  # the first of several companies may be any of them
                    own_turn = False
                actor = rules.actor(state) if own_turn else found[0]
                assert found, action
                assert set(found) <= set(rules.seats)
                assert actor in found, (action, actor, found)
                alone = ActionRight.ENTER if found == (actor,) else ActionRight.PROPOSE
                assert may_enter(PLAYER, (str(actor),), found) is alone
                assert may_enter(PLAYER, found, found) is ActionRight.ENTER
                others = [seat for seat in rules.seats if seat not in found]
                assert may_enter(PLAYER, others, found) is ActionRight.NOTHING
                assert may_enter("watcher", (), found) is ActionRight.NOTHING
                assert may_enter(BANKER, (), found) is ActionRight.ENTER
            state = outcome.state
    assert len(met) > 5
