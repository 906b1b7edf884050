"""Plain JSON views of a game, independent of the classes of its state.

They compare games played before and after an internal change.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import ACTIONS, Action, LayTile, action_to_json
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules


def plain_view(rules: Rules, state: State) -> dict[str, Any]:
    """Return cash, certificates, prices, privates, trains, tokens, tiles, round and turn."""
    return {
        "cash": dict(state.cash),
        "certificates": dict(state.certificates),
        "par": {c: own.par for c, own in state.companies.items() if own.par is not None},
        "cells": {c: own.cell for c, own in state.companies.items() if own.cell is not None},
        "stacks": {cell: list(stack) for cell, stack in state.stacks.items() if stack},
        "floated": sorted(c for c, own in state.companies.items() if own.floated),
        "privates": dict(state.privates),
        "trains": {train: card.place for train, card in state.trains.items()},
        "tokens": {at: list(slots) for at, slots in state.board.tokens.items() if any(slots)},
        "tiles": {at: [laid.tile, laid.rotation] for at, laid in state.board.laid.items()},
        "phase": state.phase,
        "priority": state.priority,
        "round": "" if state.end_reason else rules.round_rules(state).name(state),
        "actor": rules.actor(state),
        "finished": state.end_reason,
    }


def variants(rules: Rules, state: State, offer: Offer) -> Iterator[Action]:
    """Yield the variants of an offer: its number at both ends, every price, every lay."""
    if offer.span is not None:
        for number in sorted({offer.span.least, offer.span.most}):
            yield replace(offer.action, **{offer.span.field: number})
    elif costs := dict(offer.facts).get("costs"):
        for price, _ in costs:
            yield replace(offer.action, **{"price": price})
    elif offer.kind == "lay" and isinstance(offer.action, LayTile):
        step: Any = rules.waiting(state)
        for lay in step.possible_lays(state, offer.action.hex):
            for way in lay.allotments:
                turned = {"tile": lay.tile, "rotation": lay.rotation, "allotment": way}
                yield replace(offer.action, **turned)
    else:
        yield offer.action


# The names of fields in the marks of tests/games, where they differ from those of now
MARKED = {
    "party": "who",
    "other_company": "other",
    "other_director": "agrees",
    "other_stop": "at",
    "destination": "to",
    "replaced_owner": "instead",
    "better_revenue": "possible",
    "is_proved": "proved",
    "initial_percent": "initial",
    "pool_percent": "pooled",
}


def text_of(action: Action) -> str:
    """Return an action as one line with its class name; the stored form differs."""
    named = {MARKED.get(name, name): value for name, value in action_to_json(action).items()}
    body = {**named, "type": type(action).__name__}
    return json.dumps(body, sort_keys=True, default=list)


def action_of(line: str) -> Action:
    """Return the action of a line made by ``text_of``."""
    body = json.loads(line)
    cls = next(cls for cls in ACTIONS.values() if cls.__name__ == body["type"])
    names = {MARKED.get(field.name, field.name): field.name for field in fields(cls)}
    return read_action({"type": cls.wire_name, **{names[k]: body[k] for k in names.keys() & body}})


def legal_actions(rules: Rules, state: State) -> dict[str, float]:
    """Return every legal action as a line, with its weight for simulated players.

    An offer's weight is shared among its variants. The least number is by far the likeliest,
    because players who pay any price soon run out of money.
    """
    found: dict[str, float] = {}
    for offer in judge.offers(rules, state):
        if offer.allowed:
            lines = [
                text_of(action)
                for action in variants(rules, state, offer)
                if not judge.refusals(rules, state, action)
            ]
            for number, line in enumerate(lines):
                share = 0.05 if offer.span and number else 1 / len(lines)
                found[line] = found.get(line, 0) + offer.weight * share
    return dict(sorted(found.items()))


def entry_lines(outcome: Outcome) -> list[Any]:
    """Return the ledger entries of an outcome: memo and postings."""
    return [
        [entry.memo, [[posting.account, posting.amount] for posting in entry.postings]]
        for entry in outcome.entries
    ]


def digest(value: Any) -> str:
    """Return eight letters of a hash of ``value``."""
    body = json.dumps(value, sort_keys=True, default=list)
    return hashlib.sha256(body.encode()).hexdigest()[:8]


def play_plainly(
    rules: Rules, seed: int, limit: int = 6000
) -> Iterator[tuple[str, dict[str, float], Outcome]]:
    """Play at random from the start, with sorted lines, so that the order of offers has no effect.

    Yield each action, the legal actions when it was chosen, and its outcome.
    """
    dice = random.Random(seed)
    state = judge.start(rules).state
    for _ in range(limit):
        if state.end_reason:
            return
        legal = legal_actions(rules, state)
        line = dice.choices(list(legal), list(legal.values()))[0]
        outcome = judge.apply(rules, state, action_of(line))
        yield line, legal, outcome
        state = outcome.state
