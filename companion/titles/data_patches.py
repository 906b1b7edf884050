"""Patches: changes that editions, options and numbers of players make to a title's tables."""

from collections.abc import Iterator, Mapping
from typing import Any

NAMES = ("symbol", "name", "key")  # the keys by which a table of a list is named
WITHOUT = "without"  # the key of the names of tables that a patch removes from a list
Path = tuple[str | int, ...]


def patch_tables(tables: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with the values of the patch in place of theirs.

    The tables of a list are named by their symbol or name: ``trains.6.count``. A table that the
    list does not have is added to it with that name. The value false removes a table of a list, as
    does its name under ``without``.
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
    removed = patch.get(WITHOUT)
    if isinstance(removed, list):
        known = [name for table in tables for name in _names(table)]
        changed = [table for table in tables if not any(n in removed for n in _names(table))]
        changed += [name for name in removed if name not in known]  # the schema finds fault
    for name, value in patch.items():
        if name == WITHOUT:
            continue
        places = [place for place, table in enumerate(changed) if name in _names(table)]
        whole = isinstance(value, Mapping)  # whatever else it is, the schema finds fault with it
        if value is False and places:
            changed = [table for place, table in enumerate(changed) if place not in places]
            continue
        for place in places:
            changed[place] = patch_tables(changed[place], value) if whole else value
        if not places:
            changed.append({"name": name, **value} if whole else value)
    return changed


def _names(table: Any) -> list[Any]:
    return [table[key] for key in NAMES if key in table] if isinstance(table, Mapping) else []


def find_absent(tables: Any, patch: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    """Yield the paths in a patch of tables that it removes from lists which do not have them."""
    for key, value in patch.items():
        old = _child(tables, key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            yield from find_absent(old, value, (*path, key))
        elif isinstance(value, Mapping) and isinstance(old, list):
            known = [name for table in old for name in _names(table)]
            removed = (name for name, kept in value.items() if kept is False)
            yield from ((*path, key, name) for name in removed if name not in known)


def find_in_patch(tables: Any, patch: Any, path: Path) -> Path | None:
    """Return where a patch gives the value at a path of the patched tables; None if it does not.

    A key that is missing in a table that the patch gives or changes is one of the patch.
    """
    written: Path = ()
    for part in path:
        tables = _child(tables, part)
        if isinstance(part, int) and isinstance(patch, Mapping):
            equal = [name for name, value in patch.items() if value == tables]
            names = _names(tables) if isinstance(tables, Mapping) else [*equal, WITHOUT]
            part = next((name for name in names if name in patch), "")
        if isinstance(patch, Mapping) and part not in patch:
            return (*written, part) if written and tables is None else None
        patch, written = _child(patch, part), (*written, part)
    return written


def find_before_patch(tables: Any, base: Any, path: Path) -> Path:
    """Return the path of an untouched value before the patch, which may have moved items."""
    written: Path = ()
    for part in path:
        tables = _child(tables, part)
        if isinstance(base, list):
            part = next((n for n, item in enumerate(base) if item is tables), part)
        base, written = _child(base, part), (*written, part)
    return written


def _child(tables: Any, part: str | int) -> Any:
    try:
        return tables[part]
    except (LookupError, TypeError):
        return None
