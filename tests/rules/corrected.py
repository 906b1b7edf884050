"""Random corrections as a table might enter them: of any kind, with any ids of the game."""

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from companion.rules.amend.correction_actions import Correction, CorrectTile
from companion.rules.amend.correction_rules import cash_places, share_places, train_places
from companion.rules.core.actions import ACTIONS
from companion.rules.core.state import GONE, State
from companion.rules.judge.judge import Rules
from companion.rules.shares.holdings import INITIAL, POOL

KINDS = tuple(kind for kind in ACTIONS.values() if issubclass(kind, Correction))


def corrections(
    rules: Rules, state: State, dice: random.Random, count: int
) -> Iterator[Correction]:
    """Yield ``count`` corrections; some are refused."""
    for _ in range(count):
        kind = dice.choice(KINDS)
        values = {f.name: value(rules, state, dice, f.name) for f in fields(kind)}
        yield kind(**values)
    for at in state.board.laid:
        yield CorrectTile(at, reason="it was so")


def value(rules: Rules, state: State, dice: random.Random, name: str) -> Any:
    """Return a value that may stand in a field of that name."""
    data, pick = rules.data, dice.choice
    accounts = ["bank", *rules.seats, *data.companies]
    started = [c for c, own in state.companies.items() if own.started]
    stops = list(state.board.tokens)
    lying = [stop for stop, slots in state.board.tokens.items() if any(slots)]
    match name:
        case "reason":
            return "it was so"
        case "payer" | "payee":
            return pick([*accounts, *cash_places(state)])
        case "amount":
            return pick((0, 10, 80))
        case "certificate":
            return pick(data.companies[pick(started or list(data.companies))].certificates)
        case "owner":
            company, train = pick(list(data.companies)), pick(list(state.trains))
            places = [*share_places(rules, state, company), *train_places(rules, state, train)]
            return pick([*places, INITIAL, POOL, GONE, pick(list(data.map.hexes))])
        case "private":
            return pick(list(data.privates))
        case "train":
            return pick(list(state.trains))
        case "token":
            owners = [owner.symbol for owner in data.token_owners]
            return pick([owner for owner in owners if owner in started] or owners)
        case "stop":
            return pick([None, *(pick(lying) for _ in lying[:3])])
        case "destination":
            return pick([None, pick(stops)])
        case "hex":
            return pick([*state.board.laid, pick(list(data.map.hexes))])
        case "tile":
            return pick(list(data.tiles))
        case "rotation":
            return pick(range(6))
        case "count":
            return pick((1, 2))
        case "piece":
            return pick([*rules.corrections.markers(rules, state), "no marker"])
        case "phase":
            return pick(data.phases).name
        case "company":
            return pick(list(data.companies))
        case "cell":
            return pick(list(data.cells))
        case "party":
            return pick([*rules.seats, *started])
    raise AssertionError(name)
