"""The step bar of an operating turn: its steps, and the actions at each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.languages import format_number, format_text, gettext, lazy_gettext, pgettext
from companion.rules.core.action_parser import stored_actor
from companion.rules.core.change import Event
from companion.rules.core.offers import Offer
from companion.rules.core.vocabulary import StepBarWords
from companion.web.play.operating_panels.turn_offers import TurnScreen, deed_of, other_than_actor
from companion.web.play.skipped_steps import DECLINED, IMPOSSIBLE


@dataclass(frozen=True, slots=True)
class StepTab:
    """A step on the bar. ``status`` is "done", "skip", "now" or "todo".

    ``note`` and ``sum`` tell of its action. ``receipt`` is the row of a receipt. ``back``: the step
    was skipped without a tap, and a mark leads back to it.
    """

    name: str
    words: str
    status: str
    note: str = ""
    sum: str = ""
    receipt: int | None = None
    back: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """Offers beside the step: their kind, and the words of the link."""

    kind: str
    words: str
    count: int


STATUS = {"done": "done", "skipped": "skip", "now": "now", "to come": "todo"}


PASSED_OVER = {
    IMPOSSIBLE: lazy_gettext("nothing to do"),
    DECLINED: lazy_gettext("none, as last time"),
}


def step_tabs(asked: TurnScreen, passed_over: Mapping[str, str]) -> list[StepTab]:
    """Return the bar with the company's actions in this turn, and why steps were skipped."""
    done: dict[str, list[str]] = {}
    sums: dict[str, str] = {}
    receipts: dict[str, int] = {}
    for number, event in _events(asked):
        words = asked.rules.words.event_words(event)
        if words is None or words.step_bar is None:
            continue
        name = event.facts.get("station", words.step_bar.step)
        done.setdefault(name, []).append(asked.rules.words.fill(words.step_bar.note, event.facts))
        if amount := _sum(words.step_bar, event):
            sums[name] = amount
        if "receipt" in event.facts:
            receipts[name] = number
    interrupted = asked.table.turn_steps and asked.step.name not in {
        row.name for row in asked.table.turn_steps
    }
    found = []
    if interrupted or not asked.table.turn_steps:
        title = asked.rules.words.fill(asked.rules.vocabulary.steps[asked.step.name].title, {})
        found.append(StepTab(asked.step.name, title, "now"))
    for row in asked.table.turn_steps:
        status = STATUS[row.status]
        if interrupted and status == "now":
            status = "todo"
        found.append(
            StepTab(
                row.name,
                row.words,
                status,
                _note(asked, row.name, status, done.get(row.name, ()), passed_over),
                sums.get(row.name, ""),
                receipts.get(row.name),
                row.name in passed_over,
            )
        )
    return found


def _note(
    asked: TurnScreen, name: str, status: str, done: Iterable[str], passed_over: Mapping[str, str]
) -> str:
    """Return the note of a step: the actions done, why it was skipped, or what comes."""
    if status == "todo" and name == "trains":
        return _next_train(asked)
    note = " · ".join(done)
    if status == "skip":
        if name in passed_over:
            return gettext(PASSED_OVER[passed_over[name]])
        return note or (pgettext("step", "no run") if name == "run" else pgettext("step", "passed"))
    return note


def _events(asked: TurnScreen) -> list[tuple[int, Event]]:
    """Return the events of the company's turn with their log rows, oldest first.

    The events that begin the turn are the last ones of the row before it.
    """
    found: list[tuple[int, Event]] = []
    for row in reversed(asked.view.tail):
        who = stored_actor(row.action_json) if row.action_json else None
        other = who in asked.rules.data.companies and who != asked.company
        begins = row.action_json is None or row.round != asked.state.round.id or other
        events = _last_of(asked.company, row.events) if begins else row.events
        mine = [event for event in events if event.facts.get("company") == asked.company]
        found = [(row.n, event) for event in mine] + found
        if begins:
            break
    return found


def _last_of(company: str, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events after the last one about another company or a new round."""
    about = [
        event.kind == "round" or event.facts.get("company", company) != company for event in events
    ]
    return events[len(about) - about[::-1].index(True) :] if True in about else events


def _sum(words: StepBarWords, event: Event) -> str:
    """Return the cost, gain or revenue of an event, with its sign; empty for 0."""
    sign, fact = words.sum[:1], words.sum.lstrip("+-")
    amount = event.facts.get(fact, 0)
    if sign not in "+-":
        return format_number(amount)
    return f"{'−' if sign == '-' else '+'}{format_number(amount)}" if amount else ""


def _next_train(asked: TurnScreen) -> str:
    train = asked.table.next_train
    if train is None:
        return ""
    return format_text("{train} for {price:,}", train=train.name, price=train.price)


def beside(asked: TurnScreen) -> list[Beside]:
    """Return the kinds of allowed offers beside the step, each once."""
    kinds: dict[str, list[Offer]] = {}
    for offer in asked.beside:
        if offer.allowed:
            kinds.setdefault(offer.kind, []).append(offer)
    return [
        Beside(kind, _beside(asked, kind, offers), len(offers)) for kind, offers in kinds.items()
    ]


def _beside(asked: TurnScreen, kind: str, offers: Sequence[Offer]) -> str:
    """Return the link to offers of a kind, with the owner's name if all are another player's.

    A kind without words for the link uses the list's heading, or the words of its only offer.
    """
    words = asked.rules.vocabulary.offer(kind)
    says = words.beside or (words.head if len(offers) > 1 else "")
    if not says:
        return deed_of(asked, offers[0].action)
    whose = {other_than_actor(asked, offer.action) for offer in offers}
    named = f"{min(whose)} · " if len(whose) == 1 and "" not in whose else ""
    return f"{named}{gettext(says)}"
