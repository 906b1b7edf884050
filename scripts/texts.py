"""Brings the catalogues of texts up to date: what has to be said is taken from the program, the
templates and the words of every title; what is translated already stays.
"""

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.languages import CATALOGUES
from companion.rules.words.rounds import NAMES, SETS
from companion.titles import titles

ROOT = Path(__file__).resolve().parents[1]
METHODS = (("**.py", "python"), ("**.html", "jinja2"))
KEYWORDS = {"_": None, "translated": None, "counted": (1, 2), "gettext": None, "ngettext": (1, 2)}
# of a vocabulary's values these are names, and nothing that is said
UNSAID = frozenset(("asks", "group", "report", "step", "sum", "summed", "same", "older"))


def texts() -> Catalog:
    """Everything that is said, with where."""
    found = Catalog(project="companion", charset="utf-8")
    for folder in ("companion", "templates"):
        for file, line, text, _comments, context in extract_from_dir(
            ROOT / folder, METHODS, {"**.html": {"trimmed": "true"}}, KEYWORDS
        ):
            found.add(text, None, [(f"{folder}/{file}", line)], context=context)
    for text in (*(text for both in NAMES.values() for text in both), *SETS.values()):
        found.add(text)
    for slug, title in titles().items():
        for text in said(title.rules_class.vocabulary):
            found.add(text, None, [(f"words of {slug}", 1)])
        for text in title.data.words.values():
            found.add(text, None, [(f"words of {slug}", 1)])
    return found


def said(value: Any, name: str = "") -> Iterator[str]:
    """Every text in a vocabulary."""
    if isinstance(value, str):
        if value and name not in UNSAID:
            yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from said(part, name)
    elif is_dataclass(value):
        for field in fields(value):
            yield from said(getattr(value, field.name), field.name)
    elif hasattr(value, "values") and name not in UNSAID:
        for part in value.values():
            yield from said(part)


def brought_up_to_date(file: Path) -> bytes:
    """The catalogue of a language with all that is said now, and nothing else. Its header stays."""
    before = file.read_bytes()
    catalogue = read_po(BytesIO(before), locale=file.stem)
    catalogue.update(texts(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    body = BytesIO()
    write_po(body, catalogue, width=100, omit_header=True, no_location=True)
    return before.partition(b"\n\n")[0] + b"\n\n" + body.getvalue()


def main() -> int:
    """Rewrite every catalogue, and print how much of it is translated."""
    for file in sorted(CATALOGUES.glob("*.po")):
        now = brought_up_to_date(file)
        file.write_bytes(now)
        catalogue = read_po(BytesIO(now), locale=file.stem)
        done = sum(bool(message.string) for message in catalogue if message.id)
        print(f"{file.name}: {done} of {len(catalogue)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
