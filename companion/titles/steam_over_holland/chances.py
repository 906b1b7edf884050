"""The chances of Steam over Holland: what is open beside a turn's steps and could be lost when they
end by themselves.

By the book there are none. The steps of a turn have their order, privates and their powers belong
to a step each, and every step is waited for as long as anything can be done in it: the extra tile
and the river in the track step, the token that a private pays in the token step, privates that a
company buys, and its own shares, in steps of their own. Only where own shares are dealt in at any
time of a turn (an option for imported games) does the end of the turn lose something.
"""

from collections.abc import Mapping
from typing import Any

from companion.rules import holdings
from companion.rules.chances import Chance, Open
from companion.rules.operating import OperatingRound, turn_of
from companion.rules.rules import Rules, Step
from companion.rules.state import State


def chances(rules: Rules, own_shares: Step) -> tuple[Chance, ...]:
    """All of them; ``own_shares`` is the step that deals in a company's own shares."""
    return (LastDeal(rules, own_shares),) if rules.options["any_time"] else ()


class LastDeal(Chance):
    """Shares of its own that a company may sell or buy back until its turn ends."""

    name = "own_shares"
    says = "{company} may sell shares of its own, or buy some back, before its turn ends."
    what = "dealing in own shares"

    def open(self, state: State) -> Open | None:
        round = state.round
        if not isinstance(round, OperatingRound) or round.turn is None:
            return None
        company = round.turn.company
        president = holdings.president(self.data, state, company)
        if president is None or not self.step.waits(state):
            return None  # without a president it is bankrupt, and out of the game
        return Open(president, frozenset((f"shares {company} {round.number}.{round.part}",)))

    def facts(self, state: State) -> Mapping[str, Any]:
        return {"company": turn_of(state).company}
