"""Tables of figures that help with a choice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """A small table of display texts.

    ``head`` is its heading, ``columns`` are the column headings. Each row has a label and one
    figure for each column.
    """

    head: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
