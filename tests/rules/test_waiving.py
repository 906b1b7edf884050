"""Judgement is total: what the table may overrule leaves an action that can be carried out.

Games are played at random; now and then actions are tried that a table might enter by mistake. Each
is legal, or has a hard reason against it, or is carried out when all soft ones are waived; and some
of the games go on from there.
"""

import os
import random
from collections import Counter

import pytest

from companion.rules.actions import (
    Action,
)
from companion.rules.refusals import ALL_SOFT, Refused, has_hard
from companion.rules.rules import Outcome, Rules
from companion.rules.setup import Setup
from companion.rules.state import State
from companion.simulate import NAMES, choose
from companion.titles import load, rules_for, titles
from tests.rules.waiving import Moment

GAMES = 80 if os.environ.get("FULL") else 4  # of each title
EVERY = 12  # actions between the moments at which others are tried
TRIED = 24  # actions tried at each
LONGEST = 1200  # actions of a game; those with rulings may never end
KEPT = 0.1  # how often the game goes on from what a ruling made


def setup_for(title: str, seed: int) -> Setup:
    """Every number of players in turn, every option in turn."""
    data = load(title).data
    counts = sorted(data.cash)
    flags = [option.key for option in data.options if option.kind == "flag"]
    options = {flags[seed // 2 % len(flags)]: True} if seed % 2 else {}
    return Setup(title, NAMES[: counts[seed % len(counts)]], options, seed)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("title", sorted(titles()))
def test_what_has_no_hard_reason_against_it_can_be_carried_out(title: str, seed: int) -> None:
    setup = setup_for(title, seed)
    print(f"{title}: seed {seed}, {len(setup.players)} players, {dict(setup.options)}")
    rules, dice = rules_for(setup), random.Random(seed)
    state = rules.start().state
    seen: Counter[str] = Counter()
    for number in range(LONGEST):
        if state.finished:
            break
        if number % EVERY == seed % EVERY:
            for action in Moment(rules, state, dice).actions(TRIED):
                print(f"action {number} of {seed}: {action}")
                kind, outcome = tried(rules, state, action)
                seen[kind] += 1
                if kind == "ruled" and outcome is not None:
                    sound(rules, state, outcome, dice)
                    if dice.random() < KEPT and not outcome.state.finished:
                        state = outcome.state
                        break
        print(f"action {number} of {seed}")
        state = rules.apply(state, choose(rules, state, dice)).state
    print(dict(seen))
    assert seen["hard"] and seen["ruled"] and seen["legal"]


def tried(rules: Rules, state: State, action: Action) -> tuple[str, Outcome | None]:
    """What became of an action whose soft reasons are waived: "legal", "hard" or "ruled"."""
    found = rules.refusals(state, action)
    if not has_hard(found):
        return "ruled" if found else "legal", rules.apply(state, action, waive=ALL_SOFT)
    with pytest.raises(Refused) as refused:
        rules.apply(state, action, waive=ALL_SOFT)
    assert refused.value.refusals == [reason for reason in found if not reason.may_rule]
    return "hard", None


def sound(rules: Rules, before: State, outcome: Outcome, dice: random.Random) -> None:
    """All tokens are where they were but for those that were told of, and the game goes on."""
    state = outcome.state
    assert tokens(state) == tokens_told(tokens(before), outcome)
    for company in rules.data.company_list:
        assert tokens(state)[company.symbol] <= len(company.token_costs)
    assert all(rules.tell(event) for event in outcome.events)
    if state.finished:
        return
    offers = [offer for offer in rules.offers(state) if offer.allowed]
    assert offers, "there is nothing to be done"
    assert not [offer for offer in offers if rules.refusals(state, offer.action)]
    for offer in dice.sample(offers, min(3, len(offers))):
        rules.apply(state, offer.action)


def tokens(state: State) -> Counter[str]:
    """Tokens of each company on the map."""
    return Counter(token for slots in state.board.tokens.values() for token in slots if token)


def tokens_told(before: Counter[str], outcome: Outcome) -> Counter[str]:
    """Tokens on the map as the events have it: placed, taken up to be placed anew, out of the
    game with their company.
    """
    now = before.copy()
    for event in outcome.events:
        if event.kind in ("token", "home"):
            now[event.facts["company"]] += 1
        elif event.kind == "home_city":
            now[event.facts["company"]] -= 1
        elif event.kind == "company_bankrupt":
            now[event.facts["company"]] = 0
    return +now
