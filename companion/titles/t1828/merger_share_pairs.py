"""Pairs: two tenths for one share of the system ("Share trading process")."""

from companion.titles.t1828.merger_share_exchange import TradingProcess
from companion.titles.t1828.merger_shares import (
    CERTIFICATE,
    DISCARDS,
    OTHER,
    SURVIVOR,
    TradingChoice,
)


def trade_pairs(trade: TradingProcess, owner: str) -> TradingChoice | None:
    """Trade all pairs of an owner, or until a player has to name the source of a tenth.

    Mixed pairs come first, as many as there are, then pairs of the rest. Each pair uses the
    survivor's tenth and discards the other one. A pair without a survivor's tenth first exchanges
    one of its tenths for a survivor's.
    """
    if trade.readings.lone_director_double:
        lone_certificate(trade, owner)
    hand = trade.hand(owner).broken_up
    trade.hands[owner] = hand
    mixed = min(hand.single_tenths.survivor, hand.single_tenths.other)
    alike = (hand.single_tenths.survivor - mixed) // 2
    if mixed + alike:
        trade.loosen(owner, SURVIVOR, -mixed - alike)
        trade.discard(owner, OTHER, mixed)
        trade.discard(owner, SURVIVOR, alike)
        grant_pairs(trade, owner, mixed + alike)
    while trade.hand(owner).single_tenths.other >= 2:
        source = trade.source(owner)
        if isinstance(source, TradingChoice):
            return source
        if source is None:
            trade.discard(owner, OTHER, 2)
            trade.till.tell("merger_found_none", player=owner, company=trade.now.other, count=2)
            continue
        trade.swap(owner, source)
        trade.loosen(owner, SURVIVOR, -1)
        trade.discard(owner, OTHER)
        grant_pairs(trade, owner, 1)
    return None


def lone_certificate(trade: TradingProcess, owner: str) -> None:
    """Trade the survivor's director's certificate for two shares if it is the only holding."""
    hand = trade.hand(owner)
    if hand.director_tenths.survivor and hand.to_pair == hand.director_tenths.survivor:
        trade.bind(owner, SURVIVOR, -hand.director_tenths.survivor)
        grant_pairs(trade, owner, hand.director_tenths.survivor)


def grant_pairs(
    trade: TradingProcess, owner: str, count: int, whole: bool = False, top: bool = False
) -> None:
    """Grant shares of the system for pairs (see :meth:`Trade.grant`)."""
    before = trade.hand(owner).shares
    trade.grant(owner, count, whole, top)
    count = trade.hand(owner).shares - before
    trade.till.tell("merger_paired", player=owner, company=trade.now.survivor, count=count)


def trade_by_certificates(trade: TradingProcess, owner: str) -> TradingChoice | None:
    """Trade pairs as a recorded engine does, with ``sources_by_single``.

    It goes certificate by certificate. With a director's certificate it trades two tenths at once,
    because that certificate stays whole.
    """
    while (hand := trade.hand(owner)).to_pair >= 2:
        whole = hand.director_tenths
        singles = 2 if whole.total else 1
        if hand.single_tenths.survivor + whole.survivor >= singles:
            _trade_own(trade, owner, singles)
            continue
        source = trade.source(owner, singles)
        if isinstance(source, TradingChoice):
            return source
        if source is None:
            trade.discard(owner, OTHER, hand.single_tenths.other)
            _hand_over(trade, owner, DISCARDS, whole.other)
            facts = {"player": owner, "company": trade.now.other}
            trade.till.tell(
                "merger_found_none", count=hand.single_tenths.other + whole.other, **facts
            )
            break
        if singles == 1:
            trade.swap(owner, source)
        else:
            _swap_certificate(trade, owner, source)
        trade.loosen(owner, SURVIVOR, -1)
        trade.discard(owner, OTHER if trade.hand(owner).single_tenths.other else SURVIVOR)
        grant_pairs(trade, owner, 1)
    return None


def _trade_own(trade: TradingProcess, owner: str, singles: int) -> None:
    """Trade tenths of the survivor with as many others of the same owner, for as many shares."""
    hand = trade.hand(owner)
    if hand.director_tenths.survivor:
        if (
            hand.to_pair == hand.director_tenths.survivor
            and not trade.readings.lone_director_double
        ):
            trade.hands[owner] = hand.broken_up
            trade.loosen(owner, SURVIVOR, -1)
            trade.discard(owner, SURVIVOR)
            grant_pairs(trade, owner, 1)
            return
        trade.bind(owner, SURVIVOR, -hand.director_tenths.survivor)
    else:
        trade.loosen(owner, SURVIVOR, -singles)
    if hand.director_tenths.other:
        _hand_over(trade, owner, DISCARDS, hand.director_tenths.other)
    else:
        for _ in range(min(singles, trade.hand(owner).single_tenths.total)):
            trade.discard(owner, OTHER if trade.hand(owner).single_tenths.other else SURVIVOR)
    grant_pairs(trade, owner, singles, whole=singles == CERTIFICATE, top=True)


def _swap_certificate(trade: TradingProcess, owner: str, source: str) -> None:
    """Exchange the other company's director's certificate for two single tenths.

    The first is of the survivor. The second is of the other company, or else of the survivor too.
    """
    _hand_over(trade, owner, source, trade.hand(owner).director_tenths.other)
    trade.take(source, SURVIVOR)
    trade.loosen(owner, SURVIVOR)
    second = OTHER if trade.hand(source).singles(OTHER) else SURVIVOR
    trade.take(source, second)
    trade.loosen(owner, second)
    facts = {"player": owner, "company": trade.now.survivor, "other_company": trade.now.other}
    trade.till.tell("merger_swapped_certificate", source=source, **facts)


def _hand_over(trade: TradingProcess, owner: str, to: str, count: int) -> None:
    """Give the other company's director's certificate, if the owner has it, to another owner."""
    trade.bind(owner, OTHER, -count)
    trade.bind(to, OTHER, count)
