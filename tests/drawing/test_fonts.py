"""The fonts that are served."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FONTS = Path(__file__).parents[2] / "static" / "fonts"
PACKED = sorted(FONTS.glob("*.otf"))


@pytest.mark.parametrize("otf", PACKED, ids=lambda path: path.stem)
def test_packed_fonts_are_unmodified(otf: Path) -> None:
    font = pytest.importorskip("fontTools.ttLib").TTFont
    plain, packed = font(otf).reader, font(otf.with_suffix(".woff2")).reader
    assert set(plain.keys()) == set(packed.keys())
    differing = {tag for tag in plain.keys() if plain[tag] != packed[tag]}  # noqa: SIM118
    assert differing <= {"head"}


def test_every_font_named_in_the_style_sheets_is_there() -> None:
    text = (FONTS.parent / "css" / "shared" / "design-tokens.css").read_text()
    named = re.findall(r"""url\(["']?\.\./fonts/([^"')]+)""", text)
    assert named
    assert all((FONTS / name).is_file() for name in named)


def test_the_licence_lies_beside_the_fonts() -> None:
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text()
