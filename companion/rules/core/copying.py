"""Copies of values with changed fields, faster than ``dataclasses.replace``.

An action makes dozens of such copies. One copy function is generated for each class and set of
changed fields, as dataclasses generate a constructor. It sets all fields of the new value without
calling the constructor.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Copier(Protocol):
    """A function that copies values of one class with some fields changed."""

    def __call__(self, value: T, changes: Mapping[str, Any]) -> T: ...


class Copiers(dict[tuple[Any, ...], Copier]):
    """The copiers by class and changed fields; each is made when it is first needed."""

    def __missing__(self, key: tuple[Any, ...]) -> Copier:
        self[key] = _make_copier(*key)
        return self[key]


_copiers = Copiers()


def replace(value: T, **changes: Any) -> T:
    """Return the value with changed fields. Raises TypeError for an unknown field."""
    return _copiers[(type(value), *changes)](value, changes)


def _make_copier(cls: type[Any], *changed: str) -> Copier:
    """Return the function that copies values of the class with these fields changed."""
    if "__slots__" not in cls.__dict__:
        return lambda value, changes: dataclasses.replace(value, **changes)
    names = [field.name for field in dataclasses.fields(cls)]
    if unknown := set(changed) - set(names):
        raise TypeError(f"{cls.__name__} has no {min(unknown)}")
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    lines = ["def copy(value, changes):", "    copied = new(cls)"]
    for name in names:
        now = f"changes[{name!r}]" if name in changed else f"value.{name}"
        if cls.__dataclass_params__.frozen:
            scope[f"set_{name}"] = getattr(cls, name).__set__
            lines.append(f"    set_{name}(copied, {now})")
        else:
            lines.append(f"    copied.{name} = {now}")
    if hasattr(cls, "__post_init__"):
        lines.append("    copied.__post_init__()")
    exec("\n".join((*lines, "    return copied")), scope)
    copier: Copier = scope["copy"]
    return copier
