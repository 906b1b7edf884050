"""Exports of 18xx.games: what is in the file, checked, and which of its actions stood."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.action_parser import shorten_value
from companion.rules.data.codec import read_json

UNDO, REDO, MESSAGE = "undo", "redo", "message"
MOST_ACTIONS = 6000  # of one file; no game has come near it
END_GAME = "end_game"  # a player ended it, whatever the rules say


class BadFile(ValueError):
    """A file that cannot be played: which action, where it is one, and what is wrong."""


def check_length(actions: int) -> None:
    """Refuse a file of more actions than any game has: all would be judged. Raises BadFile."""
    if actions > MOST_ACTIONS:
        raise BadFile(
            format_text(
                "The file has more than {most:,} actions; no game is that long.", most=MOST_ACTIONS
            )
        )


@dataclass(frozen=True, slots=True)
class Sent:
    """One action as it was sent. ``id`` counts from 1; ``entity`` is a player's id or a symbol.

    ``autos`` are further actions that the site carried out right after it; they have its id.
    """

    id: int
    type: str
    entity: str
    kind: str  # "player", "corporation" (a company) or "company" (a private)
    body: Mapping[str, Any]
    autos: tuple["Sent", ...] = ()
    name: str = ""  # of the player, where ``entity`` is one's number

    @property
    def label(self) -> str:
        """How messages name it: "Action 45 (buy train by PRR)"."""
        return format_text(
            "Action {id} ({kind} by {name})",
            id=self.id,
            kind=in_words(self.type),
            name=self.name or self.entity,
        )

    def text(self, key: str) -> str:
        """A field that must be a text or a number. Raises BadFile."""
        value = self.body.get(key)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
            raise self.bad(lazy_gettext("{action} lacks its {field}, a text."), field=in_words(key))
        return str(value)

    def number(self, key: str) -> int:
        """A field that must be a whole number, or a text that is one. Raises BadFile."""
        value = self.body.get(key)
        if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 10:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 10**9:
            raise self.bad(
                lazy_gettext("{action} lacks its {field}, a whole number."), field=in_words(key)
            )
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that must be a list of texts. Raises BadFile."""
        return _texts(self, key, self.body.get(key))

    def lists(self, key: str) -> Sequence[Mapping[str, Any]]:
        """A field that must be a list of objects. Raises BadFile."""
        value = self.body.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.bad(
                lazy_gettext("{action} lacks its {field}, a list of objects."), field=in_words(key)
            )
        return value

    def bad(self, text: str, **facts: object) -> BadFile:
        """What is wrong with this ``{action}``, as an exception to raise."""
        return BadFile(format_text(text, action=self.label, **facts))


def in_words(key: str) -> str:
    """A word of the file's own, "buy_train" or "BuyTrain", as a message writes it: buy train."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", key).lower()


def _texts(sent: Sent, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise sent.bad(
            lazy_gettext("{action} lacks its {field}, a list of texts."), field=in_words(key)
        )
    return tuple(value)


def read_chains(sent: Sent, route: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The connections of one route, each a chain of hexes; none in old files. Raises BadFile."""
    chains = route.get("connections", [] if route.get("hexes") else None)
    if not isinstance(chains, list):
        raise sent.bad(
            lazy_gettext("{action} lacks connections, a list of chains of hexes, in each route.")
        )
    return tuple(_texts(sent, "connections", chain) for chain in chains)


def read_hexes(sent: Sent, route: Mapping[str, Any]) -> tuple[str, ...]:
    """The hexes of one route, in their order: all that old files have. Raises BadFile."""
    return _texts(sent, "hexes", route.get("hexes") or [])


@dataclass(frozen=True, slots=True)
class Export:
    """A game as exported.

    ``players`` are (id, name) in seating order; ``result`` is the final worth by player id.
    """

    title: str
    players: tuple[tuple[str, str], ...]
    seed: int
    optional_rules: tuple[str, ...]
    actions: tuple[Sent, ...]
    result: Mapping[str, int] = field(default_factory=dict)
    status: str = ""

    @property
    def finished(self) -> bool:
        """Whether the other site calls the game finished."""
        return self.status == "finished"

    @property
    def over(self) -> bool:
        """Whether it is finished by the rules, and not because a player ended it."""
        return self.finished and not any(sent.type == END_GAME for sent in standing(self.actions))


def read_export(source: Path | str | bytes) -> Export:
    """Read and check an export: a file's path, or what is in it. Raises BadFile with the reason."""
    data = _read_json(source)
    if not isinstance(data, dict) or "actions" not in data or "title" not in data:
        raise BadFile(
            gettext("This file is no 18xx.games export: one holds a title, players and actions.")
        )
    title = data["title"]
    if not isinstance(title, str) or not title:
        raise BadFile(gettext("The export names no title."))
    players = _read_players(data.get("players"))
    raw = data["actions"]
    if not isinstance(raw, list):
        raise BadFile(gettext("The export's actions are no list."))
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    rules = settings.get("optional_rules") or data.get("optional_rules") or ()
    if not isinstance(rules, (list, tuple)) or not all(isinstance(rule, str) for rule in rules):
        raise BadFile(gettext("The export's optional rules are no list of names."))
    return Export(
        title=title,
        players=players,
        seed=_read_seed(settings.get("seed"), data.get("id")),
        optional_rules=tuple(rules),
        actions=_read_actions(raw, dict(players)),
        result=_read_result(data.get("result"), players),
        status=str(data.get("status", "")),
    )


def _read_json(source: Path | str | bytes) -> Any:
    raw = source if isinstance(source, bytes) else read_bytes(Path(source))
    if not raw.strip():
        raise BadFile(gettext("The file is empty."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(gettext("This file is no JSON: it is not text.")) from None
    try:
        return read_json(text)
    except json.JSONDecodeError as problem:
        whole = text.rstrip()
        if (whole[:1] in "{[" and problem.pos >= len(whole) - 1) or _open_text(problem, whole):
            raise BadFile(
                format_text(
                    "The file is cut off: it ends at line {line} in the middle of its JSON.",
                    line=problem.lineno,
                )
            ) from None
        raise BadFile(
            format_text(
                "This file is no JSON: line {line}, column {column}, {what}.",
                line=problem.lineno,
                column=problem.colno,
                what=problem.msg,
            )
        ) from None
    except ValueError as problem:  # too deep, half a character, a number of thousands of digits
        raise BadFile(
            format_text("This file is no 18xx.games export: {what}.", what=problem)
        ) from None


def read_bytes(file: Path) -> bytes:
    """What is in a file. Raises BadFile."""
    try:
        return file.read_bytes()
    except OSError as problem:
        raise BadFile(
            format_text(
                "{file} cannot be read: {what}.", file=file, what=problem.strerror or problem
            )
        ) from None


def _open_text(problem: json.JSONDecodeError, text: str) -> bool:
    """Does the file end inside a text, so that the fault lies where that text begins?"""
    return problem.msg.startswith("Unterminated string") and text[:1] in "{["


def _read_seed(seed: Any, game: Any) -> int:
    """What the game's random draws begin with: older games have no seed, but the first number in
    the id of the game.
    """
    for given in (seed, game):
        known = isinstance(given, (int, str)) and not isinstance(given, bool)
        if known and (found := re.search(r"\d{1,18}", str(given))):
            return int(found[0])
    return 0


def _read_players(raw: Any) -> tuple[tuple[str, str], ...]:
    """(id, name) of each; a player without an id is known by the name."""
    if not isinstance(raw, list) or not raw:
        raise BadFile(gettext("The export names no players."))
    players: list[tuple[str, str]] = []
    for number, player in enumerate(raw, start=1):
        player = {"name": player} if isinstance(player, str) else player
        name = player.get("name") if isinstance(player, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise BadFile(format_text("Player {number} of the export has no name.", number=number))
        id = player.get("id")
        players.append((str(name if id is None else id), name.strip()))
    if len({id for id, _ in players}) < len(players):
        raise BadFile(
            gettext("Two players of the export have the same id, or the same name and no id.")
        )
    return tuple(players)


def _read_result(raw: Any, players: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """Final worth by player id, where the export has it. Older exports name players there."""
    if not isinstance(raw, dict):
        return {}
    ids = {name: id for id, name in players} | {id: id for id, _ in players}
    return {ids[key]: worth for key, worth in raw.items() if isinstance(worth, int) and key in ids}


def _read_actions(raw: Iterable[Any], names: Mapping[str, str]) -> tuple[Sent, ...]:
    found: list[Sent] = []
    before = count = 0
    for place, item in enumerate(raw, start=1):
        if not isinstance(item, dict) or not isinstance(item.get("type"), str):
            raise BadFile(
                format_text(
                    "Entry {number} of the export's actions is no action: it has no type.",
                    number=place,
                )
            )
        id = item.get("id", place)
        id = int(id) if isinstance(id, str) and id.isdecimal() and len(id) < 10 else id
        if isinstance(id, bool) or not isinstance(id, int):
            raise BadFile(
                format_text(
                    "Entry {number} of the export's actions is numbered {id}, no number.",
                    number=place,
                    id=shorten_value(id),
                )
            )
        if id <= before:
            raise BadFile(
                format_text(
                    "Action {id} comes after action {before}: their numbers must rise.",
                    id=id,
                    before=before,
                )
            )
        before = id
        sent = _sent(item, id, names)
        autos = item.get("auto_actions") or []
        if not isinstance(autos, list) or not all(
            isinstance(auto, dict) and isinstance(auto.get("type"), str) for auto in autos
        ):
            raise sent.bad(lazy_gettext("{action} has actions of its own that are none."))
        count += (sent.type != MESSAGE) + len(autos)
        check_length(count)
        if not item.get("skip"):
            found.append(replace(sent, autos=tuple(_sent(auto, id, names) for auto in autos)))
    return tuple(found)


def _sent(item: Mapping[str, Any], id: int, names: Mapping[str, str]) -> Sent:
    entity = str(item.get("entity", ""))
    return Sent(
        id=id,
        type=item["type"],
        entity=entity,
        name=names.get(entity, ""),
        kind=str(item.get("entity_type", "")),
        body=item,
    )


def standing(actions: Sequence[Sent]) -> list[Sent]:
    """The actions that stood at the end: undo, redo and chat resolved.

    ``undo`` takes back the latest standing action with what the site did right after it, or, with
    an ``action_id``, everything after that one. ``redo`` brings back what the latest undo took,
    until something else is done; an undo of nothing takes nothing back. Raises BadFile for a redo
    of nothing.
    """
    stand: list[Sent] = []
    undone: list[list[Sent]] = []
    for sent in actions:
        if sent.type == UNDO:
            keep = _kept(sent, stand)
            undone.append(stand[keep:])
            del stand[keep:]
        elif sent.type == REDO:
            if not undone:
                raise sent.bad(lazy_gettext("{action} brings nothing back: nothing is undone."))
            stand += undone.pop()
        elif sent.type != MESSAGE:
            stand.append(sent)
            undone.clear()
    return stand


def _kept(undo: Sent, stand: Sequence[Sent]) -> int:
    """How many standing actions an undo leaves."""
    if undo.body.get("action_id") is None:
        return max(0, len(stand) - 1)
    to = undo.number("action_id")
    return sum(sent.id <= to for sent in stand)


def carried_out(actions: Iterable[Sent]) -> Iterator[tuple[Sent, bool]]:
    """Each standing action and, right after it, those that the site did for the players.

    The flag tells the last of those with the same id.
    """
    for sent in actions:
        parts = (sent, *sent.autos)
        for place, part in enumerate(parts, start=1):
            yield part, place == len(parts)
