"""Facts as texts of a form: lists with blanks between, pairs with colons, anything else as JSON."""

import json
import types
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin

from companion.rules.core.action_parser import whole
from companion.rules.opening.value_shapes import has_shape

PLAIN = (str, int, bool, type(None))


class BadFactError(ValueError):
    """A text that is no such fact."""


def write_fact(value: Any) -> str:
    """Return a plain value as the text of a form."""
    if value is None or value is False:
        return ""
    if value is True:
        return "1"
    if isinstance(value, PLAIN):
        return str(value)
    if isinstance(value, Mapping) and _is_plain_map(value):
        return " ".join(f"{key}:{item}" for key, item in value.items())
    if isinstance(value, tuple) and all(isinstance(item, (str, int)) for item in value):
        return " ".join(map(str, value))
    if isinstance(value, tuple) and all(
        isinstance(item, tuple) and all(isinstance(v, (str, int)) for v in item) for item in value
    ):
        return " ".join(":".join(map(str, item)) for item in value)
    return json.dumps(value)


def _is_plain_map(value: Mapping[str, Any]) -> bool:
    items = value.items()
    return all(isinstance(v, (str, int)) and " " not in f"{key}{v}" for key, v in items)


def read_fact(text: str, hint: Any) -> Any:
    """Return the plain value of the type ``hint``, with tuples for lists. Raises BadFactError."""
    text = text.strip()
    value = _as_tuples(_json(text)) if text[:1] in ("[", "{") else _read(text, hint)
    if not has_shape(value, hint) and not isinstance(value, dict):
        raise BadFactError(text)
    return value


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise BadFactError(text) from None


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


def _read(text: str, hint: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _read(text, next(arg for arg in args if arg is not type(None))) if text else None
    if hint is bool:
        return bool(text)
    if hint is int:
        return _number(text) if text else 0
    if origin is tuple:
        return tuple(_read_item(word, args[0]) for word in text.split())
    if origin is Mapping:
        pairs = [word.rpartition(":") for word in text.split()]
        return {key: _read(item, args[1]) for key, _, item in pairs}
    return text


def _read_item(word: str, hint: Any) -> Any:
    """Return an item of a list; one that is a list itself has colons between its parts."""
    if get_origin(hint) is not tuple:
        return _read(word, hint)
    parts, kinds = word.split(":"), get_args(hint)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(part, kinds[0]) for part in parts)
    if len(parts) != len(kinds):
        raise BadFactError(word)
    return tuple(_read(part, kind) for part, kind in zip(parts, kinds, strict=True))


def _number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise BadFactError(text)
    return number
