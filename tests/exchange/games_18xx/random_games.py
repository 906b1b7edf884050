"""Random games under the readings of the other site, in which anything allowed may happen."""

from __future__ import annotations

import random
from functools import cache

from companion.bots.simulation import NAMES, vary
from companion.exchange.games_18xx.divergence import PlayedRow
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.actions import Action, Pass, SellPrivate
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import load, rules_for


@cache
def play_freely(
    title: str, seed: int, most: int, **readings: object
) -> tuple[Rules, list[PlayedRow]]:
    """A game of so many rows without trades of privates; ``readings`` are other than there."""
    counts = sorted(load(title).data.cash)
    players, adapter = NAMES[: counts[seed % len(counts)]], site_adapters()[title]
    options = dict(adapter.readings)
    if adapter.drawn:
        options |= adapter.drawn(seed, players, options)
    rules = rules_for(Setup(title, players, {**options, **readings}, seed))
    dice, state, rows = random.Random(seed), judge.start(rules).state, list[PlayedRow]()
    while not state.end_reason and len(rows) < most:
        action = _choose(rules, state, dice)
        after = judge.apply(rules, state, action).state
        rows.append(PlayedRow(len(rows) + 1, action, state, after))
        state = after
    return rules, rows


def _choose(rules: Rules, state: State, dice: random.Random) -> Action:
    """Choose an action; last chances are declined."""
    if rules.last_chance.waits(state):
        return Pass(rules.last_chance.actor(state))
    offers = [
        offer
        for offer in judge.offers(rules, state)
        if offer.allowed and not isinstance(offer.action, SellPrivate)
    ]
    offer = dice.choices(offers, [offer.weight for offer in offers])[0]
    return vary(rules, state, offer, dice)
