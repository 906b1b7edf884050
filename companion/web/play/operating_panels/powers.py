"""The powers of the company's privates in its turn: availability, cost, and consequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.languages import format_text, gettext
from companion.rules.core.actions import action_to_json
from companion.rules.core.offers import Offer
from companion.rules.operating.private_powers import (
    BUILD,
    closes_with_use,
    is_obsolete,
    power,
    privates_closed_with,
)
from companion.web.play.operating_panels.turn_offers import TurnScreen, private_name


@dataclass(frozen=True, slots=True)
class PowerRow:
    """A private of the company: its text, its use in this step, and the consequences.

    ``usable``: it can be used now. ``gone``: it has left the game.
    """

    symbol: str
    name: str
    text: str
    now: str
    follows: tuple[str, ...]
    usable: bool = False
    gone: bool = False


def powers(asked: TurnScreen) -> tuple[PowerRow, ...]:
    """Return the privates of the company, and its privates that have closed."""
    rules, state = asked.rules, asked.state
    by: dict[str, list[Offer]] = {}
    for offer in (*asked.offers, *asked.beside):
        if offer.allowed:
            named = action_to_json(offer.action) | dict(offer.facts)
            by.setdefault(named.get("private") or "", []).append(offer)
    rows = []
    for private in asked.row.privates:
        text = rules.data.privates[private].text
        allowed = by.get(private, [])
        now = _now(asked, allowed) if allowed else gettext("not usable in this step")
        follows = tuple(_follows(asked, private))
        row = PowerRow(private, private_name(asked, private), text, now, follows, bool(allowed))
        rows.append(row)
    for private in privates_closed_with(rules, state, asked.company):
        name, text = private_name(asked, private), rules.data.privates[private].text
        rows.append(PowerRow(private, name, text, gettext("closed"), (), gone=True))
    return tuple(rows)


def _now(asked: TurnScreen, allowed: list[Offer]) -> str:
    """Say that the private may be used now, and at which cost."""
    costs = {-(offer.price or 0) for offer in allowed}
    least, most = (asked.rules.data.money(cost) for cost in (min(costs), max(costs)))
    if not any(costs):
        return gettext("may be used now, free")
    if least == most:
        return format_text("may be used now, for {sum}", sum=least)
    return format_text("may be used now, for {least} to {most}", least=least, most=most)


def _follows(asked: TurnScreen, private: str) -> Iterator[str]:
    """List the consequences of the private's use."""
    rules, state = asked.rules, asked.state
    if is_obsolete(state, private):
        yield gettext("obsolete: closes when used, or when this turn ends")
    elif closes_with_use(rules, state, private):
        yield gettext("closes when used")
    build = power(rules, private, BUILD)
    if build and not build.tokens:
        yield format_text("no {token} after two tiles", token=rules.words.name("token"))
