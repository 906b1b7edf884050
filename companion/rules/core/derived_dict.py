"""A dict with values derived from it, which are kept until it changes.

Most actions change neither certificates nor trains, but ask often who holds them.
"""

from collections.abc import Hashable
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class DerivedDict(dict[Key, Value]):
    """A dict whose ``derived`` values are forgotten when it changes; copies share them until then.

    It has no other methods that change it than those below.
    """

    __slots__ = ("derived",)

    def __init__(self, *entries: Any) -> None:
        super().__init__(*entries)
        self.derived: dict[Hashable, Any] = {}

    def __setitem__(self, key: Key, value: Value) -> None:
        self.derived = {}
        super().__setitem__(key, value)

    def __delitem__(self, key: Key) -> None:
        self.derived = {}
        super().__delitem__(key)

    def __ior__(self, other: Any) -> "DerivedDict[Key, Value]":  # type: ignore[override, misc]
        self.update(other)
        return self

    def pop(self, key: Key, *default: Any) -> Any:
        """Remove an entry and return its value."""
        self.derived = {}
        return super().pop(key, *default)

    def update(self, *entries: Any, **more: Any) -> None:
        """Change several entries."""
        self.derived = {}
        super().update(*entries, **more)

    def __ne__(self, other: object) -> bool:
        """Return whether the entries differ; it is quick if neither has changed since a copy."""
        if isinstance(other, DerivedDict) and self.derived is other.derived:
            return False
        return super().__ne__(other)

    def copy(self) -> "DerivedDict[Key, Value]":
        """Return a copy, with the derived values."""
        copied: DerivedDict[Key, Value] = DerivedDict.__new__(DerivedDict)
        dict.update(copied, self)
        copied.derived = self.derived
        return copied
