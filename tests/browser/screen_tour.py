"""A tour of all screens of a title: a game late in each step, its end, and what is read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from flask.testing import FlaskClient

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from tests.support.run_cache import play
from tests.support.stored_games import store_state

NAMES = ("Anneke", "Jörg", "Bartholomeüs", "Pieter-Jan")
# games that come by every step
SEEDS = {
    "1828": 9,
    "1830": 1,
    "1836jr30": 2,
    "1839": 0,
    "1839-2015": 7,
    "1850jr": 6,
    "1882": 2,
    "1889": 5,
    "18al": 7,
    "18chesapeake": 6,
    "18ga": 7,
    "18nl": 7,
    "18ms": 1,
    "18tn": 1,
    "steam-over-holland": 2,
}
EARLY = ("auction", "shares")  # steps that look otherwise when the game begins
CHOICES = 2  # followed from the first screen of a step, each of another kind
ACTIONS = 200  # of the game whose log and books are read


@dataclass(frozen=True)
class Stop:
    """A stop of the tour: the page's address, its title and its step.

    It also says whether it is the turn itself, with something chosen in it.
    """

    address: str
    title: str
    step: str
    turn: bool = False
    chosen: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, (self.title, self.step, self.address)))


@cache
def course(title: str) -> tuple[tuple[tuple[str, State], ...], Rules, tuple[Action, ...]]:
    """The last moment of each step of one game, its first turns, and its end; its actions."""
    rules = rules_for(Setup(title, NAMES, seed=SEEDS[title]))
    found: dict[str, State] = {}
    actions = []
    for action, outcome in play(rules, SEEDS[title]):
        actions.append(action)
        step = rules.waiting(outcome.state)
        name = step.name if step else "end"
        if name in EARLY:
            found.setdefault(f"early {name}", outcome.state)
        found[name] = outcome.state
    return tuple(found.items()), rules, tuple(actions)


def store_moment(store: GameStore, title: str, step: str) -> int:
    """Store a game at the moment of that name in the tour."""
    moments, rules, _ = course(title)
    return store_state(store, rules, dict(moments)[step])


def tour(store: GameStore, client: FlaskClient, title: str) -> Iterator[Stop]:
    """The stops of a title: each step with what may be chosen in it, then the pages to read."""
    moments, rules, actions = course(title)
    for step, state in moments:
        game = store_state(store, rules, state)
        here = f"/game/{game}"
        yield Stop(here, title, step, turn=True)
        for link in _choices(client.get(here).get_data(as_text=True), here):
            yield Stop(link, title, step, turn=True, chosen=True)
        if step == "shares":
            for page in pages(rules):
                yield Stop(f"{here}/{page}", title, step)
    game = store.import_game(rules.setup, actions[:ACTIONS])
    here = f"/game/{game}"
    log = client.get(f"{here}/log").get_data(as_text=True)
    read = ["log", "ledger", "ledger?account=p1", "shares", *re.findall(r"receipt/\d+", log)[:1]]
    for page in read:
        yield Stop(f"{here}/{page}", title, "to read")


def pages(rules: Rules) -> list[str]:
    """The pages of a game to read."""
    plain = ["shares", "market", "map", "companies", "privates", "trains", "tiles", "standings"]
    plain.append("readings")
    return [*plain, f"company/{next(iter(rules.data.companies))}", "player/p1"]


def _choices(page: str, here: str) -> list[str]:
    """Some of what may be chosen on a screen: another kind of link each."""
    links = [link.replace("&amp;", "&") for link in re.findall(rf'href="({here}\?[^"]*)"', page)]
    links += [f"{here}?hex={at}" for at in re.findall(r'<option value="([A-Z]+\d+)"', page)]
    kinds: dict[str, str] = {}
    for link in links:
        kinds.setdefault(re.sub(r"=[^&~]*", "", link), link)
    return list(kinds.values())[-CHOICES:]


def away(store: GameStore, client: FlaskClient) -> list[Stop]:
    """The pages that belong to no game, with games on the list; and a page that is none.

    The list has a game of every fifth title; with FULL of each.
    """
    for title in list(titles())[:: 1 if os.environ.get("FULL") else 5]:
        moments, rules, _ = course(title)
        store_state(store, rules, dict(moments)["shares"])
    new = client.get("/new").get_data(as_text=True)
    links = re.findall(r'href="(/(?:new\?title|readings/)[^"]*)"', new)
    return [
        Stop(address, "", "") for address in ("/", "/new", "/import/paper", *links, "/game/999")
    ]
