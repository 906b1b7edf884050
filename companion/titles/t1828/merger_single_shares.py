"""Single tenths after all pairs ("Share trading process").

Their owners pay for a share of the system, or surrender them.
"""

from companion.rules.core.copying import replace
from companion.titles.t1828.merger_share_exchange import TradingProcess
from companion.titles.t1828.merger_shares import (
    OTHER,
    PAY,
    SINGLE,
    SURRENDER,
    SURVIVOR,
    MergerHolding,
    Side,
    TradingChoice,
)


def side_of(hand: MergerHolding) -> Side | None:
    """Return the company of a single tenth, or None if there is none."""
    if hand.singles(SURVIVOR):
        return SURVIVOR
    return OTHER if hand.singles(OTHER) else None


def trade_single(trade: TradingProcess, player: str) -> TradingChoice | None:
    """Trade a player's single tenth, or ask whether to pay and which owner to take one from."""
    side = side_of(trade.hand(player))
    if side is None:
        return None
    if not trade.now.is_paying:
        if not may_pay(trade, player, side):
            surrender(trade, player)
            return None
        return TradingChoice(SINGLE, player, (PAY, SURRENDER))
    if side == OTHER:
        source = trade.source(player)
        if isinstance(source, TradingChoice):
            return source
        assert source is not None  # it existed at the time of the question
        _take_off(trade, player, OTHER)
        trade.loosen(player, OTHER)
        trade.swap(player, source)
    _take_off(trade, player, SURVIVOR)
    trade.grant(player, 1, top=True)
    cost = cost_of(trade, side)
    trade.till.settle(player, -cost, "merger_share", trade.now.survivor)
    terms = (
        (trade.now.survivor, trade.now.price),
        (trade.now.company(side), cost - trade.now.price),
    )
    facts = {"player": player, "company": trade.now.survivor, "terms": terms}
    trade.till.tell("merger_paid", amount=cost, **facts)
    return None


def cost_of(trade: TradingProcess, side: Side) -> int:
    """Return the price of a system share less that of a company's tenth. It may be negative."""
    return trade.now.price - trade.now.prices.count_of(side)


def may_pay(trade: TradingProcess, player: str, side: Side) -> bool:
    """May a player pay for a share: no sale forbids it, they have the money, a share exists?"""
    return (
        not trade.now.must_surrender(player, trade.readings)
        and trade.till.cash(player) >= cost_of(trade, side)
        and (side == SURVIVOR or trade.source(player) is not None)
    )


def surrender(trade: TradingProcess, player: str) -> None:
    """Give the single tenth up for its market price."""
    side = side_of(trade.hand(player))
    assert side is not None
    _take_off(trade, player, side)
    trade.loosen(trade.readings.surrendered_to, side)
    trade.sells(player, trade.now.prices.count_of(side), side)


def _take_off(trade: TradingProcess, player: str, side: Side) -> None:
    """Remove a single tenth of a player."""
    hand = trade.hand(player)
    if hand.single_tenths.count_of(side):
        trade.loosen(player, side, -1)
    else:
        trade.hands[player] = replace(hand, side_set_aside="")


def trade_unpaid(trade: TradingProcess, place: str) -> None:
    """Trade the single tenth of a place without payment. If no share is left, discard it."""
    side = side_of(trade.hand(place))
    if side is None:
        return
    if side == OTHER:
        source = trade.source(place)
        if not isinstance(source, str):
            trade.discard(place, OTHER)
            trade.till.tell("merger_found_none", player=place, company=trade.now.other, count=1)
            return
        trade.swap(place, source)
    trade.loosen(place, SURVIVOR, -1)
    trade.grant(place, 1)
    trade.till.tell("merger_single", player=place, company=trade.now.survivor)
