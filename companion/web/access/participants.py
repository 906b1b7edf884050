"""The company of a game: the people, their devices, open proposals, programs and clock."""

from collections.abc import Mapping

from sqlmodel import Session

from companion.languages import format_text, gettext_name
from companion.store.history.records import GameView
from companion.store.people.proposals import Proposal
from companion.store.people.roles import Sitting
from companion.web.app_state import app_state
from companion.web.http.presence import KINDS
from companion.web.render.screens import game_store, hub
from companion.web.request_state import Extras, request_state


def absent_seats(view: GameView) -> dict[str, str]:
    """Map each seat whose device is absent to the device's kind, such as "phone"."""
    there = app_state().presence.of(view.id)
    return {
        seat: gettext_name(KINDS[guest.kind])
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


def extras(game: int, version: int | None) -> Extras:
    """Return the programs and the clock of a game at that version.

    The cached value is replaced when it may have changed. Without a version it is always read.
    """
    mark = hub().moment(game).company, version
    kept = app_state().extras.find(game)
    if kept is None or kept[0] != mark or version is None:
        with game_store().database.ask() as session:
            kept = mark, _read_extras(session, game)
        app_state().extras.put(game, kept)
    return kept[1]


def extras_of(view: GameView) -> Extras:
    """Return the same for a view. The versions of a draft are its own, so it is always read."""
    return extras(view.id, None if view.tried else view.version)


def note_extras(session: Session, game: int) -> None:
    """Read the programs and the clock in the transaction of a deed, as its last note."""
    request_state().extras = hub().moment(game).company, _read_extras(session, game)


def keep_extras(view: GameView) -> None:
    """Cache what was noted, now that the deed is on disk."""
    if view.tried is None and (noted := request_state().extras):
        app_state().extras.put(view.id, ((noted[0], view.version), noted[1]))


def _read_extras(session: Session, game: int) -> Extras:
    store = game_store()
    return Extras(store.programs.read_kept(session, game), store.clocks.read(session, game))


def describe_absence(name: str, device: str) -> str:
    """Say that a player's device is asleep."""
    return format_text("{name}'s {device} is asleep", name=name, device=device)
