"""The PDF of a report's HTML, with the fonts of the screens. Needs Pango.

WeasyPrint is imported for the first report only, so that the rest works without its libraries.
"""

import atexit
import contextlib
import logging
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

from companion.gc_pause import pause_gc
from companion.progress import report
from companion.reporting import drawing_texts
from companion.reporting.report_html import REPORTS
from companion.system_dependencies import opened_by_file_names, pdf_problem

BLANKS = re.compile(r"[ \t\r\n]+")
# a blank at the edge of a cell is invisible, but a line that ends with one is laid out twice
EDGES = re.compile(r" ?(</?(?:section|header|table|col|colgroup|thead|tbody|tr|th|td)\b[^>]*>) ?")
# no line begins with a middle dot, a dash or an arrow, or with what belongs to the word before it
WHOLE = re.compile(r"(<(?:title|th)\b[^>]*>[^<]*<)| (?=[·–→] )|(?<=→) |(?<=[A-Z]) (?=\d)")
TAGGED = "pdf/ua-1"
ALWAYS = ("elements", "report")  # the style sheets of every report
LAID_OUT = 0.75  # the part of the work that is done when all pages are laid out
# characters missing in the condensed font, by the style sheet that has them
BESIDE = {
    "extra-alphabets": re.compile(
        "[ıĈĉĜĝĤĥĲĳĴĵŜŝŬŭƏəẞ\u01c4-\u01cc\u0370-\u058f\u10a0-\u10ff\u1c90-\u1cbf\u1f00-\u1fff]"
    ),
    "emoji": re.compile("[\u231a-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"),
}
_printing = threading.Lock()  # all reports share the style sheets and fonts


class PangoMissingError(Exception):
    """This computer cannot make PDFs. The message says what is missing and how to get it."""


@cache
def _style() -> tuple[tuple[Any, ...], Any]:
    """Return the style sheets and their fonts. They are read once. Raises PangoMissingError."""
    if problem := pdf_problem():
        raise PangoMissingError(problem)
    with opened_by_file_names():
        from weasyprint import CSS
        from weasyprint.text.fonts import FontConfiguration

    drawing_texts.install()
    atexit.register(_forget)  # fonts must be released before Python shuts down
    fonts = FontConfiguration()
    sheets = (CSS(filename=REPORTS / f"{name}.css", font_config=fonts) for name in ALWAYS)
    return tuple(sheets), fonts


@cache
def _extra_style(name: str) -> Any:
    """Return a style sheet for characters that few names have, with its fonts."""
    from weasyprint import CSS

    return CSS(filename=REPORTS / f"{name}.css", font_config=_style()[1])


def _forget() -> None:
    drawing_texts.forget()
    _extra_style.cache_clear()
    _style.cache_clear()


def warm_up() -> None:
    """Load style sheets and fonts before the first report, if PDFs can be made at all."""
    with _printing, contextlib.suppress(PangoMissingError):
        _style()


def print_pdf(html: str, done: float = 0.0) -> bytes:
    """Return the PDF of a report's HTML, tagged for screen readers as PDF/UA-1.

    Raises PangoMissingError.

    Only the HTML and the style sheets are read. Progress is reported from ``done`` on, the part of
    the work done before.
    """
    with _report_pages(html, done):
        return cast(bytes, lay_out(html, lambda laid: laid.write_pdf(pdf_variant=TAGGED)))


class _Pages(logging.Handler):
    """A log handler that receives the number of each page that WeasyPrint lays out."""

    def __init__(self, expected: int, done: float) -> None:
        super().__init__()
        self.expected, self.done, self.pages = expected, done, 0

    def emit(self, record: logging.LogRecord) -> None:
        if "Page" in record.getMessage():
            self.pages += 1
            report(self.done + (LAID_OUT - self.done) * min(self.pages / self.expected, 1))


@contextlib.contextmanager
def _report_pages(html: str, done: float) -> Iterator[None]:
    """Report the progress of the pages. Their total is an estimate."""
    expected = 6 + html.count('class="leaf') + html.count('class="round') // 3
    log, heard = logging.getLogger("weasyprint.progress"), _Pages(expected, done)
    level = log.level
    log.setLevel(logging.INFO)
    log.addHandler(heard)
    try:
        yield
    finally:
        log.removeHandler(heard)
        log.setLevel(level)


def lay_out(html: str, then: Callable[[Any], Any]) -> Any:
    """Lay out the report and return the result of ``then`` for WeasyPrint's document."""
    # a third of the HTML is only indentation
    short = EDGES.sub(r"\1", BLANKS.sub(" ", html))
    short = WHOLE.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}", short)
    with _printing:
        always, fonts = _style()
        sheets = [
            *always,
            *(_extra_style(name) for name, some in BESIDE.items() if some.search(short)),
        ]
        from companion.reporting.weasyprint_page import OfflinePage

        page = OfflinePage(short)
        with pause_gc():  # the layout creates millions of boxes
            return then(page.render(stylesheets=sheets, font_config=fonts))
