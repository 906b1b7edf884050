"""Sheets: figures beside a choice, by which it is decided."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A small table, in words as they are shown: ``head`` stands over it, ``columns`` over its
    figures; a row is what it is about, and a figure for each column.
    """

    head: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
