"""Our own game files: a game with all its rows, which opens on another computer as the same game.

The first line describes the file. Then each table follows as a list with one row a line. The last
line has the SHA-256 of all bytes before it.

``version`` is the version of the file format: older companions refuse the game of an edition that
they do not know. ``tables`` is the version of the rows. The migrations of
the database convert rows of older tables. Copies have the same format, compressed by gzip.
"""

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.exchange.games_18xx.export_file import BadFileError, check_length
from companion.languages import format_text, gettext
from companion.rules.core.rounds import RoundId
from companion.rules.data.codec import read_json
from companion.rules.data.setup import EDITION
from companion.store.db import migrations
from companion.store.history.row_values import Rows

FORMAT = "companion 18xx game"
VERSION = 2  # read up to it
_WITH_EDITION = 2  # of games by another edition than the usual one; all others are of version 1
_OLD_FORMATS = ("companion game", "companion rows")  # of versions before 1.0
MOST_BYTES = 16 * 2**20  # of a decompressed file; the longest games take a tenth of it

_SUM = re.compile(rb'"sha256": "([0-9a-f]{64})"\}\s*\Z')


@dataclass(frozen=True, slots=True)
class FileHead:
    """The first line of a file: a summary of its game."""

    title: str
    name: str
    players: tuple[str, ...]
    round: RoundId
    finished: str
    actions: int
    saved: datetime


# --- writing


def lines(rows: Rows, tables: str | None = None) -> Iterator[bytes]:
    """Yield the lines of a game's file.

    ``tables`` is the version of the rows; the default is the current version.
    """
    mark = hashlib.sha256()
    for line in _iterate_unmarked(rows, tables):
        body = line.encode("utf-8", "replace")
        mark.update(body)
        yield body
    yield b'"sha256": "%s"}\n' % mark.hexdigest().encode()


def file_of(rows: Rows, tables: str | None = None) -> bytes:
    """Return a game's file.

    ``tables`` is the version of the rows; the default is the current version.
    """
    return b"".join(lines(rows, tables))


def _iterate_unmarked(rows: Rows, tables: str | None) -> Iterator[str]:
    (game,) = rows["game"]
    setup = game["setup"] if isinstance(game["setup"], dict) else {}
    head = {
        "format": FORMAT,
        "version": _WITH_EDITION if _has_edition(setup) else 1,
        "tables": tables or migrations.HEAD,
        "saved": datetime.now(UTC).isoformat(timespec="seconds"),
        "title": game["title"],
        "name": game["name"],
        "players": setup.get("players", []),
        "round": [game["round"], game["round_number"], game["round_part"]],
        "end_reason": game["end_reason"],
        "actions": game["depth"],
    }
    yield f"{_json(head)[:-1]},\n"
    for table, listed in rows.items():
        yield f'"{table}": ['
        for place, row in enumerate(listed):
            yield f"{',' if place else ''}\n{_json(row)}"
        yield "\n],\n"


def _has_edition(setup: Mapping[str, Any]) -> bool:
    options = setup.get("options")
    return isinstance(options, dict) and EDITION in options


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- reading


def is_own(raw: bytes) -> bool:
    """Return whether a file declares one of our own formats, the old ones included."""
    return any(f'"{name}"'.encode() in raw[:200] for name in (FORMAT, *_OLD_FORMATS))


def decompress(raw: bytes) -> bytes:
    """Return the content of a file, decompressed if it is compressed. Raises BadFileError."""
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        with gzip.open(BytesIO(raw)) as packed:
            found = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise BadFileError(
            gettext("The file is damaged or cut off: it cannot be unpacked.")
        ) from None
    if len(found) > MOST_BYTES:
        raise BadFileError(gettext("The file is too large; no game is that long."))
    return found


def read_own(raw: bytes) -> dict[str, Any]:
    """Read and check the data of one of our own files. Raises BadFileError."""
    try:
        data = read_json(raw.decode("utf-8-sig"))
    except ValueError:
        raise BadFileError(
            gettext("This file is not a game: it is not JSON, or it is cut off.")
        ) from None
    if not isinstance(data, dict):
        raise BadFileError(gettext("This file is not one of the companion's own games."))
    _check_format(data.get("format"))
    version = data.get("version", 1)
    if type(version) is not int or version < 1:
        raise BadFileError(gettext("The file's version is not a whole number from 1 up."))
    if version > VERSION:
        raise BadFileError(
            format_text(
                "The file was written by a newer companion: it has version {theirs}, and "
                "this one reads up to version {ours}. Update the companion.",
                theirs=version,
                ours=VERSION,
            )
        )
    _check_sum(raw)
    return data


def _check_format(format: Any) -> None:
    if format in _OLD_FORMATS:
        raise BadFileError(
            gettext(
                "The file was made by a version before 1.0, which this companion does not read."
            )
        )
    if format != FORMAT:
        raise BadFileError(gettext("This file is not one of the companion's own games."))


def _check_sum(raw: bytes) -> None:
    found = _SUM.search(raw[-200:])
    start = raw.rfind(b'"sha256"')
    if found is None or hashlib.sha256(raw[:start]).hexdigest().encode() != found[1]:
        raise BadFileError(
            gettext("The file is not as the companion saved it: it was changed or damaged.")
        )


def rows_of(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """Return the rows in a file and their table version. Raises BadFileError."""
    if isinstance(data.get("log"), list):
        check_length(len(data["log"]) - 1)
    return data, str(data.get("tables", ""))


def read_head(file: Path) -> FileHead:
    """Read the first line of a file and nothing else. Raises BadFileError."""
    try:
        with file.open("rb") as opened:
            packed = opened.read(2) == b"\x1f\x8b"
        with gzip.open(file) if packed else file.open("rb") as lined:
            return _head(lined)
    except BadFileError:
        raise
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError):
        raise BadFileError(gettext("This file is not one of the companion's own games.")) from None


def _head(lined: Any) -> FileHead:
    told = read_json(lined.readline(20_000).decode().rstrip().rstrip(",") + "}")
    _check_format(told["format"])
    kind, number, part = told["round"]
    return FileHead(
        title=str(told["title"]),
        name=str(told["name"]),
        players=tuple(map(str, told["players"])),
        round=RoundId(str(kind), int(number), int(part)),
        finished=str(told["end_reason"]),
        actions=int(told["actions"]),
        saved=datetime.fromisoformat(told["saved"]),
    )
