"""Shares change hands: what speaks against buying and selling, and what they do.

Functions that the titles' stock rounds are made of. Money, limits and presidency are judged here;
who is on turn and how often is the round's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyShare, SellShares
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import State
from companion.rules.core.state_cache import once
from companion.rules.data.charts import Cell
from companion.rules.data.codec import register_stored
from companion.rules.judge import surplus
from companion.rules.judge.judge import Rules
from companion.rules.shares import holdings, market


@register_stored("stock_round")
@dataclass(frozen=True, slots=True)
class StockRound(PlayersRound):
    """A stock round so far: what the player on turn has done, who sold what.

    ``bought`` are the companies bought in this turn that count as its one purchase; ``sold``
    players with the companies they sold; ``started`` companies started in this round; ``sold_now``
    companies sold in this turn.
    """

    kind: ClassVar[str] = "stock"
    number: int
    turn: str
    bought: tuple[str, ...] = ()
    sold: tuple[tuple[str, str], ...] = ()
    started: tuple[str, ...] = ()
    sold_now: tuple[str, ...] = ()

    def given_to(self, who: str) -> "StockRound":
        return replace(self, turn=who, acted=False, bought=(), sold_now=())


def certificate_count(rules: Rules, state: State, player: str) -> int:
    """Certificates of the player that count against the limit."""
    key = ("certificates", player)
    return once(state, key, lambda: holdings.certificates_of(rules.data, state, player))


def certificate_limit(rules: Rules, state: State, player: str) -> int | None:
    """How many certificates the player may hold; None: any number, by the title or the house."""
    return (
        None
        if "buy.certificates" in rules.house
        else holdings.certificate_limit(rules.data, state, len(rules.seats), player)
    )


def exceeds(rules: Rules, state: State, player: str, more: int = 0) -> bool:
    """Are the player's certificates, with so many more, above the limit? Without more, they are
    not where a ruling allowed as many.
    """
    limit = certificate_limit(rules, state, player)
    if limit is None:
        return False
    over = certificate_count(rules, state, player) + more - limit
    return over > (0 if more > 0 else surplus.allowed(state, surplus.CERTIFICATES, player))


def certificate_refusal(rules: Rules, state: State, player: str) -> Refusal:
    """The refusal of a certificate that the player may not hold."""
    count, limit = certificate_count(rules, state, player), certificate_limit(rules, state, player)
    return rules.refuse("buy.certificates", player=player, count=count, limit=limit)


def is_over(rules: Rules, state: State, player: str) -> bool:
    """Is the player over the certificate limit, or over the holding limit of some company, so that
    they have to sell?
    """
    if not rules.stock.sells_down:
        return False
    if exceeds(rules, state, player):
        return True
    return any(_holds_too_much(rules, state, player, c) for c in market.companies_by_price(state))


def holding_limit(rules: Rules, state: State, company: str) -> int | None:
    """How many percent of the company one player may hold now; None: as much as there is."""
    if "buy.holding" in rules.house or market.allows(rules.data, state, company, "unlimited"):
        return None
    return rules.kind(state, company).holding_limit


def _holds_too_much(rules: Rules, state: State, player: str, company: str) -> bool:
    limit = holding_limit(rules, state, company)
    if limit is None:
        return False
    over = holdings.percent(rules.data, state, company, player) - limit
    return over > surplus.allowed(state, surplus.HOLDING, player, company)


def easing(rules: Rules, state: State, player: str) -> list[str]:
    """Companies whose shares the player may have to sell to come under the limit he is over."""
    if not rules.stock.sells_down:
        return []
    count_over = exceeds(rules, state, player)
    return [
        company
        for company in market.companies_by_price(state)
        if (count_over and holdings.is_counted(rules.data, state, company))
        or _holds_too_much(rules, state, player, company)
    ]


def holding_refusals(
    rules: Rules, state: State, player: str, company: str, percent: int, certificates: int = 1
) -> list[Refusal]:
    """Against gaining ``percent`` of a company in so many certificates: the holding and certificate
    limits. Who becomes president by it gives two certificates for one.
    """
    data = rules.data
    found = []
    held = holdings.percent(data, state, company, player)
    most = holding_limit(rules, state, company)
    if most is not None and held + percent > most:
        facts = {"company": company, "player": player, "percent": held}
        found.append(rules.refuse("buy.holding", limit=most, **facts))
    if _brings_presidency(rules, state, player, company, percent):
        shares = data.companies[company].shares
        certificates += 1 - shares[0] // shares[1]
    if holdings.is_counted(data, state, company) and exceeds(rules, state, player, certificates):
        found.append(certificate_refusal(rules, state, player))
    return found


def _brings_presidency(rules: Rules, state: State, player: str, company: str, percent: int) -> bool:
    """Would the player hold more of the company than its president with so much more?"""
    president = holdings.president(rules.data, state, company)
    if president in (None, player):
        return False
    parts = holdings.shares(rules.data, state, company)
    return parts.get(player, 0) + percent > parts[president]


def free_cash(state: State, player: str) -> int:
    """What the player may spend: his cash without what he has laid down for bids."""
    return state.cash[player] - state.round.bound(player)


def cash_refusal(
    rules: Rules, state: State, action: BuyShare, percent: int, price: int
) -> list[Refusal]:
    """Against buying what one cannot pay; ``price`` is that of all."""
    cash = state.cash[action.player]
    if price <= cash:
        return []
    facts = {"player": action.player, "cash": cash, "company": action.company, "price": price}
    return [rules.refuse("buy.cash", percent=percent, **facts)]


def pool_room(rules: Rules, state: State, company: str) -> int:
    """How many percent of the company the pool may still take."""
    limit = None if "sell.pool" in rules.house else rules.kind(state, company).pool_limit
    pooled = holdings.percent(rules.data, state, company, holdings.POOL)
    return (100 if limit is None else limit) - pooled


def sale_refusals(
    rules: Rules, state: State, action: SellShares, keep_presidencies: Iterable[str] = ()
) -> list[Refusal]:
    """Against a player's sale to the pool: what he has,
    the pool's limit, the president's certificate.

    ``keep_presidencies`` are companies whose president the sale may not change (forced sales).
    """
    data, refuse = rules.data, rules.refuse
    player, company = action.player, action.company
    held = holdings.percent(data, state, company, player)
    if action.percent <= 0 or action.percent % data.companies[company].step:
        return [refuse("sell.step", percent=action.percent)]
    if action.percent > held:
        return [
            refuse("sell.none", player=player, percent=held, company=company, asked=action.percent)
        ]
    if not state.companies[company].started:
        return [refuse("sell.unpriced", company=company)]
    found = []
    if action.percent > pool_room(rules, state, company):
        pooled = holdings.percent(data, state, company, holdings.POOL)
        facts = {"company": company, "pool": holdings.POOL, "pooled": pooled}
        found.append(refuse("sell.pool", limit=rules.kind(state, company).pool_limit, **facts))
    if holdings.president(data, state, company) == player:
        keeps = held - action.percent
        successor = holdings.successor(data, state, company, keeps)
        if successor is None and keeps < data.companies[company].shares[0]:
            part = data.companies[company].shares[0]
            found.append(refuse("sell.president", company=company, pool=holdings.POOL, part=part))
        if successor is not None and company in keep_presidencies:
            found.append(refuse("forced.presidency", company=company))
    return found


def brings(rules: Rules, state: State, company: str, percent: int) -> int:
    """What so many percent of the company bring who sells them to the pool now."""
    return rules.kind(state, company).value(percent, rules.market.sale_price(rules, state, company))


def sell(change: Change, rules: Rules, action: SellShares, fallen: Cell) -> int:
    """Sell to the pool at what a sale fetches before it, move the price to ``fallen``; answers the
    proceeds.
    """
    data, state = rules.data, change.state
    player, company = action.player, action.company
    amount = brings(rules, state, company, action.percent)
    if holdings.president(data, state, company) == player:
        keeps = holdings.percent(data, state, company, player) - action.percent
        successor = holdings.successor(data, state, company, keeps)
        if successor:
            holdings.pass_presidency(change, data, company, successor)
    holdings.take(change, data.companies[company], player, holdings.POOL, action.percent)
    change.pay(BANK, player, amount, "share_sale", company)
    change.tell(
        "sold_shares", player=player, company=company, percent=action.percent, amount=amount
    )
    market.move(change, data, company, fallen)
    return amount


def can_sell(rules: Rules, state: State, player: str, company: str) -> bool:
    """May the player sell any percent of the company?"""
    held = holdings.percent(rules.data, state, company, player)
    step = rules.data.companies[company].step
    return any(
        not sale_refusals(rules, state, SellShares(player, company, percent))
        for percent in range(step, held + 1, step)
    )


def most_sellable(
    rules: Rules, state: State, player: str, company: str, keep_presidencies: Iterable[str] = ()
) -> int:
    """The largest percent of a company that the player may sell in one sale; 0 when none."""
    held = holdings.percent(rules.data, state, company, player)
    step = rules.data.companies[company].step
    for percent in range(held - held % step, 0, -step):
        if not sale_refusals(rules, state, SellShares(player, company, percent), keep_presidencies):
            return percent
    return 0
