"""The course of the trading in a merger, one player after the other ("Share trading process").

Odd tenths are set aside; pairs are traded, then single tenths by the players, the acting one last;
then by itself what lies in the bank pool and in the IPO.
"""

from companion.rules.core.copying import replace
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.pairs import trade_by_certificates, trade_pairs
from companion.titles.t1828.singles import surrender, trade_single, trade_unpaid
from companion.titles.t1828.tenths import (
    ALL,
    ASIDE,
    CERTIFICATE,
    DISCARDS,
    NEEDED,
    OTHER,
    OTHERS_INITIAL,
    PAY,
    SIDES,
    SINGLE,
    SURVIVOR,
    WHOM,
    Asked,
    Hand,
    Readings,
    Trading,
)
from companion.titles.t1828.trade import Till, Trade

ASIDES, PAIRS, SINGLES, DONE = "asides", "pairs", "singles", "done"


def begin(trading: Trading, readings: Readings, till: Till) -> tuple[Trading, Asked | None]:
    """Trade up to the first question; None where there is none and all is traded."""
    trade = Trade(trading, readings, till)
    stage = PAIRS if readings.odd_share_in_turn else ASIDES
    trade.next_stage(stage, trading.order)
    return _go_on(trade)


def answer(
    trading: Trading, readings: Readings, till: Till, asked: Asked, choice: str
) -> tuple[Trading, Asked | None]:
    """Trade on to the next question, after an answer that is among the choices."""
    trade = Trade(trading, readings, till)
    if asked.kind == ASIDE:
        trade.set_aside(asked.player, trading.side(choice))
    elif asked.kind == WHOM:
        trade.whom = choice
    elif asked.kind == SINGLE and choice == PAY:
        trade.pays()
    else:
        surrender(trade, asked.player)
        trade.done()
    return _go_on(trade)


def _go_on(trade: Trade) -> tuple[Trading, Asked | None]:
    """Whose turn comes trades, until one has to be asked."""
    while trade.now.stage != DONE:
        if not trade.now.left:
            _next_stage(trade)
            continue
        asked = _turn(trade, trade.now.left[0])
        if asked:
            return trade.value, asked
        trade.done()
    return trade.value, None


def _turn(trade: Trade, player: str) -> Asked | None:
    """What a player does at the stage that has been reached."""
    if trade.now.stage == ASIDES:
        return _set_aside(trade, player)
    if trade.now.stage == SINGLES:
        return trade_single(trade, player)
    if trade.readings.odd_share_in_turn and (asked := _set_aside_in_turn(trade, player)):
        return asked
    return _pairs(trade, player)


def _pairs(trade: Trade, owner: str) -> Asked | None:
    by_certificates = trade.readings.sources_by_single
    return (trade_by_certificates if by_certificates else trade_pairs)(trade, owner)


def _set_aside(trade: Trade, player: str) -> Asked | None:
    """Who has an odd number sets one tenth aside; asked is who has tenths of both companies."""
    hand = trade.hand(player)
    if hand.aside or hand.total % 2 == 0:
        return None
    sides = [side for side in SIDES if hand.of(side)]
    if len(sides) > 1:
        return _asks_which(trade, player)
    trade.set_aside(player, sides[0])
    return None


def _set_aside_in_turn(trade: Trade, player: str) -> Asked | None:
    """The same at his own turn, of single tenths only."""
    hand = trade.hand(player)
    if hand.aside or hand.total % 2 == 0:
        return None
    sides = [side for side in SIDES if hand.loose.of(side)]
    if len(sides) > 1:
        return _asks_which(trade, player)
    trade.set_aside(player, sides[0])
    return None


def _asks_which(trade: Trade, player: str) -> Asked:
    return Asked(ASIDE, player, (trade.now.survivor, trade.now.other))


def _next_stage(trade: Trade) -> None:
    """After the asides pairs from the acting player on, then singles from the next one on; at last
    what nobody decides about.
    """
    order, stage = trade.now.order, trade.now.stage
    if stage == ASIDES:
        trade.next_stage(PAIRS, order)
    elif stage == PAIRS:
        trade.next_stage(SINGLES, order[1:] + order[:1])
    else:
        _finish(trade)
        trade.next_stage(DONE, ())


def _finish(trade: Trade) -> None:
    """The bank pool trades, then the IPO; what of the survivor is discarded then becomes shares in
    the pool.
    """
    _by_itself(trade, POOL)
    apart = trade.hand(OTHERS_INITIAL)
    trade.hands[OTHERS_INITIAL] = Hand()
    trade.loosen(INITIAL, OTHER, apart.loose.other)
    _by_itself(trade, INITIAL)
    discarded = trade.hand(DISCARDS).loose.survivor
    trade.loosen(DISCARDS, SURVIVOR, -discarded)
    if discarded:
        trade.grant(POOL, discarded)
        facts = {"company": trade.now.survivor, "pool": POOL}
        trade.till.tell("merger_to_pool", count=discarded, **facts)
    rest = ALL - sum(hand.shares for hand in trade.hands.values())
    if rest:  # a tenth with which a recorded engine does nothing
        trade.grant(INITIAL, rest)


def _by_itself(trade: Trade, place: str) -> None:
    asked = _pairs(trade, place)
    assert asked is None
    trade_unpaid(trade, place)


def director(trading: Trading, readings: Readings) -> str:
    """Who directs the system when all is traded; "" where nobody can."""
    if readings.director_as_traded:
        return trading.director
    most = trading.most()
    return most if trading.hand(most).shares >= CERTIFICATE else ""


def succeeds(trading: Trading, readings: Readings) -> bool:
    """Has the director his certificate, and one share more that he donates?"""
    new = director(trading, readings)
    return bool(new) and trading.hand(new).shares >= NEEDED


def starting_hands(hands: dict[str, Hand], readings: Readings) -> dict[str, Hand]:
    """What everybody has before the trading; with ``sources_by_single`` the other company's tenths
    in the IPO are apart.
    """
    if not readings.sources_by_single or INITIAL not in hands:
        return hands
    initial = hands[INITIAL]
    survivors = replace(initial.loose, other=0)
    others = replace(initial.loose, survivor=0)
    return {**hands, INITIAL: Hand(survivors), OTHERS_INITIAL: Hand(others)}
