"""Copies of values with changed fields, faster than ``dataclasses.replace``.

An action makes dozens of such copies. One copy function is generated for each class, as dataclasses
generate a constructor. It sets all fields of the new value without calling the constructor.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_copiers: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {}


def replace(value: T, **changes: Any) -> T:
    """Return the value with changed fields. Raises TypeError for an unknown field."""
    cls = type(value)
    copier = _copiers.get(cls)
    if copier is None:
        copier = _copiers[cls] = _make_copier(cls)
    copied: T = copier(value, changes)
    return copied


def _make_copier(cls: type[Any]) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Return the function that copies values of the class."""
    if "__slots__" not in cls.__dict__:
        return lambda value, changes: dataclasses.replace(value, **changes)
    names = [field.name for field in dataclasses.fields(cls)]
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls, "names": frozenset(names)}
    lines = [
        "def copy(value, changes):",
        "    if not changes.keys() <= names:",
        "        raise TypeError(f'{cls.__name__} has no {min(changes.keys() - names)}')",
        "    copied = new(cls)",
    ]
    for name in names:
        scope[f"set_{name}"] = getattr(cls, name).__set__
        now = f"changes[{name!r}] if {name!r} in changes else value.{name}"
        lines.append(f"    set_{name}(copied, {now})")
    if hasattr(cls, "__post_init__"):
        lines.append("    copied.__post_init__()")
    exec("\n".join((*lines, "    return copied")), scope)
    copier: Callable[[Any, Mapping[str, Any]], Any] = scope["copy"]
    return copier
