"""The events in games of 1839, counted: every rule is tried by them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules.core.actions import BuyShare, LayTile, PlaceToken
from companion.rules.core.change import Event
from companion.rules.core.state import State, type_of
from companion.rules.judge.judge import Outcome
from companion.rules.operating.operating_round import OperatingRound
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.state_railway import Nationalise
from companion.titles.t1839.title_state import game_of

SIMPLE = {
    "discounted_private": "private discounted",
    "redeemed_shares": "shares redeemed",
    "redeemed_none": "not redeemed",
    "sold_shares_for_debt": "treasury sells for a debt",
    "president_paid": "director helps",
    "bankrupt": "bankruptcy",
    "conceded": "concession",
    "no_director": "director's certificate back in the IPO",
    "trains_removed": "supply thinned",
    "assigned_train": "R4 assigned",
    "train_of_private": "DERTU closes",
    "private_paid_cash": "CM closes",
    "converted": "local becomes a major",
    "moved_token": "KR",
    "returned_token": "marker returned",
    "swapped_tokens": "swap",
    "not_nationalised": "nobody nationalises any more",
    "took_local": "local for a private",
    "no_local": "money for a private",
    "received_train": "free train",
    "discarded_train": "train discarded",
    "last_run": "last run",
    "token_replaced": "government marker replaced",
    "paid_part": "half dividend",
    "paid": "full dividend",
    "withheld": "withheld",
    "company_bought_private": "private sold to a company",
    "top_reached": "a dividend brings a price to 300",
}
ENDS = {
    "alone": "end: one is left",
    "stock": "end: 300 in a stock round",
    "dividend": "end: 300 by a dividend",
    "purple": "end: purple",
}
KINDS = (
    *SIMPLE.values(),
    *ENDS.values(),
    "private for nothing",
    "new director by a sale",
    "redeemed as a deed",
    "redeemed in a sale by a new director",
    "share of a treasury bought",
    "director's certificate bought anew",
    "nationalised by choice",
    "nationalised with a leaving player",
    "local in a second life",
    "home fee",
    "RH charged",
    "SRV",
    "HLVVDG",
    "train of another company",
    "several ranks at once",
    *(f"phase {name}" for name in ("Light Red", "Dark Red", "Gray", "Purple")),
)


def happened(before: State, action: object, outcome: Outcome) -> Counter[str]:
    """Count the events of one action."""
    return Counter(_happened(before, action, outcome))


def _happened(before: State, action: Any, outcome: Outcome) -> Iterator[str]:
    state, events = outcome.state, outcome.events
    kinds = [event.kind for event in events]
    yield from (SIMPLE[kind] for kind in kinds if kind in SIMPLE)
    yield from _of_events(events)
    yield from _of_shares(before, action, outcome)
    choice = isinstance(action, Nationalise)
    for kind in kinds:
        if kind == "nationalised":
            yield "nationalised by choice" if choice else "nationalised with a leaving player"
    if isinstance(action, LayTile | PlaceToken) and action.private:
        yield action.private
    if kinds.count("phase") > 1:
        yield "several ranks at once"
    for company, lives in game_of(state).nationalisation_counts.items():
        if lives and state.companies[company].floated and not before.companies[company].floated:
            yield "local in a second life"
    if state.end_reason == "market":
        yield ENDS["dividend" if game_of(state).top_company else "stock"]
    elif state.end_reason in ENDS:
        yield ENDS[state.end_reason]


def _of_events(events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        if event.kind == "bought_private" and event.facts["price"] == 0:
            yield "private for nothing"
        elif event.kind == "paid_debt":
            yield {"home_fee": "home fee", "charge": "RH charged"}[str(event.facts["debt"])]
        elif event.kind == "bought_train" and event.facts["source"] != "depot":
            yield "train of another company"
        elif event.kind == "phase" and f"phase {event.facts['phase']}" in KINDS:
            yield f"phase {event.facts['phase']}"


def _of_shares(before: State, action: Any, outcome: Outcome) -> Iterator[str]:
    changed = any(event.kind == "president" for event in outcome.events)
    sold = any(event.kind == "sold_shares" for event in outcome.events)
    if changed and sold:
        yield "new director by a sale"
    if isinstance(action, RedeemShares):
        asked = bool(before.questions)
        if not asked:
            yield "redeemed as a deed"
        elif action.company in _passed(before):
            yield "redeemed in a sale by a new director"
    if isinstance(action, BuyShare) and not isinstance(before.round, OperatingRound):
        if action.source == action.company:
            yield "share of a treasury bought"
        elif action.percent == 20:
            yield "director's certificate bought anew"


def _passed(state: State) -> set[str]:
    """Companies whose shares were sold by a player who directs them no more."""
    turn = getattr(state.round, "turn", "")
    found = set()
    for company, _ in game_of(state).price_falls:
        director = state.certificates[f"{company}_0"]
        sellers = {player for player, sold in getattr(state.round, "sales", ()) if sold == company}
        if turn in sellers and director != turn:
            found.add(company)
    return found


def trains_by_type(state: State, place: str) -> Counter[str]:
    """How many trains of each type lie somewhere."""
    return Counter(type_of(train) for train, card in state.trains.items() if card.place == place)
