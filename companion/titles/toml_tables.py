"""Tables of a title's TOML files, read key by key, so that errors can name their place."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.board.tiles import DataError


class TomlTable:
    """A TOML table that knows its place, so that errors can name it."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise DataError(f"{where}: a table is needed, not {data!r}")
        self.data = data
        self.where = where
        self.read: set[str] = set()

    def get(self, key: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        """Return the value of a key. Raises DataError if it is missing or of another kind."""
        self.read.add(key)
        if key not in self.data:
            if default is ...:
                raise DataError(f"{self.where}.{key} is missing")
            return default
        value = self.data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise DataError(f"{self.where}.{key} is {value!r}; {_kind_words(kind)} is needed")
        return value

    def one_of(self, key: str, known: Collection[str], default: Any = ...) -> str:
        """Return a text that is one of those. Raises DataError."""
        found: str = self.get(key, str, default)
        if found not in known:
            listed = ", ".join(known)
            raise DataError(f"{self.where}.{key} is {found!r}; known are {listed}")
        return found

    def table(self, key: str, default: Any = ...) -> "TomlTable":
        """Return a table under this one."""
        return TomlTable(self.get(key, dict, default), f"{self.where}.{key}")

    def tables(self, key: str) -> list["TomlTable"]:
        """Return an array of tables under this one."""
        found = self.get(key, list, [])
        return [TomlTable(item, f"{self.where}.{key}[{i}]") for i, item in enumerate(found)]

    def check_all_read(self) -> None:
        """Raise DataError for a key that was not read."""
        left = sorted(set(self.data) - self.read)
        if left:
            known = ", ".join(sorted(self.read))
            raise DataError(f"{self.where} has a key {left[0]!r}; known are {known}")


def _kind_words(kind: type | tuple[type, ...]) -> str:
    words = {
        int: "a whole number",
        str: "a text",
        bool: "true or false",
        list: "a list",
        dict: "a table",
    }
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(words[k] for k in kinds)
