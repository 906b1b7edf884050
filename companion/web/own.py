"""The screen of a device that the game does not wait for: what its player has, and may do."""

from collections.abc import Iterator
from typing import Any

from companion.rules.summary import summary
from companion.store.records import GameView
from companion.web.choices import Choice, choice
from companion.web.rights import Rights

TEMPLATE = "own.html"


def context(view: GameView, rights: Rights) -> dict[str, Any]:
    """The table, the rows of the device's own seats, and what may be done out of turn."""
    table = summary(view.rules, view.state)
    mine = [row for row in table.players if row.id in rights.who.seats]
    found = list(_out_of_turn(view, rights)) if rights.player and not table.finished else []
    return {"table": table, "mine": mine, "may_now": found}


def _out_of_turn(view: GameView, rights: Rights) -> Iterator[Choice]:
    """What its players may do beside the step that the game waits for."""
    words = view.rules.vocabulary
    for step in view.rules.accepting(view.state)[1:]:
        for offer in step.offers(view.state):
            apart = words.offer(offer.kind).group == "apart"
            if offer.allowed and not apart and rights.enter(offer.action):
                yield choice(view.rules, view.state, offer, rights.who.seats[0])
