"""Conversion of a game's moments to the HTML of its report, and to the PDF."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.progress import report
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import ReportMoment
from companion.reporting.content.sections import OF_BOARDS, WHOLE, Wanted
from companion.reporting.pdf import print_pdf
from companion.reporting.report_html import report_html
from companion.rules.judge.rules import Rules

if TYPE_CHECKING:
    from companion.reporting.content.edits_and_counts import Proof

GATHERED, WRITTEN = 0.1, 0.2  # parts of the work: game gathered, HTML rendered


def print_report(
    rules: Rules,
    moments: Iterable[ReportMoment],
    paper: str = "a4",
    wanted: Wanted = WHOLE,
    proof: "Proof | None" = None,
) -> bytes:
    """Return the PDF of a game's report. Raises PangoMissingError. See :func:`write_report`."""
    return print_pdf(write_report(rules, moments, paper, wanted, proof), WRITTEN)


def write_report(
    rules: Rules,
    moments: Iterable[ReportMoment],
    paper: str = "a4",
    wanted: Wanted = WHOLE,
    proof: "Proof | None" = None,
) -> str:
    """Return the HTML of a game's report.

    ``wanted`` selects the content, ``proof`` adds the store's records of a stored game.
    """
    report(0)
    chronicle = gather(rules, moments)
    report(GATHERED)
    if not rules.data.has_map:
        missing = {"map"} if rules.data.has_board else OF_BOARDS
        wanted = replace(wanted, left_out=wanted.left_out | missing)
    html = report_html(chronicle, paper, wanted, proof)
    report(WRITTEN)
    return html
