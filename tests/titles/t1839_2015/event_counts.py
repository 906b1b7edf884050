"""The events in games of 1839 of 2015, counted: every rule is tried by them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.data.title_data import TitleData
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.stock.number_cards import CardRound
from companion.rules.stock.share_trading import exceeds
from companion.titles.t1839_2015.draws import foreign
from companion.titles.t1839_2015.title_state import game_of

DRAWN = ("blue", "brown")  # of these privates only some are in a game
BANKRUPT, MARKET, STOCK = "end: bankruptcy", "end: 1,000, operating", "end: 1,000, stock round"
ROUND = "operating round"

USED = ("power_used", "owner_paid", "became_train")  # events that tell of a private's use
SIMPLE = {
    "came_to_market": "foreign company on the market",
    "foreign_bought_back": "own shares bought back",
    "foreign_idle": "foreign company not called",
    "certificates_moved": "swap",
    "homes_given_up": "homes given up",
    "token_on_top": "exchange marker",
    "sold_token": "marker sold for a train",
    "gave_up_private": "private given up for a train",
    "president_paid": "director helps",
    "discarded_train": "train discarded",
    "last_run": "last run of a SAVED train",
    "lost_mark": "mark lost by a sale",
    "company_bought_private": "private sold to a company",
    "president": "new director",
    "money_of_shares": "money off shares in the pool",
}
CLOSED = {  # how an obsolete private closes
    "stock": "closed at a stock round",
    "player": "closed after the private step",
    "company": "closed after its company's turn",
    "use": "closed with its use",
}


def in_game(rules: Rules) -> Counter[str]:
    """The blue and brown privates of a game."""
    privates = rules.drawn.privates  # type: ignore[attr-defined]
    return Counter(f"in the game: {private}" for private in privates)


def drawn(data: TitleData) -> list[str]:
    """All of which some are drawn."""
    return [p.symbol for p in data.private_list if p.powers["colour"] in DRAWN]


def happened(rules: Rules, before: State, action: object, outcome: Outcome) -> Counter[str]:
    """Count the events of one action."""
    return Counter(_happened(rules, before, action, outcome))


def _happened(rules: Rules, before: State, action: Any, outcome: Outcome) -> Iterator[str]:
    state, kind = outcome.state, action.wire_name
    for event in outcome.events:
        if event.kind in SIMPLE:
            yield SIMPLE[event.kind]
        yield from _powers(event)
        yield from _of(rules, event)
    yield from _closings(before, outcome)
    if isinstance(before.round, CardRound) and exceeds(rules, before, before.round.turn):
        yield "deed over the certificate limit"
    if kind == "buy_bundle":
        yield "bundle"
    elif kind in ("buy_share", "sell_shares") and action.company in foreign(rules.data):
        yield f"{kind} of a foreign company"
    if state.end_reason == "market":
        yield MARKET if isinstance(before.round, OperatingRound) else STOCK
    elif state.end_reason:
        yield BANKRUPT


def _powers(event: Event) -> Iterator[str]:
    """Which privates were used; of one all that it does is to close, and to build then."""
    kind, private = event.kind, event.facts.get("private")
    if kind in USED:
        yield f"power: {private}"
    elif kind == "placed_private_tile" and private == "RWS" and event.facts["hex"] == "F13":
        yield "power: RWS"


def _of(rules: Rules, event: Event) -> Iterator[str]:
    kind, facts = event.kind, event.facts
    if kind == "phase":
        yield f"phase {facts['phase']}"
    elif kind == "round" and facts["round"][0] == OperatingRound.kind:
        yield ROUND
    elif kind == "foreign_train":
        yield f"foreign company bought a {facts['type']}"
    elif kind == "bought_train" and facts["source"] != "depot":
        yield "train of another company"
    elif kind == "bought_private" and facts["price"] == 0:
        yield "private for nothing"
    elif receipt := facts.get("receipt"):
        of = "foreign" if receipt.company in foreign(rules.data) else "public"
        yield f"dividend of a {of} company: {receipt.kind}"


def _closings(before: State, outcome: Outcome) -> Iterator[str]:
    """The moments at which obsolete privates closed."""
    events, turn = outcome.events, before.round.operating
    for number, event in enumerate(events):
        private = str(event.facts.get("private"))
        if event.kind != "private_closed" or private not in game_of(before).obsolete_privates:
            continue
        others = (
            e.kind
            for e in events[number:]
            if e.kind not in ("private_closed", "placed_private_tile")
        )
        if number and events[number - 1].kind == "power_used":
            yield CLOSED["use"]
        elif turn and before.privates[private] == turn.company:
            yield CLOSED["company"]
        elif next(others, "") == "round":
            yield CLOSED["stock"]
        else:
            yield CLOSED["player"]
