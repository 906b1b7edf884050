"""Privates that their owners exchange for shares."""

from collections.abc import Iterator

from companion.rules.core.actions import ExchangePrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.operating_round import is_between_turns
from companion.rules.operating.private_powers import close, power
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import floating, share_trading
from companion.rules.stock.share_trading import StockRound


class PrivateExchangeStep(Step):
    """The exchange of a private for a share that it promises.

    It is possible in the owner's turn, between other players' turns or, by the title's switch, at
    any moment.
    """

    name = "exchange_private"
    accepts = (ExchangePrivate,)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        promises = ((p, power(rules, p, "exchange")) for p in rules.data.privates)
        self.promises: dict[str, str] = {p: company for p, company in promises if company}

    def _promise(self, private: str) -> str:
        return self.promises.get(private, "")

    def _places(self, private: str) -> tuple[str, ...]:
        """Return the places of the shares that the private is exchanged for."""
        places: tuple[str, ...] | None = power(self.rules, private, "exchange_from")
        return (INITIAL, POOL) if places is None else places

    def _ways(self, state: State) -> Iterator[ExchangePrivate]:
        """Yield the exchanges for the shares that are there, allowed or not."""
        for private, company in self.promises.items():
            owner = state.privates[private]
            if holdings.is_player(owner):
                for source in self._places(private):
                    if holdings.percent(self.data, state, company, source):
                        yield ExchangePrivate(owner, private, source)

    def offers(self, state: State) -> list[Offer]:
        offers = (Offer("exchange", swap, 0, weight=0.1) for swap in self._ways(state))
        return [self.judge_offer(state, offer) for offer in offers]

    def find_allowed(self, state: State) -> Iterator[ExchangePrivate]:
        return (
            swap
            for swap in self._ways(state)
            if self._is_time(state, swap.player) and not self.refusals(state, swap)
        )

    def _is_time(self, state: State, player: str) -> bool:
        """Is it the owner's turn, or a moment between turns?"""
        if self.data.private_use.exchange_any_time:
            return True
        if isinstance(state.round, StockRound):
            return self._in_own_turn(state, player) or not state.round.has_acted
        return is_between_turns(self.rules, state)

    def refusals(self, state: State, action: ExchangePrivate) -> list[Refusal]:
        refuse = self.rules.refuse
        private, player = action.private, action.player
        company, owner = self._promise(private), state.privates[private]
        if not company or action.source not in self._places(private):
            return [refuse("exchange.power", private=private)]
        if owner != player:
            return [refuse("exchange.not_yours", private=private, owner=owner)]
        # The company need not be started. Such a share counts as sold like any other.
        found = []
        if not holdings.ordinary(self.data.companies[company], state, action.source):
            found.append(refuse("buy.none", company=company, source=action.source))
        if not self._is_time(state, player):
            found.append(refuse("exchange.between", player=player, private=private))
        unit = self.rules.kind(state, company).unit
        over = share_trading.holding_refusals(
            self.rules, state, player, company, unit, certificates=0
        )
        if self.data.private_use.exchange_any_time:
            over = [reason for reason in over if reason.code != "buy.certificates"]
        return found + over

    def _in_own_turn(self, state: State, player: str) -> bool:
        """Is the round still open, and the player on turn?"""
        turn = state.playing(StockRound)
        return turn.turn == player and turn.passes < len(state.order)

    def is_trading(self, state: State, player: str) -> bool:
        """Does an exchange now count as trading in the player's turn?"""
        if self.data.private_use.exchange_any_time or not isinstance(state.round, StockRound):
            return False
        return self._in_own_turn(state, player)

    def apply(self, change: Change, action: ExchangePrivate) -> None:
        state = change.state
        company = self._promise(action.private)
        unit = self.rules.kind(state, company).unit
        holdings.take(change, self.data.companies[company], action.source, action.player, unit)
        facts = {"private": action.private, "company": company, "percent": unit}
        change.tell("exchanged_private", player=action.player, **facts)
        close(change, self.rules, action.private)
        if self.is_trading(state, action.player):
            turn = state.playing(StockRound)
            state.round = replace(turn, has_acted=True, last_actor=action.player)
        holdings.settle_presidency(change, self.data, company)
        floating.float_if_sold(change, self.rules, company)
