"""Data files as TOML with the lines of their keys. Whatever is wrong with one is a fault."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.titles.schema import toml_lines
from companion.titles.schema.faults import Fault
from companion.titles.schema.toml_lines import NestingError, find_lines

MOST_BYTES = 256 * 1024
HINTS = {  # the usual reasons for an error of the TOML reader, by its first words
    "Illegal character": "a text stands in quotes, on one line",
    "Unclosed inline table": "a comma is needed between two keys, and } at the end of the line",
    "Unclosed array": "a comma is needed between two items, and ] after the last",
    "Cannot overwrite a value": "its name stands there before; several tables of a kind need"
    " two brackets each, as [[trains]]",
    "Cannot declare": "a table stands there once; several of a kind need two brackets each, as"
    " [[trains]]",
    "Expected newline or end of document": "one key stands on a line, and a number has no comma",
    "Expected '=' after a key": "a line is a key, = and its value",
    "Invalid value": "a text stands in straight quotes, a number has no sign of money",
    "Unterminated string": "a text ends with the quotes that it begins with",
    "Invalid statement": "a line is a key, = and its value, or a [table]",
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that was read: its tables, and the line of each key."""

    name: str
    tables: dict[str, Any]
    lines: Mapping[toml_lines.Path, int]

    def place(
        self, path: toml_lines.Path
    ) -> tuple[str, Mapping[toml_lines.Path, int], toml_lines.Path]:
        """Return the file, the lines of its keys, and the path of a value in it."""
        return self.name, self.lines, path


def read_file(folder: Path, name: str) -> DataFile | Fault:
    """Read a file of a title's folder, or return what is wrong with it."""
    try:
        with (folder / name).open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Fault(name, None, "", "is missing")
    except OSError as fault:
        return Fault(name, None, "", f"cannot be read: {fault.strerror}")
    if len(found) > MOST_BYTES:
        return Fault(name, None, "", f"is larger than {MOST_BYTES // 1024} kB")
    try:
        text = found.decode("utf-8")
        lines = find_lines(text)
        return DataFile(name, tomllib.loads(text), lines)
    except UnicodeDecodeError as fault:
        line = found[: fault.start].count(b"\n") + 1
        return Fault(name, line, "", "is no UTF-8 text")
    except NestingError as fault:
        return Fault(name, fault.line, "", f"more than {toml_lines.MOST_LEVELS} levels are nested")
    except ValueError as fault:  # no TOML, or a number of thousands of digits
        where = re.search(r" \(at line (\d+), column \d+\)", str(fault))
        says = str(fault).replace(where[0], "") if where else str(fault).partition(";")[0]
        says += next((f"; {hint}" for found, hint in HINTS.items() if says.startswith(found)), "")
        return Fault(name, int(where[1]) if where else None, "", says)
