"""Faults in data files: file, line, key, what is wrong, and what would be right."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from pydantic import Discriminator, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from companion.board.tiles import DataError
from companion.titles.schema.fields import TAGS, HasPhrase, Table
from companion.titles.schema.toml_lines import Path

MOST_SHOWN = 60  # characters of a value


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a file."""

    file: str
    line: int | None
    key: str
    says: str

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        key = f", {self.key}" if self.key else ""
        return f"{self.file}{line}{key}: {self.says}"


class Places(Protocol):
    """One file or several, from which tables were read."""

    def place(self, path: Path) -> tuple[str, Mapping[Path, int], Path]:
        """Return the file that gives a value, the lines of its keys, and the path there."""


def data_error(faults: Iterable[Fault]) -> DataError:
    """Return one error that lists all of these, a line each."""
    return DataError("\n".join(map(str, faults)))


def list_faults(
    error: ValidationError,
    model: type[Table],
    file: Places,
    within: Path = (),
) -> Iterator[Fault]:
    """Yield the faults that a model found in a file, or in the table ``within`` it."""
    for each in error.errors(include_url=False, include_context=True):
        path = tuple(part for part in each["loc"] if part not in TAGS and part != "[key]")
        says = _say(each, path, model)
        name, lines, place = file.place((*within, *path))
        known = place
        while known and known not in lines:
            known = known[:-1]
        full = each["type"] == "missing" or not lines
        yield Fault(name, lines.get(known), write_key(place if full else known), says)


def write_key(path: Path) -> str:
    """Write a path as in TOML, with numbers of list items in brackets."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            plain = part.replace("_", "").replace("-", "").isalnum() and part.isascii()
            text += f".{part if plain else json.dumps(part)[:MOST_SHOWN]}"
    return text.removeprefix(".")


def _say(error: ErrorDetails, path: Path, model: type[Table]) -> str:
    kind, limits = error["type"], error.get("ctx", {})
    if kind == "fault":
        return error["msg"]
    if kind == "missing":
        return f"is missing; {_needed(model, path)} is needed"
    if kind == "extra_forbidden":
        known = ", ".join(_fields(_table_at(model, path[:-1])))
        return f"is no key here; known are {known}"
    if kind in ("too_short", "too_long"):
        count = limits["actual_length"] or len(error["input"])
        needed = (
            f"{limits['min_length']} or more"
            if kind == "too_short"
            else f"at most {limits['max_length']}"
        )
        return f"has {count}; {needed} are needed"
    needed = {
        "tuple_type": "a list",
        "list_type": "a list",
        "dict_type": "a table",
        "model_type": "a table",
    }.get(kind, error["msg"])
    return f"is {show(error['input'])}; {needed} is needed{limits.get('few', '')}"


def show(value: object) -> str:
    """Write a value of a file for a message, shortened."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        text = f"[{', '.join(show(item) for item in value[:9])}{', …' if len(value) > 9 else ''}]"
    elif isinstance(value, bool | int | float | str):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    text = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _table_at(model: type[Table], path: Path) -> type[Table]:
    for part in path:
        inner = _table_in(_fields(model)[part].annotation) if part in _fields(model) else None
        model = inner or model
    return model


def _table_in(annotation: Any) -> type[Table] | None:
    """Return the model in a type, such as the items of a list."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
        return annotation
    found = (_table_in(inner) for inner in get_args(annotation))
    return next(filter(None, found), None)


def _fields(model: type[Table]) -> dict[Any, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _needed(model: type[Table], path: Path) -> str:
    field = _fields(_table_at(model, path[:-1])).get(path[-1])
    return needed(field) if field else "a value"


def needed(field: FieldInfo) -> str:
    """Return the words for the values of a field."""
    for found in (*reversed(field.metadata), field.discriminator):
        if isinstance(found, HasPhrase) and found.phrase:
            return found.phrase
        if isinstance(found, Discriminator) and found.custom_error_message:
            return found.custom_error_message
    return "a table" if _table_in(field.annotation) else "a value"
