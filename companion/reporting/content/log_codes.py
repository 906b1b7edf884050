"""The codes on the rebuild sheet: the whole log of a game, as squares that a photograph shows."""

from io import BytesIO
from typing import Any, NamedTuple

import segno

from companion.exchange.files.paper_file import split_parts
from companion.languages import format_text, gettext
from companion.titles.packs import mark_in

SIDE = 86.0  # mm, with the white border: two stand side by side
BORDER = 4  # modules
MANY = 4  # more codes than these are remarked


class LogCode(NamedTuple):
    """A code: its caption, its drawing as SVG, and the width of its smallest square in mm."""

    says: str
    svg: str
    module: float


def draw_codes(packed: bytes) -> list[LogCode]:
    """Return the codes of a packed game, in order."""
    parts = split_parts(packed)
    return [
        _draw(format_text("Code {number} of {count}", number=number, count=len(parts)), part)
        for number, part in enumerate(parts, 1)
    ]


def describe_codes(packed: bytes, title: str) -> dict[str, Any]:
    """Return the codes of a packed game of that title for a page; none if nothing is packed."""
    codes, pack = draw_codes(packed) if packed else [], mark_in(title)
    return {"codes": codes, "code_texts": explain_codes(len(codes), pack), "pack": pack}


def explain_codes(count: int, pack: str) -> list[str]:
    """Return the sentences about the codes. ``pack`` is the mark of the title's pack, or "".

    With a pack, its mark follows the last sentence.
    """
    found = [
        gettext("Photograph the codes, one after another or several at once."),
        gettext("Then choose “From paper” beside Import, on the list of games."),
        gettext("The game goes on as it is here."),
    ]
    if count > MANY:
        found.append(
            format_text("This log is too long for four codes. It takes {count}.", count=count)
        )
    if pack:
        found.append(
            gettext("The title comes from a pack, which is needed too. The SHA-256 of its data is:")
        )
    return found


def _draw(says: str, part: bytes) -> LogCode:
    code, drawn = segno.make(part, error="m", mode="byte", micro=False), BytesIO()
    code.save(
        drawn,
        kind="svg",
        border=BORDER,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    module = SIDE / code.symbol_size(border=BORDER)[0]
    return LogCode(says, drawn.getvalue().decode(), module)
