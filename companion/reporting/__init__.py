"""The report of a game on paper: gathered from the log, poured into reports/, printed as a PDF."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.store.shelf import Shelf


def report_pdf(shelf: "Shelf", game: int, paper: str = "a4") -> bytes:
    """The report of a stored game, finished or running, for "a4" or "letter" paper.

    Raises NoGame, CannotRebuild, and :class:`companion.reporting.pdf.NoPango`.
    """
    from companion.reporting import moments
    from companion.reporting.printing import printed

    return printed(*moments.stored(shelf, game), paper)


def report_command(game: str, out: Path, paper: str = "a4") -> int:
    """`companion report`: write the report of a stored game or of a file; 0 when written."""
    from companion.reporting.command import write_report

    return write_report(game, out, paper)
