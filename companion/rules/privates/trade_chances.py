"""Last chances of a company that trades own shares and buys privates at any time of its turn.

The end of the turn ends this trade. The end of a token step loses the token that a sale or a
private would pay for. Trains and privates come back with the money of a sale (see
:mod:`companion.rules.operating.own_shares`).
"""

from collections.abc import Mapping
from typing import Any

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.last_chances import Chance, ChanceEffect, OpenChance
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.own_shares import OwnShareStep, sellable
from companion.rules.operating.private_powers import power
from companion.rules.operating.tokens import next_cost
from companion.rules.privates.one_time_powers import OneTimeTokenStep, buyable
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.shares import holdings, market


def trade_chances(
    rules: Rules,
    own_shares: OwnShareStep,
    privates: PrivatePurchaseStep,
    tokens: OneTimeTokenStep,
) -> tuple[Chance, ...]:
    """Return the last chances, each with the step that takes it; none without such trade."""
    if not rules.data.own_shares.any_time:
        return ()
    return OwnShareChance(rules, own_shares, tokens), TokenPrivateChance(rules, privates, tokens)


class PresidentChance(Chance):
    """A last chance of the operating company's president. ``tokens`` is the token step."""

    def __init__(self, rules: Rules, step: Step, tokens: OneTimeTokenStep) -> None:
        super().__init__(rules, step)
        self.tokens = tokens

    def president(self, state: State) -> str | None:
        """Return the president, or None outside turns and for a company out of the game."""
        turn = state.round.operating
        return holdings.president(self.data, state, turn.company) if turn else None

    def effect(self, state: State, what: str) -> frozenset[ChanceEffect]:
        """Return the effect that is possible in this turn and no later one."""
        round = state.round
        return frozenset((ChanceEffect(what, (turn_of(state).company, round.number, round.part)),))

    def facts(self, state: State) -> Mapping[str, Any]:
        return {"company": turn_of(state).company}


class OwnShareChance(PresidentChance):
    """Own shares that a company may trade until its turn ends, and a token paid by their sale."""

    name = "own_shares"

    def open(self, state: State) -> OpenChance | None:
        president = self.president(state)
        if president is None or not self.step.waits(state):
            return None
        return OpenChance(president, self.effect(state, "shares") | self._token(state))

    def _token(self, state: State) -> frozenset[ChanceEffect]:
        if not self.tokens.is_last(state):
            return frozenset()
        company = turn_of(state).company
        price = market.price(self.data, state, company) or 0
        brings = self.rules.kind(state, company).value(sellable(self.rules, state, company), price)
        cost = next_cost(self.rules, state, company) or 0
        pays = brings and state.cash[company] + brings >= cost
        return self.effect(state, "token") if pays else frozenset()


class TokenPrivateChance(PresidentChance):
    """A private that the company could buy now and that would pay for a token."""

    name = "token_private"

    def open(self, state: State) -> OpenChance | None:
        president = self.president(state)
        if president is None or not self.tokens.is_last(state) or not self._private(state):
            return None
        return OpenChance(president, self.effect(state, "token"))

    def _private(self, state: State) -> str:
        company = turn_of(state).company
        helpful = (p for p in buyable(self.rules, state, company) if power(self.rules, p, "token"))
        return next(helpful, "")

    def facts(self, state: State) -> Mapping[str, Any]:
        return {**super().facts(state), "private": self._private(state)}
