"""Random games of 1839 of 2015 come to their end, and what the book says of every moment holds.

A fixed sample; all 300 with FULL set in the environment.
"""

import os
from collections import Counter

import pytest

from companion.ledger.receipts import PayoutReceipt
from companion.making.t1839_2015.drawn import foreign, public
from companion.making.t1839_2015.notes import game_of
from companion.rules import holdings, reservations
from companion.rules.cards import CardRound
from companion.rules.setup import Setup
from companion.rules.state import DEPOT, GONE, UNSTARTED, type_of
from companion.simulate import NAMES, careful, careless
from companion.titles import rules_for
from tests.whole_games import whole_game

GAMES = 300 if os.environ.get("FULL") else 4
MARKERS = 5  # of each public company
DIJK, BYPASS = {"C10", "D9"}, {"F13", "G12"}


def setup_for(seed):
    """Two to six players in turn, with the options in turn."""
    options = {"gentle": seed % 3 == 1, "gray_four": seed % 4 == 3}
    return Setup("1839-2015", NAMES[: 2 + seed % 5], options, seed)


def check_certificates(rules, state):
    """All of each foreign company is dealt; nobody is director of one, and it owns no train."""
    for company in foreign(rules.data):
        own = rules.data.companies[company]
        dealt = holdings.shares(rules.data, state, company)
        assert sum(dealt.values()) == 100 == sum(own.shares)
        assert {type_of(t) for t, card in state.trains.items() if card.place == company} == set()
        assert rules.director(state, company) is None
        assert state.owed.get(company, 0) == 0


def check_markers(rules, state):
    """Five of each company, on its charter or the map, one exchange marker a company and a hex, and
    room for all that are still to come.
    """
    lying = state.board.lying()
    for company in public(rules.data):
        own = state.companies[company]
        assert lying[company] + own.tokens == MARKERS
        assert len(state.board.top_stops(company)) <= 1
    hexes = [stop.partition(".")[0] for stop in state.board.tops]
    assert len(hexes) == len(set(hexes)) and all(
        len(tops) == 1 for tops in state.board.tops.values()
    )
    kept = reservations.homes(state)
    assert reservations.homeless(state.board, kept, rules.yields) == []


def check_privates(rules, state):
    """None obsolete in a stock round; dijk and bypass lie when they are due, and not before."""
    if isinstance(state.round, CardRound):
        assert game_of(state).obsolete == () or not set(game_of(state).obsolete) & {
            private for private, owner in state.privates.items() if owner != GONE
        }
    laid = set(state.board.laid)
    assert (laid >= DIJK) == (state.privates["SWO"] in (GONE, *rules.data.companies))
    assert (laid >= BYPASS) == (state.privates["RWS"] == GONE)


def reckoned(rules, receipt):
    """What a receipt pays, keeps, and does not pay, makes up the revenue."""
    paid = sum(line.amount for line in receipt.payees)
    parts = sum(receipt.shared * line.percent for line in receipt.unpaid)
    over = sum(100 * line.amount - receipt.shared * line.percent for line in receipt.payees)
    assert 100 * (receipt.kept + paid) + parts - over == 100 * receipt.revenue
    if receipt.company in foreign(rules.data):
        assert over == 0 and not parts % 100 and not receipt.rounded
    return over


class Watching:
    """Looks at each action and what it made."""

    def __init__(self, rules):
        self.rules = rules
        self.best = "Yellow"  # the highest phase that any train bought or made would bring
        self.seen = Counter()

    def see(self, state, action, outcome):
        rules, after = self.rules, outcome.state
        self.seen[type(action).__name__] += 1
        types = [event.facts.get("type") for event in outcome.events if event.kind != "rusted"]
        for name in filter(None, types):
            phase = rules.data.trains[name].phase
            if rules.data.reaches(phase, self.best):
                self.best = phase
        assert after.phase == self.best
        paid = {r.company for e in outcome.events if (r := e.facts.get("receipt"))}
        paid |= {e.facts["company"] for e in outcome.events if e.kind == "reparred"}
        assert after.cash["pool"] == sum(
            count * after.companies[company].par
            for company, count in game_of(after).money_on.items()
        )
        assert all(0 < count <= 3 for count in game_of(after).money_on.values())
        for event in outcome.events:
            receipt = event.facts.get("receipt")
            if isinstance(receipt, PayoutReceipt):
                reckoned(rules, receipt)
            if event.kind == "price" and event.facts["company"] in public(rules.data):
                ended = any(e.kind == "round" for e in outcome.events)
                assert event.facts["company"] in paid or ended or after.finished
        bought = [e.facts for e in outcome.events if e.kind == "bought_share"]
        pooled = sum(facts["percent"] for facts in bought if facts["source"] == "pool")
        for facts in bought:
            if facts["source"] == "initial":
                held = holdings.percent(rules.data, after, facts["company"], facts["player"])
                assert held - pooled <= 60
        self.trained(state, after)

    def trained(self, before, after):
        """After its turn a company owns a train, or the supply is empty."""
        turn, now = before.round.operating, after.round.operating
        if turn and (now is None or now.company != turn.company) and not after.finished:
            has = any(card.place == turn.company for card in before.trains.values()) or any(
                card.place == turn.company for card in after.trains.values()
            )
            supply = any(card.place == DEPOT for card in after.trains.values())
            assert has or not supply, f"{turn.company} has no train after its turn"


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_the_book_says_of_every_moment_holds(seed):
    rules = rules_for(setup_for(seed))
    watching = Watching(rules)
    manner = (careful, careless)[seed % 2]
    for state in whole_game(rules, seed, manner, (watching.see,)):
        check_certificates(rules, state)
        check_markers(rules, state)
        check_privates(rules, state)
        assert all(own.status != UNSTARTED or own.cell is None for own in state.companies.values())
    assert state.finished in ("market", "bankrupt")
