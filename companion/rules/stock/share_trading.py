"""Share transfers: limits on buying and selling shares, and their effects.

The stock rounds of the titles are built from these functions. They check money, limits and
presidency. The round decides whose turn it is and how many actions a turn allows.
"""

from collections.abc import Iterable
from typing import ClassVar

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyShare, SellShares
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.data.codec import register_stored
from companion.rules.data.printed_markets import Cell
from companion.rules.judge import allowed_excess
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market


@register_stored("stock_round")
class StockRound(PlayersRound):
    """The state of a stock round.

    ``purchases`` lists the companies bought in this turn that count as its one purchase; one that
    stands there twice is one of which no more is bought. ``sales``
    lists players with the companies they sold. ``companies_started`` lists the companies started in
    this round, ``sales_in_turn`` those sold in this turn.
    """

    kind: ClassVar[str] = "stock"
    number: int
    turn: str
    purchases: tuple[str, ...] = ()
    sales: tuple[tuple[str, str], ...] = ()
    companies_started: tuple[str, ...] = ()
    sales_in_turn: tuple[str, ...] = ()

    def with_player_on_turn(self, who: str) -> "StockRound":
        return replace(self, turn=who, has_acted=False, purchases=(), sales_in_turn=())


def put_on_market(change: Change, rules: Rules, player: str, company: str, price: int) -> None:
    """Put a company that the player starts on the market at a par price."""
    market.start(change, company, rules.market.pars(rules, change.state, company)[price])
    change.tell("started_company", player=player, company=company, price=price)


def certificate_count(rules: Rules, state: State, player: str) -> int:
    """Return the number of the player's certificates that count against the limit."""
    return holdings.certificates_of(rules.data, state, player)


def certificate_limit(rules: Rules, state: State, player: str) -> int | None:
    """Return the player's certificate limit; None if there is none.

    The title or a house rule may lift the limit.
    """
    return (
        None
        if "buy.certificates" in rules.house
        else holdings.certificate_limit(rules.data, state, len(rules.seats), player)
    )


def exceeds(rules: Rules, state: State, player: str, more: int = 0) -> bool:
    """Check whether the player exceeds the certificate limit, with ``more`` certificates added.

    With ``more`` at 0, a surplus that a ruling has allowed does not count.
    """
    if "buy.certificates" in rules.house:
        return False
    limit = holdings.certificate_limit(rules.data, state, len(rules.seats), player)
    if limit is None or holdings.papers_of(state, player) + more <= limit:
        return False  # so it is nearly always, without asking which of them count
    count = compute_once(
        state, ("certificates", player), lambda: certificate_count(rules, state, player)
    )
    over = count + more - limit
    return over > (
        0
        if more > 0
        else allowed_excess.allowed_surplus(state, allowed_excess.CERTIFICATES, player)
    )


def certificate_refusal(rules: Rules, state: State, player: str) -> Refusal:
    """Return the refusal for exceeding the certificate limit."""
    count, limit = certificate_count(rules, state, player), certificate_limit(rules, state, player)
    return rules.refuse("buy.certificates", player=player, count=count, limit=limit)


def is_over(rules: Rules, state: State, player: str) -> bool:
    """Check whether the player is over a limit and must sell.

    The limits are the certificate limit and the holding limit of each company.
    """
    if not rules.stock.sells_down:
        return False
    return exceeds(rules, state, player) or bool(_held_in_excess(rules, state, player))


def holding_limit(rules: Rules, state: State, company: str) -> int | None:
    """Return the percent of the company that one player may hold; None if unlimited."""
    if "buy.holding" in rules.house or market.allows(rules.data, state, company, "unlimited"):
        return None
    return rules.kind(state, company).holding_limit


def _held_in_excess(rules: Rules, state: State, player: str) -> list[str]:
    """Return the started companies of which the player holds more than they may."""
    found = []
    for company, held in holdings.percents_held(rules.data, state, player).items():
        limit = holding_limit(rules, state, company)
        if limit is not None and held > limit and state.companies[company].started:
            allowed = allowed_excess.allowed_surplus(state, allowed_excess.HOLDING, player, company)
            if held - limit > allowed:
                found.append(company)
    return found


def easing(rules: Rules, state: State, player: str) -> list[str]:
    """Return the companies whose shares the player may sell to come under an exceeded limit."""
    if not rules.stock.sells_down:
        return []
    held = _held_in_excess(rules, state, player)
    if exceeds(rules, state, player):
        held += [c for c in state.companies if holdings.is_counted(rules.data, state, c)]
    return [company for company in market.companies_by_price(state) if company in held]


def holding_refusals(
    rules: Rules, state: State, player: str, company: str, percent: int, certificates: int = 1
) -> list[Refusal]:
    """Check the holding and certificate limits for a gain of ``percent`` of a company.

    ``certificates`` is the number of certificates gained. A player who becomes president by it
    exchanges ordinary certificates for the president's certificate.
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
    """Check whether ``percent`` more would give the player more than the president holds."""
    president = holdings.president(rules.data, state, company)
    if president is None or president == player:
        return False
    held = holdings.percent(rules.data, state, company, player)
    return held + percent > holdings.percent(rules.data, state, company, president)


def free_cash(state: State, player: str) -> int:
    """Return the player's cash less the amounts bound by standing bids."""
    return state.cash[player] - state.round.bound(player)


def cash_refusal(
    rules: Rules, state: State, action: BuyShare, percent: int, price: int
) -> list[Refusal]:
    """Refuse a purchase that the player cannot afford; ``price`` is the total price."""
    cash = state.cash[action.player]
    if price <= cash:
        return []
    facts = {"player": action.player, "cash": cash, "company": action.company, "price": price}
    return [rules.refuse("buy.cash", percent=percent, **facts)]


def pool_room(rules: Rules, state: State, company: str) -> int:
    """Return the percent of the company that the pool may still take."""
    limit = None if "sell.pool" in rules.house else rules.kind(state, company).pool_limit
    pooled = holdings.percent(rules.data, state, company, holdings.POOL)
    return (100 if limit is None else limit) - pooled


def sale_refusals(
    rules: Rules, state: State, action: SellShares, keep_presidencies: Iterable[str] = ()
) -> list[Refusal]:
    """Check a player's sale to the pool: holding, pool limit and president's certificate.

    ``keep_presidencies`` lists companies whose president the sale may not change (forced sales).
    """
    data, refuse = rules.data, rules.refuse
    player, company = action.player, action.company
    held = holdings.percent(data, state, company, player)
    if action.percent <= 0 or action.percent % data.companies[company].step:
        return [refuse("sell.step", percent=action.percent)]
    if action.percent > held:
        return [
            refuse(
                "sell.none",
                player=player,
                percent=held,
                company=company,
                requested_percent=action.percent,
            )
        ]
    if not state.companies[company].started:
        return [refuse("sell.unpriced", company=company)]
    found = []
    if action.percent > pool_room(rules, state, company):
        pooled = holdings.percent(data, state, company, holdings.POOL)
        facts = {"company": company, "pool": holdings.POOL, "pool_percent": pooled}
        found.append(refuse("sell.pool", limit=rules.kind(state, company).pool_limit, **facts))
    if holdings.president(data, state, company) == player:
        keeps = held - action.percent
        successor = holdings.successor(data, state, company, keeps)
        if successor is None and keeps < data.companies[company].shares[0]:
            part = data.companies[company].shares[0]
            found.append(
                refuse(
                    "sell.president", company=company, pool=holdings.POOL, president_percent=part
                )
            )
        if successor is not None and company in keep_presidencies:
            found.append(refuse("forced.presidency", company=company, successor=successor))
    return found


def brings(rules: Rules, state: State, company: str, percent: int) -> int:
    """Return the proceeds of selling this percent of the company to the pool now."""
    return rules.kind(state, company).value(percent, rules.market.sale_price(rules, state, company))


def sell(change: Change, rules: Rules, action: SellShares, fallen: Cell) -> int:
    """Sell shares to the pool, move the price to ``fallen``, and return the proceeds.

    The shares are sold at the price before it falls.
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
    """Check whether the player may sell any percent of the company."""
    held = holdings.percent(rules.data, state, company, player)
    step = rules.data.companies[company].step
    return any(
        not sale_refusals(rules, state, SellShares(player, company, percent))
        for percent in range(step, held + 1, step)
    )


def most_sellable(
    rules: Rules, state: State, player: str, company: str, keep_presidencies: Iterable[str] = ()
) -> int:
    """Return the largest percent of a company that the player may sell at once; 0 if none."""
    held = holdings.percent(rules.data, state, company, player)
    step = rules.data.companies[company].step
    for percent in range(held - held % step, 0, -step):
        if not sale_refusals(rules, state, SellShares(player, company, percent), keep_presidencies):
            return percent
    return 0
