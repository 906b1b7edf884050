"""A report's HTML for WeasyPrint, parsed as XML.

WeasyPrint parses HTML as tolerantly as browsers do, which takes as long as printing two pages. Its
own style sheet gives each element the styles of five parts that our elements do not have. The
default styles of our elements are in reports/elements.css.
"""

import re
from typing import Any
from xml.etree import ElementTree

from cssselect2 import ElementWrapper  # a dependency of WeasyPrint
from weasyprint import HTML
from weasyprint.urls import URLFetcher

# characters that XML does not allow; names in old games may have some
NO_LETTERS = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class OfflinePage(HTML):  # type: ignore[misc]
    """Well-formed HTML that loads nothing from outside."""

    def __init__(self, html: str) -> None:
        root = ElementTree.fromstring(NO_LETTERS.sub("", html))
        self.base_url = None
        self.url_fetcher = URLFetcher(allowed_protocols={"data"})
        self.media_type = "print"
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = root

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
        return []
