"""A report's HTML as WeasyPrint lays it out, read as the XML that it is too.

WeasyPrint reads HTML as browsers do, whatever is wrong with it, which takes as long as to print two
pages; and its own style sheet gives each element the styles of five parts that none of ours has.
What ours are by themselves stands in reports/elements.css.
"""

import re
from typing import Any
from xml.etree import ElementTree

from cssselect2 import ElementWrapper  # WeasyPrint stands on it
from weasyprint import HTML
from weasyprint.urls import URLFetcher

# what XML has no place for; names of games of before may hold some of it
NO_LETTERS = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Page(HTML):  # type: ignore[misc]
    """HTML without a mistake, which asks for nothing from anywhere."""

    def __init__(self, html: str) -> None:
        root = ElementTree.fromstring(NO_LETTERS.sub("", html))
        self.base_url = None
        self.url_fetcher = URLFetcher(allowed_protocols={"data"})
        self.media_type = "print"
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = root

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
        return []
