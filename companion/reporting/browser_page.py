"""A report as a page that the browser shows and prints, for computers that cannot make PDFs."""

import re
from html import escape

from companion.languages import gettext
from companion.reporting.report_html import REPORTS

SHEETS = ("elements", "report", "screen")
# Fonts of the screens; other letters are in fonts that the browser has itself.
_FONT = re.compile(r'url\("\.\./static/')


def make_page(html: str, reason: str) -> bytes:
    """Return a report's HTML with its styles, and with a box that says how to print it.

    ``reason`` says why there is no PDF. The box is not printed.
    """
    styles = "\n".join((REPORTS / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    head = "<style>" + _FONT.sub('url("/static/', styles) + "</style>"
    says = gettext("Print this page with your browser, which can also save it as a PDF.")
    box = f'<div class="print-hint"><p><b>{escape(says)}</b></p><p>{escape(reason)}</p></div>'
    page = html.replace("<style>", f"{head}<style>", 1)
    return re.sub(r"(<body\b[^>]*>)", lambda body: body[0] + box, page, count=1).encode()
