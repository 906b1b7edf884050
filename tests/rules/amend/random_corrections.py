"""Random corrections as a table might enter them: of any kind, with any ids of the game."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from companion.rules.amend.correction_actions import Correction, CorrectTile
from companion.rules.amend.correction_rules import cash_places, share_places, train_places
from companion.rules.core.actions import ACTIONS
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.state import GONE, State
from companion.rules.judge.rules import Rules
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
    return VALUES[name](rules, state, dice.choice)


def started(state: State) -> list[str]:
    return [company for company, own in state.companies.items() if own.started]


def certificate(rules: Rules, state: State, pick: Any) -> str:
    companies = rules.data.companies
    return str(pick(companies[pick(started(state) or list(companies))].certificates))


def owner(rules: Rules, state: State, pick: Any) -> str:
    company, train = pick(list(rules.data.companies)), pick(list(state.trains))
    places = [*share_places(rules, state, company), *train_places(rules, state, train)]
    return str(pick([*places, INITIAL, POOL, GONE, pick(list(rules.data.map.hexes))]))


def token(rules: Rules, state: State, pick: Any) -> str:
    owners = [owner.symbol for owner in rules.data.token_owners]
    return str(pick([owner for owner in owners if owner in started(state)] or owners))


def stop(rules: Rules, state: State, pick: Any) -> str | None:
    lying = [stop for stop, slots in state.board.tokens.items() if any(slots)]
    return pick([None, *(pick(lying) for _ in lying[:3])])


def account(rules: Rules, state: State, pick: Any) -> str:
    return str(pick(["bank", *rules.seats, *rules.data.companies, *cash_places(state)]))


VALUES: dict[str, Callable[[Rules, State, Any], Any]] = {
    "reason": lambda rules, state, pick: "it was so",
    "payer": account,
    "payee": account,
    "amount": lambda rules, state, pick: pick((0, 10, 80)),
    "certificate": certificate,
    "owner": owner,
    "private": lambda rules, state, pick: pick(list(rules.data.privates)),
    "train": lambda rules, state, pick: pick(list(state.trains)),
    "token": token,
    "stop": stop,
    "destination": lambda rules, state, pick: pick([None, pick(list(state.board.tokens))]),
    "hex": lambda rules, state, pick: pick([*state.board.laid, pick(list(rules.data.map.hexes))]),
    "tile": lambda rules, state, pick: pick(list(rules.data.tiles)),
    "rotation": lambda rules, state, pick: pick(range(6)),
    "count": lambda rules, state, pick: pick((1, 2)),
    "piece": lambda rules, state, pick: pick(
        [*rules.corrections.markers(rules, state), "no marker"]
    ),
    "map": lambda rules, state, pick: pick((CHECKED, TOLD)),
    "tiles": lambda rules, state, pick: (),
    "tokens": lambda rules, state, pick: (),
    "phase": lambda rules, state, pick: pick(rules.data.phases).name,
    "company": lambda rules, state, pick: pick(list(rules.data.companies)),
    "cell": lambda rules, state, pick: pick(list(rules.data.cells)),
    "party": lambda rules, state, pick: pick([*rules.seats, *started(state)]),
}
