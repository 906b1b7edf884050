"""Any id that a game lacks is refused, in every step of every title.

Two moments of each step are tested in two games, each with a third of the wrong values in turn.
With FULL in the environment, four moments in four games are tested with all of them.
"""

import os
from collections.abc import Iterator
from dataclasses import fields
from itertools import cycle
from typing import Any, get_origin, get_type_hints

import pytest

from companion.bots.simulation import NAMES
from companion.rules.core.action_parser import FIELDS, BadActionError, read_action
from companion.rules.core.actions import ACTIONS, Action, action_to_json
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import rules_for, titles
from tests.support.positions import Position
from tests.support.run_cache import play

GARBAGE: tuple[Any, ...] = (
    "",
    " ",
    "nobody",
    "p0",
    "p99",
    "PRR ",
    "prr",
    "Z99",
    "H12",
    "H12.",
    "H12.9",
    "H12.00",
    "H12.٠",
    "H12.-1",
    ".0",
    ".",
    "a.b.c",
    "-",
    "--75",
    "80.5",
    "2",
    "2-99",
    "depot",
    "pool",
    "gone",
    "bank",
    "box",
    "57-0",
    "999",
    "\x00",
    "\ud800",
    "x" * 64,
    "x" * 65,
    "9" * 5000,
    0,
    -1,
    -10,
    5,
    7,
    10**8,
    10**9,
    10**30,
    -(10**8),
    1.5,
    float("inf"),
    float("nan"),
    True,
    False,
    None,
    [],
    [[]],
    ["2-0"],
    [["2-0"]],
    [["2-0", []]],
    [["2-99", ["H12.0"]]],
    [["2-0", ["H12.00", "H14", "H16.0"]]],
    [["2-0", ["Z99.0", "H12.0"]]],
    [["", [""]]],
    [["2-0", ["H12.0", "H12.0"]], ["2-0", ["H12.0"]]],
    {},
    {"a": 1},
)
GAMES, MOST_STATES, APART = (4, 4, 1) if os.environ.get("FULL") else (2, 2, 3)


def moments(title: str) -> Iterator[tuple[Rules, State]]:
    """Yield up to a number of states for each step that a few games wait at."""
    seen: dict[str, int] = {}
    counts = sorted(titles()[title].data.cash)
    for seed in range(GAMES):
        options = {"first_passer": True} if title == "steam-over-holland" and seed == 1 else {}
        rules = rules_for(Setup(title, NAMES[: counts[seed % len(counts)]], options, seed))
        for number, (_, outcome) in enumerate(play(rules, seed)):
            step = rules.waiting(outcome.state)
            if step is None or (number + seed) % 3:
                continue
            seen[step.name] = seen.get(step.name, 0) + 1
            if seen[step.name] <= MOST_STATES:
                yield rules, outcome.state


def any_value(hint):
    """Return a value of that type."""
    if get_origin(hint) is tuple:
        return []
    return "other" if hint is str else 10


def samples(rules: Rules, state: State) -> Iterator[Action]:
    """Yield one action of every kind: an offered one, or one with ids of this game."""
    offered: dict[type, Action] = {}
    for offer in judge.offers(rules, state):
        offered.setdefault(type(offer.action), offer.action)
    company = next(iter(rules.data.companies))
    train = next(iter(state.trains))
    known = {
        "party": rules.seats[0],
        "player": rules.seats[0],
        "seller": rules.seats[0],
        "buyer": rules.seats[-1],
        "other_director": rules.seats[-1],
        "shell": company,
        "company": company,
        "other_company": company,
        "private": next(iter(rules.data.privates)),
        "source": "pool",
        "hex": next(iter(rules.data.map.hexes)),
        "tile": next(iter(rules.data.tiles)),
        "stop": next(iter(state.board.tokens)),
        "train": train,
        "trade_in": train,
        "replaced_owner": company,
        "home": next(iter(state.board.tokens)),
        "cards": "2 1",
        "sheet": "{}",
        "moment": "stop_now",
        "giver": "pool",
        "taker": rules.seats[0],
        "initial_percent": 10,
        "pool_percent": 10,
        "allotment": [[company, 0]],
        "sales": [[company, 10]],
        "other_stop": next(iter(state.board.tokens)),
        "destination": next(iter(state.board.tokens)),
        "kind": "pay",
        "routes": [[train, [next(iter(state.board.tokens))]]],
        "rotation": 0,
        "is_proved": True,
        "payer": "bank",
        "payee": rules.seats[0],
        "certificate": next(iter(rules.data.percents)),
        "owner": rules.seats[0],
        "token": company,
        "piece": "priority_card",
        "phase": state.phase,
        "cell": next(iter(rules.data.cells)),
        "count": 1,
        "reason": "miscounted",
    }
    for name, kind in ACTIONS.items():
        hints = get_type_hints(kind)
        body = {
            field.name: known[field.name] if field.name in known else any_value(hints[field.name])
            for field in fields(kind)
        }
        yield offered.get(kind) or read_action({"type": name, **body})


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", sorted(titles()))
def test_nonsense_in_any_field_of_any_action_is_refused_in_every_step(title):
    steps, turn = set(), cycle(range(APART))
    for rules, state in moments(title):
        steps.add(rules.waiting(state).name)
        before = state_to_json(state)
        for sample in samples(rules, state):
            body = action_to_json(sample)
            for field in fields(sample):
                for garbage in GARBAGE[next(turn) :: APART]:
                    told = judged(rules, state, {**body, field.name: garbage})
                    assert told is None or told.strip(), (body, field.name, garbage)
        assert state_to_json(state) == before
    assert len(steps) >= 8


def judged(rules: Rules, state: State, body: dict[str, Any]) -> str | None:
    """Return the refusal of an action in JSON, or None if it is legal."""
    try:
        action = read_action(body)
    except BadActionError as fault:
        return str(fault)
    found = judge.refusals(rules, state, action)
    for refusal in found:
        assert refusal.says.endswith(".")
    return " ".join(map(str, found)) if found else None


def test_every_field_of_every_action_is_known_as_an_id_or_as_a_value():
    for kind in ACTIONS.values():
        for field in fields(kind):
            assert field.name in FIELDS, (kind, field.name)


# --- cases that failed before


def at_token() -> Position:
    game = Position("1830", 3, strict_home_tokens=True).privates(DH="PRR").close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    return game.tile("H14", "9", 1).tile("H16", "57", 1).operating("PRR", "token")


@pytest.mark.parametrize("stop", ["Z99.0", "H16", "H16.", "H16.9", "H16.00", "nowhere"])
@pytest.mark.parametrize("private", [None, "DH"])
def test_token_in_a_stop_that_is_none_is_refused(stop, private):
    body = {"type": "place_token", "company": "PRR", "stop": stop, "private": private}
    assert at_token().refused(read_action(body)) == {"token.city"}


def test_token_in_the_stop_beside_it_is_not():
    body = {"type": "place_token", "company": "PRR", "stop": "H16.0"}
    assert at_token().allowed(read_action(body))


def test_a_city_is_not_visited_twice_under_two_names():
    game = at_token().trains("PRR", "3").operating("PRR", "run")
    out = ["H12.0", "H14", "H16.0"]
    run = {"type": "run_trains", "company": "PRR", "routes": [["3-0", out]]}
    assert game.allowed(read_action(run))
    run["routes"] = [["3-0", ["H12.00", "H14", "H16.0"]]]
    assert game.refused(read_action(run)) == {"run.no_such_stop"}


def test_a_train_that_is_none_is_no_train_of_a_run():
    game = at_token().trains("PRR", "3").operating("PRR", "run")
    run = {"type": "run_trains", "company": "PRR"}
    run["routes"] = [["3-9", ["H12.0", "H14", "H16.0"]]]
    assert game.refused(read_action(run)) == {"unknown.id"}
