"""Our own game files: the set-up and the actions, from which a game can be rebuilt anywhere."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from companion.exchange.export import BadFile, check_length, in_words, read_bytes
from companion.languages import said, translated
from companion.rules.actions import Action, action_to_json
from companion.rules.codec import read_json
from companion.rules.entering import BadAction, read_action
from companion.rules.refusals import Refused
from companion.rules.setup import BadSetup, Setup
from companion.rules.title import RULES_VERSION
from companion.titles import load, rules_for, titles

FORMAT = "companion game"


class OwnGame(NamedTuple):
    """What such a file holds; ``version`` is that of the rules that judge it: those that played it,
    where these rules know them.
    """

    setup: Setup
    actions: list[Action]
    version: int


def game_to_json(setup: Setup, actions: Iterable[Action]) -> dict[str, Any]:
    """The file's content as plain JSON."""
    return {
        "format": FORMAT,
        "rules_version": RULES_VERSION,
        "title": setup.title,
        "players": list(setup.players),
        "options": dict(setup.options),
        "seed": setup.seed,
        "actions": [action_to_json(done) for done in actions],
    }


def write_game(file: Path, setup: Setup, actions: Iterable[Action]) -> None:
    """Write a game to a file, an action a line. Raises OSError."""
    head = game_to_json(setup, actions)
    lines = [json.dumps(done, ensure_ascii=False) for done in head.pop("actions")]
    top = json.dumps(head, ensure_ascii=False)[:-1]
    body = ",\n".join(lines)
    file.write_text(f'{top}, "actions": [\n{body}\n]}}\n', encoding="utf-8")


def is_own(raw: bytes) -> bool:
    """Does a file say of itself that it is one of ours?"""
    return f'"{FORMAT}"'.encode() in raw[:200]


def read_game(source: Path | bytes) -> OwnGame:
    """Read a game that ``write_game`` wrote and judge all of it. Raises BadFile."""
    raw = source if isinstance(source, bytes) else read_bytes(source)
    try:
        data = read_json(raw.decode("utf-8-sig"))
    except ValueError:
        raise BadFile(
            translated("This file is no game: it is no JSON, or it is cut off.")
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadFile(translated("This file is no game of the companion's own."))
    version = data.get("rules_version", RULES_VERSION)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadFile(translated("The file's rules version is no whole number from 1."))
    version = min(version, RULES_VERSION)
    setup = _setup(data, version)
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise BadFile(translated("The file holds no list of actions."))
    check_length(len(actions))
    return OwnGame(setup, list(_judged(setup, actions, version)), version)


def _setup(data: dict[str, Any], version: int) -> Setup:
    """The set-up; an older game goes on under the readings it was begun with."""
    title, players = data.get("title"), data.get("players")
    options, seed = data.get("options", {}), data.get("seed", 0)
    if (
        not isinstance(title, str)
        or not isinstance(players, list)
        or not all(isinstance(name, str) for name in players)
        or not isinstance(options, dict)
        or not isinstance(seed, int)
    ):
        raise BadFile(translated("The file's set-up lacks a title, players, options or a seed."))
    setup = Setup(title, tuple(players), options, seed)
    return load(title).as_read(setup, version) if title in titles() else setup


def _judged(setup: Setup, actions: list[Any], version: int) -> Iterable[Action]:
    """The actions, each judged by the rules of that version."""
    try:
        rules = rules_for(setup, version)
    except BadSetup as problem:
        raise BadFile(str(problem)) from None
    state = rules.start().state
    for number, item in enumerate(actions, start=1):
        try:
            if not isinstance(item, dict):
                raise BadAction(translated("it is no object."))
            done = read_action(item)
            state = rules.again(state, done).state
        except BadAction as problem:
            raise BadFile(
                said("Action {number} cannot be read: {why}", number=number, why=problem)
            ) from None
        except Refused as refused:
            kind = in_words(item["type"])
            raise BadFile(
                said(
                    "Action {number} ({kind}) is not allowed: {why}",
                    number=number,
                    kind=kind,
                    why=refused,
                )
            ) from None
        yield done
