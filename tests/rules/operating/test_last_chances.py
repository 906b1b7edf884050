"""In random games of every title, no step ends by itself while a player could still act.

One game of each title is played; three with FULL in the environment.
"""

import os
import random
from collections.abc import Iterator

import pytest

from companion.bots.simulation import NAMES, choose
from companion.rules.core.actions import Action, Decline, Dividend, Pass, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRules
from companion.rules.stock.auction import AuctionRules
from companion.titles import rules_for, titles

SEEDS = (0, 1, 2) if os.environ.get("FULL") else (1,)
# seeds of games with such a choice, if it does not come up in every game
ASKING = {"1839-2015": (115,)}


def on_the_way(rules: Rules, before: State, action: Action) -> Iterator[State]:
    """Yield the states after ``action`` until the game waits for somebody or is over.

    Last chances are not asked about on the way.
    """
    step = next(step for step in rules.accepting(before) if step.takes(before, action))
    change = Change(before.copy())
    step.apply(change, action)
    while not waits(rules, change.state):
        yield change.state.copy()
        rules.round_rules(change.state).go_on(change)
    yield change.state


def waits(rules: Rules, state: State) -> bool:
    if state.end_reason or any(step.waits(state) for step in rules.interrupts):
        return True
    return rules.round_rules(state).waits(state)


def passed_by(rules: Rules, state: State) -> list[Offer]:
    """Return the offers of the step that is about to end by itself."""
    round_rules = rules.round_rules(state)
    turn = state.round.turn
    if isinstance(round_rules, OperatingRules):
        over = turn is None or turn.step >= len(round_rules.steps)
    else:
        over = isinstance(round_rules, AuctionRules) or round_rules.is_over(state)
    if over:
        return []  # only the turn or the round ends, not a step
    step = round_rules.waiting(state)
    found = [o for o in step.offers(state) if o.allowed and not isinstance(o.action, Pass)]
    return [o for o in found if o.price or not isinstance(o.action, RunTrains | Dividend)]


def beside(rules: Rules, state: State) -> list[Offer]:
    """Return the offers that are open beside the steps of the turn."""
    round_rules = rules.round_rules(state)
    own = getattr(round_rules, "steps", ())
    turn = state.round.turn if isinstance(round_rules, OperatingRules) else None
    over = turn is None or turn.step >= len(round_rules.steps)
    if isinstance(round_rules, OperatingRules) and over:
        # no company acts between turns, so only players may
        steps = [step for step in round_rules.anytime if not hasattr(step, "company")]
    else:
        steps = [step for step in round_rules.anytime if step not in own]
    steps = [step for step in steps if step.is_open(state.map)]
    return [o for step in steps for o in step.offers(state) if o.allowed]


def games(title: str) -> Iterator[tuple[Rules, State, Action]]:
    """Yield every state and action of some random games.

    Nobody declines an offer for a whole round.
    """
    counts = sorted(titles()[title].data.cash)
    for seed in ASKING.get(title, SEEDS):
        rules = rules_for(Setup(title, NAMES[: counts[seed % len(counts)]], {}, seed))
        dice, state = random.Random(seed), judge.start(rules).state
        while not state.end_reason:
            action = choose(rules, state, dice)
            if isinstance(action, Decline):
                action = Pass(action.player)
            yield rules, state, action
            state = judge.apply(rules, state, action).state


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", sorted(titles()))
def test_a_step_that_ends_by_itself_leaves_nothing_open(title):
    ended = asked = 0
    for rules, state, action in games(title):
        if rules.last_chance.waits(state):
            asked += 1
            continue
        *between, after = on_the_way(rules, state, action)
        real = judge.apply(rules, state, action).state
        for moment in between:
            assert passed_by(rules, moment) == [], (action, moment.round)
            ended += 1
            for offer in beside(rules, moment):
                if rules.last_chance.waits(real):
                    break
                interrupted = any(step.waits(after) for step in rules.interrupts)
                own_turn = isinstance(action, Pass) and action.party == rules.actor(state)
                if interrupted or own_turn:
                    continue  # the game asks later, or the owner ended the turn
                assert not after.end_reason
                assert judge.refusals(rules, after, offer.action) == [], (action, offer.action)
    assert ended > 100
    assert asked or not rules.last_chance.names()
