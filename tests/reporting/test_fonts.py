"""The fonts of the report: those of the screens, unpacked and otherwise untouched."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import woff2

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "static" / "fonts"


@pytest.mark.parametrize("ttf", sorted(FONTS.glob("*.ttf")), ids=lambda file: file.stem)
def test_unpacked_fonts_are_unmodified(ttf: Path) -> None:
    unpacked = BytesIO()
    woff2.decompress(ttf.with_suffix(".woff2"), unpacked)
    assert unpacked.getvalue() == ttf.read_bytes()


def test_every_font_the_report_names_is_there() -> None:
    css = (ROOT / "reports" / "report.css").read_text(encoding="utf-8")
    named = [part.split(")")[0] for part in css.split("url(../static/fonts/")[1:]]
    assert len(named) == 5
    assert all((FONTS / name).is_file() for name in named)
