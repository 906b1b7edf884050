"""Update the translation catalogues.

The texts come from the program, the templates and each title's vocabulary. Translations of current
texts stay; all others are removed.
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

from companion.board.lay_and_route_faults import SENTENCES
from companion.drawing.hex_descriptions import COLOURS, FLAT_SIDES, PORTS, SIDES
from companion.drawing.hex_descriptions import WORDS as STOPS
from companion.drawing.markets import COLOURS as ZONES
from companion.exchange.games_18xx.divergence import KEYS
from companion.languages import CATALOGUES, NAME
from companion.reporting.content.final_state import NUMBERS
from companion.rules.accounts.account_rules import AccountsRules
from companion.rules.core.action_parser import FIELDS
from companion.rules.core.vocabulary import Vocabulary
from companion.rules.data.title_data import TitleData
from companion.rules.explain.train_lines import STOPS as PAID
from companion.rules.words.formatting import ALWAYS, ENDINGS, REASON, WORDS, is_bare
from companion.rules.words.rounds import IN_FULL, SETS, WITHIN
from companion.rules.words.rounds import NAMES as ROUNDS
from companion.titles import titles
from companion.titles.accounts_pack import NAME as ACCOUNTS
from companion.titles.accounts_pack import AccountsSetup
from companion.titles.made_title import check_pack, usual_tables
from companion.web.http.presence import KINDS as DEVICES
from companion.web.library.title_columns import LIST_NAMES, SWITCHES, Field

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "out" / "companion.pot"
METHODS = (("**.py", "python"), ("**.html", "jinja2"))
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "translated", "format_text", "lazy_gettext")),
    **dict.fromkeys(("ngettext", "format_count"), (1, 2)),
    "pgettext": ((1, "c"), 2),
}
# fields of a vocabulary that hold names and no texts
UNSAID = frozenset(
    (
        *("asks", "group", "report", "step", "sum", "summed"),
        *("same", "older", "marks", "how", "rule", "limits", "reason"),
        *("within", "what", "each"),  # names
    )
)


def texts() -> Catalog:
    """Return all translatable texts with their places."""
    found = Catalog(project="companion", charset="utf-8")
    for folder in ("companion", "templates", "reports"):
        for file, line, text, _comments, context in extract_from_dir(
            ROOT / folder, METHODS, {"**.html": {"trimmed": "true"}}, KEYWORDS
        ):
            found.add(text, None, [(f"{folder}/{file}", line)], context=context)
    for text in (*SENTENCES.values(), *ENDINGS.values()):
        found.add(text)
    for text in filter(None, names()):
        found.add(text, context=NAME)
    add_words(found, AccountsRules.vocabulary, "words of accounts")
    for _, switches in SWITCHES.values():
        for text in (text for field in switches for text in labels(field)):
            found.add(text, None, [("switches of titles", 1)])
    add_titles(found)
    return found


def add_titles(found: Catalog) -> None:
    """Add the texts and names of every title."""
    for slug, title in titles().items():
        add_words(found, title.rules_class.vocabulary, f"words of {slug}")
        for data in title.every_edition:
            add_data(found, data, f"data of {slug}")
    accounts = AccountsSetup("$", None, 0, (("A", "red"),)).pack()
    add_data(found, check_pack(accounts), "data of accounts")


def add_data(found: Catalog, data: TitleData, place: str) -> None:
    """Add the texts and names of a title's data."""
    for text in of_data(data):
        found.add(text, None, [(place, 1)])
    for text in names_of(data):
        found.add(text, None, [(place, 1)], context=NAME)


def add_words(found: Catalog, vocabulary: Vocabulary, place: str) -> None:
    """Add all texts of a vocabulary, and the names among them."""
    for text in said(vocabulary):
        found.add(text, None, [(place, 1)])
    steps = (step.within for step in vocabulary.steps.values())
    debts = (debt.within for debt in vocabulary.debts.values())
    chances = (chance.what for chance in vocabulary.chances.values())
    items = (words.together.each for words in vocabulary.events.values() if words.together)
    for text in filter(None, (*steps, *debts, *chances, *items)):
        found.add(text, None, [(place, 1)], context=NAME)


def names() -> Iterator[str]:
    """Yield the names that all titles share."""
    yield from (
        text for both in (*ROUNDS.values(), *WITHIN.values(), *IN_FULL.values()) for text in both
    )
    yield from (*SETS.values(), *FIELDS.values(), *WORDS.values(), *ALWAYS.values())
    yield from (
        *NUMBERS,
        *SIDES,
        *FLAT_SIDES,
        *STOPS.values(),
        *PAID.values(),
        *PORTS.values(),
    )
    yield from (text for both in COLOURS.values() for text in both)
    yield from (*KEYS.values(), *ZONES, *DEVICES.values(), *LIST_NAMES.values())
    yield from (usual_tables()["edition"], ACCOUNTS)


def names_of(data: TitleData) -> Iterator[str]:
    """Yield the names in a title's data: places, kinds, markers, and the edition of its rules."""
    if data.edition:
        yield data.edition
    yield from (words for id, words in data.words.items() if not id.startswith(REASON))
    yield from (marker.name for marker in data.marker_list)
    if len(data.kind_list) > 1:
        yield from (kind.name for kind in data.kind_list if kind.name not in data.words)
    yield from (bonus.name for bonus in data.route_bonuses)
    yield from (phase.name for phase in data.phases if any(map(str.islower, phase.name)))
    printed = (*data.map.hexes.values(), *data.map.known.values())
    yield from sorted({icon for one in printed for icon in one.icons if icon.islower()})


def labels(field: Field) -> Iterator[str]:
    """Yield the label of a switch and those of its choices."""
    yield str(field.label)
    yield from (str(says) for value, says in (field.choices or {}).items() if value)


def of_data(data: TitleData) -> Iterator[str]:
    """Yield the texts of a title's data: options, cards, readings, and texts of privates."""
    yield from filter(None, (data.preface, data.map_needed, *data.differences))
    yield from (words for id, words in data.words.items() if id.startswith(REASON))
    for chart in data.charts:
        yield from filter(None, (chart.title, *chart.notes.values()))
    yield from (option.says for option in data.choices)
    yield from (private.text for private in data.private_list if private.text)
    yield from (*data.rules.values(), *data.talk)
    yield from (line for lines in data.card.values() for line in lines)
    for option in data.options:
        for patch in (option.patch, *option.patches.values()):
            yield from filter(None, patch.get("rules", {}).values())
    for reading in data.readings:
        yield from (reading.about, reading.says)


def said(value: Any, name: str = "") -> Iterator[str]:
    """Yield every text in a vocabulary."""
    if isinstance(value, str):
        if value and name not in UNSAID and not is_bare(value):
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
    """Return a language's updated catalogue: the translations of current texts.

    Its header stays.
    """
    before = file.read_bytes()
    catalogue = read_po(BytesIO(before), locale=file.stem)
    catalogue.update(texts(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in list(catalogue):
        if message.id and not any(forms(message.string)):
            catalogue.delete(message.id, message.context)
    body = BytesIO()
    write_po(body, catalogue, width=100, omit_header=True, no_location=True, sort_output=True)
    return before.partition(b"\n\n")[0] + b"\n\n" + body.getvalue()


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the plural forms of a text, its only form, or nothing for None."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def main() -> int:
    """Rewrite every catalogue and print how much is translated.

    Also write all texts to a template file for translators.
    """
    said = texts()
    TEMPLATE.parent.mkdir(exist_ok=True)
    with TEMPLATE.open("wb") as out:
        write_po(out, said, width=100, sort_output=True)
    for file in sorted(CATALOGUES.glob("*.po")):
        now = brought_up_to_date(file)
        file.write_bytes(now)
        catalogue = read_po(BytesIO(now), locale=file.stem)
        done = sum(bool(message.string) for message in catalogue if message.id)
        print(f"{file.name}: {done} of {len(said)} texts; all of them: {TEMPLATE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
