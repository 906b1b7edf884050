"""The screen of a device that the game does not wait for: its player's holdings and offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.core.offers import Offer
from companion.rules.explain.summary_rows import GameSummary
from companion.store.history.records import GameView
from companion.web.access.rights import Rights
from companion.web.play.choices import choice, is_about, key_of
from companion.web.play.operating_panels import step_bar
from companion.web.play.operating_panels.turn_offers import ask
from companion.web.render.screens import is_turn_on_map

TEMPLATE = "play/turn_screen/waiting_screen.html"


@dataclass(frozen=True, slots=True)
class WayOut:
    """A row that leads to an action out of turn.

    ``asks`` holds the arguments of the address. ``chip`` is the private or company it is about;
    ``note`` names the private.
    """

    asks: Mapping[str, str]
    chip: str
    words: str
    sum: str = ""
    note: str = ""


def find_own_offers(view: GameView, rights: Rights) -> list[Offer]:
    """Find the offers outside the awaited step that the device may enter or propose."""
    if not rights.player or view.state.end_reason:
        return []
    words = view.rules.vocabulary
    return [
        offer
        for step in view.rules.accepting(view.state)[1:]
        for offer in step.offers(view.state)
        if offer.allowed and words.offer(offer.kind).group != "apart" and rights.enter(offer.action)
    ]


def is_wanted(offers: Sequence[Offer], args: Mapping[str, str]) -> bool:
    """Has the request chosen one of these offers or its kind, or is its refused form about one?"""
    if "type" in args:
        return any(is_about(offer, args) for offer in offers)
    chosen = (args.get("do"), args.get("pick"))
    return any(offer.kind == chosen[0] or key_of(offer) == chosen[1] for offer in offers)


def context(
    view: GameView, table: GameSummary, rights: Rights, offers: Sequence[Offer]
) -> dict[str, Any]:
    """Return the rows of the device's own seats, and the ways to its offers."""
    mine = [row for row in table.players if row.id in rights.who.seats]
    ways: list[WayOut] = []
    if offers and is_turn_on_map(table):  # one row for each kind, which may have many offers
        beside = step_bar.beside(replace(ask(view, table), offers=(), beside=tuple(offers)))
        doers = {offer.kind: offer.action.actor() for offer in offers}
        for one in beside:
            doer = doers[one.kind]
            company = doer if doer in view.rules.data.companies else ""
            ways.append(WayOut({"do": one.kind}, company, one.words))
    elif offers:
        rows = [choice(view.rules, view.state, offer, rights.who.seats[0]) for offer in offers]
        ways = [WayOut({"pick": row.key}, row.chip, row.what, row.sum, row.private) for row in rows]
    return {"mine": mine, "may_now": ways}
