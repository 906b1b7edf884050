"""Our own files of before: the set-up, and the actions that stood, to play again.

{"format": "companion game", "title": ..., "players": [...], "options": {...}, "seed": ...,
"rules_version": ..., "actions": [...]}
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.exchange.export import BadFile, check_length, in_words
from companion.languages import said, translated
from companion.rules.actions import Action
from companion.rules.entering import BadAction, read_action
from companion.rules.refusals import Refused
from companion.rules.setup import BadSetup, Setup
from companion.rules.title import RULES_VERSION
from companion.titles import load, rules_for, titles


class OwnGame(NamedTuple):
    """What such a file holds; ``version`` is that of the rules that judge it: those that played it,
    where these rules know them.
    """

    setup: Setup
    actions: list[Action]
    version: int


def read_game(data: Mapping[str, Any]) -> OwnGame:
    """Read what is in such a file, and judge all of it. Raises BadFile."""
    version = data.get("rules_version", RULES_VERSION)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadFile(translated("The file's rules version is no whole number from 1."))
    if version > RULES_VERSION:
        raise BadFile(
            said(
                "It was played on by a newer companion, under version {theirs} of the rules; this"
                " one has version {ours}. Update the companion.",
                theirs=version,
                ours=RULES_VERSION,
            )
        )
    setup = _setup(data, version)
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise BadFile(translated("The file holds no list of actions."))
    check_length(len(actions))
    return OwnGame(setup, list(_judged(setup, actions, version)), version)


def _setup(data: Mapping[str, Any], version: int) -> Setup:
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
