"""Moving: what is told when this computer gets another address while it serves, and when a player
comes back on what is another device to the companion.
"""

import time
from dataclasses import dataclass

from flask import Flask

from companion.languages import gettext
from companion.rules.judge.parties import BANKER
from companion.store.history.records import GameView
from companion.store.people.devices import NOBODY
from companion.store.people.seats import Who
from companion.web.access.company import asleep, sitting
from companion.web.access.identity import asker
from companion.web.app_state import Moved, app_state
from companion.web.http.presence import KINDS

A_WHILE = 600.0  # seconds for which another address is told at least


@dataclass(frozen=True, slots=True)
class Claim:
    """A device says that a seat is its player's: ``kind`` is what it seems to be; ``there``: so is
    the one that holds the seat; ``mine``: it is the one that asks.
    """

    device: int
    kind: str
    seat: str
    there: bool
    mine: bool


def move(app: Flask, address: str | None) -> None:
    """It has another address: all screens are told."""
    state = app_state(app)
    state.moved, hub = Moved(address, time.monotonic()), state.hub
    for game in hub.games():
        hub.tell(game)


def find_move_notice(view: GameView) -> Moved | None:
    """That it has another address, for its own screen: a while, and until all are back."""
    found = moved_of(asker(view.id))
    if found is None:
        return None
    return found if time.monotonic() - found.at < A_WHILE or asleep(view) else None


def moved_of(who: Who) -> Moved | None:
    """That it has ever had another address, for who may be told of it."""
    return app_state().moved if who.host else None


def claims(view: GameView) -> list[Claim]:
    """Who says that a seat is his, as far as the device that asks has to do with it."""
    who, found = asker(view.id), sitting(view.id)
    there = found.seats.keys() - asleep(view)
    return [
        Claim(guest.device, gettext(KINDS[guest.kind]), guest.claims, guest.claims in there, mine)
        for guest in found.guests
        if guest.claims
        and (guest.role == NOBODY or found.seats.get(guest.claims, guest.device) != guest.device)
        and ((mine := guest.device == who.device) or who.role == BANKER)
    ]
