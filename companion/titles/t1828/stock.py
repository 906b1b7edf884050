"""The stock round: sell, buy or merge at most once, sell again; number cards for passes."""

from collections.abc import Iterator

from companion.rules.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market
from companion.rules.stock.number_cards import CardRules, CardTurn
from companion.titles.t1828 import failed_merger, merger_conditions, prices
from companion.titles.t1828.failed_merger import FailMerger
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.merger_preview import preview
from companion.titles.t1828.mohawk_hudson import HudsonSwapStep
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import StockRound1828


class StockTurn1828(CardTurn):
    """Sell, buy one certificate (two of a gray company) or start a company, then sell again."""

    accepts = (SellShares, BuyShare, StartCompany, MergeCompanies, FailMerger, Pass)

    def __init__(self, rules: Rules, swap: HudsonSwapStep) -> None:
        super().__init__(rules)
        self.swap = swap
        self.figures = figures(rules)

    def offers(self, state: State) -> list[Offer]:
        return [*super().offers(state), *self._mergers(state)]

    def _mergers(self, state: State) -> Iterator[Offer]:
        """Yield the mergers that the player on turn may announce as the purchase of the turn."""
        turn = state.playing(StockRound1828)
        if not (turn.purchases or turn.has_merged):
            yield from merger_conditions.offers(self.rules, state, turn.turn)

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, MergeCompanies) and action.player == self.actor(state):
            return self._check_merger(state) + merger_conditions.refusals(self.rules, state, action)
        if isinstance(action, FailMerger) and action.player == self.actor(state):
            return self._check_merger(state) + failed_merger.refusals(self.rules, state, action)
        return super().refusals(state, action)

    def _check_merger(self, state: State) -> list[Refusal]:
        """Refuse a merger after the turn's one purchase."""
        turn = state.playing(StockRound1828)
        if not (turn.purchases or turn.has_merged):
            return []
        return [self.rules.refuse("buy.bought", player=turn.turn)]

    def sheet(self, state: State, action: Action | None) -> ComparisonTable | None:
        if isinstance(action, MergeCompanies):
            return preview(self.rules, state, action.player, action.company, action.other_company)
        return super().sheet(state, action)

    def price_after_sale(self, state: State, action: SellShares) -> Cell:
        return prices.price_after_sale(self.rules, state, action.company, action.percent)

    def waits(self, state: State) -> bool:
        if super().waits(state) or self.swap.is_possible(state):
            return True
        return any(self._mergers(state))

    # --- two certificates of a gray company

    def is_free(self, state: State, company: str, source: str) -> bool:
        """May the director buy a second certificate of a gray company directly after the first?

        Another reading is wider. Directorship may come with the first one, and sales may lie
        between the two. The gray company may also be bought like that after a merger.
        """
        turn = state.playing(StockRound1828)
        if not self._is_directors(state, company):
            return False
        if not self.rules.options["gray_after_other_deed"]:
            return turn.pair_company == company and turn.purchases == (company,)
        return turn.purchases == (company,) or (turn.has_merged and not turn.purchases)

    def _is_directors(self, state: State, company: str) -> bool:
        """Is it a company of several purchases of which the player on turn is director?"""
        director = holdings.president(self.data, state, company)
        several = market.allows(self.data, state, company, "several")
        return director == self.actor(state) and several

    def buying(self, state: State, action: BuyShare) -> list[Refusal]:
        found, company = super().buying(state, action), action.company
        found += self._check_initial_limit(state, action)
        if not market.allows(self.data, state, company, "several"):
            return found
        of_it = set(state.playing(StockRound1828).purchases) == {company}
        if of_it and prices.is_gray(self.rules, state, company):
            two = self.rules.refuse("buy.two", company=company)
            return [two if reason.code == "buy.bought" else reason for reason in found]
        return found

    def _check_initial_limit(self, state: State, action: BuyShare) -> list[Refusal]:
        """Refuse a certificate from the IPO past the limit that holds for it alone.

        The limit does not hold for a company in gray until some phase begins.
        """
        limit, company, player = self.figures.initial_limit, action.company, action.player
        held = holdings.percent(self.data, state, company, player)
        if limit is None or action.source != holdings.INITIAL or held < limit:
            return []
        if "buy.holding" in self.rules.house:
            return []
        until = self.figures.gray_lifts_before
        lifted = until is None or not self.data.reaches(state.phase, until)
        if lifted and prices.is_gray(self.rules, state, company):
            return []
        facts = {"company": company, "player": player, "percent": held, "limit": limit}
        return [self.rules.refuse("buy.initial_limit", **facts)]

    def one_a_turn(self, state: State, player: str, free: bool) -> list[Refusal]:
        """Refuse a purchase after a merger, which is the turn's one purchase."""
        if state.playing(StockRound1828).has_merged and not free:
            return [self.rules.refuse("buy.bought", player=player)]
        return super().one_a_turn(state, player, free)

    def apply(self, change: Change, action: Action) -> None:
        state = change.state
        before = state.playing(StockRound1828)
        if isinstance(action, SellShares):
            super().apply(change, action)
            state.round = replace(state.playing(StockRound1828), pair_company="")
        elif isinstance(action, BuyShare):
            pair = action.company if self._is_directors(state, action.company) else ""
            super().apply(change, action)
            bought = (*before.purchases, action.company)
            state.round = replace(
                state.playing(StockRound1828), purchases=bought, pair_company=pair
            )
        elif isinstance(action, MergeCompanies):
            merger_conditions.merge(change, self.rules, action)
        elif isinstance(action, FailMerger):
            failed_merger.apply(change, action)
        else:
            super().apply(change, action)

    def end_turn(self, change: Change) -> None:
        super().end_turn(change)
        state = change.state
        state.round = replace(state.playing(StockRound1828), pair_company="", has_merged=False)


class StockRules1828(CardRules):
    """Turns until all have a card. Then the prices of sold-out companies rise."""

    def __init__(self, rules: Rules, swap: HudsonSwapStep) -> None:
        super().__init__(rules, StockTurn1828(rules, swap), (swap,))

    def close(self, change: Change) -> None:
        super().close(change)
        prices.rise(change, self.rules)
