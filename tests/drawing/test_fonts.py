"""The fonts that are served."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scripts import subset_fonts

FONTS = Path(__file__).parents[2] / "static" / "fonts"
PACKED = sorted(FONTS.glob("*.otf"))


@pytest.mark.parametrize("otf", PACKED, ids=lambda path: path.stem)
def test_packed_fonts_are_unmodified(otf: Path) -> None:
    plain, packed = TTFont(otf).reader, TTFont(otf.with_suffix(".woff2")).reader
    assert set(plain.keys()) == set(packed.keys())
    differing = {tag for tag in plain.keys() if plain[tag] != packed[tag]}  # noqa: SIM118
    assert differing <= {"head"}


@pytest.mark.parametrize("otf", PACKED, ids=lambda path: path.stem)
def test_small_fonts_are_made_from_the_published_ones_under_another_name(otf: Path) -> None:
    small = TTFont(FONTS / f"{otf.stem.replace('FiraSans', 'Companion')}.woff2")
    made = subset_fonts.make_subset(otf)
    assert small.getGlyphOrder() == made.getGlyphOrder()
    assert small["hmtx"].metrics == made["hmtx"].metrics
    names = {record.toUnicode() for record in small["name"].names if record.nameID in {1, 3, 4, 6}}
    assert names
    assert not any("Fira" in name for name in names)


def test_style_sheet_and_small_fonts_have_the_same_letters() -> None:
    text = (FONTS.parent / "css" / "shared" / "design-tokens.css").read_text()
    ranges = {" ".join(found.split()) for found in re.findall(r"unicode-range:([^;]+);", text)}
    assert len(ranges) == 1
    read = [span.strip()[2:].split("-") for span in ranges.pop().split(",")]
    assert tuple((int(span[0], 16), int(span[-1], 16)) for span in read) == subset_fonts.RANGES


def test_every_font_named_in_the_style_sheets_is_there() -> None:
    text = (FONTS.parent / "css" / "shared" / "design-tokens.css").read_text()
    named = re.findall(r"""url\(["']?\.\./fonts/([^"')]+)""", text)
    assert named
    assert all((FONTS / name).is_file() for name in named)


def test_the_licence_lies_beside_the_fonts() -> None:
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text()
