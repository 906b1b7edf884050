"""Choosing from a list: trains, discards, privates, shares; and a worked-out debt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup

from companion.drawing import Marks
from companion.drawing.hex_descriptions import track_words
from companion.languages import format_text, gettext, pgettext
from companion.rules.core.action_parser import read_terms, whole
from companion.rules.core.actions import (
    Action,
    BuyOwnShares,
    BuyPrivateForCompany,
    BuyTrain,
    Decline,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    SellHoldings,
    SellOwnShares,
    SellPrivate,
    SellShares,
    action_to_json,
)
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.judge import judge
from companion.rules.operating.running import type_of
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.without_map.actions import TellRun, TellToken, TellTrack
from companion.store.history.records import STANDING
from companion.web.play.choices import MOST_TYPED, is_about, key_of
from companion.web.play.debts import Worked, describe_debt
from companion.web.play.operating_panels.new_phase import tell_new_phase
from companion.web.play.operating_panels.operating_map import chart
from companion.web.play.operating_panels.tokens import side
from companion.web.play.operating_panels.turn_offers import (
    TurnScreen,
    deed_of,
    other_than_actor,
    private_name,
    same_refusal,
)
from companion.web.render import phrases
from companion.web.render.amount_buttons import Chip, face_value, offer_chips, usual_sums
from companion.web.render.screens import current_store

MOST_ROWS = 9  # the most numbers of a span with a row for each


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """An offer as a row. ``key`` is sent to choose it. ``chip`` is a company, ``card`` a train.

    ``values`` are told sums that are one tap each.
    """

    key: str
    words: str
    note: str
    price: int | None
    offer: Offer
    chosen: bool
    chip: str = ""
    card: str = ""
    values: tuple[int, ...] = ()

    @property
    def span(self) -> Span | None:
        """The range of the number to choose with a stepper."""
        return self.offer.span

    @property
    def refusal(self) -> Refusal | None:
        """The first refusal; None if the offer is allowed."""
        return self.offer.refusals[0] if self.offer.refusals else None


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of one kind. ``refusal`` is the common refusal of all of them."""

    kind: str
    head: str
    rows: tuple[ChoiceRow, ...]
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class ChoicePanel:
    """The screen of a list of offers.

    ``help`` is a worked-out debt. ``typed`` is the text in the number's field, and ``amount`` its
    value, None if that is no number. ``is_typed`` tells whether a hand wrote it.
    """

    subject: str
    groups: tuple[RowGroup, ...]
    chosen: ChoiceRow | None
    deed: str
    passing: Offer | None
    help: Worked | None
    map: Markup
    beside: str = ""
    amount: int | None = 0
    typed: str = ""
    is_typed: bool = False
    chips: tuple[Chip, ...] = ()
    kind: str = "choices"

    @property
    def action(self) -> Action | None:
        """The chosen action with its number; None if nothing is chosen."""
        if self.chosen is None or self.amount is None:
            return None
        span, action = self.chosen.span, self.chosen.offer.action
        return replace(action, **{span.field: self.amount}) if span else action

    @property
    def has_pad(self) -> bool:
        """Is the number a revenue, which is written by a number pad?"""
        return self.chosen is not None and isinstance(self.chosen.offer.action, TellRun)

    @property
    def is_alone(self) -> bool:
        """Is there one offer, which nobody has to choose?"""
        return sum(len(group.rows) for group in self.groups) == 1

    @property
    def near(self) -> str:
        """Empty, as no hex is chosen."""
        return ""

    @property
    def open(self) -> bool:
        """Is any of the offers allowed?"""
        return any(row.refusal is None for group in self.groups for row in group.rows)


def panel(asked: TurnScreen, args: Mapping[str, str], kind: str = "") -> ChoicePanel:
    """Return the list of the step's offers, or of the offers of a ``kind`` beside it."""
    offers = asked.of_kind(kind) if kind else list(asked.offers)
    listed = [o for o in offers if not isinstance(o.action, Pass | Decline)]
    spread = _spread(asked, listed)
    wanted = args.get("pick", "")
    if not wanted and "type" in args:  # a refused form keeps its choice
        wanted = next((key_of(offer) for offer in spread if is_about(offer, args)), "")
    if not wanted and [offer.kind for offer in spread] == ["tell_run"]:
        wanted = key_of(spread[0])  # nothing else is done in the step
    rows: dict[str, list[ChoiceRow]] = {}
    for offer in spread:
        row = _row(asked, offer, wanted)
        rows.setdefault(_group_of(asked, offer), []).append(row)
    chosen = next((row for group in rows.values() for row in group if row.chosen), None)
    groups = [
        RowGroup(
            name,
            gettext(asked.rules.vocabulary.offer(name).head),
            tuple(group),
            same_refusal([row.offer for row in group]),
        )
        for name, group in rows.items()
    ]
    debt = None if kind else describe_debt(asked.rules, asked.state)
    if debt:  # the ways to raise the money come before the purchase
        groups.sort(key=lambda group: all(row.refusal for row in group.rows))
    amount, typed = _amount(asked, chosen, args) if chosen else (0, "")
    return ChoicePanel(
        subject=_subject(asked, kind),
        groups=tuple(groups),
        chosen=chosen,
        deed=deed_of(asked, chosen.offer.action) if chosen else "",
        passing=None if kind else asked.passing,
        help=debt,
        map=chart(asked, Marks()),
        beside=kind,
        amount=amount,
        typed=typed,
        is_typed=bool(chosen and chosen.span and chosen.span.field in args),
        chips=offer_chips(asked.rules, chosen.offer) if chosen else (),
    )


def _amount(asked: TurnScreen, row: ChoiceRow, args: Mapping[str, str]) -> tuple[int | None, str]:
    """Return the number at the stepper, and the text in its field: typed, or proposed.

    The number is None if the text is no number.
    """
    if row.span is None:
        return 0, ""
    entered = args.get(row.span.field)
    if entered is not None:
        terms = read_terms(entered) if isinstance(row.offer.action, TellRun) else None
        return sum(terms) if terms else whole(entered), entered[:MOST_TYPED]
    action = row.offer.action
    proposed = int(getattr(action, row.span.field))
    if isinstance(action, BuyTrain):
        usual = _last_price(asked, type_of(action.train)) or face_value(asked.rules, action)
        proposed = max(row.span.least, min(usual or proposed, row.span.most))
    return proposed, str(proposed)


def _last_price(asked: TurnScreen, type: str) -> int | None:
    """Return the price at which a company last bought a train of the type from another."""
    companies = asked.rules.data.companies
    for row in reversed(current_store().rows(asked.view.id)):
        for event in row.events if row.status == STANDING else ():
            facts = event.facts
            is_alike = event.kind == "bought_train" and facts["type"] == type
            if is_alike and facts["source"] in companies:
                return int(facts["price"])
    return None


def _spread(asked: TurnScreen, offers: Sequence[Offer]) -> list[Offer]:
    """Replace an offer of a few numbers by one offer for each number, judged separately."""
    found: list[Offer] = []
    for offer in offers:
        span = offer.span
        if span is None or span.step == 1 or (span.most - span.least) // span.step >= MOST_ROWS:
            found.append(offer)
            continue
        for value in range(span.least, span.most + 1, span.step):
            action = replace(offer.action, **{span.field: value})
            refusals = tuple(judge.refusals(asked.rules, asked.state, action))
            price = offer.total(value)
            found.append(replace(offer, action=action, span=None, refusals=refusals, price=price))
    return found


def _subject(asked: TurnScreen, kind: str) -> str:
    """Return the header of the panel, for offers of a kind beside the step or for the step."""
    words = asked.rules.vocabulary
    step = words.steps[asked.step.name]
    return asked.rules.words.fill(words.offer(kind).beside or step.subject or step.title, {})


def _group_of(asked: TurnScreen, offer: Offer) -> str:
    if offer.kind == "buy_train" and isinstance(offer.action, BuyTrain):
        return "buy_pool" if asked.state.place_of(offer.action.train) == "pool" else offer.kind
    return offer.kind


def _row(asked: TurnScreen, offer: Offer, wanted: str) -> ChoiceRow:
    """Return an offer as a row."""
    key, action = key_of(offer), offer.action
    words, note, chip, card = _words(asked, offer)
    if stop := one_of_two(asked, action):
        note = side(asked.state.board, stop)
    whose = other_than_actor(asked, action)
    if whose and whose not in words and whose not in note:
        note = " · ".join(filter(None, (format_text("{name}'s choice", name=whose), note)))
    chosen, values = key == wanted and offer.allowed, usual_sums(offer) if offer.allowed else ()
    return ChoiceRow(key, words, note, offer.price, offer, chosen, chip, card, values)


class _Words(NamedTuple):
    """The texts of a row, see ``Row``."""

    words: str
    note: str = ""
    chip: str = ""
    card: str = ""


def _words(asked: TurnScreen, offer: Offer) -> _Words:
    action = offer.action
    match action:
        case BuyTrain():
            return _purchase_words(asked, action, offer.note)
        case DiscardTrain():
            return _discard_words(asked, action)
        case BuyPrivateForCompany() | SellPrivate() | ExchangePrivate():
            return _Words(private_name(asked, action.private), _private_note(asked, action))
        case SellShares() | SellOwnShares() | BuyOwnShares():
            return _Words(f"{action.percent}%", chip=action.company)
        case TellTrack() | TellToken() | TellRun():
            return _Words(phrases.row(asked.rules, asked.state, offer, asked.table.acting or "")[0])
        case LayTile() | LayPrivateTile():
            tile = asked.rules.tile(action.tile).rotate(action.rotation)
            track = track_words(tile, asked.state.board.map.layout.flat)
            return _Words(deed_of(asked, action), track)
        case SellHoldings():
            return _Words(phrases.row(asked.rules, asked.state, offer, action.player)[0])
    return _Words(deed_of(asked, action))


def _purchase_words(asked: TurnScreen, action: BuyTrain, note: str) -> _Words:
    card, place, chip = type_of(action.train), asked.state.place_of(action.train), ""
    if action.trade_in:
        words = format_text("for a {type}", type=type_of(action.trade_in))
        type = asked.rules.data.trains[card]
        note = tell_new_phase(asked.rules, asked.state, action.company, type)
    elif place in asked.rules.data.companies:
        chip = place
        words = asked.rules.words.name(asked.table.company(place).president or "")
    else:
        words = _stock_words(asked, card, place)
    if action.charter is not None:
        charter = _charter(asked, asked.company, action.charter)
        note = format_text("to the {charter}", charter=charter)
    return _Words(words, note, chip, card)


def _discard_words(asked: TurnScreen, action: DiscardTrain) -> _Words:
    words, row = gettext("discard this train"), asked.table.company(action.company)
    if row.charters > 1:
        charter = _charter(asked, action.company, asked.state.trains[action.train].charter)
        words = format_text("discard this train, of the {charter}", charter=charter)
    others = row.president != asked.table.acting
    note = asked.rules.words.name(row.president or "") if others else ""
    return _Words(words, note, action.company, type_of(action.train))


def _private_note(
    asked: TurnScreen, action: BuyPrivateForCompany | SellPrivate | ExchangePrivate
) -> str:
    name = asked.rules.words.name
    match action:
        case BuyPrivateForCompany():
            face = asked.rules.data.money(asked.rules.data.privates[action.private].price)
            owner = name(asked.state.privates[action.private])
            return format_text("owned by {name}, face value {sum}", name=owner, sum=face)
        case SellPrivate():
            return format_text("to {name}", name=name(action.buyer))
    return format_text("for a share from the {place}", place=name(action.source))


def one_of_two(asked: TurnScreen, action: Action) -> str:
    """Return the city that an action is about if its hex has several cities; otherwise ""."""
    stop = action_to_json(action).get("stop") or ""
    at = stop.partition(".")[0]
    cities = [s for s in asked.state.board.tokens if s.partition(".")[0] == at]
    return stop if stop and len(cities) > 1 else ""


def _charter(asked: TurnScreen, company: str, number: int) -> str:
    """Name a charter by the company that had it, or by its number."""
    parts, word = asked.table.company(company).parts, asked.rules.words.name("charter")
    of = parts[number] if number < len(parts) else str(number + 1)
    return pgettext("name", "{charter} {of}").format(charter=word, of=of)


def _stock_words(asked: TurnScreen, type: str, place: str) -> str:
    """Say how many trains of a type are left."""
    row = next((row for row in asked.table.trains if row.name == type), None)
    if row is None:
        return ""
    if place == "pool":
        return format_text("{count} in the pool", count=row.pool)
    if row.left is None:
        return gettext("unlimited")
    return format_text("{count} left", count=row.left)
