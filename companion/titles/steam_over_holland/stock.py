"""The stock round: sell first, then start a company or buy one share; the optional start card."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    Action,
    BuyShare,
    Pass,
    SellShares,
    ShareAction,
    StartCompany,
    action,
)
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import FLOATED, State
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL
from companion.rules.stock import floating, share_trading
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.stock.stock_turn import StockTurn
from companion.titles.steam_over_holland.title_state import HollandStockRound


@action("activate_share")
class ActivateShare(ShareAction):
    """A player turns up a share that they paid for at the start of the company."""


class HollandStockTurn(StockTurn):
    """Sell any number of shares, then start a company or buy one share, which ends the turn."""

    accepts = (SellShares, BuyShare, StartCompany, ActivateShare, Pass)
    start_weight = 4.0

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Refuse shares of a company started in this round.

        A player over a limit may sell of a company again.
        """
        found = super().sale_limits(state, action)
        if share_trading.is_over(self.rules, state, action.player):
            found = [refusal for refusal in found if refusal.code != "sell.together"]
        turn = state.playing(StockRound)
        sells_started = self.rules.options["started_shares_sold"] and turn.number > 1
        if action.company in turn.companies_started and not sells_started:
            found.insert(0, self.rules.refuse("sell.started", company=action.company))
        return found

    def starting(self, state: State, action: StartCompany) -> list[Refusal]:
        """Refuse a start for which a share of a private leaves no room under the limit."""
        found = super().starting(state, action)
        player, company = action.player, action.company
        percent = holdings.percent(self.data, state, company, player)
        facts = {"player": player, "company": company, "percent": percent}
        return [
            self.rules.refuse("start.share", phase=state.phase, **facts)
            if refusal.code == "buy.holding"
            else refusal
            for refusal in found
        ]

    # --- shares face down (optional)

    def face_down(self, state: State, player: str) -> list[str]:
        """Return the companies of the player's shares that are paid for and not active yet."""
        return [c for who, c in state.playing(HollandStockRound).inactive_shares if who == player]

    def may_buy(self, state: State, player: str) -> bool:
        return bool(self.face_down(state, player)) or super().may_buy(state, player)

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        down = dict.fromkeys(self.face_down(state, player))
        turned = [ActivateShare(player, company) for company in down]
        found = [self.judge_offer(state, Offer("activate", act, 0, weight=3)) for act in turned]
        return [*found, *super().offers(state)]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, ActivateShare):
            actor, player, company = self.actor(state), action.player, action.company
            if player != actor:
                return [self.rules.refuse("turn.not_yours", actor=actor, party=player)]
            if company not in self.face_down(state, player):
                return [self.rules.refuse("share.none_down", player=player, company=company)]
            return super().passing(state, player)  # the turn ends with it
        return super().refusals(state, action)

    def passing(self, state: State, player: str) -> list[Refusal]:
        found = super().passing(state, player)
        if self.face_down(state, player):
            return [self.rules.refuse("pass.face_down", player=player), *found]
        return found

    def buying(self, state: State, action: BuyShare) -> list[Refusal]:
        found = super().buying(state, action)
        if self.face_down(state, action.player):
            found.append(self.rules.refuse("buy.face_down", player=action.player))
        return found

    # --- effects

    def apply(self, change: Change, action: Action) -> None:
        if not isinstance(action, ActivateShare):
            super().apply(change, action)
            return
        turn = change.state.playing(HollandStockRound)
        down = list(turn.inactive_shares)
        down.remove((action.player, action.company))
        change.state.round = replace(
            turn, inactive_shares=tuple(down), has_acted=True, last_actor=turn.turn
        )
        change.tell("activated_share", player=action.player, company=action.company)
        self.end_turn(change)

    def start(self, change: Change, action: StartCompany) -> None:
        """Float at once. The treasury gets the money and the unsold shares."""
        state, company = change.state, action.company
        own = self.data.companies[company]
        promised = floating.percent_sold(self.rules, state, company)
        super().start(change, action)
        left = holdings.percent(self.data, state, company, INITIAL)
        holdings.take(change, own, INITIAL, company, left)
        state.alter(company, status=FLOATED)
        if promised:
            # The share that came with a private: the bank pays the company for it now.
            amount = self.rules.kind(state, company).value(promised, action.price)
            change.pay(BANK, company, amount, "subsidy", company)
            change.tell("subsidy", company=company, amount=amount)
        turn = state.playing(HollandStockRound)
        down = turn.inactive_shares
        if self.rules.options["first_passer"]:
            more = self.start_percent(state, company) - own.shares[0]
            down += ((action.player, company),) * self.rules.kind(state, company).shares(more)
        state.round = replace(
            turn, companies_started=(*turn.companies_started, company), inactive_shares=down
        )


class HollandStockRules(StockRules):
    """Turns until all pass in succession. Then the start card moves."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, HollandStockTurn(rules))

    def close(self, change: Change) -> None:
        """Move the start card left of its holder; by the optional rule, to the first who passed."""
        state = change.state
        if self.rules.options["first_passer"]:
            state.priority = state.playing(
                StockRound
            ).turn  # all have passed, so this player passed first
        else:
            state.priority = state.player_after(state.priority)
        change.tell("priority", player=state.priority)
