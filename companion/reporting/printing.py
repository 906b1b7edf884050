"""From the moments of a game to its PDF."""

from collections.abc import Iterable

from companion.reporting.chronicle import gather
from companion.reporting.document import report_html
from companion.reporting.moments import Moment
from companion.reporting.pdf import print_pdf
from companion.rules.rules import Rules


def printed(rules: Rules, moments: Iterable[Moment], paper: str = "a4") -> bytes:
    """The PDF of a game's report. Raises NoPango."""
    return print_pdf(report_html(gather(rules, moments), paper))
