"""Patches: changes that options and numbers of players make to the tables of a title's data."""

from collections.abc import Mapping
from typing import Any

NAMES = ("symbol", "name", "key")  # the keys by which a table of a list is named


def patch_tables(tables: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with the values of the patch in place of theirs.

    The tables of a list are named by their symbol or name: ``trains.6.count``. A table that the
    list does not have is added to it with that name. The value false removes a table of a list.
    """
    changed = dict(tables)
    for key, value in patch.items():
        old = tables.get(key)
        if isinstance(old, list) and isinstance(value, Mapping):
            changed[key] = _patch_list(old, value)
        elif isinstance(value, Mapping) and isinstance(old, Mapping):
            changed[key] = patch_tables(old, value)
        else:
            changed[key] = value
    return changed


def _patch_list(tables: list[Any], patch: Mapping[str, Any]) -> list[Any]:
    changed = list(tables)
    for name, value in patch.items():
        places = [
            place
            for place, table in enumerate(changed)
            if isinstance(table, Mapping) and name in (table.get(key) for key in NAMES)
        ]
        whole = isinstance(value, Mapping)  # whatever else it is, the schema finds fault with it
        if value is False and places:
            changed = [table for place, table in enumerate(changed) if place not in places]
            continue
        for place in places:
            changed[place] = patch_tables(changed[place], value) if whole else value
        if not places:
            changed.append({"name": name, **value} if whole else value)
    return changed
