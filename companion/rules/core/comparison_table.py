"""Tables of figures that help with a choice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """A small table of display texts.

    ``head`` is its heading, ``columns`` are the column headings. Each row has a label and one
    figure for each column. ``cells`` are the ids of the market's cells that it is about.
    """

    head: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    cells: tuple[str, ...] = ()
