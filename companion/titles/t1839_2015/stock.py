"""The stock round (Stock Rounds): its turns, and the price moves at its end.

A director may buy a bundle. Sales move no price, and shares of foreign companies have two sizes.
"""

from collections.abc import Iterator

from companion.languages import format_text, gettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    Action,
    BuyShare,
    Pass,
    Purchase,
    SellShares,
    StartCompany,
    action,
)
from companion.rules.core.change import Change
from companion.rules.core.comparison_table import ComparisonTable
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import share_trading
from companion.rules.stock.number_cards import CardRules, CardTurn
from companion.titles.t1839_2015 import ketwich, rochussen
from companion.titles.t1839_2015.draws import FOREIGN, foreign
from companion.titles.t1839_2015.ketwich import Repar
from companion.titles.t1839_2015.title_figures import figures
from companion.titles.t1839_2015.title_state import game_of, has_operated, note

SHARE = 10  # percent of an ordinary certificate of a public company


@action("buy_bundle")
class BuyBundle(Purchase):
    """A director buys several certificates of their company at once.

    ``initial_percent`` and ``pool_percent`` are the percents from the initial offering and the
    pool.
    """

    initial_percent: int
    pool_percent: int


def is_foreign(rules: Rules, state: State, company: str) -> bool:
    """Is it a company that enters the market with a run to its off-boards?"""
    return rules.kind(state, company).name == FOREIGN


def not_operated(rules: Rules, state: State, company: str) -> list[Refusal]:
    """Refuse to sell shares of a public company that has not ended an operating turn."""
    if is_foreign(rules, state, company) or has_operated(state, company):
        return []
    return [rules.refuse("sell.not_operated", company=company)]


class StockTurn2015(CardTurn):
    """Sell, buy once, sell."""

    accepts = (SellShares, BuyShare, BuyBundle, StartCompany, Repar, Pass)
    start_weight = 3.0

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = figures(rules.data)

    def waits(self, state: State) -> bool:
        repars = ketwich.repars(self.rules, state, self.actor(state))
        return super().waits(state) or any(not self.refusals(state, each) for each in repars)

    # --- selling

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Refuse sales in the first round, and of a public company that has not operated."""
        return super().sale_limits(state, action) + not_operated(self.rules, state, action.company)

    # --- buying

    def buying(self, state: State, action: BuyShare) -> list[Refusal]:
        player, company = action.player, action.company
        if is_foreign(self.rules, state, company):
            found = self._foreign(state, action)
            return found if has_hard(found) else found + super().buying(state, action)
        found = super().buying(state, action)
        if action.source == INITIAL:
            held = holdings.percent(self.data, state, company, player)
            found += self._sixty(player, company, held)
        return found + self._full(state, player, found)

    def _foreign(self, state: State, action: BuyShare) -> list[Refusal]:
        """Refuse shares of a foreign company before their phase, or too many at once."""
        refuse, company = self.rules.refuse, action.company
        sizes = self.data.companies[company].sizes
        found = []
        if not self.data.reaches(state.phase, self.figures.foreign_from):
            facts = {"phase": state.phase, "first_phase": self.figures.foreign_from}
            found.append(refuse("buy.foreign_phase", **facts))
        if not state.companies[company].started:
            found.append(refuse("buy.foreign_unparred", company=company))
        if action.percent is not None and action.percent not in sizes:
            percents = tuple(f"{size}%" for size in sizes)
            found.append(refuse("buy.foreign_size", company=company, percents=percents))
        return found

    def _sixty(self, player: str, company: str, held: int) -> list[Refusal]:
        """Refuse another certificate of the initial offering to a player with the maximum."""
        limit = self.figures.initial_limit
        if held < limit or "buy.holding" in self.rules.house:
            return []
        facts = {"player": player, "company": company, "percent": held, "limit": limit}
        return [self.rules.refuse("buy.holding", **facts)]

    def _full(self, state: State, player: str, found: list[Refusal]) -> list[Refusal]:
        """Refuse a certificate to a player at the limit, even if they give some in exchange."""
        full = share_trading.exceeds(self.rules, state, player, 1)
        if not full or any(refusal.code == "buy.certificates" for refusal in found):
            return []
        return [share_trading.certificate_refusal(self.rules, state, player)]

    def _facts_before_each(
        self, state: State, action: BuyBundle
    ) -> Iterator[tuple[str, int, int, int | None]]:
        """Yield the facts before each certificate of a bundle, those of the initial offering first.

        They are its source, the director's percent of the company so far, the number of
        certificates, and the limit. The limit rises as soon as the director has enough of the
        company.
        """
        held = holdings.percent(self.data, state, action.company, action.player)
        bonus = self.data.certificate_bonus
        assert bonus is not None
        count = share_trading.certificate_count(self.rules, state, action.player)
        limit = share_trading.certificate_limit(self.rules, state, action.player)
        for source, part in ((INITIAL, action.initial_percent), (POOL, action.pool_percent)):
            for _ in range(part // SHARE):
                yield source, held, count, limit
                held, count = held + SHARE, count + 1
                if limit is not None and held - SHARE < bonus.percent <= held:
                    limit += bonus.number

    def _bundle(self, state: State, action: BuyBundle) -> list[Refusal]:
        """Return refusals of a bundle, which only a director may buy.

        Each certificate is judged by itself.
        """
        refuse, player, company = self.rules.refuse, action.player, action.company
        if is_foreign(self.rules, state, company):
            percents = tuple(f"{size}%" for size in self.data.companies[company].sizes)
            return [refuse("buy.foreign_size", company=company, percents=percents)]
        if not state.companies[company].started:
            return [refuse("buy.not_started", company=company)]
        parts = ((INITIAL, action.initial_percent), (POOL, action.pool_percent))
        if any(part < 0 or part % SHARE for _, part in parts):
            return [refuse("sell.step", percent=min(part for _, part in parts))]
        together = action.initial_percent + action.pool_percent
        if not SHARE < together <= self.figures.bundle:
            return [refuse("buy.bundle", maximum=self.figures.bundle)]
        for source, part in parts:
            if part > holdings.percent(self.data, state, company, source):
                return [refuse("buy.none", company=company, source=source)]
        found = self.one_a_turn(state, player, free=False)
        if self.rules.holdings.director(self.rules, state, company) != player:
            found.insert(0, refuse("buy.bundle_director", player=player, company=company))
        if (player, company) in state.playing(share_trading.StockRound).sales:
            found += self.rules.refuse_unless_house_rule("buy.sold", player=player, company=company)
        each = list(self._facts_before_each(state, action))
        of_initial = [held for source, held, *_ in each if source == INITIAL]
        found += self._sixty(player, company, max(of_initial, default=0))
        if any(limit is not None and count >= limit for *_, count, limit in each):
            found.append(share_trading.certificate_refusal(self.rules, state, player))
        cost = self.rules.kind(state, company).value(together, self.price(state, company, POOL))
        buy = BuyShare(player, company, INITIAL)
        return found + share_trading.cash_refusal(self.rules, state, buy, together, cost)

    def _bundles(self, state: State) -> Iterator[BuyBundle]:
        """Yield conceivable bundles of a director, the smallest first."""
        player = self.actor(state)
        for company in market.companies_by_price(state):
            if self.rules.holdings.director(self.rules, state, company) != player:
                continue
            there = holdings.shares(self.data, state, company)
            for together in range(2 * SHARE, self.figures.bundle + 1, SHARE):
                for initial in range(together, -1, -SHARE):
                    pooled = together - initial
                    if initial <= there.get(INITIAL, 0) and pooled <= there.get(POOL, 0):
                        yield BuyBundle(player, company, initial, pooled)

    def starting(self, state: State, action: StartCompany) -> list[Refusal]:
        """Refuse to start a foreign company. It enters automatically."""
        company = action.company
        if is_foreign(self.rules, state, company) and not state.companies[company].started:
            return [self.rules.refuse("buy.foreign_unparred", company=company)]
        return super().starting(state, action)

    def start_percents(self, state: State, company: str) -> tuple[int, ...]:
        """Return the percents to start with: the director's certificate, alone or with another."""
        first = self.data.companies[company].shares[0]
        return (first, first + SHARE)

    def offers(self, state: State) -> list[Offer]:
        found = [self._with_money(state, offer) for offer in super().offers(state)]
        for bundle in self._bundles(state):
            price = self.price(state, bundle.company, POOL)
            together = bundle.initial_percent + bundle.pool_percent
            cost = self.rules.kind(state, bundle.company).value(together, price)
            found.append(self.judge_offer(state, Offer("bundle", bundle, -cost, weight=0.5)))
        for repar in ketwich.repars(self.rules, state, self.actor(state)):
            says = ketwich.describe_effect(self.rules, state, repar)
            found.append(self.judge_offer(state, Offer("repar", repar, note=says)))
        order = list(self.data.companies)

        def place(offer: Offer) -> int:
            """Return the sort key.

            Bundles are with other purchases of their company, par changes first.
            """
            if offer.kind == "repar":
                return -1
            buys = offer.kind not in ("sell", "pass")
            return order.index(offer.action.about()) if buys else len(order)

        return sorted(found, key=place)

    def _with_money(self, state: State, offer: Offer) -> Offer:
        """Add a note to a share in the pool with money on it: the receiver of that money."""
        action = offer.action
        if not isinstance(action, BuyShare) or action.source != POOL:
            return offer
        if not rochussen.money_on_shares(state, action.company):
            return offer
        sum = self.rules.data.money(state.companies[action.company].par or 0)
        says = format_text("{sum} on it goes to {company}", sum=sum, company=action.company)
        return replace(offer, note=says)

    def sheet(self, state: State, action: Action | None) -> ComparisonTable | None:
        """Return the facts by which each certificate of a bundle is judged."""
        if not isinstance(action, BuyBundle):
            return None
        rows = []
        for source, held, count, limit in self._facts_before_each(state, action):
            most = f" < {self.figures.initial_limit}%" if source == INITIAL else "%"
            of = "" if limit is None else f" < {limit}"
            rows.append((self.rules.words.short(source), (f"{held}{most}", f"{count}{of}")))
        columns = (gettext("holding"), gettext("certificates"))
        return ComparisonTable(gettext("Before each certificate"), columns, tuple(rows))

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, BuyBundle) and action.player == self.actor(state):
            return self._bundle(state, action)
        if isinstance(action, Repar) and action.player == self.actor(state):
            found = ketwich.refusals(self.rules, state, action)
            return found or self.one_a_turn(state, action.player, free=False)
        return super().refusals(state, action)

    # --- effects

    def buy(self, change: Change, action: BuyShare) -> None:
        """Buy shares, and pay the money on shares in the pool to their company.

        Until brown, the bank gets half of the money for a foreign company's own shares.
        """
        company, source = action.company, action.source
        super().buy(change, action)
        kind = self.rules.kind(change.state, company)
        percent = kind.unit if action.percent is None else action.percent
        if source == POOL:
            rochussen.pay_for_sold_shares(change, company, kind.shares(percent))
        if is_foreign(self.rules, change.state, company) and source == company:
            price = kind.value(percent, self.price(change.state, company, source))
            if not self.data.reaches(change.state.phase, self.figures.foreign_keeps_from):
                change.pay(company, BANK, price // 2, "foreign_half", company)

    def apply_purchase(self, change: Change, company: str) -> None:
        """Note the buyer whose purchase has floated a company."""
        floated = change.state.companies[company].floated
        super().apply_purchase(change, company)
        if change.state.companies[company].floated and not floated:
            mine = (company, self.actor(change.state))
            note(change, float_buyers=(*game_of(change.state).float_buyers, mine))

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, Repar):
            ketwich.repar(change, self.rules, action)
            self.has_bought(change, action.company)
            return
        if not isinstance(action, BuyBundle):
            super().apply(change, action)
            return
        for source, part in ((INITIAL, action.initial_percent), (POOL, action.pool_percent)):
            if part:
                self.buy(change, BuyShare(action.player, action.company, source, part))
        self.has_bought(change, action.company)


class StockRules2015(CardRules):
    """Turns until all have a card. Then prices move (End of stock round)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, StockTurn2015(rules))

    def go_on(self, change: Change) -> None:
        """At the end, ask the owner of the private that floats companies before prices move."""
        if not (self.is_over(change.state) and rochussen.ask_owner(change, self.rules)):
            super().go_on(change)

    def close(self, change: Change) -> None:
        """Move the prices in operating order.

        Floated public companies go down one space for each share in the pool. Foreign ones go down
        one space if there is any, and up one if players have all. At the end of the market the game
        is over, and no other price moves.
        """
        super().close(change)
        state, rules = change.state, self.rules
        for company in rules.operating_order(state):
            pooled = holdings.percent(rules.data, state, company, POOL)
            self._move(change, company, -pooled // SHARE)
        for company in foreign(rules.data):
            if not state.companies[company].started:
                continue
            lying = holdings.shares(rules.data, state, company)
            if lying.get(POOL):
                self._move(change, company, -1)
            elif all(holdings.is_player(place) for place in lying):
                self._move(change, company, 1)
                if market.is_at_end(rules.data, state, company):
                    return

    def _move(self, change: Change, company: str, steps: int) -> None:
        data = self.rules.data
        market.move(change, data, company, market.cell_ahead(data, change.state, company, steps))
