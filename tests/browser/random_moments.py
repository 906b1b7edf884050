"""Moments of games played at random: one for each kind of deed, and the screens that lead to it.

Every day they come from one game, with the kinds of deeds that are done in it. FULL adds two games
and all kinds of deeds that are open in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape

from flask.testing import FlaskClient

from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import rules_for
from tests.support.game_stages import NAMES
from tests.support.run_cache import once, play

FULL = bool(os.environ.get("FULL"))
SEEDS = (5, 1, 2) if FULL else (5,)  # the first is that of other tests, which have played it
DEEP = 10  # screens looked at of each moment

FORM = re.compile(r'<form\b[^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.S)
TAG = re.compile(r"<(?:input|button)\b[^>]*>")
FIELDS = ("amount", "written")  # ids of what is typed into


@dataclass(frozen=True)
class Moment:
    """A moment of a game: it waits for ``step``, where an offer of ``kind`` is open."""

    title: str
    step: str
    kind: str
    rules: Rules
    state: State


@dataclass(frozen=True)
class Deed:
    """A button on a screen: the screen's address, the button's id, and what it posts where."""

    address: str
    button: str
    to: str
    fields: tuple[tuple[str, str], ...]

    @property
    def kind(self) -> str:
        """The kind of its action."""
        return dict(self.fields).get("type", "")

    def moved(self, game: int, other: int) -> Deed:
        """The same on the screens of another game at the same moment."""
        address, to = (
            re.sub(rf"^/game/{game}\b", f"/game/{other}", at) for at in (self.address, self.to)
        )
        return Deed(address, self.button, to, self.fields)


@cache
def moments(title: str, after: int = 0) -> tuple[Moment, ...]:
    """Yield the first moment of each kind of offer in each step of a few games.

    It comes ``after`` that many actions.
    """
    found: dict[tuple[str, str], Moment] = {}
    for seed in SEEDS:
        rules, waits = _game(title, seed)
        for step, kinds, state in waits[max(after - 1, 0) :]:
            for kind in kinds:
                found.setdefault((step, kind), Moment(title, step, kind, rules, state))
    return tuple(found.values())


@cache
def _game(title: str, seed: int) -> tuple[Rules, list[tuple[str, tuple[str, ...], State]]]:
    """After each action of a game the step that waits, and the kinds of what is open in it."""
    rules = rules_for(Setup(title, NAMES, seed=seed))
    played = list(play(rules, seed))
    states = [outcome.state for _, outcome in played]

    def kinds() -> list[tuple[str, ...]]:
        """Return the kinds of each state."""
        if not FULL:
            return [*((action.wire_name,) for action, _ in played[1:]), ()]
        offers = ([o.kind for o in judge.offers(rules, state) if o.allowed] for state in states)
        return [tuple(dict.fromkeys(allowed)) for allowed in offers]

    opened = once(f"kinds of offers of {title} with seed {seed}", kinds)
    steps = [rules.waiting(state) for state in states]
    each = zip(steps, opened, states, strict=True)
    return rules, [(step.name, kinds, state) for step, kinds, state in each if step]


def deeds(client: FlaskClient, game: int) -> Iterator[Deed]:
    """The deeds of a game's screens, each kind of action by each button once."""
    here = f"/game/{game}"
    waiting, seen = [here], {here}
    done: set[tuple[str, str]] = set()
    while waiting and len(seen) < DEEP:
        address = waiting.pop(0)
        page = client.get(address).get_data(as_text=True)
        for deed in _on(page, address):
            if (deed.kind, deed.button) not in done:
                done.add((deed.kind, deed.button))
                yield deed
        for link in _choices(page, here):
            if link not in seen:
                seen.add(link)
                waiting.append(link)


def _on(page: str, address: str) -> Iterator[Deed]:
    for to, form in FORM.findall(page):
        tags = [dict(_attributes(tag)) for tag in TAG.findall(form)]
        inputs = [tag for tag in tags if "id" not in tag or "value" in tag]
        fields = [(tag["name"], tag.get("value", "")) for tag in inputs if "name" in tag]
        hidden = tuple(field for field in fields if field[0] != "then_pass")
        for tag in tags:
            if "id" in tag and tag.get("type") != "button" and tag["id"] not in FIELDS:
                own = ((tag["name"], tag["value"]),) if "name" in tag else ()
                yield Deed(address, tag["id"], unescape(to), hidden + own)


def _attributes(tag: str) -> Iterator[tuple[str, str]]:
    for name, value in re.findall(r'(\w[\w-]*)="([^"]*)"', tag):
        yield name, unescape(value)


def _choices(page: str, here: str) -> Iterator[str]:
    """The choices on the screen: links, and the hexes of the list."""
    for link in re.findall(rf'href="({here}\?[^"]*)"', page):
        yield link.replace("&amp;", "&")
    for hex in re.findall(r'<option value="([A-Z]+\d+)"', page):
        yield f"{here}?hex={hex}"
