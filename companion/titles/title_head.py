"""The head of a title: the little that is known before the title is opened.

It is read without the schema, because every start of the program waits for it.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

LONGEST = 256 * 1024  # characters of a file


@dataclass(frozen=True, slots=True)
class TitleHead:
    """The name, the slug and the numbers of players of a title."""

    name: str
    slug: str
    players: tuple[int, ...]


def read_head(folder: Path) -> TitleHead:
    """Return the head of a title's folder. Raises DataError, which lists all faults."""
    try:
        return _read_first_lines(folder / "title.toml")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        from companion.titles.loading import load_data

        data = load_data(folder)
        return TitleHead(data.name, data.slug, tuple(data.cash))


def _read_first_lines(file: Path) -> TitleHead:
    """Read the keys before the first table, and the table of players. Raises several errors."""
    with file.open(encoding="utf-8") as opened:
        text = opened.read(LONGEST)
    first = re.search(r"^\[", text, re.MULTILINE)
    lines = text[: first.start()] if first else text
    if len(lines) > 10_000:
        raise ValueError(file)
    if players := re.search(r"^\[players\](?:.*\n){1,20}?(?=\[|\Z)", text, re.MULTILINE):
        lines += players[0]
    tables = tomllib.loads(lines)
    name, slug, cash = tables["name"], tables["slug"], tables["players"]["cash"]
    if not re.fullmatch(r"[a-z0-9-]{1,40}", slug) or not 0 < len(name) <= 60:
        raise ValueError(file)
    if not name.isprintable() or not all(re.fullmatch("[1-9][0-9]?", number) for number in cash):
        raise ValueError(file)
    return TitleHead(name, slug, tuple(map(int, cash)))
