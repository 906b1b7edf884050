"""Random games of the titles with the shared rules, whose money and prices are told twice.

One game of each title; twenty with FULL in the environment.
"""

import os

import pytest

from companion.bots.playing_styles import careful, careless
from companion.bots.simulation import NAMES
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.actions import Action, RunTrains, action_to_json
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.rules.operating.running import report_run
from companion.rules.shares import market
from companion.rules.standard.rules import StandardRules
from companion.titles import rules_for, titles
from tests.oracles.standard_money import BANK, Deed, Money
from tests.support.run_cache import play
from tests.test_random_games import setup_for

GAMES = 20 if os.environ.get("FULL") else 1
WARS = {"18tn": "3B"}  # the train that begins a civil war


def is_told(slug: str) -> bool:
    """Is a title played by the shared rules alone, or with a war beside them?"""
    rules = rules_for(setup_for(slug, 0))
    return type(rules) is StandardRules or slug in WARS


PLAYED = [slug for slug in sorted(titles()) if is_told(slug)]


def set_up(title: str, seed: int) -> Setup:
    """Return a set-up under the recorded readings, with each number of players and option.

    With two players some titles have other rules of shares; three play them here.
    """
    setup, adapter = setup_for(title, seed), site_adapters()[title]
    players = setup.players
    if rules_for(setup).data.stock.rest_to_pool:
        players = NAMES[: len(players) + 1]
    options = {**setup.options, **adapter.readings}
    if adapter.drawn:
        options |= adapter.drawn(seed, players, options)
    return Setup(title, players, options, seed)


def deed_of(rules: Rules, state: State, action: Action) -> Deed:
    round, turn, step = state.round, state.round.operating, rules.waiting(state)
    kind = "stock" if round.kind == "auction" else round.kind
    sums = ()
    if isinstance(action, RunTrains):
        sums = tuple(route.revenue for route in report_run(rules, state, action).routes)
    company = turn.company if turn else ""
    name = step.name if step else ""
    return Deed(action_to_json(action), (kind, round.number, round.part), company, name, sums)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("title", PLAYED)
def test_money_and_prices_are_as_they_are_told_twice(title: str, seed: int) -> None:
    rules = rules_for(set_up(title, seed))
    state = judge.start(rules).state
    bank = state.cash[BANK] + sum(state.cash[player] for player in rules.seats)
    told = Money(rules.data, bank, rules.seats, WARS.get(title, ""))
    told.deal({private: owner for private, owner in state.privates.items() if owner in rules.seats})
    manner = careful if seed % 2 else careless
    for number, (action, outcome) in enumerate(play(rules, seed, manner=manner), 1):
        deed = deed_of(rules, state, action)
        print(f"action {number}: {deed}")
        told.see(deed)
        if deed.step != "set_par":  # what follows the auction waits for the par
            compare(rules, state, told)
        told.do(deed)
        state = outcome.state
    told.end()
    compare(rules, state, told)
    assert told.bankrupt == (state.end_reason == "bankruptcy")
    for player in rules.seats:
        assert told.worth(player) == total_worth(rules, state, player)


def compare(rules: Rules, state: State, told: Money) -> None:
    """Compare the cash of all, and all prices but that of a company that may still run."""
    assert {who: state.cash[who] for who in told.cash} == told.cash
    for company in told.place:
        if company != told.turn or told.paid:
            assert market.price(rules.data, state, company) == told.price(company), company
