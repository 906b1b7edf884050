"""Choices: offers as rows, the numbers to set, and the resulting deed.

A link picks a choice (``?pick=key``), so this works without JavaScript. The deed is a form.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from companion.rules.core.action_parser import MOST_LETTERS, whole
from companion.rules.core.actions import Action, Pass, action_to_json
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.history.records import GameView
from companion.web.render import phrases
from companion.web.render.amount_buttons import Chip, chips

MOST_TYPED = 12  # characters of a typed number that return to its field


@dataclass(frozen=True, slots=True)
class Choice:
    """An offer as a row.

    ``chip`` is a company or private. ``sum`` is the cost or gain. ``allowed``: there is no refusal;
    otherwise ``short`` and ``reason`` say why not. ``who`` names another player who makes the
    choice. ``private`` is the name of the private that it is about.
    """

    key: str
    kind: str
    offer: Offer
    chip: str
    what: str
    short: str
    note: str
    sum: str
    who: str = ""
    reason: Refusal | None = None
    allowed: bool = True
    private: str = ""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The percents to choose from in the row itself, if there are several."""
        span = self.offer.span
        if not self.allowed or span is None or span.field != "percent" or span.most <= span.least:
            return ()
        return tuple(range(span.least, span.most + 1, span.step))


@dataclass(frozen=True, slots=True)
class Value:
    """One of the numbers to choose from: its field and value, its label, and its total."""

    field: str
    value: int
    says: str
    sum: str
    chosen: bool
    allowed: bool


@dataclass(frozen=True, slots=True)
class ChosenDeed:
    """The chosen action, complete: its words, its sum, and its refusals now.

    ``free`` is the span of a number that may be typed. ``typed`` is the text in its field, valid or
    not, and ``chips`` are the usual amounts. ``written`` is the field of an optional text; then
    ``typed`` is that text. ``then_pass``: the deed may also end the turn.
    """

    action: Action
    words: str
    sum: str
    values: tuple[Value, ...]
    free: Span | None
    refusals: tuple[Refusal, ...]
    then_pass: bool
    typed: str
    chips: tuple[Chip, ...]
    written: str = ""


def key_of(offer: Offer) -> str:
    """Return a name that the offer keeps while it is offered: its kind and ids, no numbers."""
    return _key(offer, _fixed_fields(offer, variable_field(offer)))


def _key(offer: Offer, fixed: Mapping[str, object]) -> str:
    key = offer.action.wire_name
    for value in fixed.values():
        key += f"~{_join(value) if isinstance(value, tuple) else value}"
    return key


def _join(value: tuple[object, ...]) -> str:
    return "-".join([_join(part) if isinstance(part, tuple) else str(part) for part in value])


def is_about(offer: Offer, form: Mapping[str, str]) -> bool:
    """Is a posted form one of the actions that the offer stands for?"""
    if form.get("type") != offer.action.wire_name:
        return False
    fixed = _fixed_fields(offer, variable_field(offer))
    return all(str(value) == form.get(name) for name, value in fixed.items())


def _fixed_fields(offer: Offer, free: str) -> dict[str, object]:
    """Return the fields of the action that are set, without those that the offer leaves open."""
    action, found = offer.action, {}
    for one in fields(action):
        if (
            one.name not in (free, offer.written)
            and (value := getattr(action, one.name)) is not None
        ):
            found[one.name] = value
    return found


def variable_field(offer: Offer) -> str:
    """Return the field of the action with a variable number; empty if there is none."""
    if offer.span:
        return offer.span.field
    return "price" if costs(offer) else ""


def costs(offer: Offer) -> Sequence[tuple[int, int]]:
    """Return the cost of a start at each price, if there is a choice of prices."""
    found: Sequence[tuple[int, int]] = dict(offer.facts).get("costs", ())
    return found


def fold_prices(offers: Iterable[Offer]) -> list[Offer]:
    """Merge offers that differ only in their price into one with all the prices."""
    alike: dict[str | int, list[Offer]] = {}
    for offer in offers:
        key: str | int = len(alike)  # an action without a price is like no other
        if hasattr(offer.action, "price"):
            key = _key(offer, _fixed_fields(offer, offer.span.field if offer.span else "price"))
        alike.setdefault(key, []).append(offer)
    found: list[Offer] = []
    for group in alike.values():
        prices = [price_of_action(offer.action) for offer in group] if len(group) > 1 else [None]
        if None in prices or not all(o.allowed and o.price for o in group):
            found += group
            continue
        costs = tuple((price, -(o.price or 0)) for price, o in zip(prices, group, strict=True))
        found.append(replace(group[-1], facts=(("costs", costs),)))
    return found


def price_of_action(action: Action) -> int | None:
    """Return the price in an action; None if it has none."""
    return next((getattr(action, f.name) for f in fields(action) if f.name == "price"), None)


def private_of(action: Action) -> str | None:
    """Return the private in an action; None if it has none."""
    return action_to_json(action).get("private")


def choice(rules: Rules, state: State, offer: Offer, actor: str) -> Choice:
    """Return the offer as a row."""
    action = offer.action
    owner = action.actor()
    aside = owner != actor and owner in rules.seats and actor not in action.parties()
    what, short = phrases.row(rules, state, offer, actor)
    reason = offer.refusals[0] if offer.refusals else None
    note = offer.note or phrases.note(rules, state, offer, actor)
    symbol = private_of(action)
    private = rules.words.private(symbol) if symbol else ""
    if private not in note:
        note = " · ".join(filter(None, (private, note)))
    return Choice(
        key=key_of(offer),
        kind=offer.kind,
        offer=offer,
        chip=action.about(),
        what=what,
        short=reason.short if reason else short,
        note=note,
        sum=phrases.price(rules, offer),
        who=rules.words.names[owner] if aside else "",
        reason=reason,
        allowed=reason is None,
        private=private,
    )


def merge_refused_rows(rows: Iterable[Choice]) -> list[Choice]:
    """Return the allowed rows first, then one refused row for each company, kind and reason.

    If several kinds are refused in the same words, only the first has a row.
    """
    rows = list(rows)
    seen: set[tuple[str, ...]] = set()
    refused = []
    for row in rows:
        if row.reason is not None:
            marks = {(row.chip, row.kind, row.reason.code), (row.chip, row.reason.says)}
            if not marks & seen:
                refused.append(row)
            seen |= marks
    return [row for row in rows if row.allowed] + refused


def describe_deed(
    rules: Rules, state: State, picked: Choice, args: Mapping[str, str]
) -> ChosenDeed:
    """Return the deed of the picked offer with the numbers in ``args``."""
    offer, action = picked.offer, picked.offer.action
    field = variable_field(offer)
    asked = args.get(field) if field else None
    number = whole(asked) if asked is not None else None
    if field and number is not None:
        action = replace(action, **{field: number})
    now = int(getattr(action, field)) if field else 0
    values: tuple[Value, ...] = ()
    free = None
    if costs(offer):
        values = tuple(
            Value(
                field,
                price,
                str(price),
                rules.data.money(cost),
                price == now,
                not judge.refusals(rules, state, replace(action, **{field: price})),
            )
            for price, cost in costs(offer)
        )
    elif offer.span and offer.span.field == "percent":
        steps = range(offer.span.least, offer.span.most + 1, offer.span.step)
        values = tuple(Value(field, n, f"{n}%", "", n == now, True) for n in steps)
    elif offer.span:
        free = offer.span
    words = phrases.phrase_deed(rules, state, action)
    amount = dict(costs(offer)).get(now) if costs(offer) else offer.total(now if field else None)
    if free and asked is not None and (number is None or number < 0):
        total = "–" if number is None else rules.data.money(number)
    else:
        total = rules.data.money(abs(amount)) if amount else ""
    typed = str(now) if asked is None else asked[:MOST_TYPED]
    if offer.written:
        typed = args.get(offer.written, "")[:MOST_LETTERS]
    return ChosenDeed(
        action=action,
        words=f"{picked.who} · {words}" if picked.who else words,
        sum=total,
        values=values,
        free=free,
        refusals=tuple(judge.refusals(rules, state, action)),
        then_pass=offer.kind in ("buy", "start") and picked.chip in rules.data.companies,
        typed=typed,
        chips=chips(rules, action, free) if free else (),
        written=offer.written,
    )


def find_ending(view: GameView, action: Action) -> tuple[Action, ...]:
    """Return the actor's own pass, if it is allowed after the action. Raises RefusedError."""
    actor = view.rules.actor(view.state)
    after = judge.apply(view.rules, view.state, action).state
    if actor is None or view.rules.actor(after) != actor or not _goes_on(view.rules, after):
        return ()
    allowed = (offer.action for offer in judge.offers(view.rules, after) if offer.allowed)
    return next(((act,) for act in allowed if isinstance(act, Pass) and act.party == actor), ())


def _goes_on(rules: Rules, state: State) -> bool:
    """Is it still the same turn?

    The turn may have ended by itself and come round to the player again. Or the player may have to
    answer a question that does not end with the turn.
    """
    asked = rules.last_chance.waits(state) and not rules.last_chance.ends_with_turn(state)
    return (state.round.operating is not None or state.round.has_acted) and not asked
