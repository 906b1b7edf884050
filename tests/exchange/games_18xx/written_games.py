"""Games that are written for the other site, which takes every action of them.

They are games recorded there and random ones. Exports of both are made alike where they mean the
same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from companion.bots.simulation import vary
from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.divergence import PlayedRow
from companion.exchange.games_18xx.export_file import carried_out, standing
from companion.exchange.games_18xx.site_replay import Following, SiteRefusedError
from companion.exchange.games_18xx.site_setup import setup_there
from companion.rules.core.actions import (
    Action,
    BuyTrain,
    Decline,
    DiscardTrain,
    Pass,
    RunTrains,
)
from companion.rules.core.state import State, type_of
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from tests.support.references import GAMES

Body = dict[str, Any]
# a merger that fails is taken back there, with all that was chosen in it
MERGING = frozenset(
    {
        "fail_merger",
        "give_way",
        "merge_companies",
        "pay_for_share",
        "set_aside",
        "surrender_share",
        "trade_with",
    }
)
# what nobody can know who has only the game: when and by whose hand it was sent
UNKNOWN = frozenset({"id", "created_at", "user", "original_id", "auto_actions", "skip"})
# what only some exports have: keys that came with newer versions of the site, or that programs add
LATER = {
    "run_routes": {"extra_revenue", "subsidy"},
    "place_token": {"tokener"},
    "buy_train": {"variant"},
    "sell_shares": {"share_price"},
    "buy_shares": {"share_price"},
}


@cache
def recorded(name: str) -> tuple[ExportedGame, tuple[PlayedRow, ...]]:
    """A recorded game, and the rows that it has here."""
    game = ExportedGame(read_export(GAMES / f"{name}.json"))
    done = [p for p in game.play() if p.action is not None]
    return game, tuple(
        PlayedRow(n, p.action, p.before, p.state) for n, p in enumerate(done, start=1) if p.action
    )


def sent_there(game: ExportedGame) -> Iterator[Body]:
    """The actions of a recorded game without chat and the requests of its players to the site."""
    for sent, _ in carried_out(standing(game.export.actions)):
        if not sent.type.startswith("program_") and sent.type not in ("message", "log"):
            yield dict(sent.body)


def alike(body: Body, ids: dict[str, str]) -> Body:
    """An action without the parts that cannot be known.

    These are the players' names, the way in which a route was clicked, and which of several free
    circles was taken. The price that a choice names in newer files is left out as well.
    """
    kept = {
        key: value
        for key, value in body.items()
        if key not in UNKNOWN and key not in LATER.get(body["type"], ())
    }
    if kept["entity_type"] == "player":
        kept["entity"] = ids[str(kept["entity"])]
    if kept["type"] == "place_token":
        del kept["slot"]
    if kept["type"] == "choose":
        kept["choice"] = kept["choice"].partition(" ($")[0]
    if kept["type"] == "run_routes":
        kept["routes"] = sorted(map(route_alike, kept["routes"]), key=lambda one: one["train"])
    return kept


def in_order(bodies: Iterable[Body]) -> list[Body]:
    """The actions with purchases at any time put before the pass beside them.

    Our log does not say which was first where only the site waits for that pass.
    """
    found: list[Body] = []
    for body in bodies:
        last = found[-1] if found else {}
        beside = body["type"] == "buy_company" and last.get("type") == "pass"
        if beside and last["entity"] == body["entity"]:
            found.insert(-1, body)
        else:
            found.append(body)
    return found


def route_alike(route: Body) -> Body:
    hexes = route["hexes"]
    chains = sorted(min(chain, chain[::-1]) for chain in route["connections"])
    said = route["revenue_str"].split("-")
    return {
        "train": route["train"],
        "revenue": route["revenue"],
        "connections": chains,
        "hexes": min(hexes, hexes[::-1]),
        "revenue_str": min(said, said[::-1]),
    }


# --- random games


def played(rules: Rules, seed: int, most: int = 6000) -> tuple[list[PlayedRow], State]:
    """A random game under the readings of the other site, of actions that it takes."""
    dice = random.Random(seed)
    elsewhere = setup_there(rules)
    there = Following(elsewhere.judge(), elsewhere.adapter, rules)
    state, rows = judge.start(rules).state, []
    while not state.end_reason and len(rows) < most:
        action = _choose(rules, state, dice, there)
        after = judge.apply(rules, state, action).state
        rows.append(PlayedRow(len(rows) + 1, action, state, after))
        state = after
    return rows, state


def _choose(rules: Rules, state: State, dice: random.Random, there: Following) -> Action:
    if rules.last_chance.waits(state):
        return Pass(rules.last_chance.actor(state))
    offers = [offer for offer in judge.offers(rules, state) if offer.allowed]
    while True:
        offer = dice.choices(offers, [offer.weight for offer in offers])[0]
        action = vary(rules, state, offer, dice)
        if there.is_own(state, action) or _is_taken(there, state, action):
            return action
        offers.remove(offer)


def _is_taken(there: Following, state: State, action: Action) -> bool:
    before, deeds, used = there.state, list(there.course.deeds), set(there.course.used)
    try:
        steps = list(there.do(state, action))
    except SiteRefusedError:
        steps = []
    fails = there.adapter.fails
    if steps and not (fails and any(fails(*step) for step in steps)):
        return True
    there.state, there.course.deeds[:] = before, deeds
    there.course.used.clear()
    there.course.used.update(used)
    return False


def deeds(actions: list[Action]) -> list[Action]:
    """The deeds among actions, with every train running in the same direction.

    Trains of one type have one name: the other site sells the first of equal ones in the pool.
    """
    return [
        _straight(action)
        for action in actions
        if not isinstance(action, Pass | Decline)
        and action != RunTrains(action.actor())
        and action.wire_name not in MERGING
    ]


def _straight(action: Action) -> Action:
    if isinstance(action, DiscardTrain):
        return replace(action, train=type_of(action.train))
    if isinstance(action, BuyTrain):
        given = action.trade_in and type_of(action.trade_in)
        return replace(action, train=type_of(action.train), trade_in=given)
    if not isinstance(action, RunTrains):
        return action
    routes = sorted((type_of(train), min(path, path[::-1])) for train, path in action.routes)
    return replace(action, better_revenue=None, is_proved=True, routes=tuple(routes))
