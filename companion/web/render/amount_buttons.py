"""Amount chips: buttons beside a number field that set usual amounts with one tap."""

from dataclasses import dataclass

from companion.languages import gettext
from companion.rules.core.actions import Action, Bid, BuyPrivateForCompany, BuyTrain, SellPrivate
from companion.rules.core.offers import Span
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import type_of

STEPS = (10, 50)


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
        Chip(gettext("least"), to=span.least),
        *(Chip(f"+{step}", by=step) for step in STEPS),
    ]
    if face is not None and span.least <= face <= span.most:
        found.append(Chip(gettext("face"), to=face))
    return (*found, Chip(gettext("all"), to=span.most))


def face_value(rules: Rules, action: Action) -> int | None:
    """Return the printed price of the private or train that the action is about."""
    match action:
        case Bid() | SellPrivate() | BuyPrivateForCompany():
            return rules.data.privates[action.private].price
        case BuyTrain():
            return rules.data.trains[type_of(action.train)].price
    return None
