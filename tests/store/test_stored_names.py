"""Stored names stay: ``stored_names.json`` lists every name that games have on disk.

Usage: PYTHONPATH=. python tests/store/test_stored_names.py writes the list again.
"""

import ast
import json
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from sqlmodel import SQLModel

import companion.store.games.game_store  # noqa: F401  (its tables)
from companion.rules.core.actions import ACTIONS
from companion.rules.core.rounds import Round
from companion.rules.core.state import State
from companion.rules.core.vocabulary import EventWords, Vocabulary
from companion.rules.data.codec import TYPE_KEY, stored_kinds
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.words.shared import SHARED
from companion.store.clock import events as events_of_clocks
from companion.store.clock.clock_state import HOLDS
from companion.store.clock.settings import EFFECTS, ClockSettings
from companion.store.history import hash_journal, records
from companion.titles import titles

LIST = Path(__file__).with_name("stored_names.json")
COMPANION = Path(__file__).resolve().parents[2] / "companion"
LINKS = (
    *(
        hash_journal.BEGIN,
        hash_journal.PLAY,
        hash_journal.UNDO,
        hash_journal.REDO,
        hash_journal.CORRECTION,
    ),
    *(hash_journal.COUNT, hash_journal.PUT_BACK, hash_journal.REPAIR),
)
KINDS = ("refusals", "actions", "steps", "memos", "divisions", "debts", "chances")
ADVICE = (
    "Names on disk have changed. After 1.0 a stored name never changes. Another name needs a"
    " migration, and another meaning needs a new version of the rules. New"
    f" names are added to the list by: PYTHONPATH=. python tests/store/{Path(__file__).name}"
)


def field_names(cls: Any) -> list[str]:
    return [field.name for field in fields(cls)]


def own_classes(named: Any) -> dict[str, Any]:
    """Return the classes of the companion; tests register others."""
    return {k: cls for k, cls in sorted(named.items()) if cls.__module__.startswith("companion.")}


def words_of(vocabulary: Vocabulary) -> dict[str, list[str]]:
    return {kind: sorted(getattr(vocabulary, kind)) for kind in KINDS}


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the text that an expression may be: one constant, or either of two."""
    if isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def dict_keys(scope: ast.AST, name: str) -> Iterator[str]:
    """Yield the keys of the dicts that a function assigns to a variable."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            found, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            found, value = node.target, node.value
        else:
            continue
        if isinstance(found, ast.Name) and found.id == name and isinstance(value, ast.Dict):
            yield from (key for one in value.keys if one for key in constants(one))
        elif isinstance(found, ast.Subscript) and getattr(found.value, "id", "") == name:
            yield from constants(found.slice)


def facts_of(call: ast.Call, scope: ast.AST) -> Iterator[str]:
    """Yield the facts in a call that tells an event, as far as the code names them."""
    named = [keyword.arg for keyword in call.keywords if keyword.arg]
    yield from named
    mappings = [keyword.value for keyword in call.keywords if keyword.arg is None]
    for value in (*mappings, *call.args):
        if isinstance(value, ast.Dict):
            yield from (key for one in value.keys if one for key in constants(one))
            mappings += [v for k, v in zip(value.keys, value.values, strict=True) if k is None]
        elif isinstance(value, ast.Name):
            yield from dict_keys(scope, value.id)


@cache
def calls() -> list[tuple[str, ast.Call, ast.AST]]:
    """Return all calls in the rules: the name of the function, the call, and what it stands in."""
    found: list[tuple[str, ast.Call, ast.AST]] = []
    for file in (*(COMPANION / "rules").rglob("*.py"), *(COMPANION / "titles").rglob("*.py")):
        for scope in ast.walk(ast.parse(file.read_text())):
            if isinstance(scope, ast.FunctionDef):
                made = [node for node in ast.walk(scope) if isinstance(node, ast.Call)]
                found += [(function_name(call), call, scope) for call in made]
    return found


def function_name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def told_events() -> Iterator[tuple[str, set[str]]]:
    """Yield each kind of event that the rules tell, with the facts that the call names."""
    for name, call, scope in calls():
        if name in ("tell", "tell_correction", "Event"):
            for kind in (kind for arg in call.args for kind in constants(arg)):
                yield kind, set(facts_of(call, scope))


def written_facts(words: EventWords) -> set[str]:
    """Return the names in the sentences of an event: facts, and words of the title."""
    parts = (words.fate, words.again, words.together)
    texts = [words.says, words.after, words.usual, words.milestone]
    texts += [part.says for part in parts if part is not None]
    texts += [words.together.each] if words.together else []
    found = {name for text in texts for _, name, _, _ in Formatter().parse(text or "")}
    return {name for name in found - {"all"} if name}


def events(words: Mapping[str, EventWords], names: Container[str]) -> dict[str, list[str]]:
    """Return the facts of each kind of event; ``names`` are words of titles, and no facts."""
    found = {
        kind: {name for name in written_facts(own) if name.lower() not in names}
        for kind, own in words.items()
    }
    for kind, facts in told_events():
        if kind in found:
            found[kind] |= facts
    return {kind: sorted(facts) for kind, facts in sorted(found.items())}


def effects() -> list[str]:
    """Return the kinds of effects of chances, which questions keep."""
    made = [call.args[0] for name, call, _ in calls() if name == "ChanceEffect"]
    return sorted({kind for arg in made for kind in constants(arg)})


def stored_names() -> dict[str, Any]:
    """Return all names under which games are stored."""
    made = {
        slug: title.rules(Setup(slug, ("Ann", "Bob", "Cleo")))
        for slug, title in sorted(titles().items())
        if title.package.startswith("companion.")
    }
    values, shared = own_classes(stored_kinds()), words_of(SHARED)
    named = {name for rules in made.values() for name in rules.words.names}

    def of_title(rules: Rules) -> dict[str, Any]:
        own = words_of(rules.vocabulary)
        told = rules.vocabulary.events
        return {
            "options": {option.key: option.kind for option in rules.data.options},
            **{kind: sorted({*names} - {*shared[kind]}) for kind, names in own.items()},
            "events": events({k: told[k] for k in told if k not in SHARED.events}, named),
        }

    return {
        "tag": TYPE_KEY,
        "tables": {
            table.name: {column.name: str(column.type) for column in table.columns}
            for table in SQLModel.metadata.sorted_tables
        },
        "statuses": [records.STANDING, records.UNDONE, records.DROPPED, records.CORRECTED],
        "links": list(LINKS),
        "clock": {
            "events": list(events_of_clocks.KINDS),
            "turn": field_names(events_of_clocks.Turn),
            "settings": field_names(ClockSettings),
            "effects": list(EFFECTS),
            "holds": list(HOLDS),
        },
        "state": field_names(State),
        "values": {name: field_names(cls) for name, cls in values.items()},
        "rounds": {name: cls.kind for name, cls in values.items() if issubclass(cls, Round)},
        "actions": {name: field_names(cls) for name, cls in own_classes(ACTIONS).items()},
        "effects": effects(),
        "shared": {**shared, "events": events(SHARED.events, named)},
        "titles": {slug: of_title(rules) for slug, rules in made.items()},
    }


def lines(names: Any, path: str = "") -> set[str]:
    """Return each name as a line with its path."""
    if isinstance(names, dict):
        return {line for key, inner in names.items() for line in lines(inner, f"{path}/{key}")}
    listed = names if isinstance(names, list) else [names]
    return {path, *(f"{path}: {name}" for name in listed)}


def test_stored_names_stay() -> None:
    kept, now = lines(json.loads(LIST.read_text())), lines(stored_names())
    changes = [*(f"- {line}" for line in kept - now), *(f"+ {line}" for line in now - kept)]
    assert not changes, "\n".join([ADVICE, *sorted(changes, key=lambda line: line[2:])])


def written(names: Any, indent: str = "") -> str:
    """Return the list as JSON in which each list stands on one line."""
    if not isinstance(names, dict) or not names:
        return json.dumps(names, ensure_ascii=False)
    deeper = indent + " "
    parts = (f"{deeper}{json.dumps(key)}: {written(names[key], deeper)}" for key in names)
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


if __name__ == "__main__":
    LIST.write_text(written(stored_names()) + "\n")
