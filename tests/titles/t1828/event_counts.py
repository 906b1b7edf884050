"""The events in games of 1828, counted: every rule is tried by them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules.core.actions import BuyTrain, Dividend
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.judge.judge import Outcome
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.running import trains_of
from companion.titles.t1828.merger_choices import GiveWay
from companion.titles.t1828.systems import is_system
from companion.titles.t1828.title_state import game_of

ALL = (
    "merger of two floated before",
    "merger of two not floated before",
    "merger of which one was not floated",
    "system floats later",
    "failure",
    "surrender",
    "set-aside taken",
    "settlement that cannot be paid",
    "director changed by donation",
    "blocking marker by merger",
    "marker chosen to make room",
    "C&P operates",
    "C&P's marker replaced by a company's",
    "company leaves play in purple",
    "coal bought",
    "coal by tunnel",
    "coal of the tunnel for sale",
    "second coal back",
    "M&H for a share in a stock round",
    "M&H for a share in an operating round",
    "M&H for half a certificate in a stock round",
    "M&H for half a certificate in an operating round",
    "ERIE's city named by another's tile",
    "director helps with a train",
    "director helps with an empty shell",
    "train discarded",
    "train moved between shells",
    "$500 by dividend",
    "$500 by rise",
    "$500 by merger",
    "end by bankruptcy",
    "end by market",
    "end by purple",
    "end by agreement",
)

SIMPLE = {
    "merger_failed": "failure",
    "merger_surrendered": "surrender",
    "merger_got_difference": "set-aside taken",
    "merger_paid_difference": "set-aside taken",
    "merger_blocked": "blocking marker by merger",
    "railway_paid": "C&P operates",
    "token_replaced": "C&P's marker replaced by a company's",
    "left_play": "company leaves play in purple",
    "coal_bought": "coal bought",
    "coal_taken": "coal by tunnel",
    "coal_for_sale": "coal of the tunnel for sale",
    "coal_returned": "second coal back",
    "discarded_train": "train discarded",
    "train_moved": "train moved between shells",
}
ENDS = {
    "bankruptcy": "end by bankruptcy",
    "market": "end by market",
    "purple": "end by purple",
    "agreed": "end by agreement",
}


def happened(before: State, action: object, outcome: Outcome) -> Counter[str]:
    """Count the events of one action."""
    return Counter(_happened(before, action, outcome))


def _happened(before: State, action: Any, outcome: Outcome) -> Iterator[str]:
    state, events = outcome.state, outcome.events
    yield from (SIMPLE[event.kind] for event in events if event.kind in SIMPLE)
    yield from _merged(before, outcome)
    where = "an operating round" if isinstance(before.round, OperatingRound) else "a stock round"
    for event in events:
        if event.kind == "swapped_private":
            yield f"M&H for a share in {where}"
        elif event.kind == "swapped_private_half":
            yield f"M&H for half a certificate in {where}"
        elif event.kind == "home_choice" and event.facts["company"] != action.company:
            yield "ERIE's city named by another's tile"
        elif event.kind == "floated" and is_system(before, str(event.facts["company"])):
            yield "system floats later"
    if isinstance(action, GiveWay):
        yield "marker chosen to make room"
    if isinstance(action, BuyTrain) and "president_paid" in _kinds(events):
        filled = trains_of(before, action.company)
        yield f"director helps with {'an empty shell' if filled else 'a train'}"
    if game_of(state).top_company and not game_of(before).top_company:
        yield f"$500 by {_top(action, events)}"
    if state.end_reason:
        yield ENDS[state.end_reason]


def _kinds(events: tuple[Event, ...]) -> set[str]:
    return {event.kind for event in events}


def _top(action: object, events: tuple[Event, ...]) -> str:
    if isinstance(action, Dividend):
        return "dividend"
    return "merger" if "merged" in _kinds(events) else "rise"


def _merged(before: State, outcome: Outcome) -> Iterator[str]:
    events, donated, last = outcome.events, "", None
    for event in events:
        company = str(event.facts.get("company", ""))
        if event.kind == "merged":
            old = company in game_of(before).companies_floated_before
            yield f"merger of two {'' if old else 'not '}floated before"
            if any(entry.memo == "merger_unfloated" for entry in outcome.entries):
                yield "merger of which one was not floated"
        elif event.kind == "merger_donated":
            donated = company
        elif event.kind == "president" and donated == company:
            yield "director changed by donation"
        elif event.kind == "merger_surrendered" and last is not None:
            taken = last.kind == "merger_swapped" and last.facts["source"] == event.facts["player"]
            if taken:
                yield "settlement that cannot be paid"
        last = event
