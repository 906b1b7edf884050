"""Changes of address: the notice of this computer's new address, and claims to a seat.

A player claims a seat when they return on a device that the companion does not know.
"""

import time
from dataclasses import dataclass

from flask import Flask

from companion.languages import gettext_name
from companion.rules.judge.consenting_parties import BANKER
from companion.store.history.records import GameView
from companion.store.people.roles import NOBODY, Role
from companion.web.access.identity import current_device
from companion.web.access.participants import absent_seats, sitting
from companion.web.app_state import AddressChange, app_state
from companion.web.http.presence import KINDS

A_WHILE = 600.0  # seconds for which the notice is shown at least


@dataclass(frozen=True, slots=True)
class Claim:
    """A device's claim to a seat.

    ``kind`` is the apparent kind of the device. ``there``: the device that holds the seat is
    present. ``mine``: the requesting device makes the claim.
    """

    device: int
    kind: str
    seat: str
    there: bool
    mine: bool


def move(app: Flask, address: str | None) -> None:
    """Note the computer's new address and notify all screens."""
    state = app_state(app)
    state.moved, hub = AddressChange(address, time.monotonic()), state.hub
    for game in hub.games():
        hub.tell(game)


def find_move_notice(view: GameView) -> AddressChange | None:
    """Return the computer's change of address if the host's screen should show it.

    It is shown for a while, and until all devices are back.
    """
    found = move_seen_by(current_device(view.id))
    if found is None:
        return None
    return found if time.monotonic() - found.at < A_WHILE or absent_seats(view) else None


def move_seen_by(who: Role) -> AddressChange | None:
    """Return the computer's last change of address if the device may know of it."""
    return app_state().moved if who.host else None


def claims(view: GameView) -> list[Claim]:
    """Return the claims to seats that concern the requesting device."""
    who, found = current_device(view.id), sitting(view.id)
    there = found.seats.keys() - absent_seats(view)
    return [
        Claim(
            guest.device, gettext_name(KINDS[guest.kind]), guest.claims, guest.claims in there, mine
        )
        for guest in found.guests
        if guest.claims
        and (guest.role == NOBODY or found.seats.get(guest.claims, guest.device) != guest.device)
        and ((mine := guest.device == who.device) or who.role == BANKER)
    ]
