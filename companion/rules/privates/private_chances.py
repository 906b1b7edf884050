"""Last chances of privates: options beside a turn's steps that could be lost.

A private is exchanged in its owner's turn of a stock round, or between turns. Players trade
privates in the turn of buyer or seller. An extra tile is laid at any moment of its company's turn.
Options for which a step waits are not among them, because the step asks anyway. While privates are
sold, players may trade before a purchase, bid or pass ends the turn.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.last_chances import (
    Chance,
    ChanceEffect,
    ExtraTileChance,
    OpenChance,
    next_operating,
)
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.privates.extra_tile import ExtraTileStep
from companion.rules.privates.private_trades import PrivateTradeStep
from companion.rules.privates.share_exchange import PrivateExchangeStep
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import floating
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules


def private_chances(
    rules: Rules,
    exchange: PrivateExchangeStep,
    trade: PrivateTradeStep | None,
    extra_tile: ExtraTileStep,
) -> tuple[Chance, ...]:
    """Return the last chances of the privates of the standard game, each with its step."""
    return (
        ExchangeChance(rules, exchange),
        *((PrivateTradeChance(rules, trade),) if trade else ()),
        ExtraTileChance(rules, extra_tile),
    )


# Effects that end with a player's turn:
ACT = "act"  # the first trade of the turn
SELL = "sell"  # a sale that only this makes possible


class ExchangeChance(Chance):
    """A private exchanged for a share.

    It may be the first trade of its owner's turn, which keeps the round open and counts for the
    priority deal. The share may be sold in that turn. The exchange may float a company,
    which begins with the next round. It may sell out a company, whose price then rises at the end
    of this round.
    """

    step: PrivateExchangeStep

    name = "exchange"
    ends_with_turn = True

    def open(self, state: State) -> OpenChance | None:
        round = state.round
        if not isinstance(round, StockRound | OperatingRound):
            return None
        uses = list(self.step.find_allowed(state))
        if not uses:
            return None
        player, sources = uses[0].player, {use.source for use in uses}
        effects = {ChanceEffect("share", (source,)) for source in sources}
        if self.step.is_trading(state, player):
            if not round.has_acted:
                effects.add(ChanceEffect(ACT, (round.number,)))
            if any(self._may_sell_after(state, use) for use in uses):
                effects.add(ChanceEffect(SELL, (round.number,)))
        company = self.step.promises[uses[0].private]
        unsold = holdings.percent(self.data, state, company, INITIAL)
        pooled = holdings.percent(self.data, state, company, POOL)
        own, unit = state.companies[company], self.rules.kind(state, company).unit
        if INITIAL in sources and floating.is_due(self.rules, state, company, more=unit):
            effects.add(ChanceEffect("begins", next_operating(round)))
        if isinstance(round, StockRound) and own.started and unsold + pooled == unit:
            effects.add(ChanceEffect("rises", (round.number,)))
        return OpenChance(player, frozenset(effects))

    def effects_of_turn(self, effects: Iterable[ChanceEffect]) -> frozenset[ChanceEffect]:
        return frozenset(effect for effect in effects if effect.kind in (ACT, SELL))

    def _may_sell_after(self, state: State, action: Any) -> bool:
        """May the owner sell in their turn after the exchange?"""
        rules = self.rules.round_rules(state)
        assert isinstance(rules, StockRules)
        return rules.turn.may_sell(self.state_after(state, action), action.player)

    def facts(self, state: State) -> Mapping[str, Any]:
        for data in self.data.private_list:
            if company := data.powers.get("exchange"):
                unit = self.rules.kind(state, company).unit
                return {"private": data.symbol, "company": company, "percent": unit}
        raise ValueError("no private is exchanged")


class PrivateTradeChance(Chance):
    """Privates that the player on turn may sell to others, or buy from them."""

    step: PrivateTradeStep

    name = "trade"
    ends_with_turn = True

    def open(self, state: State) -> OpenChance | None:
        round = state.round
        if not isinstance(round, StockRound) or round.passes >= len(state.order):
            return None
        trades = self.step.find_allowed(state)
        effects = {ChanceEffect(trade.private, (round.number, trade.buyer)) for trade in trades}
        if not effects:
            return None
        if not round.has_acted:
            effects.add(ChanceEffect(ACT, (round.number, round.turn)))
        return OpenChance(round.turn, frozenset(effects))

    def effects_of_turn(self, effects: Iterable[ChanceEffect]) -> frozenset[ChanceEffect]:
        return frozenset(effects)
