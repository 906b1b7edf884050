"""The opening auction and the stock rounds of the standard game."""

from dataclasses import replace

from companion.rules.core.actions import BuyShare, SellShares, SetPar, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.data.companies import INCREMENTAL
from companion.rules.data.random_draws import Draws
from companion.rules.data.switches import PRIVATES_PAY
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.private_powers import close, power
from companion.rules.privates.route_bonuses import check_presidents
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.standard.first_share_sales import check_beginning
from companion.rules.standard.trains import export_train
from companion.rules.stock import floating
from companion.rules.stock.auction import AuctionRound, AuctionStep, ParStep, hand_over
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.stock.stock_turn import StockTurn


def begin_auction(
    change: Change,
    rules: Rules,
    turn: str,
    number: int = 1,
    bids: tuple[tuple[str, str, int], ...] = (),
) -> None:
    """Begin the auction, or go on with it in the stock round of that number."""
    bound = rules.data.opening.highest_bound
    sale = AuctionRound(turn, bids=bids, number=number, is_highest_bound=bound)
    rules.begin_round(change, sale)


def deal_privates(change: Change, rules: Rules) -> None:
    """Sell each player one of the first privates, drawn by the seed. The others are out."""
    state, seats = change.state, rules.seats
    dealt = Draws(rules.setup.seed).shuffle(tuple(rules.data.privates)[: len(seats)])
    for private in rules.data.privates:
        state.privates[private] = GONE
    for seat, private in zip(seats, dealt, strict=True):
        hand_over(change, rules, private, seat, rules.data.privates[private].price)


class StandardParStep(ParStep):
    """The question for the par of a company whose certificate came with a private.

    The company may float by that certificate, and the private may close.
    """

    def apply(self, change: Change, action: SetPar) -> None:
        super().apply(change, action)
        floating.float_if_sold(change, self.rules, action.company)
        for private, owner in change.state.privates.items():
            if power(self.rules, private, "closes_with_par") == action.company and owner != GONE:
                close(change, self.rules, private)


class StandardAuctionStep(AuctionStep):
    """The opening auction of the privates."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.step = rules.data.opening.bid_step

    def nobody_buys(self, change: Change) -> None:
        """Privates pay, and a train may be exported as after operating rounds.

        By the title's switch a new stock round begins with the rest to sell instead.

        No company can have begun yet, so there is no operating round between the two.
        """
        state, sale = change.state, change.state.playing(AuctionRound)
        if self.data.opening.all_pass == PRIVATES_PAY:
            super().nobody_buys(change)
            export_train(change, self.rules)
            return
        pass_priority(change, self.rules, sale.last_actor)
        super().nobody_buys(change)
        number = sale.number + 1
        begin_auction(change, self.rules, state.priority, number, sale.bids)


class StandardStockTurn(StockTurn):
    """Sell shares and buy one certificate, in the order that the switches allow."""

    def start(self, change: Change, action: StartCompany) -> None:
        """Start a company. It has its unsold shares itself if their buyers pay it."""
        super().start(change, action)
        company = action.company
        if self.rules.kind(change.state, company).capital == INCREMENTAL:
            rest = holdings.percent(self.data, change.state, company, INITIAL)
            holdings.take(change, self.data.companies[company], INITIAL, company, rest)

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        """Check the limits on a start. The owner of neutral tokens needs one on the map."""
        found, company = super().start_limits(state, action), action.company
        has_token = state.is_told or state.board.token_stops(company)
        if company == self.data.neutral_company and not has_token:
            found.append(self.rules.refuse("start.no_token", company=company))
        return found

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Check the limits on a sale. By a switch it waits for the company's float or operation."""
        found = super().sale_limits(state, action)
        return found + check_beginning(self.rules, state, action.company)

    def end_turn(self, change: Change) -> None:
        """Give the turn to the next player. A new president may cost a company its bonuses."""
        check_presidents(change, self.rules, lose=True)
        super().end_turn(change)

    def is_free(self, state: State, company: str, source: str) -> bool:
        """Check whether such a purchase does not count as the turn's one purchase.

        With ``several_of_one`` it is another share of the company that was the turn's purchase.
        """
        several = super().is_free(state, company, source)
        if not several or not self.data.stock.several_of_one:
            return several
        return state.playing(StockRound).purchases == (company,)

    def removal(self, state: State, player: str, company: str) -> int:
        """Return the percent that leaves the game from the pool if the player buys a share."""
        if not self.data.stock.removes_from_pool:
            return 0
        if holdings.president(self.data, state, company) == player:
            return 0
        pooled = holdings.percent(self.data, state, company, POOL)
        return min(pooled, self.rules.kind(state, company).unit)

    def loses_share(self, state: State, player: str, company: str, source: str) -> bool:
        """Check whether the share that the player buys is the one that leaves the game."""
        removed = self.removal(state, player, company) if source == POOL else 0
        return bool(removed) and removed == holdings.percent(self.data, state, company, POOL)

    def buy_offer(
        self, state: State, player: str, company: str, source: str, percent: int
    ) -> Offer:
        offer = super().buy_offer(state, player, company, source, percent)
        lost = self.loses_share(state, player, company, source)
        return replace(offer, price=0) if lost else offer

    def buy(self, change: Change, action: BuyShare) -> None:
        """Buy a certificate. By a switch a share of the pool leaves the game first."""
        state, player, company = change.state, action.player, action.company
        lost = self.loses_share(state, player, company, action.source)
        if removed := self.removal(state, player, company):
            holdings.take(change, self.data.companies[company], POOL, GONE, removed)
            change.tell("removed_share", player=player, company=company, percent=removed)
        if not lost:
            super().buy(change, action)
        stock, is_brown = self.data.stock, market.allows(self.data, state, company, "several")
        if stock.several_of_one and is_brown and action.source not in stock.several_from:
            turn = state.playing(StockRound)
            state.round = replace(turn, purchases=(*turn.purchases, company))


def pass_priority(change: Change, rules: Rules, last: str) -> None:
    """Move the priority deal left of the last player who acted, if anybody did."""
    state = change.state
    if last:
        state.priority = state.player_after(last)
    change.tell("priority", player=state.priority)


class StandardStockRules(StockRules):
    """Turns until all pass. Then sold-out companies rise."""

    def __init__(self, rules: Rules, anytime: tuple[Step, ...]) -> None:
        super().__init__(rules, StandardStockTurn(rules), anytime)

    def close(self, change: Change) -> None:
        """Move the priority deal left of the last to act, and raise sold-out companies.

        By switches they do not rise, and the prices of companies with shares in the pool fall.
        """
        state = change.state
        pass_priority(change, self.rules, state.playing(StockRound).last_actor)
        for company in self.rules.operating_order(state):
            parts = holdings.shares(self.data, state, company)
            cell = market.cell_of(self.data, state, company)
            chart = market.market_of(self.data, state, company)
            if cell and parts.get(POOL) and self.data.stock.pool_falls:
                market.move(change, self.data, company, market.cell_to_left(chart, cell))
            incremental = self.rules.kind(state, company).capital == INCREMENTAL
            is_sold_out = not parts.get(company if incremental else INITIAL) and not parts.get(POOL)
            if cell and is_sold_out and self.data.stock.sold_out_rises:
                market.move(change, self.data, company, market.cell_above(chart, cell))
