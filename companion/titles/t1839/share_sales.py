"""Selling shares (§7.2).

First all money is paid and directorships change. Then the directors of the companies answer whether
they redeem the sold shares. Only then do the prices of the others fall.
"""

from collections.abc import Iterable

from companion.languages import lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import CompanyAction, Pass, SellHoldings, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.codec import register_stored
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import POOL
from companion.rules.stock import share_trading
from companion.titles.t1839.title_state import StockRound1839, game_of, has_operated, note

Parts = tuple[tuple[str, int], ...]  # companies, and percent of each
SAYS = lazy_gettext(
    "{percent}% of {company:who} was sold. Its price is {price:$}, or {after:$} if it redeems none."
)


@action("redeem_shares")
class RedeemShares(CompanyAction):
    """A company buys ``percent`` of itself from the Bank Pool into its treasury, at its price."""

    percent: int


@register_stored("1839_redemption_question", kw_only=True)
class RedemptionQuestion(Question):
    """A question whether a company redeems ``percent`` of it that was just sold."""

    percent: int


def cell_left_of(rules: Rules, state: State, company: str, steps: int = 1) -> Cell:
    """Return the cell that many spaces to the left, at most the end of the market."""
    return market.cell_ahead(rules.data, state, company, -steps)


def sale_price(rules: Rules, state: State, company: str) -> int:
    """Return the price that a sale pays for a share (§7.2).

    It is that of the space to the left until the company has finished an operating turn.
    """
    if not state.companies[company].started:
        return 0
    return cell_left_of(rules, state, company, 0 if has_operated(state, company) else 1).price


def price(rules: Rules, state: State, company: str) -> int:
    """Return the current price of a share."""
    found = market.price(rules.data, state, company)
    assert found is not None
    return found


def sell(
    change: Change, rules: Rules, player: str, sales: Iterable[tuple[str, int]], owes: str = ""
) -> None:
    """Sell a player's shares to the bank. The sale was judged before.

    ``owes`` is a company whose debt is the reason of the sale. It does not redeem.
    """
    state, parts = change.state, tuple(sales)
    paid = {
        company: share_trading.brings(rules, state, company, percent) for company, percent in parts
    }
    for company, percent in parts:
        change.pay(BANK, player, paid[company], "share_sale", company)
        facts = {"player": player, "company": company, "percent": percent}
        change.tell("sold_shares", amount=paid[company], **facts)
    for company, percent in parts:
        own = rules.data.companies[company]
        if holdings.president(rules.data, state, company) == player:
            keeps = holdings.percent(rules.data, state, company, player) - percent
            if successor := holdings.successor(rules.data, state, company, keeps):
                holdings.pass_presidency(change, rules.data, company, successor)
        holdings.take(change, own, player, POOL, percent)
    note(change, price_falls=(*game_of(state).price_falls, *parts))
    asked = [
        RedemptionQuestion(RedemptionStep.name, company, (company,), percent=percent)
        for company, percent in parts
        if company != owes and can_redeem(rules, state, company, percent)
    ]
    # the sale is completed before anything else, even a debt it pays for
    state.questions = (*asked, *state.questions)
    if not asked:
        fall(change, rules)


def naming_refusals(rules: Rules, action: SellHoldings) -> list[Refusal]:
    """Refuse a sale of several companies that names none, one twice, or an unknown one."""
    named = [company for company, _ in action.sales]
    if not named or len(set(named)) < len(named):
        return [rules.refuse("sell.each_once", player=action.player)]
    unknown = [company for company in named if company not in rules.data.companies]
    return [rules.refuse("unknown.named", kind="company", id=unknown[0])] if unknown else []


def too_early(rules: Rules, state: State) -> list[Refusal]:
    """Refuse any sale in the first stock round (§7.2), even for a debt (§8.4.1)."""
    round = state.round
    first = isinstance(round, StockRound1839) and round.number == 1
    return rules.refuse_unless_house_rule("sell.first_round") if first else []


def can_redeem(rules: Rules, state: State, company: str, percent: int) -> bool:
    """Can the treasury of the company pay for that much of itself?"""
    own, cost = state.companies[company], redemption(rules, state, company, percent)
    return own.floated and state.cash[company] >= cost


def redemption(rules: Rules, state: State, company: str, percent: int) -> int:
    """Return the cost of a redemption: the current price, not that of the sale (§7.4)."""
    return rules.kind(state, company).value(percent, price(rules, state, company))


def redemption_refusals(rules: Rules, state: State, action: RedeemShares) -> list[Refusal]:
    """Refuse part of a share, or more than the Bank Pool holds or the treasury can pay."""
    company, percent, cash = action.company, action.percent, state.cash[action.company]
    if percent <= 0 or percent % rules.data.companies[company].step:
        return [rules.refuse("sell.step", percent=percent)]
    found, pooled = [], holdings.percent(rules.data, state, company, POOL)
    if percent > pooled:
        found.append(rules.refuse("redeem.pool", company=company, pool_percent=pooled))
    cost = redemption(rules, state, company, percent)
    if cost > cash:
        facts = {"company": company, "percent": percent, "cash": cash, "price": cost}
        found.append(rules.refuse("redeem.cash", **facts))
    return found


def redeem(change: Change, rules: Rules, company: str, percent: int) -> None:
    """Move shares of a company from the Bank Pool into its treasury, for money."""
    cost = redemption(rules, change.state, company, percent)
    change.pay(company, BANK, cost, "redeemed", company)
    holdings.take(change, rules.data.companies[company], POOL, company, percent)
    change.tell("redeemed_shares", company=company, percent=percent, price=cost)


def fall(change: Change, rules: Rules) -> None:
    """Let the prices of sold shares fall as soon as no redemption is pending."""
    state = change.state
    if any(question.step == RedemptionStep.name for question in state.questions):
        return
    falling = game_of(state).price_falls
    note(change, price_falls=())
    for company, percent in falling:
        if state.companies[company].started:
            shares = rules.kind(state, company).shares(percent)
            market.move(change, rules.data, company, cell_left_of(rules, state, company, shares))


class RedemptionStep(QuestionStep):
    """A director decides whether the company redeems all of its shares just sold, or none."""

    name = "redeem"
    accepts = (RedeemShares, Pass)

    def current_question(self, state: State) -> RedemptionQuestion:
        """Return the question to be answered first."""
        question = self.question(state)
        assert isinstance(question, RedemptionQuestion)
        return question

    def offers(self, state: State) -> list[Offer]:
        question = self.current_question(state)
        company, percent = question.actor, question.percent
        cost = redemption(self.rules, state, company, percent)
        buy = Offer("redeem", RedeemShares(company, percent), -cost, weight=0.5)
        return [self.judge_offer(state, buy), self.judge_offer(state, Offer("pass", Pass(company)))]

    def sentences(self, state: State) -> list[str]:
        """Return the price after either answer."""
        question = self.current_question(state)
        company, percent = question.actor, question.percent
        shares = self.rules.kind(state, company).shares(percent)
        facts = {
            "company": company,
            "percent": percent,
            "price": price(self.rules, state, company),
            "after": cell_left_of(self.rules, state, company, shares).price,
        }
        return [self.rules.words.fill(SAYS, facts)]

    def refusals(self, state: State, action: RedeemShares | Pass) -> list[Refusal]:
        if (found := self.refuse_others(state, action)) or isinstance(action, Pass):
            return found
        question = self.current_question(state)
        found = redemption_refusals(self.rules, state, action)
        if action.percent != question.percent:
            facts = {"company": action.company, "percent": question.percent}
            found.append(self.rules.refuse("redeem.all", **facts))
        return found

    def apply(self, change: Change, action: RedeemShares | Pass) -> None:
        state, question = change.state, self.current_question(change.state)
        state.remove_question(question)
        if isinstance(action, RedeemShares):
            company, rest = question.actor, question.percent - action.percent
            left = list(game_of(state).price_falls)
            place = left.index((company, question.percent))
            left[place : place + 1] = [(company, rest)] if rest > 0 else []  # by a ruling
            note(change, price_falls=tuple(left))
            redeem(change, self.rules, company, action.percent)
            state.questions = tuple(  # asked only if it is possible (§7.4)
                each
                for each in state.questions
                if not isinstance(each, RedemptionQuestion)
                or can_redeem(self.rules, state, each.actor, each.percent)
            )
        else:
            change.tell("redeemed_none", company=question.actor, percent=question.percent)
        fall(change, self.rules)
