"""Stored states of before, brought to the form that states have now: a function for each step.

They work on the plain JSON, for the classes of then are gone. What a title notes of its own it
brings up itself (:meth:`companion.rules.rules.Rules.upgrade`).
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.data import EVERY_KIND
from companion.rules.rules import Rules
from companion.rules.state import (
    DEPOT,
    FLOATED,
    FORMAT,
    STARTED,
    UNSTARTED,
    type_of,
)

Body = dict[str, Any]


def upgraded(rules: Rules, stored: Mapping[str, Any]) -> Body:
    """A stored state of any format as one of this format. Raises LookupError, TypeError or
    ValueError where it is none.
    """
    body = dict(stored)
    for step in range(int(body.get("format", 1)), FORMAT):
        body = STEPS[step](rules, body)
        body["format"] = step + 1
    return body


def say_what_it_is(rules: Rules, old: Body) -> Body:
    """Format 1 kept what lasts in ``memory``, prices and floats in dicts of their own, and what was
    done in a turn as ``flags``.
    """
    body = {**old, "round": dict(old["round"] or {"is": "Round"})}
    memory = body.pop("memory")
    cells, par, floated = body.pop("cells"), body.pop("par"), body.pop("floated")
    placed = Counter(owner for slots in body["board"]["tokens"].values() for owner in slots)
    turn = body["round"].get("turn")
    operating = turn["company"] if isinstance(turn, dict) else ""
    companies = {}
    for symbol in (*(c for c in rules.data.companies if c not in cells), *cells):
        status = STARTED if symbol in cells else UNSTARTED
        tokens = len(rules.data.companies[symbol].token_costs)
        companies[symbol] = {
            "is": "CompanyState",
            "status": FLOATED if floated.get(symbol) else status,
            "cell": cells.get(symbol),
            "par": par.get(symbol),
            "homes": memory["homes"].get(symbol, []),
            "operated": bool(placed[symbol]) or symbol == operating,
            "tokens": tokens - placed[symbol],
        }
    if "sold" in body["round"]:
        body["round"]["sold"] = [pair.split(" ") for pair in body["round"]["sold"]]
    number, *keys = memory.get("declined", ("",))
    body |= {
        "companies": companies,
        "order": list(rules.seats),
        "own": {"is": "Own"},
        "begun": _begun(rules, body["trains"]),
        "questions": _questions(rules, body, memory),
        "let_go": memory.get("let_go", {}),
        "declined": dict.fromkeys(keys, number),
        "bank_broke": "bank_broke" in memory,
    }
    if isinstance(turn, dict):
        pairs = [flag.split() for flag in turn["flags"]]
        bought = [pair[0] for pair in pairs if pair[1:] == ["bought"]]
        sums = [int(pair[1]) for pair in pairs if pair[0] == "before"]
        payable = sums[-1] if sums else None
        body["round"]["turn"] = {**turn, "privates": bought, "payable": payable}
    rules.upgrade(body, memory)
    for part in (body["round"], body["round"].get("turn")):
        if isinstance(part, dict):
            part.pop("flags", None)
    return body


def _begun(rules: Rules, trains: Mapping[str, str]) -> list[str]:
    """The types of which a train has left the depot."""
    left = {type_of(train) for train, place in trains.items() if place != DEPOT}
    return [name for name in rules.data.trains if name in left]


def _questions(rules: Rules, body: Body, memory: Mapping[str, Any]) -> list[Body]:
    """What format 1 kept as pending, and whose trains were more than the limit."""
    found: list[Body] = []

    def ask(step: str, actor: str, *about: str, **more: Any) -> None:
        question = {"is": "Question", "step": step, "actor": actor, "about": list(about)}
        found.append({**question, **more})

    if "par_pending" in memory:
        player, company = memory["par_pending"]
        ask("set_par", player, company)
    if company := memory.get("home_pending"):
        ask("home", memory.get("home_asked") or company, company)
    held = Counter(body["trains"].values())
    phase = rules.data.phase(body["phase"])
    for company in rules.data.companies:
        if held[company] > phase.train_limit(EVERY_KIND):
            ask("discard", company, company)
    if asked := memory.get("asked"):
        more = {"is": "ChanceQuestion", "lost": asked["lost"]}
        ask("chance", asked["player"], *asked["chances"], **more)
    return found


def several_homes(_rules: Rules, old: Body) -> Body:
    """Format 2 had one home of each company, as the stops of which one is to be it."""
    companies = {
        symbol: {**own, "homes": [own["homes"]] if own["homes"] else []}
        for symbol, own in old["companies"].items()
    }
    return {**old, "companies": companies}


def effects_have_parts(_rules: Rules, old: Body) -> Body:
    """Format 3 had each effect of a chance as a line of words and numbers, "begins 2.1"."""
    questions = [
        {**asked, "lost": list(map(_effect, asked["lost"]))} if "lost" in asked else asked
        for asked in old["questions"]
    ]
    let_go = {key: list(map(_effect, effects)) for key, effects in old["let_go"].items()}
    return {**old, "questions": questions, "let_go": let_go}


def _effect(line: str) -> Body:
    parts = [int(part) if part.isdecimal() else part for part in re.split("[ .]", line)]
    kind = next(part for part in parts if isinstance(part, str))
    parts.remove(kind)
    return {"is": "Effect", "kind": kind, "of": parts}


STEPS: Mapping[int, Callable[[Rules, Body], Body]] = {
    1: say_what_it_is,
    2: several_homes,
    3: effects_have_parts,
}
