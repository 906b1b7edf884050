"""Line numbers of the keys of a TOML text.

Neither ``tomllib`` nor TOML Kit tells where a key stands. This scanner follows keys and brackets
only. It accepts any text, also one that is no TOML, and takes time in proportion to its length.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

MOST_LEVELS = 8  # brackets within brackets, and parts of a key

_TOKEN = re.compile(
    r'''\n|\#[^\n]*|"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^']|'(?!''))*+\'\'\''''
    r"""|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\[\]{}=,.]|[^\s\[\]{}=,.\#"']+|["']""",
    re.DOTALL,
)


class NestingError(ValueError):
    """A text with more levels than MOST_LEVELS; ``line`` is where."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


@dataclass(slots=True)
class _Open:
    """An open bracket in a value: a list with the number of its current item, or a table."""

    path: Path
    item: int | None = None  # None for a table


@dataclass(slots=True)
class _Scanner:
    lines: dict[Path, int] = field(default_factory=dict)
    items: Counter[Path] = field(default_factory=Counter)  # of arrays of tables
    table: Path = ()  # that of the last header
    opened: list[_Open] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    header: int = 0  # brackets of the header that is being read
    place: Path | None = None  # of the value that comes next; None where a key comes
    line: int = 1

    def read(self, token: str) -> None:
        """Take in the next token."""
        if token == "\n":
            if not self.opened:
                self.key, self.header, self.place = [], 0, None
        elif token[0] == "#":
            pass
        elif self.place is not None:
            self._read_value(token)
        elif token == "[" and not self.opened and not self.key:
            self.header += 1
        elif self.header:
            self._read_header(token)
        elif token == "=":
            self.place = (*self._base(), *self.key)
            for length in range(len(self._base()) + 1, len(self.place) + 1):
                self.lines.setdefault(self.place[:length], self.line)
            self.key = []
        elif token == "}" and self.opened:
            self._close()
        else:
            self._read_key(token)

    def _read_key(self, token: str) -> None:
        if token in ("[", "]", "{", "}", ",", "."):
            return
        self.key.append(_unquote(token))
        if len(self.key) > MOST_LEVELS:
            raise NestingError(self.line)

    def _read_header(self, token: str) -> None:
        if token != "]":
            return self._read_key(token)
        path: Path = ()
        for number, part in enumerate(self.key, 1):
            path = (*path, part)
            if number == len(self.key) and self.header == 2:
                self.items[path] += 1
            self.lines.setdefault(path, self.line)
            if path in self.items:
                path = (*path, self.items[path] - 1)
                self.lines.setdefault(path, self.line)
        self.table, self.key, self.header = path, [], 0

    def _read_value(self, token: str) -> None:
        assert self.place is not None
        if token == "]" and self.opened:
            return self._close()
        if token == ",":
            return self._next_item()
        if token == "}":
            return self._close() if self.opened else None
        self.lines.setdefault(self.place, self.line)
        if token in ("[", "{"):
            self.opened.append(_Open(self.place, 0 if token == "[" else None))
            if len(self.opened) > MOST_LEVELS:
                raise NestingError(self.line)
            self.place = (*self.place, 0) if token == "[" else None
        return None

    def _next_item(self) -> None:
        if not self.opened:
            return
        inside = self.opened[-1]
        if inside.item is None:
            self.place = None
        else:
            inside.item += 1
            self.place = (*inside.path, inside.item)

    def _close(self) -> None:
        """Close the innermost bracket; the value that it belongs to has been read."""
        self.place, self.key = self.opened.pop().path, []

    def _base(self) -> Path:
        return self.opened[-1].path if self.opened else self.table


def find_lines(text: str) -> Mapping[Path, int]:
    """Return the line of every key and list item, by its path. Raises NestingError."""
    scanner = _Scanner()
    for match in _TOKEN.finditer(text):
        scanner.read(match[0])
        scanner.line += match[0].count("\n")
    return scanner.lines


def _unquote(token: str) -> str:
    if token[0] not in "\"'":
        return token
    if "\\" in token and token[0] == '"':
        try:
            return str(tomllib.loads(f"key = {token}")["key"])
        except tomllib.TOMLDecodeError:
            return token
    return token[1:-1]
