"""Import from paper: a game comes back from photographs of the codes on its rebuild sheet.

Each page keeps the parts read so far in its form. So several photographs can follow one another,
and nothing is stored before the game is whole.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.exchange.files.paper_file import (
    MOST_PARTS,
    Part,
    join_parts,
    read_part,
    store_packed,
    write_part,
)
from companion.exchange.files.photographs import find_codes, reading_problem
from companion.exchange.games_18xx.export_file import BadFileError
from companion.languages import format_text, gettext
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.library.games import note_host
from companion.web.render.addresses import address_of_turn
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("paper_import", __name__)

MOST_PHOTOGRAPHS = 12  # in one form


class FoundParts:
    """The parts of one game that have been read, and what was wrong with photographs."""

    def __init__(self, kept: str) -> None:
        self.parts: dict[int, Part] = {}
        self.notes: list[str] = []
        for text in kept.split()[:MOST_PARTS]:
            try:
                self._add(b64decode(text, validate=True))
            except ValueError:
                continue

    @property
    def count(self) -> int:
        """The number of parts that the game has; 0 if none has been read."""
        return next((part.total for part in self.parts.values()), 0)

    @property
    def missing(self) -> list[int]:
        """The numbers of the parts that have not been read."""
        return [number for number in range(1, self.count + 1) if number not in self.parts]

    @property
    def kept(self) -> str:
        """The parts as a field of the form holds them."""
        parts = (self.parts[number] for number in sorted(self.parts))
        return " ".join(b64encode(write_part(part)).decode() for part in parts)

    def add_photograph(self, name: str, raw: bytes) -> None:
        """Add all parts in a photograph, and note whatever is wrong with it."""
        try:
            codes = find_codes(raw)
            notes = [self._add(code) for code in codes]
        except BadFileError as fault:
            codes, notes = [b""], [str(fault)]
        if not codes:
            notes.append(
                gettext(
                    "No code was found in it. Take one code at a time, from straight above, sharp"
                    " and in good light."
                )
            )
        self.notes += [f"{name}: {note}" for note in dict.fromkeys(filter(None, notes))]

    def _add(self, code: bytes) -> str:
        """Add the part in a code. Return what is wrong with it, or "". Raises BadFileError."""
        part = read_part(code)
        if part is None:
            return gettext("It has a code of another thing, not of a rebuild sheet.")
        known = next(iter(self.parts.values()), part)
        if (part.sum, part.total) != (known.sum, known.total):
            return format_text(
                "Code {number} is of another game, or of another moment of this game. It was left"
                " out.",
                number=part.number,
            )
        self.parts.setdefault(part.number, part)
        return ""


@blueprint.get("/import/paper")
def show() -> Response:
    """Show the form for photographs."""
    return _page(FoundParts(""))


@blueprint.post("/import/paper")
@make_idempotent
def read() -> AnyResponse:
    """Read photographs; import the game if all its parts have been read."""
    found = FoundParts(request.form.get("parts", ""))
    files = [file for file in request.files.getlist("photographs") if file.filename]
    if reading_problem():
        return _page(found, 503)
    if len(files) > MOST_PHOTOGRAPHS:
        files = []
        found.notes.append(
            format_text("Choose at most {most} photographs at once.", most=MOST_PHOTOGRAPHS)
        )
    elif not files and (found.missing or not found.parts):
        found.notes.append(gettext("Choose a photograph first."))
    for file in files:
        found.add_photograph(_shorten(file.filename or ""), file.read())
    if not found.parts or found.missing:
        return _page(found, 422 if found.notes else 200)
    try:
        packed = join_parts([*found.parts.values()])
    except BadFileError as fault:
        empty = FoundParts("")
        empty.notes = [*found.notes, str(fault)]
        return _page(empty, 422)
    try:
        game = store_packed(game_store(), packed, note_host(record_answer(address_of_turn)))
    except BadFileError as fault:
        found.notes.append(str(fault))
        return _page(found, 422)
    return redirect(address_of_turn(game), 303)


def _shorten(name: str) -> str:
    return name if len(name) <= 40 else f"…{name[-39:]}"


def _page(found: FoundParts, status: int = 200) -> Response:
    return draw(
        "library/paper_import/photographs.html",
        status,
        found=found,
        missing=_tell(found.missing),
        problem=reading_problem(),
    )


def _tell(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
