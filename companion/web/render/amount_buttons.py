"""Amount chips: buttons beside a number field that set usual amounts with one tap."""

from dataclasses import dataclass

from companion.languages import format_number, gettext
from companion.rules.core.actions import Action, Bid, BuyPrivateForCompany, BuyTrain, SellPrivate
from companion.rules.core.offers import Offer, Span
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import type_of
from companion.rules.without_map.actions import TellRun

STEPS = (10, 50)
TOLD_STEPS = (10, 20, 50)
MOST_USUAL = 5  # usual values with a chip


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip: its label, and the number it sets (``to``) or adds (``by``)."""

    says: str
    to: int | None = None
    by: int | None = None


def chips(rules: Rules, action: Action, span: Span) -> tuple[Chip, ...]:
    """Return the chips of a span: the least, two steps, the face value if payable, and all."""
    face = face_value(rules, action)
    found = [
        Chip(gettext("min"), to=span.least),
        *(Chip(f"+{step}", by=step) for step in STEPS),
    ]
    if face is not None and span.least <= face <= span.most:
        found.append(Chip(gettext("face"), to=face))
    return (*found, Chip(gettext("all"), to=span.most))


def offer_chips(rules: Rules, offer: Offer) -> tuple[Chip, ...]:
    """Return the chips of an offer with a span.

    A sum that the table tells has its usual values. A revenue has three steps.
    """
    if offer.span is None:
        return ()
    is_run = isinstance(offer.action, TellRun)
    if "usual" not in dict(offer.facts) and not is_run:
        return chips(rules, offer.action, offer.span)
    usual = dict(offer.facts).get("usual", ()) if is_run else usual_sums(offer)
    steps = TOLD_STEPS if is_run else ()
    return (
        *(Chip(format_number(value), to=value) for value in usual),
        *(Chip(f"+{step}", by=step) for step in steps),
    )


def usual_sums(offer: Offer) -> tuple[int, ...]:
    """Return the usual sums of a told cost or price, as many as have room; none for a revenue."""
    if offer.span is None or isinstance(offer.action, TellRun):
        return ()
    usual = dict(offer.facts).get("usual", ())
    return tuple(value for value in usual if value <= offer.span.most)[:MOST_USUAL]


def face_value(rules: Rules, action: Action) -> int | None:
    """Return the printed price of the private or train that the action is about."""
    match action:
        case Bid() | SellPrivate() | BuyPrivateForCompany():
            return rules.data.privates[action.private].price
        case BuyTrain():
            return rules.data.trains[type_of(action.train)].price
    return None
