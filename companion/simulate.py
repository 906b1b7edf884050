"""Simulated players: they choose among the offers at random, weighted so that games end."""

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board.tiles import DataError
from companion.ledger.entries import LedgerFault
from companion.rules.actions import Action, LayTile
from companion.rules.offers import Offer
from companion.rules.rules import Outcome, Rules
from companion.rules.setup import BadSetup, Setup
from companion.rules.state import State
from companion.titles import rules_for

NAMES = ("Ada", "Bram", "Cato", "Dirk", "Else", "Floor")
LIMIT = 6000  # actions; no game has come near it


class DeadEnd(Exception):
    """The game waits for somebody who can do nothing: a fault of the rules."""


def choose(rules: Rules, state: State, dice: random.Random) -> Action:
    """One of the actions that are offered now. Raises DeadEnd where nothing is (nowhere)."""
    offers = [offer for offer in rules.offers(state) if offer.allowed]
    if not offers:
        raise DeadEnd(f"In {rules.round_rules(state).name(state)} there is nothing to be done.")
    offer = dice.choices(offers, [offer.weight for offer in offers])[0]
    return vary(rules, state, offer, dice)


def vary(rules: Rules, state: State, offer: Offer, dice: random.Random) -> Action:
    """The offer's action with its free number, or its tile, chosen anew; only legal ones."""
    chosen = offer.action
    if offer.span is not None:
        # small numbers are likelier: players who bid and pay anything are soon out of money
        steps = (offer.span.most - offer.span.least) // offer.span.step
        taken = int(steps * dice.random() ** 4)
        number = offer.span.least + offer.span.step * taken
        chosen = replace(offer.action, **{offer.span.field: number})
    elif costs := dict(offer.facts).get("costs"):
        price, _ = dice.choice(costs)
        chosen = replace(offer.action, **{"price": price})
    elif offer.kind == "lay" and isinstance(offer.action, LayTile):
        step: Any = rules.waiting(state)
        lays = [lay for lay in step.lays_on(state, offer.action.hex) if not lay.refusals]
        lay = dice.choice(lays)
        allotment = dice.choice(lay.allotments) if len(lay.allotments) > 1 else lay.allotments[0]
        chosen = replace(offer.action, tile=lay.tile, rotation=lay.rotation, allotment=allotment)
    if chosen != offer.action and rules.refusals(state, chosen):
        return offer.action
    return chosen


def play(rules: Rules, seed: int, limit: int = LIMIT) -> Iterator[tuple[Action, Outcome]]:
    """Play a game from its start; each action with what it made. Ends with the game."""
    dice = random.Random(seed)
    state = rules.start().state
    for _ in range(limit):
        if state.finished:
            return
        action = choose(rules, state, dice)
        outcome = rules.apply(state, action)
        state = outcome.state
        yield action, outcome


def simulate_command(
    title: str,
    players: int,
    seed: int,
    out: Path | None,
    store: bool,
    options: Mapping[str, Any] | None = None,
) -> int:
    """Play one game at random, print its standings, write or store it. Exit status 0, or 1."""
    from companion.exchange.own import write_game

    try:
        names = (*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1)))
        setup = Setup(title, names[: max(players, 0)], dict(options or {}), seed)
        rules = rules_for(setup)
    except (BadSetup, DataError) as problem:
        print(problem, file=sys.stderr)
        return 1
    actions: list[Action] = []
    state = rules.start().state
    try:
        for action, outcome in play(rules, seed):
            actions.append(action)
            state = outcome.state
    except (DeadEnd, LedgerFault) as problem:
        print(f"After {len(actions)} actions: {problem}", file=sys.stderr)
        return 1
    name = rules.round_rules(state).name(state)
    if not state.finished:
        print(f"{len(actions)} actions, and no end by {name}.", file=sys.stderr)
        return 1
    ended = rules.words.fill("{why:who}", {"why": f"finish_{state.finished}"})
    print(f"{rules.data.name}, seed {seed}: {len(actions)} actions, ended in {name}: {ended}.")
    standings = [(rules.worth(state, seat), rules.words.names[seat]) for seat in rules.seats]
    for worth, player in sorted(standings, reverse=True):
        print(f"{player:<10}{rules.data.money(worth):>12}")
    if out is not None:
        write_game(out, setup, actions)
        print(f"Written to {out}.")
    if store:
        from companion.store.place import database_file
        from companion.store.shelf import Shelf

        shelf = Shelf(database_file())
        print(f"Kept as game {shelf.import_game(setup, actions)}.")
        shelf.close()
    return 0
