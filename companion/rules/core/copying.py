"""Copies of values with changed fields, faster than ``dataclasses.replace``.

An action makes dozens of such copies. One copy function is generated for each class and set of
changed fields, as dataclasses generate a constructor. It sets all fields of the new value without
calling the constructor.
"""

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_copiers: dict[tuple[Any, ...], Callable[[Any, Mapping[str, Any]], Any]] = {}


def replace(value: T, **changes: Any) -> T:
    """Return the value with changed fields. Raises TypeError for an unknown field."""
    key = (type(value), *changes)
    copier = _copiers.get(key)
    if copier is None:
        copier = _copiers[key] = _make_copier(type(value), changes)
    copied: T = copier(value, changes)
    return copied


def _make_copier(
    cls: type[Any], changed: Collection[str]
) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Return the function that copies values of the class with these fields changed."""
    if "__slots__" not in cls.__dict__:
        return lambda value, changes: dataclasses.replace(value, **changes)
    names = [field.name for field in dataclasses.fields(cls)]
    if unknown := set(changed) - set(names):
        raise TypeError(f"{cls.__name__} has no {min(unknown)}")
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    lines = ["def copy(value, changes):", "    copied = new(cls)"]
    for name in names:
        scope[f"set_{name}"] = getattr(cls, name).__set__
        now = f"changes[{name!r}]" if name in changed else f"value.{name}"
        lines.append(f"    set_{name}(copied, {now})")
    if hasattr(cls, "__post_init__"):
        lines.append("    copied.__post_init__()")
    exec("\n".join((*lines, "    return copied")), scope)
    copier: Callable[[Any, Mapping[str, Any]], Any] = scope["copy"]
    return copier
