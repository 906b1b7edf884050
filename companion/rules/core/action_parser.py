"""Parsing of actions from untrusted JSON or form fields.

Input that is no action is refused with a message that says what is wrong.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.languages import format_text, gettext_name, lazy_gettext, pgettext
from companion.rules.core.actions import ACTIONS, Action

# a whole number as people write it: 1000, 1,000 or 1.000; "80.5" is not one
WHOLE = re.compile(r"[-−]?(\d{1,8}|\d{1,3}([,.]\d{3}){1,2})", re.ASCII)
MOST_ITEMS = 400  # length of a list; the longest run on any map is shorter
MOST_LETTERS = 64  # length of a text, unless LONGEST has the field
LONGEST = {"reason": 120, "sheet": 60_000}
SUMS = frozenset(("cost", "revenue"))  # fields that may be typed as a sum: 30 + 40
MOST_SHOWN = 24  # characters of the input that a message quotes

# field -> its name at the table, for every field of an action
FIELDS = {
    "player": "player",
    "seller": "seller",
    "buyer": "buyer",
    "other_director": "player who agrees",
    "party": "player or company",
    "moment": "moment of the end",
    "company": "company",
    "other_company": "other company",
    "private": "private",
    "source": "place of the share",
    "sales": "sale",
    "hex": "hex",
    "tile": "tile",
    "rotation": "rotation of the tile",
    "stop": "city",
    "other_stop": "other city",
    "destination": "city to move to",
    "home": "home",
    "replaced_owner": "token that makes room",
    "allotment": "city of a token",
    "routes": "run",
    "better_revenue": "better run",
    "is_proved": "proof of the best run",
    "kind": "choice",
    "train": "train",
    "trade_in": "train given in exchange",
    "cards": "order of the cards",
    "charter": "charter for the train",
    "shell": "train shell",
    "giver": "old place of the shares",
    "taker": "new place of the shares",
    "amount": "amount",
    "price": "price",
    "cost": "cost",
    "bonus": "bonus",
    "upgrades": "upgrade",
    "revenue": "revenue",
    "parts": "revenue of a train",
    "visits": "foreign company of a run",
    "percent": "percentage",
    "initial_percent": "percentage of the initial offering",
    "pool_percent": "percentage of the pool",
    "payer": "payer",
    "payee": "payee",
    "certificate": "certificate",
    "owner": "new place",
    "token": "token",
    "piece": "piece",
    "phase": "phase",
    "map": "map",
    "fact": "payment for track",
    "tiles": "tile on the map",
    "tokens": "token on the map",
    "cell": "market space",
    "count": "number",
    "reason": "reason",
    "sheet": "sheet of the position",
}


class BadActionError(ValueError):
    """Input that is not an action; the message says what is wrong and what is needed."""


def stored_actor(data: Mapping[str, Any]) -> str:
    """Return the actor of a stored action.

    If the action is of no known kind, return the first id that it names.
    """
    try:
        return read_action(data).actor()
    except BadActionError:
        named = (value for key, value in data.items() if key != "type" and isinstance(value, str))
        return next(named, "")


def read_action(data: Mapping[str, Any]) -> Action:
    """Return the action that ``data`` describes, either JSON or a form's text fields.

    Raises BadActionError.
    """
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in ACTIONS:
        raise BadActionError(
            format_text(
                "The action is {kind}; no game has such an action.",
                kind=shorten_value(kind),
            )
        )
    cls, hints = ACTIONS[kind], _hints(kind)
    unknown = sorted(set(data) - {"type"} - set(hints))
    if unknown:
        raise BadActionError(
            format_text("That action takes no {field}.", field=shorten_value(unknown[0]))
        )
    values = {}
    for field in fields(cls):
        if field.name in data and data[field.name] == field.default == "":
            continue  # an optional text that was left empty
        if field.name in data:
            values[field.name] = _read(field.name, data[field.name], hints[field.name])
        elif field.default is MISSING:
            raise BadActionError(
                format_text("The {field} is missing.", field=field_words(field.name))
            )
    return cls(**values)


@cache
def _hints(kind: str) -> dict[str, Any]:
    """Return the type of each field of that kind of action.

    The result is cached, because whole logs are parsed.
    """
    return get_type_hints(ACTIONS[kind])


def _read(field: str, value: Any, hint: Any) -> Any:
    """Return ``value`` converted to the type ``hint``. Raises BadActionError if it does not fit.

    Whole numbers may be text, as forms send them.
    """
    if get_origin(hint) is tuple:
        return _read_tuple(field, value, get_args(hint))
    if (get_origin(hint) is not None and type(None) in get_args(hint)) or hint is Union:
        if value is None or value == "":
            return None
        return _read(field, value, next(arg for arg in get_args(hint) if arg is not type(None)))
    if hint is bool:
        if isinstance(value, bool):
            return value
        raise _wrong(lazy_gettext("The {field} is {value}; true or false is needed."), field, value)
    if hint is int:
        return _read_number(field, value)
    longest = LONGEST.get(field, MOST_LETTERS)
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= longest:
        raise _wrong(lazy_gettext("The {field} is {value}; a short text is needed."), field, value)
    return value


def _read_tuple(field: str, value: Any, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a list as a tuple with ``parts`` of these types; an Ellipsis repeats the first."""
    if not isinstance(value, (list, tuple)):
        raise _wrong(lazy_gettext("The {field} is {value}; a list is needed."), field, value)
    if len(value) > MOST_ITEMS:
        raise _wrong(
            lazy_gettext("The {field} has {count} parts; at most {most} are allowed."), field, value
        )
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_read(field, item, parts[0]) for item in value)
    if len(parts) != len(value):
        raise _wrong(
            lazy_gettext("The {field} has the wrong number of parts: {count} instead of {needed}."),
            field,
            value,
            len(parts),
        )
    return tuple(_read(field, item, part) for item, part in zip(value, parts, strict=True))


def _read_number(field: str, value: Any) -> int:
    if isinstance(value, str):
        terms = read_terms(value) if field in SUMS else None
        number = sum(terms) if terms else whole(value)
        if number is not None:
            return number
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return value
    raise _wrong(lazy_gettext("The {field} is {value}; a whole number is needed."), field, value)


def _wrong(text: str, field: str, value: Any, needed: int = 0) -> BadActionError:
    """Return the error for a field with a wrong value."""
    count = len(value) if isinstance(value, (list, tuple)) else 1
    facts = {"field": field_words(field), "value": shorten_value(value), "count": count}
    return BadActionError(format_text(text, **facts, most=MOST_ITEMS, needed=needed))


def field_words(name: str) -> str:
    """Return the name of a field at the table; return an unknown field unchanged."""
    return gettext_name(FIELDS.get(name, name))


def read_terms(text: str) -> list[int] | None:
    """Return the whole numbers of a sum such as "30 + 40", or None if it is no sum of these."""
    found = [whole(term) for term in text.split("+")]
    terms = [term for term in found if term is not None]
    return terms if len(terms) == len(found) else None


def whole(text: str) -> int | None:
    """Return the whole number that the text represents, or None."""
    text = text.strip()
    if not WHOLE.fullmatch(text):
        return None
    return int(re.sub(r"[,.]", "", text).replace("−", "-"))


def shorten_value(value: Any) -> str:
    """Return a short quotation of the input for a message: “80.5”."""
    if value is None or value == "":
        return pgettext("name", "empty")
    if isinstance(value, (list, tuple, dict)):
        return pgettext("name", "a list")
    text = "".join(char if char.isprintable() else "\ufffd" for char in str(value))
    return f"“{text}”" if len(text) <= MOST_SHOWN else f"“{text[:MOST_SHOWN]}…”"
