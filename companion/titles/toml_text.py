"""TOML from tables of plain values, for titles that are made in the app."""

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile("[A-Za-z0-9_-]+")


def write_toml(tables: Mapping[str, Any]) -> str:
    """Return tables as TOML: plain values first, then a section for each table.

    Values are texts, whole numbers, truth values, lists and tables; None is left out.
    """
    own = {key: value for key, value in tables.items() if value is not None}
    lines = [f"{_key(k)} = {_value(v)}" for k, v in own.items() if not _is_section(v)]
    for key, value in own.items():
        if isinstance(value, dict):
            lines += ["", f"[{_key(key)}]", *_pairs(value)]
        elif _is_section(value):
            for table in value:
                lines += ["", f"[[{_key(key)}]]", *_pairs(table)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_section(value: Any) -> bool:
    """Return whether it is a table, or a list of tables."""
    listed = isinstance(value, list) and bool(value)
    return isinstance(value, dict) or (listed and all(isinstance(each, dict) for each in value))


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(k)} = {_value(v)}" for k, v in table.items() if v is not None]


def _key(key: object) -> str:
    text = str(key)
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _value(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(_pairs(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(value)
