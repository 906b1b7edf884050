"""Simulated players with different styles, who bring games of 1839 to late phases.

Careless players never reach those. With three hundred games and all options in turn, more than a
hundred reach the last phase.
"""

from companion.bots.playing_styles import Manner, TableManner, careful
from companion.rules.core.actions import BuyShare, BuyTrain, Dividend, StartCompany
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of, type_of
from companion.titles.t1839.phases import MAJOR
from companion.titles.t1839.state_railway import Nationalise

LAST = ("4", "7")  # trains that never rust
LATE = ("Gray", "Purple")
RED = "Light Red"  # the phase from which trains reach high prices
ENDS = "7"  # the first of these begins the phase that ends the game
FEW = 5  # companies
PATIENCE = 20  # stock rounds


def steadfast(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer for a player who never gives up.

    The State takes over companies that could not buy another train. Each player starts few
    companies.
    """
    if offer.kind in ("concede", "bankrupt"):
        return 0.0
    return careful(rules, state, offer) * _liking(rules, state, offer)


def thrifty(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer for a steadfast player who buys only trains that are required."""
    if offer.kind == "buy_train" and trains_of(state, offer.action.about()):
        return 0.0
    return steadfast(rules, state, offer)


def weary(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer for a steadfast player who may concede in games of three or more."""
    if offer.kind == "concede" and len(state.order) > 2:
        return 0.0006
    return steadfast(rules, state, offer)


def bullish(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer for a steadfast player with few companies, whose shares nobody sells.

    As soon as trains pay well, dividends raise prices. After many rounds the player is only
    steadfast.
    """
    if state.round.number > PATIENCE:
        return steadfast(rules, state, offer)
    action, late = offer.action, rules.data.reaches(state.phase, RED)
    if offer.kind == "buy_from" or (offer.kind == "sell" and state.round.operating is None):
        return 0.0
    if isinstance(action, StartCompany):
        begun = sum(own.started for own in state.companies.values())
        return 0.0 if late or begun >= FEW else offer.weight
    if isinstance(action, BuyTrain) and type_of(action.train) == ENDS:
        return 0.0 if trains_of(state, action.company) else offer.weight
    if late and isinstance(action, Dividend):
        receipt = payout_preview(rules, state, action.company, action.kind)
        if receipt.price_after > receipt.price_before:
            return 50.0
    return steadfast(rules, state, offer) * {"buy": 4, "lay": 4, "redeem": 10}.get(offer.kind, 1)


def patient(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer for a bullish player who lets the stock round reach the end of the market.

    No dividend brings a price to that end. The last one of a set brings it to one space before.
    """
    if isinstance(offer.action, Dividend) and state.round.number <= PATIENCE:
        receipt = payout_preview(rules, state, offer.action.company, offer.action.kind)
        after, round = rules.data.cells[receipt.cell_after], state.playing(OperatingRound)
        if "end" in after.kinds:
            return 0.0
        row, left = rules.data.markets[after.market].rows[after.row], round.parts - round.part
        short = len(row) - 2 - after.column
        if short <= left and after.market == MAJOR:  # a price moves one space in each round left
            return 50.0 if (left - short) % 2 == 0 else 1.0
    return bullish(rules, state, offer)


def _liking(rules: Rules, state: State, offer: Offer) -> float:
    """Return the factor by which the player likes an offer more, or less, than its weight."""
    action, turn = offer.action, state.round.operating
    if isinstance(action, Nationalise):
        stays = any(type_of(train) in LAST for train in trains_of(state, action.company))
        return 0 if stays or _can_pay(rules, state, action.company) else 12
    if isinstance(action, StartCompany):
        return _starting(rules, state, action)
    if isinstance(action, BuyShare):
        return _buying(rules, state, action)
    if offer.kind == "buy_train" and turn and trains_of(state, turn.company):
        return 1 if _can_pay(rules, state, turn.company, more=1) else 0
    if offer.kind == "sell" and turn is None:
        return 0.1
    return {"token": 0.2, "swap": 0.4, "lay": 2}.get(offer.kind, 1)


def _can_pay(rules: Rules, state: State, company: str, more: int = 0) -> bool:
    """Has the company the money for the next train?"""
    sale = trains_and_phases.cheapest(rules, state)
    return sale is not None and state.cash[company] >= sale.type.price + more


def _starting(rules: Rules, state: State, action: StartCompany) -> float:
    directed = [
        c for c in state.companies if rules.holdings.director(rules, state, c) == action.player
    ]
    if state.phase in LATE and rules.kind(state, action.company).name == "local":
        return 0.05
    return 2 if len(directed) <= 2 else 0.2


def _buying(rules: Rules, state: State, action: BuyShare) -> float:
    """Save money that one of the player's companies without a train may need."""
    director = rules.holdings.director(rules, state, action.company) == action.player
    needy = any(
        own.floated and not trains_of(state, company)
        for company, own in state.companies.items()
        if rules.holdings.director(rules, state, company) == action.player
    )
    if needy and state.cash[action.player] < 360:
        return 0.1
    return 3 if director and not state.companies[action.company].floated else 1


# --- players and options of simulated games

MANNERS: tuple[Manner, ...] = (
    *(steadfast, patient, weary, thrifty, careful, bullish),
    *(steadfast, steadfast, weary, thrifty, careful, thrifty),
)
# with two players nobody concedes, and waiting for ƒ300 is hopeless
FOR_TWO: dict[Manner, Manner] = {patient: steadfast, weary: thrifty, bullish: careful}


def table(seed: int, players: int) -> TableManner:
    """Return the style of the players of a game, and its options: all of them in turn."""
    manner = MANNERS[seed // 3 % len(MANNERS)]
    options = {"gentle_pairing": seed % 2 == 1, "map_2023": seed % 5 == 3}
    return TableManner(
        FOR_TWO.get(manner, manner) if players == 2 else manner,
        {**options, "light_red_three": seed % 7 == 6},
    )
