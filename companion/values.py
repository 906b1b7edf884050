"""Values: frozen dataclasses with slots, of which an action makes dozens."""

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def make_value(cls: type[T], kw_only: bool = False, order: bool = False) -> type[T]:
    """Make a class a frozen dataclass with slots and a faster constructor, and return it.

    A class that is a dataclass already stays one of its kind. Slots need another class in place of
    this one, so its methods name their base class: ``super()`` would find the old one.
    """
    if "__dataclass_fields__" not in cls.__dict__:
        cls = dataclass(cls, frozen=True, slots=True, kw_only=kw_only, order=order)
    return speed_up(cls)


def speed_up(cls: type[T]) -> type[T]:
    """Give a frozen dataclass a faster constructor, if it has slots, and return it.

    The constructor of ``dataclasses`` calls ``object.__setattr__`` with the name of each field,
    which then finds its slot. This one sets the slots directly. It saves a twentieth of a replay.
    """
    if "__slots__" not in cls.__dict__ or not is_dataclass(cls):
        return cls
    own: Any = cls
    scope: dict[str, Any] = {"missing": MISSING}
    plain, named, lines = ["self"], ["*"], ["    pass"]
    for field in fields(own):
        name, given, value = field.name, field.name, field.name
        scope[f"set_{name}"] = getattr(own, name).__set__
        if field.default is not MISSING:
            scope[f"default_{name}"] = field.default
            given = f"{name}=default_{name}"
        elif field.default_factory is not MISSING:
            scope[f"make_{name}"] = field.default_factory
            given, value = f"{name}=missing", f"make_{name}() if {name} is missing else {name}"
        (named if field.kw_only else plain).append(given)
        lines.append(f"    set_{name}(self, {value})")
    if hasattr(own, "__post_init__"):
        lines.append("    self.__post_init__()")
    parameters = ", ".join((*plain, *(named if len(named) > 1 else ())))
    exec("\n".join((f"def __init__({parameters}):", *lines)), scope)
    own.__init__ = scope["__init__"]
    return cls
