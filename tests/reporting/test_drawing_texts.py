"""The words of drawings: each line is set at once, where it belongs."""

from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from companion import system_dependencies
from companion.reporting.pdf import print_pdf

pytestmark = pytest.mark.skipif(
    system_dependencies.pdf_problem() is not None, reason="Pango is not on this computer"
)
LINES = {"start": "flush left", "middle": "in the middle", "end": "flush right"}


def drawing() -> str:
    """Three lines at one x, each on the other side of it."""
    words = "".join(
        f'<text x="100" y="{20 * place}" text-anchor="{anchor}">{line}</text>'
        for place, (anchor, line) in enumerate(LINES.items(), 1)
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80" width="200px" height="80px">'
        f'<g font-family="Fira Sans Condensed" font-size="12" fill="#13202a">{words}</g></svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def test_each_line_is_whole_and_on_its_side_of_its_place() -> None:
    page = f'<html lang="en"><body><img alt="lines" src="{drawing()}"/></body></html>'
    (printed,) = PdfReader(BytesIO(print_pdf(page))).pages
    begins: dict[str, float] = {}

    def see(text: str, place: Any, matrix: Any, *_: object) -> None:
        for line in LINES.values():
            if line in text:
                begins[line] = place[0] * matrix[4] + place[4]

    printed.extract_text(visitor_text=see)
    left, middle, right = (begins[line] for line in LINES.values())
    assert right < middle < left
