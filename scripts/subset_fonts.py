"""Make the small fonts of the screens from the published ones.

Each holds the letters and figures that most tables need. It has another name, because the licence
reserves the name of the published font for unchanged copies. A letter that is missing comes from
the published font, which a browser loads only then.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "static" / "fonts"
PUBLISHED, FAMILY = "Fira Sans Condensed", "Companion Condensed"
WEIGHTS = ("Regular", "Medium", "SemiBold")
# as in design-tokens.css
RANGES = (
    (0x20, 0x7E),
    (0xA0, 0xFF),
    (0x132, 0x133),
    (0x192, 0x192),
    (0x1E9E, 0x1E9E),
    (0x2010, 0x2027),
    (0x2030, 0x203A),
    (0x20AC, 0x20AC),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x2260, 0x2265),
)
FEATURES = ["kern", "liga", "locl", "lnum", "tnum", "smcp", "c2sc"]


def make_subset(published: Path) -> TTFont:
    """Return the small font of a published one."""
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = ["*"]
    options.flavor = "woff2"
    font = TTFont(published, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
    subsetter.subset(font)
    rename(font)
    font.flavor = "woff2"
    return font


def rename(font: TTFont) -> None:
    """Replace the reserved name; copyright and licence keep theirs."""
    short, old_short = FAMILY.replace(" ", ""), PUBLISHED.replace(" ", "")
    for record in font["name"].names:
        text = record.toUnicode()
        if record.nameID not in {0, 7, 8, 9, 10, 11, 12, 13, 14}:
            record.string = text.replace(PUBLISHED, FAMILY).replace(old_short, short)
    table = font["CFF "].cff
    table.fontNames = [name.replace(old_short, short) for name in table.fontNames]
    for top in table:
        for key, text in top.rawDict.items():
            if isinstance(text, str) and "Notice" not in key and "Copyright" not in key:
                top.rawDict[key] = text.replace(PUBLISHED, FAMILY)


def main() -> None:
    """Write the small fonts beside the published ones."""
    for weight in WEIGHTS:
        font = make_subset(FONTS / f"FiraSansCondensed-{weight}.otf")
        font.save(FONTS / f"CompanionCondensed-{weight}.woff2")


if __name__ == "__main__":
    main()
