"""Consent: one player proposes an action that needs two, and the other agrees or declines."""

from dataclasses import dataclass

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action
from companion.rules.judge.consenting_parties import BANKER
from companion.store.history.records import GameView
from companion.web.access.identity import current_device
from companion.web.access.participants import proposals
from companion.web.play.choices import price_of_action
from companion.web.render import phrases


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal as a device sees it.

    ``deed`` describes it. ``mine``: one of the device's seats proposed it. ``asked``: the device
    may agree or decline. ``ours``: it may do so for a seat of its own. ``by``, ``waits_for`` and
    ``declined`` are names of players. ``seats`` are those of ``waits_for``.
    """

    id: int
    deed: str
    by: str
    mine: bool
    asked: bool
    ours: bool
    waits_for: tuple[str, ...]
    seats: tuple[str, ...]
    declined: str


def describe_proposals(view: GameView) -> list[ShownProposal]:
    """Return the proposals of the game that concern the requesting device."""
    who = current_device(view.id)
    name = view.rules.words.name
    found = []
    for proposal in proposals(view):
        mine = proposal.by in who.seats
        waits = proposal.waits_for
        ours = any(seat in who.seats for seat in waits)
        asked = ours or (bool(waits) and who.role == BANKER)
        if not (mine or asked):
            continue
        action = read_action(proposal.action["fields"])
        found.append(
            ShownProposal(
                proposal.id,
                _words(view, action),
                name(proposal.by),
                mine,
                asked,
                ours,
                tuple(name(seat) for seat in waits),
                tuple(waits),
                name(proposal.declined) if proposal.declined else "",
            )
        )
    return found


def _words(view: GameView, action: Action) -> str:
    """Describe a proposed action with its price, to which the others agree."""
    words = phrases.deed_in_full(view.rules, view.state, action)
    price = price_of_action(action)
    return words if price is None else f"{words}, {view.rules.data.money(price)}"
