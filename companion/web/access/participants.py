"""The company of a game: the people, their devices, open proposals and programs."""

from collections.abc import Mapping

from companion.languages import format_text, gettext
from companion.store.history.records import GameView
from companion.store.people.devices import Sitting
from companion.store.people.programs import KeptProgram
from companion.store.people.proposals import Proposal
from companion.web.app_state import app_state
from companion.web.http.presence import KINDS
from companion.web.render.screens import game_store, hub


def absent_seats(view: GameView) -> dict[str, str]:
    """Map each seat whose device is absent to the device's kind, such as "phone"."""
    there = app_state().presence.of(view.id)
    return {
        seat: gettext(KINDS[guest.kind])
        for guest in sitting(view.id).guests
        for seat in guest.seats
        if guest.device not in there
    }


def sitting(game: int) -> Sitting:
    """Return the people at a game's table.

    The cached value is replaced when it may have changed.
    """
    mark = hub().moment(game).company
    kept = app_state().sittings.find(game)
    if kept is None or kept[0] != mark:
        kept = mark, game_store().places.sitting(game)
        app_state().sittings.put(game, kept)
    return kept[1]


def away_seats(view: GameView) -> Mapping[str, str]:
    """Map each seat whose player has left early to the seat that decides for it."""
    return sitting(view.id).away


def proposals(view: GameView) -> list[Proposal]:
    """Return the proposals for that moment of the game.

    The cached list is replaced when it may have changed.
    """
    mark = hub().moment(view.id).company
    kept = app_state().proposals.find(view.id)
    if kept is None or kept[0] != mark:
        kept = mark, game_store().proposals.list_of(view.id)
        app_state().proposals.put(view.id, kept)
    return [proposal for proposal in kept[1] if proposal.version == view.version]


def programs(view: GameView) -> list[KeptProgram]:
    """Return the programs of the game's seats.

    The cached list is replaced when it may have changed.
    """
    mark = hub().moment(view.id).company, view.version
    kept = app_state().programs.find(view.id)
    if kept is None or kept[0] != mark:
        kept = mark, game_store().programs.list_of(view.id)
        app_state().programs.put(view.id, kept)
    return kept[1]


def describe_absence(name: str, device: str) -> str:
    """Say that a player's device is asleep."""
    return format_text("{name}’s {device} is asleep", name=name, device=device)
