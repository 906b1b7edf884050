"""The course of the trading in a merger, one player after the other ("Share trading process").

Players set odd tenths aside, before all trades or at their own turn. They trade pairs, then single
tenths, the acting player last. Then the tenths in the bank pool and the IPO are traded
automatically.
"""

from companion.rules.core.copying import replace
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_share_exchange import TradingBooks, TradingProcess
from companion.titles.t1828.merger_share_pairs import trade_by_certificates, trade_pairs
from companion.titles.t1828.merger_shares import (
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
    MergerHolding,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_single_shares import surrender, trade_single, trade_unpaid

ASIDES, PAIRS, SINGLES, DONE = "asides", "pairs", "singles", "done"
IN_TURN = "in_turn"  # when odd tenths are named


def begin(
    trading: TradingState, readings: TradingReadings, till: TradingBooks
) -> tuple[TradingState, TradingChoice | None]:
    """Trade up to the first question.

    The question is None if all is traded without one.
    """
    trade = TradingProcess(trading, readings, till)
    trade.next_stage(PAIRS if _names_in_turn(readings) else ASIDES, trading.order)
    return _go_on(trade)


def answer(
    trading: TradingState,
    readings: TradingReadings,
    till: TradingBooks,
    asked: TradingChoice,
    choice: str,
) -> tuple[TradingState, TradingChoice | None]:
    """Trade on to the next question, after an answer that is among the choices."""
    trade = TradingProcess(trading, readings, till)
    if asked.kind == ASIDE:
        trade.set_aside(asked.player, trading.side(choice))
    elif asked.kind == WHOM:
        trade.whom = choice
    elif asked.kind == SINGLE and choice == PAY:
        trade.pays()
    else:
        surrender(trade, asked.player)
        trade.remove_current_player()
    return _go_on(trade)


def _go_on(trade: TradingProcess) -> tuple[TradingState, TradingChoice | None]:
    """Trade for one player after the other, until one has to be asked."""
    while trade.now.stage != DONE:
        if not trade.now.players_left:
            _next_stage(trade)
            continue
        asked = _turn(trade, trade.now.players_left[0])
        if asked:
            return trade.value, asked
        trade.remove_current_player()
    return trade.value, None


def _turn(trade: TradingProcess, player: str) -> TradingChoice | None:
    """Trade for a player at the current stage."""
    if trade.now.stage == ASIDES:
        return _set_aside(trade, player)
    if trade.now.stage == SINGLES:
        return trade_single(trade, player)
    if _names_in_turn(trade.readings) and (asked := _set_aside(trade, player)):
        return asked
    return _pairs(trade, player)


def _pairs(trade: TradingProcess, owner: str) -> TradingChoice | None:
    by_certificates = trade.readings.sources_by_single
    return (trade_by_certificates if by_certificates else trade_pairs)(trade, owner)


def _names_in_turn(readings: TradingReadings) -> bool:
    """Return whether odd tenths are named at the player's own turn, not before all trades."""
    return readings.odd_share_in_turn or readings.odd_named == IN_TURN


def _set_aside(trade: TradingProcess, player: str) -> TradingChoice | None:
    """Set one tenth aside for a player with an odd number.

    A player with tenths of both companies is asked. One reading sets only a single tenth aside.
    """
    hand = trade.hand(player)
    if hand.side_set_aside or hand.total % 2 == 0:
        return None
    held = hand.single_tenths if trade.readings.odd_share_in_turn else hand
    sides = [side for side in SIDES if held.count_of(side)]
    if len(sides) > 1:
        return TradingChoice(ASIDE, player, (trade.now.survivor, trade.now.other))
    trade.set_aside(player, sides[0])
    return None


def _next_stage(trade: TradingProcess) -> None:
    """Begin the next stage.

    After the asides come pairs, from the acting player on. Then come singles, from the next player
    on. Last come the tenths about which nobody decides.
    """
    order, stage = trade.now.order, trade.now.stage
    if stage == ASIDES:
        trade.next_stage(PAIRS, order)
    elif stage == PAIRS:
        trade.next_stage(SINGLES, order[1:] + order[:1])
    else:
        _finish(trade)
        trade.next_stage(DONE, ())


def _finish(trade: TradingProcess) -> None:
    """Trade the tenths of the bank pool, then of the IPO.

    Discarded tenths of the survivor then become shares in the pool.
    """
    if trade.readings.initial_trades:
        _by_itself(trade, POOL)
        apart = trade.hand(OTHERS_INITIAL)
        trade.hands[OTHERS_INITIAL] = MergerHolding()
        trade.loosen(INITIAL, OTHER, apart.single_tenths.other)
        _by_itself(trade, INITIAL)
    else:
        _pairs(trade, POOL)
        _keep_rest(trade, POOL)
        _keep_rest(trade, INITIAL)
    discarded = trade.hand(DISCARDS).single_tenths.survivor
    trade.loosen(DISCARDS, SURVIVOR, -discarded)
    if discarded:
        trade.grant(POOL, discarded)
        facts = {"company": trade.now.survivor, "pool": POOL}
        trade.till.tell("merger_to_pool", count=discarded, **facts)
    rest = ALL - sum(hand.shares for hand in trade.hands.values())
    if rest:  # a tenth that a recorded engine leaves alone
        trade.grant(INITIAL, rest)


def _keep_rest(trade: TradingProcess, place: str) -> None:
    """Make the survivor's tenths of a place shares there. The other's leave the game."""
    left = trade.hand(place).single_tenths
    trade.discard(place, OTHER, left.other)
    trade.loosen(place, SURVIVOR, -left.survivor)
    trade.grant(place, left.survivor)


def _by_itself(trade: TradingProcess, place: str) -> None:
    asked = _pairs(trade, place)
    assert asked is None
    trade_unpaid(trade, place)


def director(trading: TradingState, readings: TradingReadings) -> str:
    """Return the director of the system after the trading, or "" if nobody can be."""
    if readings.director_as_traded:
        return trading.director
    most = trading.most()
    return most if trading.hand(most).shares >= CERTIFICATE else ""


def succeeds(trading: TradingState, readings: TradingReadings) -> bool:
    """Has the director a certificate, and one more share to donate?"""
    new = director(trading, readings)
    return bool(new) and trading.hand(new).shares >= NEEDED


def starting_hands(
    hands: dict[str, MergerHolding], readings: TradingReadings
) -> dict[str, MergerHolding]:
    """Return the tenths of all owners before the trading.

    With ``sources_by_single`` the other company's tenths in the IPO are apart.
    """
    if not readings.sources_by_single or INITIAL not in hands:
        return hands
    initial = hands[INITIAL]
    survivors = replace(initial.single_tenths, other=0)
    others = replace(initial.single_tenths, survivor=0)
    return {**hands, INITIAL: MergerHolding(survivors), OTHERS_INITIAL: MergerHolding(others)}
