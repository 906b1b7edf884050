"""The shapes of values from outside: whether plain values fit the types of fields."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


def has_shape(value: Any, hint: Any) -> bool:
    """Return whether a value, with tuples for lists, fits the type of a field."""
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(has_shape(value, arg) for arg in args)
    if origin is tuple:
        return isinstance(value, tuple) and _has_tuple_shape(value, args)
    if origin in (Mapping, dict):
        return isinstance(value, dict) and all(
            isinstance(key, str) and has_shape(item, args[1]) for key, item in value.items()
        )
    if hint is int:
        return type(value) is int and abs(value) < 10**9
    if is_dataclass(hint):
        return isinstance(value, hint) and all(  # type: ignore[arg-type]
            has_shape(getattr(value, one.name), hints_of(type(value))[one.name])
            for one in fields(value)
        )
    return isinstance(value, hint)


def _has_tuple_shape(value: tuple[Any, ...], args: tuple[Any, ...]) -> bool:
    if len(args) == 2 and args[1] is Ellipsis:
        return all(has_shape(item, args[0]) for item in value)
    return len(args) == len(value) and all(map(has_shape, value, args))


@cache
def hints_of(cls: Any) -> dict[str, Any]:
    """Return the types of the fields of a class."""
    return get_type_hints(cls)
