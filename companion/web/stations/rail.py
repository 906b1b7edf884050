"""The rail of an operating turn: its stations, and what was done at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.actions import stored_actor
from companion.rules.change import Event
from companion.rules.offers import Offer
from companion.web.ahead import DECLINED, IMPOSSIBLE
from companion.web.stations.asking import Asked, deed_of, other_than_actor

NAMES = {
    "treasury": "Own shares",
    "privates": "Privates",
    "track": "Track",
    "token": "Token",
    "run": "Run trains",
    "dividend": "Dividend",
    "trains": "Trains",
    "home": "Home token",
    "discard": "Give up trains",
    "chance": "A last chance",
}
STATION_OF = {
    "laid": "track",
    "laid_paid": "track",
    "token": "token",
    "ran": "run",
    "ran_less": "run",
    "ran_less_found": "run",
    "paid": "dividend",
    "withheld": "dividend",
    "not_run": "dividend",
    "bought_train": "trains",
    "company_bought_private": "privates",
    "treasury_sold": "treasury",
    "treasury_bought": "treasury",
}


@dataclass(frozen=True, slots=True)
class Station:
    """A station: ``status`` "done", "skip", "now", "todo"; what was done; the row of a receipt;
    whether it was passed over without a tap, and a mark leads ``back`` to it.
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
    """What may be done beside the step: the kind of its offers, and the words of the link."""

    kind: str
    words: str
    count: int


STATUS = {"done": "done", "skipped": "skip", "now": "now", "to come": "todo"}


PASSED_OVER = {IMPOSSIBLE: "nothing to do", DECLINED: "none, as last time"}


def stations(asked: Asked, passed_over: Mapping[str, str]) -> list[Station]:
    """The rail with what the company did in this turn, and why steps were passed over."""
    done: dict[str, list[str]] = {}
    sums: dict[str, str] = {}
    receipts: dict[str, int] = {}
    for number, event in _events(asked):
        name = STATION_OF.get(event.kind)
        if name is None:
            continue
        note, amount = _said(asked, event)
        done.setdefault(name, []).append(note)
        if amount:
            sums[name] = amount
        if "receipt" in event.facts:
            receipts[name] = number
    interrupted = asked.table.rail and asked.step.name not in {row.name for row in asked.table.rail}
    found = []
    if interrupted or not asked.table.rail:
        words = NAMES.get(asked.step.name, asked.step.name)
        found.append(Station(asked.step.name, words, "now"))
    for row in asked.table.rail:
        status = STATUS[row.status]
        if interrupted and status == "now":
            status = "todo"
        note = ", ".join(done.get(row.name, []))
        if status == "skip":
            note = note or ("none" if row.name == "run" else "passed")
            note = PASSED_OVER.get(passed_over.get(row.name, ""), note)
        if status == "todo" and row.name == "trains":
            note = _next_train(asked)
        found.append(
            Station(
                row.name,
                NAMES.get(row.name, row.words.capitalize()),
                status,
                note,
                sums.get(row.name, ""),
                receipts.get(row.name),
                row.name in passed_over,
            )
        )
    return found


def _events(asked: Asked) -> list[tuple[int, Event]]:
    """What the company did in this turn, oldest first, with the rows of the log."""
    found: list[tuple[int, Event]] = []
    for row in reversed(asked.view.tail):
        if row.action_json is None or row.round != asked.table.round:
            break
        mine = [event for event in row.events if event.facts.get("company") == asked.company]
        who = stored_actor(row.action_json)
        if who in asked.rules.data.companies and who != asked.company:
            break
        found = [(row.n, event) for event in mine] + found
    return found


def _said(asked: Asked, event: Event) -> tuple[str, str]:
    """An event as a remark and a sum."""
    facts = event.facts
    money = asked.rules.data.money
    match event.kind:
        case "laid" | "laid_paid":
            cost = facts.get("cost", 0)
            return f"{facts['tile']} on {facts['hex']}", f"−{cost:,}" if cost else ""
        case "token":
            cost = facts.get("cost", 0)
            return str(facts["stop_name"]), f"−{cost:,}" if cost else ""
        case "ran":
            return "", f"{facts['revenue']:,}"
        case "ran_less" | "ran_less_found":
            more = "" if event.kind == "ran_less" else " or more"
            return f"of {facts['possible']:,}{more}", f"{facts['revenue']:,}"
        case "paid":
            return f"{money(facts['per_share'])} a share", ""
        case "withheld":
            return "withheld", f"+{facts['revenue']:,}"
        case "not_run":
            return "no revenue", ""
        case "treasury_sold":
            return f"{facts['percent']}% sold", f"+{facts['amount']:,}"
        case "treasury_bought":
            return f"{facts['percent']}% bought back", f"−{facts['amount']:,}"
        case "bought_train":
            return f"a {facts['type']}", f"−{facts['price']:,}"
    return asked.rules.words.names.get(facts.get("private", ""), ""), f"−{facts.get('price', 0):,}"


def _next_train(asked: Asked) -> str:
    train = asked.table.next_train
    return f"{train.name} for {train.price:,}" if train else ""


BESIDE = {
    "lay_power": "Lay with a private",
    "buy_private": "Buy a private",
    "exchange": "Exchange a private",
}


def beside(asked: Asked) -> list[Beside]:
    """What may be done beside the step now, each kind once; what is refused alike is left out."""
    kinds: dict[str, list[Offer]] = {}
    for offer in asked.beside:
        if offer.allowed:
            kinds.setdefault(offer.kind, []).append(offer)
    return [
        Beside(kind, _beside(asked, kind, offers), len(offers)) for kind, offers in kinds.items()
    ]


def _beside(asked: Asked, kind: str, offers: Sequence[Offer]) -> str:
    """What the way to offers of a kind says, with whose they are where all are another player's."""
    if kind not in BESIDE:
        return deed_of(asked, offers[0].action)
    whose = {other_than_actor(asked, offer.action) for offer in offers}
    named = f"{min(whose)}: " if len(whose) == 1 and "" not in whose else ""
    return f"{named}{BESIDE[kind]}"
