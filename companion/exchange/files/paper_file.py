"""A game's log, packed so small that it goes onto paper as a few numbered codes.

A packed game is JSON, compressed by zlib: the set-up, the name, the standing actions, and what
belongs to single actions. Actions of one kind with the same fields stand together. ``order`` tells
which kind comes next, and ``columns`` has a list for each field. So equal values stand side by
side, which saves a quarter.

Each part begins with a head: a mark, the version, the number of the part, how many there are, and
the beginning of the SHA-256 of the whole.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import zopfli.zlib

from companion.exchange.games_18xx.export_file import BadFileError, check_length
from companion.languages import format_text, gettext
from companion.rules.amend.rulings import BadRulingError, read_ruling
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.data import codec
from companion.rules.data.codec import read_json
from companion.rules.data.setup import Setup
from companion.store.games.game_admin import BadNameError
from companion.store.games.game_import import ImportRefusedError
from companion.store.games.game_store import GameStore
from companion.store.history.answered_forms import Noted
from companion.store.history.import_check import rules_of
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import Entered
from companion.store.history.records import STANDING, BadRowsError, LogRow
from companion.titles import find
from companion.titles.packs import mark_in

VERSION = 1  # read up to it
MARK = b"18XX"
HEAD = struct.Struct(">4sBBB6s")
MOST_IN_PART = 1370 - HEAD.size  # bytes: a code of 137 by 137 modules, a sixth of which may be lost
MOST_PARTS = 60
MOST_BYTES = 4 * 2**20  # of a game that is unpacked; the longest take a hundredth of it
LONGEST_REASON = 500  # characters


class Part(NamedTuple):
    """A part of a packed game: its number from 1, how many there are, and the sum of the whole."""

    number: int
    total: int
    sum: bytes
    content: bytes


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game that was read from paper."""

    setup: Setup
    name: str
    entered: tuple[Entered, ...]


# --- writing


def pack_stored(store: GameStore, game: int) -> bytes:
    """Return a stored game packed. Raises NoGameError, CannotOpenError."""
    listing = store.find_listing(game)
    return pack_game(store.open(game).setup, store.rows(game), listing.name if listing else "")


def pack_game(setup: Setup, rows: Iterable[LogRow], name: str = "") -> bytes:
    """Return the standing actions of a log packed, with the set-up. Equal games give equal bytes.

    Undone rows, times and authors are left out.
    """
    kinds: dict[tuple[str, ...], tuple[int, list[list[Any]]]] = {}
    order: list[int] = []
    beside, newest = [], 1
    for row in rows:
        if row.status != STANDING or row.action_json is None:
            continue
        newest = max(newest, row.rules_version)
        action = dict(row.action_json)
        key = (str(action.pop("type")), *action)
        number, values = kinds.setdefault(key, (len(kinds), []))
        values.append([*action.values()])
        if row.ruling or row.reason:
            ruling = row.ruling or {}
            told = [ruling.get("waived", []), ruling.get("why", ""), row.reason]
            beside.append([len(order), *told])
        order.append(number)
    body = {
        "rules": newest,
        "setup": codec.to_json(setup),
        "name": name,
        "kinds": [*kinds],
        "order": order,
        "columns": [[*zip(*values, strict=True)] for _, values in kinds.values()],
        "beside": beside,
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    packed: bytes = zopfli.zlib.compress(text.encode())
    return packed


def split_parts(packed: bytes) -> list[bytes]:
    """Return a packed game cut into as few parts as possible, all about equally long."""
    count = -(-len(packed) // MOST_IN_PART)
    length, whole = -(-len(packed) // count), sum_of(packed)
    return [
        write_part(Part(number + 1, count, whole, packed[length * number : length * (number + 1)]))
        for number in range(count)
    ]


def write_part(part: Part) -> bytes:
    """Return a part as its code holds it."""
    return HEAD.pack(MARK, VERSION, part.number, part.total, part.sum) + part.content


def sum_of(packed: bytes) -> bytes:
    """Return the sum that all parts of a packed game have."""
    return hashlib.sha256(packed).digest()[:6]


# --- reading


def read_part(raw: bytes) -> Part | None:
    """Return the part in a code, or None if it is a code of another thing.

    Raises BadFileError for a part of a newer companion.
    """
    if len(raw) <= HEAD.size or raw[: len(MARK)] != MARK:
        return None
    _, version, number, count, whole = HEAD.unpack_from(raw)
    if version > VERSION:
        raise BadFileError(
            gettext("The sheet was printed by a newer companion. Update this companion.")
        )
    if not 1 <= number <= count <= MOST_PARTS:
        return None
    return Part(number, count, whole, raw[HEAD.size :])


def join_parts(parts: Sequence[Part]) -> bytes:
    """Return the packed game of all its parts. Raises BadFileError if they do not fit."""
    packed = b"".join(part.content for part in sorted(parts))
    if not parts or len(parts) != parts[0].total or sum_of(packed) != parts[0].sum:
        raise _damage_error()
    return packed


def _damage_error() -> BadFileError:
    return BadFileError(
        gettext("The parts do not make up a game: one of them is damaged. Read all parts again.")
    )


def unpack_game(packed: bytes) -> PaperGame:
    """Return the game that was packed. Nothing of it is played yet. Raises BadFileError."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise _damage_error()
        body = read_json(text.decode())
        check_length(len(body["order"]))
        actions = list(_iterate_actions(body))
        beside = {at: (codes, why, reason) for at, codes, why, reason in body["beside"]}
        name, newest = body["name"], body["rules"]
        if not isinstance(name, str) or type(newest) is not int:
            raise _damage_error()
    except BadFileError:
        raise
    except (zlib.error, *UNREADABLE):
        raise _damage_error() from None
    setup = _read_setup(body.get("setup"))
    entered = tuple(_read_entered(n, action, beside.get(n)) for n, action in enumerate(actions))
    return PaperGame(setup, name, entered)


def _iterate_actions(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    columns = [[column[::-1] for column in found] for found in body["columns"]]
    for at in body["order"]:
        kind, *fields = body["kinds"][at]
        values = [column.pop() for column in columns[at]]
        yield {"type": kind, **dict(zip(fields, values, strict=True))}


def _read_setup(stored: Any) -> Setup:
    title = stored.get("title") if isinstance(stored, dict) else None
    if isinstance(title, str) and mark_in(title) and find(title) is None:
        raise BadFileError(
            format_text(
                "The game is of a title from a pack, which is not here. Add the pack first. The"
                " SHA-256 of its data is {mark}.",
                mark=mark_in(title),
            )
        )
    try:
        return rules_of(stored).setup
    except BadRowsError as fault:
        raise BadFileError(str(fault)) from None


def _read_entered(number: int, action: Mapping[str, Any], beside: Any) -> Entered:
    codes, why, reason = beside or ((), "", "")
    if not isinstance(reason, str) or len(reason) > LONGEST_REASON:
        raise _damage_error()
    try:
        ruling = read_ruling({"waived": codes, "why": why}).to_json() if codes else None
        return Entered(read_action(action), ruling=ruling, reason=reason)
    except (BadActionError, BadRulingError) as fault:
        raise BadFileError(
            format_text("Action {number} cannot be read: {why}", number=number + 1, why=fault)
        ) from None


def store_packed(store: GameStore, packed: bytes, noted: Noted | None = None) -> int:
    """Play the game of a packed log and store it; return its number.

    Raises BadFileError with the action and the problem; nothing is stored then.
    """
    found = unpack_game(packed)
    try:
        game = store.import_game(found.setup, found.entered, noted)
    except ImportRefusedError as refused:
        raise BadFileError(
            format_text(
                "Action {number} is not allowed: {why}", number=refused.index + 1, why=refused
            )
        ) from None
    except ValueError as fault:  # of the set-up, of a name, or of a ruling
        raise BadFileError(str(fault)) from None
    with suppress(BadNameError):  # the game goes by its title then
        store.admin.rename(game, found.name)
    return game
