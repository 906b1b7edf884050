"""From the moments of a game to its PDF."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.progress import come
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import Moment
from companion.reporting.content.sections import WHOLE, Wanted
from companion.reporting.document import report_html, sheet_html
from companion.reporting.pdf import print_pdf
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules

if TYPE_CHECKING:
    from companion.reporting.content.proof import Proof

GATHERED, WRITTEN = 0.1, 0.2  # of the work: until the game is gathered, until it is written down


def print_report(
    rules: Rules,
    moments: Iterable[Moment],
    paper: str = "a4",
    wanted: Wanted = WHOLE,
    proof: "Proof | None" = None,
) -> bytes:
    """The PDF of a game's report, with what is ``wanted`` of it, and what the store knows of the
    game where it lies in one. Raises NoPango.
    """
    come(0)
    chronicle = gather(rules, moments)
    come(GATHERED)
    if wanted.sheet:
        return printed_sheet(rules, chronicle.state, paper)
    html = report_html(chronicle, paper, wanted, proof)
    come(WRITTEN)
    return print_pdf(html, WRITTEN)


def printed_sheet(rules: Rules, state: State, paper: str = "a4") -> bytes:
    """The PDF of what it takes to set the table up again. Raises NoPango."""
    return print_pdf(sheet_html(rules, state, paper))
