"""From the moments of a game to its PDF."""

from collections.abc import Iterable

from companion.reporting.chronicle import gather
from companion.reporting.document import report_html
from companion.reporting.moments import Moment
from companion.reporting.pdf import print_pdf
from companion.reporting.wanted import WHOLE, Wanted
from companion.rules.rules import Rules


def printed(
    rules: Rules, moments: Iterable[Moment], paper: str = "a4", wanted: Wanted = WHOLE
) -> bytes:
    """The PDF of a game's report, with what is ``wanted`` of it. Raises NoPango."""
    return print_pdf(report_html(gather(rules, moments), paper, wanted))
