"""Exports of 18xx.games: the checked content of a file, and which of its actions stand."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.languages import format_text, gettext, lazy_gettext, pgettext
from companion.rules.core.action_parser import shorten_value
from companion.rules.data.codec import read_json

UNDO, REDO, MESSAGE = "undo", "redo", "message"
MOST_ACTIONS = 6000  # actions in one file; no known game comes near it
END_GAME = "end_game"  # a player ended the game by hand


class BadFileError(ValueError):
    """A file that cannot be played: the faulty action, if there is one, and the problem."""


def check_length(actions: int) -> None:
    """Check that a file has no more actions than any real game. Raises BadFileError.

    The limit bounds the time to check them all.
    """
    if actions > MOST_ACTIONS:
        raise BadFileError(
            format_text(
                "The file has more than {most:,} actions; no game is that long.", most=MOST_ACTIONS
            )
        )


@dataclass(frozen=True, slots=True)
class ExportedAction:
    """One action as it was sent.

    ``id`` counts from 1. ``entity`` is a player's id or a symbol. ``autos`` are further actions
    that the site carried out right after it; they share its id.
    """

    id: int
    type: str
    entity: str
    kind: str  # "player", "corporation" (a company) or "company" (a private)
    body: Mapping[str, Any]
    autos: tuple["ExportedAction", ...] = ()
    name: str = ""  # the player's name if ``entity`` is a player's id

    @property
    def label(self) -> str:
        """Return the name of the action in messages: "Action 45 (buy train by PRR)"."""
        named = pgettext("name", "Action {id} ({kind} by {name})")
        return named.format(id=self.id, kind=in_words(self.type), name=self.name or self.entity)

    def text(self, key: str) -> str:
        """Return a field that must be a text or a number. Raises BadFileError."""
        value = self.body.get(key)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
            raise self.bad(
                lazy_gettext("{action} has no {field}, which must be text."), field=in_words(key)
            )
        return str(value)

    def number(self, key: str) -> int:
        """Return a field that must be a whole number, or a text that is one.

        Raises BadFileError.
        """
        value = self.body.get(key)
        if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 10:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 10**9:
            raise self.bad(
                lazy_gettext("{action} has no {field}, which must be a whole number."),
                field=in_words(key),
            )
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a field that must be a list of texts. Raises BadFileError."""
        return _texts(self, key, self.body.get(key))

    def lists(self, key: str) -> Sequence[Mapping[str, Any]]:
        """Return a field that must be a list of objects. Raises BadFileError."""
        value = self.body.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.bad(
                lazy_gettext("{action} has no {field}, which must be a list of objects."),
                field=in_words(key),
            )
        return value

    def bad(self, text: str, **facts: object) -> BadFileError:
        """Return an exception to raise about this ``{action}``."""
        return BadFileError(format_text(text, action=self.label, **facts))


def in_words(key: str) -> str:
    """Return a word of the file as messages write it: "buy train" for "buy_train" or "BuyTrain"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", key).lower()


def _texts(sent: ExportedAction, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not {*map(type, value)} <= {str}:
        raise sent.bad(
            lazy_gettext("{action} has no {field}, which must be a list of texts."),
            field=in_words(key),
        )
    return tuple(value)


def read_chains(sent: ExportedAction, route: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the connections of a route, each a chain of hexes. Old files have none.

    Raises BadFileError.
    """
    chains = route.get("connections", [] if route.get("hexes") else None)
    if not isinstance(chains, list):
        raise sent.bad(
            lazy_gettext("{action} needs connections in each route: a list of chains of hexes.")
        )
    return tuple(_texts(sent, "connections", chain) for chain in chains)


def read_hexes(sent: ExportedAction, route: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the hexes of a route in order. Old files have nothing else. Raises BadFileError."""
    return _texts(sent, "hexes", route.get("hexes") or [])


@dataclass(frozen=True, slots=True)
class Export:
    """An exported game.

    ``players`` are (id, name) in seating order. ``result`` is the final worth by player id.
    """

    title: str
    players: tuple[tuple[str, str], ...]
    seed: int
    optional_rules: tuple[str, ...]
    actions: tuple[ExportedAction, ...]
    result: Mapping[str, int] = field(default_factory=dict)
    status: str = ""

    @property
    def finished(self) -> bool:
        """Return whether the export is marked as finished."""
        return self.status == "finished"


def read_export(source: Path | str | bytes) -> Export:
    """Read and check an export, given as a path or as its content. Raises BadFileError."""
    data = _read_json(source)
    if not isinstance(data, dict) or "actions" not in data or "title" not in data:
        raise BadFileError(
            gettext(
                "This file is not an 18xx.games export, which holds a title, players and actions."
            )
        )
    title = data["title"]
    if not isinstance(title, str) or not title:
        raise BadFileError(gettext("The export names no title."))
    players = _read_players(data.get("players"))
    raw = data["actions"]
    if not isinstance(raw, list):
        raise BadFileError(gettext("The export's actions are not a list."))
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    rules = settings.get("optional_rules") or data.get("optional_rules") or ()
    if not isinstance(rules, (list, tuple)) or not all(isinstance(rule, str) for rule in rules):
        raise BadFileError(gettext("The export's optional rules are not a list of names."))
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
        raise BadFileError(gettext("The file is empty."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFileError(gettext("This file is not JSON: it is not text.")) from None
    try:
        return read_json(text)
    except json.JSONDecodeError as problem:
        whole = text.rstrip()
        if (whole[:1] in "{[" and problem.pos >= len(whole) - 1) or _open_text(problem, whole):
            raise BadFileError(
                format_text(
                    "The file is cut off: it ends at line {line} in the middle of its JSON.",
                    line=problem.lineno,
                )
            ) from None
        raise BadFileError(
            format_text(
                "This file is not JSON: line {line}, column {column}, {what}.",
                line=problem.lineno,
                column=problem.colno,
                what=problem.msg,
            )
        ) from None
    except ValueError as problem:  # too deep, half a surrogate pair, a huge number
        raise BadFileError(
            format_text("This file is not an 18xx.games export: {what}.", what=problem)
        ) from None


def read_bytes(file: Path) -> bytes:
    """Return the content of a file. Raises BadFileError."""
    try:
        return file.read_bytes()
    except OSError as problem:
        raise BadFileError(
            format_text(
                "{file} cannot be read: {what}.", file=file, what=problem.strerror or problem
            )
        ) from None


def _open_text(problem: json.JSONDecodeError, text: str) -> bool:
    """Return whether the file ends inside a text.

    The error then points to the beginning of that text.
    """
    return problem.msg.startswith("Unterminated string") and text[:1] in "{["


def _read_seed(seed: Any, game: Any) -> int:
    """Return the seed of the game's random draws.

    Older games have no seed; the first number in the game's id serves instead.
    """
    for given in (seed, game):
        known = isinstance(given, (int, str)) and not isinstance(given, bool)
        if known and (found := re.search(r"\d{1,18}", str(given))):
            return int(found[0])
    return 0


def _read_players(raw: Any) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of each player. The name replaces a missing id."""
    if not isinstance(raw, list) or not raw:
        raise BadFileError(gettext("The export names no players."))
    players: list[tuple[str, str]] = []
    for number, player in enumerate(raw, start=1):
        player = {"name": player} if isinstance(player, str) else player
        name = player.get("name") if isinstance(player, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise BadFileError(
                format_text("Player {number} of the export has no name.", number=number)
            )
        id = player.get("id")
        players.append((str(name if id is None else id), name.strip()))
    if len({id for id, _ in players}) < len(players):
        raise BadFileError(
            gettext("Two players of the export have the same id, or the same name and no id.")
        )
    return tuple(players)


def _read_result(raw: Any, players: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """Return the final worth by player id if the export has it. Older exports use names as keys."""
    if not isinstance(raw, dict):
        return {}
    ids = {name: id for id, name in players} | {id: id for id, _ in players}
    return {ids[key]: worth for key, worth in raw.items() if isinstance(worth, int) and key in ids}


def _read_actions(raw: Iterable[Any], names: Mapping[str, str]) -> tuple[ExportedAction, ...]:
    found: list[ExportedAction] = []
    before = count = 0
    for place, item in enumerate(raw, start=1):
        if not isinstance(item, dict) or not isinstance(item.get("type"), str):
            raise BadFileError(
                format_text(
                    "Entry {number} of the export's actions is not an action: it has no type.",
                    number=place,
                )
            )
        id = item.get("id", place)
        id = int(id) if isinstance(id, str) and id.isdecimal() and len(id) < 10 else id
        if isinstance(id, bool) or not isinstance(id, int):
            raise BadFileError(
                format_text(
                    "Entry {number} of the export's actions is numbered {id}, which is not "
                    "a number.",
                    number=place,
                    id=shorten_value(id),
                )
            )
        if id <= before:
            raise BadFileError(
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
            raise sent.bad(
                lazy_gettext("{action} contains further actions that are not valid actions.")
            )
        count += (sent.type != MESSAGE) + len(autos)
        check_length(count)
        if not item.get("skip"):
            found.append(replace(sent, autos=tuple(_sent(auto, id, names) for auto in autos)))
    return tuple(found)


def _sent(item: Mapping[str, Any], id: int, names: Mapping[str, str]) -> ExportedAction:
    entity = str(item.get("entity", ""))
    return ExportedAction(
        id=id,
        type=item["type"],
        entity=entity,
        name=names.get(entity, ""),
        kind=str(item.get("entity_type", "")),
        body=item,
    )


def standing(actions: Sequence[ExportedAction]) -> list[ExportedAction]:
    """Return the actions that stand at the end, after undo, redo and chat are resolved.

    ``undo`` removes the latest standing action and the site's actions after it. With an
    ``action_id`` it removes everything after that action. ``redo`` restores the actions of the
    latest undo, unless something else was done since. An undo without standing actions has no
    effect. Raises BadFileError for a redo without an undo.
    """
    stand: list[ExportedAction] = []
    undone: list[list[ExportedAction]] = []
    for sent in actions:
        if sent.type == UNDO:
            keep = _count_left(sent, stand)
            undone.append(stand[keep:])
            del stand[keep:]
        elif sent.type == REDO:
            if not undone:
                raise sent.bad(lazy_gettext("{action} redoes nothing: nothing has been undone."))
            stand += undone.pop()
        elif sent.type != MESSAGE:
            stand.append(sent)
            undone.clear()
    return stand


def _count_left(undo: ExportedAction, stand: Sequence[ExportedAction]) -> int:
    """Return how many standing actions an undo leaves."""
    if undo.body.get("action_id") is None:
        return max(0, len(stand) - 1)
    to = undo.number("action_id")
    return bisect_right(stand, to, key=lambda sent: sent.id)  # their numbers rise


def carried_out(actions: Iterable[ExportedAction]) -> Iterator[tuple[ExportedAction, bool]]:
    """Yield each standing action, followed by the actions that the site did for the players.

    The flag marks the last action with the same id.
    """
    for sent in actions:
        parts = (sent, *sent.autos)
        for place, part in enumerate(parts, start=1):
            yield part, place == len(parts)
