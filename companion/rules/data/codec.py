"""JSON for the frozen values of the game.

A dataclass becomes an object with its stored name under the key "$type".
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, TypeVar, dataclass_transform

from companion.values import make_value

T = TypeVar("T")
_KINDS: dict[str, type] = {}
_NAMES: dict[type, str] = {}
TYPE_KEY = "$type"  # the key of the stored name
MOST_DEEP = 50  # levels of nested lists and objects; real data stay far below this
NESTING = (dict, list)


class BadJSONError(ValueError):
    """JSON from outside that is well-formed but cannot be handled; the message says why."""


def read_json(text: str) -> Any:
    """Read JSON from outside.

    Raises BadJSONError if the data cannot be handled, and ValueError (usually JSONDecodeError) if
    the text is not JSON. Too deep nesting and half characters are refused here, because they would
    cause failures long after the data were read.
    """
    try:
        data = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise BadJSONError("it is nested too deeply") from None
    except (BadJSONError, json.JSONDecodeError):
        raise
    except ValueError:  # Python refuses integers with thousands of digits
        raise BadJSONError("a number in it is too long") from None
    if "\\ud" in text.lower():
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise BadJSONError("it holds half a character") from None
    level = [data]
    for _ in range(MOST_DEEP):
        level = [
            inner
            for item in level
            if type(item) in NESTING
            for inner in (item if type(item) is list else item.values())
        ]
        if not level:
            return data
    raise BadJSONError("it is nested too deeply")


def _finite(text: str) -> float:
    """Return a number with a fraction. Raises BadJSONError if it is not finite.

    JSON has no form for infinity or NaN, so such a number could not be written again.
    """
    number = float(text)
    if not math.isfinite(number):
        raise BadJSONError("it holds no number where one stands")
    return number


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def register_stored(
    name: str, *, kw_only: bool = False, order: bool = False
) -> Callable[[type[T]], type[T]]:
    """Make a class a frozen dataclass, registered under the name that its values are stored with.

    The name never changes, even if the class is renamed or moved. Raises TypeError if the name is
    taken.
    """

    def register(cls: type[T]) -> type[T]:
        cls = make_value(cls, kw_only, order)
        if _KINDS.setdefault(name, cls) is not cls:
            raise TypeError(f"two stored kinds are called {name}")
        _NAMES[cls] = name
        return cls

    return register


def stored_kinds() -> Mapping[str, type]:
    """Return every registered class by the name of its stored values."""
    return MappingProxyType(_KINDS)


_PLAIN = frozenset((str, int, float, bool, type(None)))


def to_json(value: Any) -> Any:
    """Return the plain JSON form of ``value``. Raises TypeError if it has none.

    Tuples become lists; stored dataclasses become tagged dicts.
    """
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (tuple, list)):
        listed = []
        for item in value:  # a comprehension would cost a call for each list
            listed.append(item if type(item) in _PLAIN else to_json(item))
        return listed
    if isinstance(value, dict):
        return {
            str(key): item if type(item) in _PLAIN else to_json(item) for key, item in value.items()
        }
    name = _NAMES.get(type(value))
    if name is None:
        raise TypeError(f"{type(value)} has no JSON form")
    found = {TYPE_KEY: name}
    for one in fields(value):
        item = getattr(value, one.name)
        found[one.name] = item if type(item) in _PLAIN else to_json(item)
    return found


def from_json(data: Any) -> Any:
    """Rebuild a value that :func:`to_json` wrote; lists become tuples.

    Raises ValueError for an unknown tag.
    """
    if isinstance(data, list):
        return tuple(from_json(item) for item in data)
    if isinstance(data, dict):
        if TYPE_KEY not in data:
            return {key: from_json(item) for key, item in data.items()}
        cls = _KINDS.get(data[TYPE_KEY])
        if cls is None:
            raise ValueError(f"unknown kind {data['$type']!r}; known: {', '.join(sorted(_KINDS))}")
        body = {key: from_json(item) for key, item in data.items() if key != TYPE_KEY}
        return cls(**body)
    return data
